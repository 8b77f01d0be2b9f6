"""Proposals for small and large evenings; sections that share their deals, and contestants who change them."""

import re
from pathlib import Path
from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.html import strip_tags
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.contest.movements.mitchell import Mitchell
from scorer.contest.plan import judge
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.planning.movement import movement_of
from scorer.events.planning.proposal import Proposal
from scorer.events.planning.proposals import proposal_of, proposals
from scorer.events.planning.wishes import unmet_wishes
from scorer.events.results.event_results import EventResults
from scorer.registry import get_game
from scorer.standings.results import results_of, season_versions
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_pages import LogIn, address


def unstored(club: Club, game: str = "bridge", **values: object) -> Event:
    config = get_game(game)
    assert config.events
    usual = {"preset": config.default_variant, "comparison": config.events.comparisons[0].name, "minutes": 210}
    return Event(club=club, game=game, name="Tuesday", **usual | values)


def compared(proposal: Proposal) -> str:
    cells = proposal.lengths, proposal.deals_each, proposal.sits_out, proposal.winners, proposal.time, proposal.balance
    return " | ".join(map(str, (proposal.choice, *cells, proposal.notes)))


def test_13_pairs_are_told_who_sits_out_and_how_much_everybody_plays(club: Club) -> None:
    assert [compared(proposal) for proposal in proposals(unstored(club), 13)] == [
        "Mitchell | 7 × 4 | 24–28 | 7 once | 2 | 3 h 25 min | good | 7 tables",
        (
            "Mitchell, arrow-switched | 7 × 4 | 24–28 | 7 once | 1 | 3 h 25 min | fair | 7 tables; "
            "some never change sides; the last round is switched"
        ),
        "Howell | 13 × 2 | 24 | 13 once | 1 | 3 h 15 min | fair | 7 tables",
        (
            "Round robin | 13 × 2 | 24 | 13 once | 1 | 3 h 15 min | poor | 7 tables; "
            "everybody plays the same in each round (barometer); 6 copies of all cards"
        ),
        (
            "Swiss | 4 × 7 | 21–28 | 4 once | 1 | 3 h 20 min |  | 6 tables; "
            "each round is drawn from the results of those before; 6 copies of all cards"
        ),
        (
            "Draw | 4 × 7 | 21–28 | 4 once | 1 | 3 h 20 min | poor | 6 tables; "
            "everybody plays the same in each round (barometer); 6 copies of all cards"
        ),
        (
            "Draw by standing | 4 × 7 | 21–28 | 4 once | 1 | 3 h 20 min |  | 6 tables; "
            "each round is drawn from the results of those before; 6 copies of all cards"
        ),
        (
            "Knock-out | 4 × 7 | 7–28 | 3 once | 1 | 3 h 20 min |  | 5 tables; whoever loses a match is out; "
            "5 copies of all cards"
        ),
    ]


def test_40_tables_are_proposed_four_sections_of_ten(club: Club) -> None:
    first = proposals(unstored(club), 80)[0]
    assert compared(first) == (
        "Mitchell, 4 sections | 9 × 3 | 27 |  | 2 | 3 h 20 min | good | 40 tables in 4 sections of 10; "
        "4 copies of all cards"
    )
    assert (judge(first.plan).defects, judge(first.plan).warnings) == ((), ())


def test_few_pairs_play_a_howell_rather_than_long_rounds_against_few(club: Club) -> None:
    assert compared(proposals(unstored(club), 8)[0]) == "Howell | 7 × 4 | 28 |  | 1 | 3 h 25 min | perfect | 4 tables"


@pytest.mark.parametrize("rounds", range(1, 16))
def test_who_sits_out_when_rounds_are_drawn_is_as_many_as_have_no_table(club: Club, rounds: int) -> None:
    """The rounds of a draw by lot are all there, those of a Swiss are not: both let everybody rest before any again."""
    drawn, steered = (proposal_of(unstored(club, rounds=rounds, per_round=1), key, 7) for key in ("draw", "swiss"))
    assert drawn
    assert steered
    assert drawn.sits_out == steered.sits_out
    assert drawn.deals_each == steered.deals_each


@pytest.mark.parametrize(
    ("minutes", "asked", "rounds", "per_round", "fits"),
    [
        (210, {}, 7, 4, True),
        (120, {}, 7, 2, True),
        (60, {}, 4, 2, True),
        (120, {"per_round": 3}, 5, 3, True),
        (120, {"rounds": 6}, 6, 2, True),
        (60, {"rounds": 6, "per_round": 3}, 6, 3, False),
        (None, {}, 7, 4, True),
    ],
)
def test_a_proposal_fills_the_time_there_is(
    club: Club, minutes: int | None, asked: dict[str, int], rounds: int, per_round: int, *, fits: bool
) -> None:
    proposal = proposal_of(unstored(club, minutes=minutes, **asked), "mitchell", 14)
    assert proposal
    assert (proposal.rounds, proposal.per_round, proposal.has_time) == (rounds, per_round, fits)
    assert ("takes longer than the time available" in proposal.notes) == (not fits)


@pytest.mark.parametrize("pairs", range(4, 61))
def test_every_proposal_is_sound_and_chosen_by_a_name_of_its_own(club: Club, pairs: int) -> None:
    found = proposals(unstored(club), pairs)
    assert found
    assert len({proposal.key for proposal in found}) == len(found)
    for proposal in found:
        assert judge(proposal.plan).sound
        numbers = {number for each in proposal.plan.rounds for number in each.contestants()}
        assert numbers == set(range(1, pairs + 1))


def test_pairs_of_a_game_without_numbered_deals_are_proposed_draws(club: Club) -> None:
    found = proposals(unstored(club, "belote", minutes=200), 12)
    assert [proposal.key for proposal in found] == ["draw", "draw-standing", "swiss", "round_robin", "knockout"]
    assert compared(found[0]) == "Draw | 4 |  |  | 1 | 50 min per round |  | 6 tables"
    assert "each round is drawn from the results of those before" in found[2].notes


def test_11_pairs_play_six_rounds_though_it_is_not_the_last_pair_that_is_missing(make_event: MakeEvent) -> None:
    event = make_event("bridge", 11)
    choose(event, "mitchell")
    people = contestants_by_number(event)
    assert [[one.number for one in each.resting] for each in movement_of(event, people)] == [
        [11],
        [10],
        [9],
        [8],
        [7],
        [6],
    ]


@pytest.fixture
def two_sections(make_event: MakeEvent, monkeypatch: pytest.MonkeyPatch) -> Event:
    """Twelve pairs in two sections of three tables."""
    monkeypatch.setattr(Mitchell, "section_tables", (3, 14))
    event = make_event("bridge", 12, rounds=2, per_round=1)
    choose(event, "mitchell-2")
    return event


def lines_of(event: Event) -> list[dict[str, object]]:
    return list(event_lines(EventResults(event), contestants_by_number(event)))


def test_sections_share_their_deals_and_are_one_field(two_sections: Event, tmp_path: Path) -> None:
    event = two_sections
    first = list(Sitting.objects.filter(round__event=event, round__number=1))
    assert [(s.station, s.section, s.copy) for s in first] == [(n, 1 + (n > 3), 1 + (n > 3)) for n in range(1, 7)]
    assert [s.first_deal for s in first[:3]] == [s.first_deal for s in first[3:]]
    assert [one.section for one in event.contestants.all()] == [1] * 6 + [2] * 6
    for _round in range(2):
        play_round(event, Random(7))
    results = EventResults(event)
    assert len([line for line in results.lines if line.result.deal == 2]) == 4
    assert {ranked.section for ranked in results.ranking.places} == {None}
    services.rule_contestant(event, event.contestants.get(number=8), {"carry": 3}, why="Last week", by=None)
    found = ranked_by_command(event, tmp_path / "lines", "--set", "winners=2", lines=lines_of(event))
    assert found == ranked_here(event)


@pytest.mark.postgres
def test_each_section_may_be_its_own_field(two_sections: Event, tmp_path: Path) -> None:
    event = two_sections
    event.one_field = False
    event.save()
    for _round in range(2):
        play_round(event, Random(7))
    sitting = Sitting.objects.get(round__event=event, round__number=1, station=5)
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why="A revoke", by=None)
    services.rule_contestant(event, event.contestants.get(number=8), {"carry": 3}, why="Last week", by=None)
    found = ranked_by_command(event, tmp_path / "lines", "--by-section", "--set", "winners=2", lines=lines_of(event))
    assert found == ranked_here(event)
    assert [(ranked.section, ranked.standing.field) for ranked in EventResults(event).ranking.places] == [
        (section, side) for section in (1, 2) for side in (1, 2) for _one in range(3)
    ]


def test_who_sat_in_another_section_for_a_round_is_ranked_once_in_its_own(two_sections: Event, tmp_path: Path) -> None:
    """Contestants 1 and 7 sat in each other's section in round 1, and scored there against those they met."""
    event = two_sections
    event.one_field = False
    event.save()
    for _round in range(2):
        play_round(event, Random(7))
    here = Sitting.objects.get(round__event=event, round__number=1, sides__contestant__number=1)
    one, other = (event.contestants.get(number=number) for number in (1, 7))
    services.swap_contestants(event, here, one, other, by=None)
    ranking = EventResults(event).ranking
    assert sorted(one.standing.contestant for one in ranking.places) == list(range(1, 13))
    assert {one.section for one in ranking.places if one.standing.contestant == 1} == {1}
    assert next(one.standing.deals for one in ranking.places if one.standing.contestant == 1) == 2
    found = ranked_by_command(event, tmp_path / "lines", "--by-section", "--set", "winners=2", lines=lines_of(event))
    assert found == ranked_here(event)
    exchanged = [line for line in lines_of(event) if "sections" in line]
    assert [(line.get("section", 1), line["sections"]) for line in exchanged] == [
        (1, [2, 1]),
        (2, [1, 2]),
    ]
    services.finish(event, by=None)
    fields = [one for one in results_of(season_versions([event.season])) if one.is_event]
    assert [len(one.totals) for one in fields] == [3] * 4


def test_whoever_is_moved_is_the_last_of_the_other_section_and_the_numbers_follow(two_sections: Event) -> None:
    event = two_sections
    before = {one.number: str(one) for one in event.contestants.all()}
    services.move_to_section(event, 2, 2, by=None)
    after = {one.number: (str(one), one.section) for one in event.contestants.all()}
    assert after[2] == (before[3], 1)
    assert after[12] == (before[2], 2)
    assert [section for _name, section in after.values()] == [1] * 5 + [2] * 7
    rounds = movement_of(event, contestants_by_number(event))
    assert len(rounds) == 2
    for each in rounds:
        assert {number for sitting, people in each.sittings for number in (one.number for one in people)}.isdisjoint(
            one.number for one in each.resting
        )
        assert len(each.resting) == 2
        assert all(one.section == sitting.section for sitting, people in each.sittings for one in people)
    play_round(event, Random(7))


def test_wishes_are_met_in_the_sections_to_which_contestants_were_moved(two_sections: Event) -> None:
    event = two_sections
    event.contestants.filter(number=2).update(wish="second")
    event.contestants.filter(number=4).update(wish="first")
    names = {wish: str(event.contestants.get(wish=wish)) for wish in ("first", "second")}
    services.move_to_section(event, 2, 2, by=None)
    assert {wish: str(event.contestants.get(wish=wish)) for wish in names} == names
    assert [one.section for one in event.contestants.all()] == [1] * 5 + [2] * 7
    assert event.contestants.get(wish="second").section == 2
    assert unmet_wishes(event, contestants_by_number(event)) == []
    play_round(event, Random(7))


def test_a_section_never_becomes_too_small_for_the_plan(two_sections: Event) -> None:
    while two_sections.contestants.filter(section=1).count() > 3:
        services.move_to_section(two_sections, 1, 2, by=None)
    with pytest.raises(ValidationError, match="Section A would be too small for this plan"):
        services.move_to_section(two_sections, 1, 2, by=None)
    assert [one.number for one in two_sections.contestants.all()] == list(range(1, 13))
    assert two_sections.planned_rounds.count() == 2


def test_a_director_moves_a_contestant_with_one_tap(two_sections: Event, ada: Membership, client_of: LogIn) -> None:
    client, moved = client_of(ada), str(two_sections.contestants.get(number=1))
    page = client.get(address(two_sections, "sections")).content.decode()
    assert f"Move {moved} to section B".replace("&", "&amp;") in page
    answer = client.post(address(two_sections, "sections"), {"move": "1-2"}, follow=True)
    assert f"{moved}: section B, number 12.".replace("&", "&amp;") in answer.content.decode()
    for nonsense in ("", "1", "1-9", "99-2", "1-2-3"):
        assert client.post(address(two_sections, "sections"), {"move": nonsense}).status_code == 409
    services.start_round(two_sections, by=None)
    assert client.post(address(two_sections, "sections"), {"move": "1-2"}).status_code == 409
    assert "Move" not in client.get(address(two_sections, "sections")).content.decode()


def test_cards_movement_and_station_name_section_and_copy(
    two_sections: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    for name in ("movement", "cards"):
        page = client.get(address(two_sections, name)).content.decode()
        assert "copy 2" in page
        assert "ection B" in page
    page = client.get(path_of(two_sections, Holder.STATION, 5)).content.decode()
    assert "section B" in page
    assert "copy 2" in page


def test_a_tile_of_the_console_names_its_section_once(two_sections: Event, ada: Membership, client_of: LogIn) -> None:
    services.start_round(two_sections, by=None)
    page = client_of(ada).get(address(two_sections)).content.decode()
    (tile,) = re.findall(r'<summary id="of-station-5">(.*?)</summary>', page, re.DOTALL)
    assert strip_tags(tile).split()[:4] == ["Table", "5", "Section", "B"]
    assert strip_tags(tile).count("B") == 1


def test_a_small_evening_says_nothing_of_sections_and_copies(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    for path in (
        address(event),
        address(event, "movement"),
        address(event, "cards"),
        path_of(event, Holder.STATION, 1),
    ):
        page = client_of(ada).get(path).content.decode()
        assert "copy" not in page
        assert "section " not in page.replace("<section ", "")


def test_a_director_chooses_how_many_rounds_are_switched_and_who_is_ranked_together(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("bridge", 10, rounds=4, per_round=1), client_of(ada)
    page = client.get(address(event, "plan")).content.decode()
    assert "Switching half of them is worse than none." in page
    answer = client.post(address(event, "plan"), {"format": "mitchell-switched", "switch": "5"})
    assert answer.status_code == 422
    assert "less than or equal to 4" in answer.content.decode()
    client.post(address(event, "plan"), {"format": "mitchell-switched", "switch": "2"})
    event.refresh_from_db()
    assert (event.winners, event.settings, event.one_field) == (1, {"switch": 2}, True)


def test_sections_may_be_ranked_each_by_itself(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mitchell, "section_tables", (3, 14))
    event, client = make_event("bridge", 12, rounds=2, per_round=1), client_of(ada)
    client.post(address(event, "plan"), {"format": "mitchell-2", "ranking": "own"})
    event.refresh_from_db()
    assert not event.one_field
    play_round(event, Random(7))
    services.finish(event, by=None)
    page = client.get(address(event))
    assert [(field.section, field.side) for field in page.context["fields"]] == [("A", 1), ("A", 2), ("B", 1), ("B", 2)]
    assert "Section B · Ranking, E–W" in page.content.decode()
    screens = [client.get(address(event, "screen") + f"?still&view={view}").content.decode() for view in range(4)]
    assert sum("Section B · Ranking, E–W" in screen for screen in screens) == 1


def test_the_console_names_the_section_of_each_station(two_sections: Event, ada: Membership, client_of: LogIn) -> None:
    services.start_round(two_sections, by=None)
    page = client_of(ada).get(address(two_sections)).content.decode()
    said = re.findall(r"Section </span>([A-Z]?)<", page)
    assert (len(said), set(said)) == (two_sections.planned_rounds.get(number=1).sittings.count(), {"A", "B"})


def test_a_discarded_plan_leaves_no_sections(two_sections: Event) -> None:
    services.discard_plan(two_sections, by=None)
    two_sections.refresh_from_db()
    assert {one.section for one in two_sections.contestants.all()} == {1}
    assert (two_sections.settings, two_sections.one_field) == ({}, True)


def test_the_page_of_sections_asks_as_often_for_many_as_for_few(
    two_sections: Event, ada: Membership, client_of: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(ada)
    with django_assert_max_num_queries(12):
        assert client.get(address(two_sections, "sections")).status_code == 200


def test_who_rests_has_a_bye_where_wins_count(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("belote", 5, rounds=2, per_round=1, comparison="wins")
    choose(event, "draw")
    play_round(event, Random(7))
    assert [(one.kind, one.round) for one in EventResults(event).extras] == [("bye", 1)]
    assert ranked_by_command(event, tmp_path / "lines", lines=lines_of(event)) == ranked_here(event)
    assert len(ranked_here(event)) == 5


def test_a_proposal_has_the_spaces_of_its_language(club: Club) -> None:
    with translation.override("fr"):
        switched = proposals(unstored(club), 13)[1]
        assert switched.notes.startswith("7 tables\u202f; ")


def test_who_has_left_is_not_seated_by_a_change_of_sections(two_sections: Event) -> None:
    left = two_sections.contestants.get(number=2)
    services.leave(two_sections, 2, by=None)
    moved = services.move_to_section(two_sections, 3, 2, by=None)
    assert not two_sections.contestants.filter(pk=left.pk).exists()
    assert (moved.number, two_sections.contestants.count()) == (11, 11)
    services.start_round(two_sections, by=None)
    assert faults_of_events() == []
