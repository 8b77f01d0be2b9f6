"""What we write as USEBIO and as PBN, our import reads without a difference: the same results, places and scores."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import binary, integers, lists, none, sampled_from, tuples

from games.bridge.models import BridgeHand
from scorer.audit.check import faults
from scorer.club.models import Club
from scorer.contest.report import Report
from scorer.events import files, services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.results.report import report_of
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.transfer.finished_events import parse_finished_event, readable_formats
from tests.events.conftest import MakeEvent, choose, faults_of_events, make_event, play_round, players
from tests.events.test_hand_records import CARDS
from tests.events.test_usebio import event, valid
from tests.factories import ClubFactory
from tests.transfer.test_finished_events import remarks, take

__all__ = ["event", "make_event", "players"]

NORTH = CARDS.encode().removeprefix(b"N:").split(b".")
WRITERS = {f".{known.ending}": known.write for known in get_game("bridge").report_formats}
EVENINGS: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "pairs": ("mitchell", 8, 3, {"per_round": 2}),
    "butler": ("howell", 6, 5, {"per_round": 1, "comparison": "butler"}),
    "cross-IMPs": ("howell", 8, 7, {"per_round": 1, "comparison": "cross_imps"}),
    "Swiss pairs": ("swiss", 7, 3, {"per_round": 2, "rounds": 3, "comparison": "vp"}),
    "individual": ("individual", 8, 3, {"per_round": 1, "competes": "players", "comparison": "cross_imps"}),
    "teams": ("round_robin", 5, 5, {"per_round": 2, "competes": "teams", "comparison": "vp"}),
    "Swiss teams": ("swiss", 7, 3, {"per_round": 2, "rounds": 3, "competes": "teams", "comparison": "imps"}),
    "teams that go round": ("teams", 5, 4, {"per_round": 2, "competes": "teams", "comparison": "vp"}),
    "board a match": ("round_robin", 4, 3, {"per_round": 2, "competes": "teams", "comparison": "board_a_match"}),
}


def play(make_event: MakeEvent, name: str) -> Event:
    """Play an evening, and rule on its first result."""
    format_, contestants, rounds, values = EVENINGS[name]
    event = make_event("bridge", contestants, **values)
    choose(event, format_)
    for number in range(rounds):
        if number and format_ == "swiss":
            services.draw_round(event, by=None)
        play_round(event, Random(number))
    sitting = Sitting.objects.filter(round__event=event, round__number=1).order_by("station").first()
    assert sitting
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why="A revoke", by=None)
    services.finish(event, by=None)
    event.refresh_from_db()
    return event


def ranked(event: Event) -> list[tuple[Any, ...]]:
    names = {contestant.number: str(contestant) for contestant in event.contestants.with_players()}
    places = EventResults(event).ranking.places
    return [(row.section, row.place, names[row.standing.contestant], row.standing.score) for row in places]


def written(event: Event, ending: str) -> bytes:
    content = b"".join(files.response(EventResults(event), "event", ending[1:], {}))
    if ending == ".xml":
        valid(content)
    return content


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_comes_back_without_a_difference(name: str, ending: str, make_event: MakeEvent) -> None:
    event = play(make_event, name)
    other = ClubFactory(name="Elsewhere")
    assert remarks(take(other, written(event, ending), ending)) == []
    there = other.events.get()
    assert (there.competes, there.comparison, there.winners) == (event.competes, event.comparison, event.winners)
    assert ranked(there) == ranked(event)
    assert faults_of_events() == []
    assert [fault for table in Table.objects.filter(club=other) for fault in faults(table)] == []


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        (name, ending)
        for name, ending in product(EVENINGS, WRITERS)
        if (name, ending) != ("teams that go round", ".xml")  # it does not say in which round each room was played
    ],
)
def test_what_was_imported_is_written_as_it_was(name: str, ending: str, make_event: MakeEvent) -> None:
    """To the byte. A director has no other proof that nothing was lost."""
    event = play(make_event, name)
    content = written(event, ending)
    other = ClubFactory(name=event.club.name)
    take(other, content, ending)
    assert written(other.events.get(), ending).decode() == content.decode()


@pytest.mark.parametrize("ending", WRITERS)
def test_sections_that_are_ranked_apart_come_back_so(ending: str, make_event: MakeEvent) -> None:
    event = make_event("bridge", 8, rounds=1, per_round=2)
    choose(event, "round_robin")
    play_round(event, Random(7))
    services.finish(event, by=None)
    Event.objects.filter(pk=event.pk).update(one_field=False)
    for station in (3, 4):
        sitting = Sitting.objects.get(round__event=event, station=station)
        Sitting.objects.filter(pk=sitting.pk).update(section=2)
        event.contestants.filter(number__in=sitting.numbers).update(section=2)
    event.refresh_from_db()
    other = ClubFactory(name="Elsewhere")
    assert remarks(take(other, written(event, ending), ending)) == []
    assert ranked(other.events.get()) == ranked(event)
    assert {row[0] for row in ranked(event)} == {1, 2}


@pytest.mark.parametrize("ending", WRITERS)
def test_a_lead_comes_back(ending: str, event: Event) -> None:
    services.finish(event, by=None)
    event.refresh_from_db()
    other = ClubFactory(name="Elsewhere")
    take(other, written(event, ending), ending)
    leads = {hand.lead for hand in BridgeHand.objects.filter(hand__table__club=other)}
    assert leads == {None, "KH"}


@pytest.mark.parametrize("name", ["pairs", "individual", "teams"])
def test_an_evening_is_imported_once_from_whichever_file(name: str, make_event: MakeEvent) -> None:
    event, other = play(make_event, name), ClubFactory(name="Elsewhere")
    assert len(take(other, written(event, ".xml"), ".xml").events) == 1
    again = take(other, written(event, ".pbn"), ".pbn")
    assert (again.existing_events, again.tables, other.events.count()) == (1, 0, 1)


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("name", ["pairs", "butler", "Swiss pairs", "individual", "teams", "board a match"])
def test_penalties_and_carry_overs_come_back(name: str, ending: str, make_event: MakeEvent) -> None:
    event = play(make_event, name)
    first, second, third = event.contestants.all()[:3]
    services.rule_contestant(event, first, {"penalty": 1.5, "unit": "points"}, why="Late", by=None)
    services.rule_contestant(event, second, {"carry": 2}, why="Qualifying", by=None)
    services.rule_contestant(event, third, {"penalty": -1, "unit": "points"}, why="Helpful", by=None)
    event.refresh_from_db()
    content = written(event, ending)
    other = ClubFactory(name="Elsewhere")
    assert remarks(take(other, content, ending)) == []
    assert ranked(other.events.get()) == ranked(event)
    assert faults_of_events() == []
    odd = content.replace(b">-1.5</ADJUSTMENT>", b">-7</ADJUSTMENT>").replace(b"   1.5 ", b"     7 ", 1)
    assert odd != content
    third_club = ClubFactory(name="Third")
    assert remarks(take(third_club, odd, ending)), "what does not fit the scores of the file is named"


@pytest.mark.parametrize("ending", WRITERS)
@pytest.mark.parametrize("name", ["pairs", "Swiss pairs", "individual", "teams"])
def test_whoever_was_unranked_is_unranked_again(name: str, ending: str, make_event: MakeEvent) -> None:
    event = play(make_event, name)
    best = EventResults(event).ranking.places[0].standing.contestant
    services.set_standing(event, best, without=True, by=None)
    event.refresh_from_db()
    other = ClubFactory(name="Elsewhere")
    assert remarks(take(other, written(event, ending), ending)) == []
    assert ranked(other.events.get()) == ranked(event)
    assert faults_of_events() == []


@pytest.mark.parametrize("least", [0, 3])
def test_whoever_has_no_place_in_a_file_that_leaves_out_places_is_ranked_here(
    least: int, make_event: MakeEvent
) -> None:
    """Even if the file has another score."""
    report = report_of(EventResults(play(make_event, "Swiss pairs")))
    rows = [
        replace(row, place=None, score=Fraction(1)) if (row.place or 0) > least else row for row in report.contestants
    ]
    write = WRITERS[".xml"]
    assert write
    other = ClubFactory(name="Elsewhere")
    assert remarks(take(other, write(replace(report, contestants=tuple(rows))), ".xml"))
    assert not other.events.get().contestants.filter(without_standing=True).exists()


@pytest.mark.parametrize("ending", WRITERS)
def test_the_cards_come_back_and_damaged_ones_are_named(ending: str, event: Event) -> None:
    services.finish(event, by=None)
    services.set_hand_records(event, {1: CARDS, 4: CARDS}, by=None)
    event.refresh_from_db()
    content = written(event, ending)
    other = ClubFactory(name="Elsewhere")
    assert remarks(take(other, content, ending)) == []
    assert other.events.get().hand_records == {"1": CARDS, "4": CARDS}
    damaged = content.replace(b"<SPADES>" + NORTH[0] + b"<", b"<SPADES>" + NORTH[0][1:] + b"<", 1)
    damaged = damaged.replace(b"N:" + NORTH[0], b"N:" + NORTH[0][1:], 1)
    third = ClubFactory(name="Third")
    assert remarks(take(third, damaged, ending)) == ["Left out: The hand of N has 12 cards. It must have 13."]
    assert third.events.get().hand_records == {"4": CARDS}


@pytest.mark.parametrize("ending", WRITERS)
def test_a_line_up_comes_back(ending: str, make_event: MakeEvent) -> None:
    event = make_event("bridge", 2, competes="teams", per_round=2, rounds=1)
    choose(event, "round_robin")
    services.set_line_up(event, 1, {1: [4, 2], 2: [1, 3]}, by=None)
    play_round(event, Random(7))
    services.finish(event, by=None)
    event.refresh_from_db()

    def seated(event: Event) -> set[tuple[int, frozenset[str]]]:
        results = report_of(EventResults(event)).results
        pairs = (
            (team, frozenset(names)) for row in results for team, names in zip(row.contestants, row.seated, strict=True)
        )
        return set(pairs)

    other = ClubFactory(name="Elsewhere")
    assert remarks(take(other, written(event, ending), ending)) == []
    assert seated(other.events.get()) == seated(event)
    assert (1, frozenset({"Player 4", "Player 2"})) in seated(event)


def altered(report: Report) -> Report:
    """Give a file in which somebody else has won, and the first match went otherwise."""
    first, *others = report.contestants
    wrong = replace(first, place=99, score=(first.score or 0) + 3)
    result = replace(report.results[1], of_match=(20, 0), scores=(17, -17))
    return replace(report, contestants=(wrong, *others), results=(report.results[0], result, *report.results[2:]))


@pytest.mark.parametrize("ending", WRITERS)
def test_each_difference_of_teams_is_named(ending: str, make_event: MakeEvent, club: Club) -> None:
    report = altered(report_of(EventResults(play(make_event, "teams"))))
    write = WRITERS[ending]
    assert write
    found = remarks(take(ClubFactory(name="Elsewhere"), write(report), ending))
    assert any(text.startswith("Team 1: place ") and text.endswith(" here, 99 in the file.") for text in found), found
    assert sum(text.startswith("Team 1: ") for text in found) == 2
    assert any("worth" in text and "17" in text for text in found), found


@pytest.mark.parametrize("line", [{"split": [420, 50]}, {"weighted": [["1/3", 620], ["2/3", -100]]}])
@pytest.mark.parametrize(
    ("name", "chosen", "comparisons"),
    [("butler", {}, 1), ("cross-IMPs", {}, 1), ("cross-IMPs", {"divide": "none"}, 3), ("teams", {}, 1)],
)
def test_a_split_or_weighted_score_is_written_in_the_percentages_of_as_many_imps(
    line: dict[str, Any], name: str, chosen: dict[str, Any], comparisons: int, make_event: MakeEvent
) -> None:
    event = play(make_event, name)
    event.comparison_settings = chosen
    event.save()
    sitting = Sitting.objects.filter(round__event=event, round__number=2).order_by("station").first()
    assert sitting
    services.rule_result(event, sitting, sitting.deals[0], line, why="Misinformation", by=None)
    results = report_of(EventResults(event)).results
    (ruled,) = (row for row in results if (row.round, row.station, row.deal) == (2, sitting.station, sitting.deals[0]))
    assert (ruled.points, ruled.entry) == (None, None)
    worth = [score or Fraction() for score in ruled.scores]
    assert any(worth)
    assert list(ruled.average) == [min(max(50 + imps * 10 / 3 / comparisons, 0), 100) for imps in worth]


FILES: dict[tuple[str, str], bytes] = {}
PLACES = 10_000
"""Where a file is damaged, in parts of its length."""
DAMAGES = tuples(integers(0, PLACES), integers(0, 40), integers(0, PLACES), none() | binary(max_size=6))
"""Where, how many bytes, and what comes in their place: bytes of another place in the file, or any."""


@pytest.fixture
def evenings(make_event: MakeEvent) -> None:
    """Play three evenings, once, and keep their files."""
    for name in ("Swiss pairs", "individual", "teams") if not FILES else ():
        event = play(make_event, name)
        FILES.update({(name, ending): written(event, ending) for ending in WRITERS})


@pytest.mark.usefixtures("evenings")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=sampled_from(("Swiss pairs", "individual", "teams")),
    ending=sampled_from(sorted(WRITERS)),
    damages=lists(DAMAGES, min_size=1, max_size=3),
)
def test_a_damaged_file_is_a_sentence_and_never_an_error(
    club: Club,
    name: str,
    ending: str,
    damages: list[tuple[int, int, int, bytes | None]],
) -> None:
    """Up to what the event becomes here, before anything is stored."""
    content = FILES[name, ending]
    for at, length, other, piece in damages:
        place, copied = (len(content) * part // PLACES for part in (at, other))
        new = content[copied : copied + length] if piece is None else piece
        content = content[:place] + new + content[place + length :]
    assert list(parse_finished_event(content, club, *readable_formats()[ending]))
