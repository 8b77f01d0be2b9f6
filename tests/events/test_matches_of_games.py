"""Rounds that are matches of several games to a number of points, at belote: two of three."""

import json
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.belote.rules.entry import Entry
from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event
from scorer.events.planning.words import planned_in_words
from scorer.events.results.bracket import bracket_rounds
from scorer.events.results.event_results import EventResults
from scorer.events.results.forfeits import suggested_points
from scorer.events.selectors.following import readiness_of
from scorer.play import services as play
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, begin, choose, faults_of_events
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_individuals import lines_of
from tests.events.test_pages import address
from tests.events.test_sessions import make_final, play_to_the_end
from tests.factories import ClubFactory
from tests.transfer.test_tables import take

LogIn = Callable[[Membership], Client]
Commit = DjangoCaptureOnCommitCallbacks

VARIANT = replace(get_game("belote").rules.PRESETS["house"], target=300, parties="best_of_three")


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs in a round of matches: two games of three, each to 300 points."""
    return begin(make_event("belote", 4, rounds=2, variant=VARIANT), "swiss")


def tables_of(event: Event) -> list[Table]:
    running = event.planned_rounds.running()
    return list(Table.objects.filter(pk__in=running.values("sittings__table")).order_by("number"))


def win(table: Table, *sides: int) -> None:
    """Record two hands for each of the sides, so that it wins a game by 320 : 4."""
    table.refresh_from_db()
    for side in sides:
        for _hand in range(2):
            play.record_hand(table, Entry(bidder=side, value=160, trump="H", points=160), by=None, key=None)


def scores(event: Event) -> dict[int, tuple[int, ...]]:
    ranks = {row.standing.contestant: row.standing.ranks_by for row in EventResults(event).ranking.places}
    return {number: tuple(map(int, values)) for number, values in sorted(ranks.items())}


def numbers_of(event: Event, table: Table) -> tuple[int, ...]:
    return next(sitting.contestants for sitting in EventResults(event).sittings if sitting.table_id == table.pk)


def test_a_table_plays_until_a_side_has_won_two_games(event: Event, ada: Membership, client_of: LogIn) -> None:
    first, second = tables_of(event)
    win(first, 1, 2)
    win(second, 1, 1)
    assert [TableContext(table).all_played for table in tables_of(event)] == [False, True]
    results = EventResults(event)
    assert [results.played.games_of(sitting) for sitting in results.sittings] == [(1, 1), (2, 0)]
    assert [results.played.is_complete(sitting) for sitting in results.sittings] == [False, True]
    page = client_of(ada).get(address(event, "event")).content.decode()
    assert "Games won </span>1 : 1</span>" in page
    assert "Table 1 has not finished its match: what is there counts as it stands" in page
    sheets = [client_of(ada).get(reverse("play:table", args=[table.pk])).content.decode() for table in (first, second)]
    assert ["data-outbox" in sheet for sheet in sheets] == [True, False]
    assert "One game each: the belle follows." in sheets[0]
    assert "and the match by two games to none" in sheets[1]
    assert "Cut for partners" not in "".join(sheets)


def test_games_decide_a_round_and_then_break_ties(event: Event, tmp_path: Path) -> None:
    first, second = tables_of(event)
    win(first, 1, 2, 1)
    win(second, 2, 2)
    (one, two), (three, four) = numbers_of(event, first), numbers_of(event, second)
    assert scores(event) == {
        one: (2, 1, 316),
        two: (0, -1, -316),
        three: (0, -2, -632),
        four: (2, 2, 632),
    }
    assert ranked_here(event) == ranked_by_command(
        event, tmp_path / "lines", "--set", "games=true", lines=lines_of(event)
    )
    assert {"round": 1, "contestants": [one, two], "games": [2, 1]} in lines_of(event)


def test_points_of_each_round_are_then_the_games_won(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("belote", 4, rounds=1, variant=VARIANT, comparison="points")
    choose(event, "draw")
    services.start_round(event, by=None)
    first, second = tables_of(event)
    win(first, 1, 2, 1)
    win(second, 2, 2)
    (one, two), (three, four) = numbers_of(event, first), numbers_of(event, second)
    assert scores(event) == {one: (2, 644), two: (1, 328), three: (0, 8), four: (2, 640)}
    assert ranked_here(event) == ranked_by_command(
        event, tmp_path / "lines", "--set", "games=true", lines=lines_of(event)
    )


def test_at_the_bell_games_count_first_and_then_points(event: Event) -> None:
    first, second = tables_of(event)
    win(first, 1)
    for _hand in range(3):
        play.record_hand(first, Entry(bidder=2, value=80, trump="H", points=90), by=None, key=None)
    win(second, 1, 2)
    play.record_adjustment(second, (0, 10, 0, 10), why="Late", by=None, key=None)
    assert not readiness_of(event.planned_rounds.running().get()).stops
    services.end_round(event, by=None)
    (one, two), (three, four) = numbers_of(event, first), numbers_of(event, second)
    assert scores(event) == {one: (2, 1, 262), two: (0, -1, -262), three: (0, 0, -10), four: (2, 0, 10)}


def test_the_rounds_follow_when_all_matches_are_won(event: Event, django_capture_on_commit_callbacks: Commit) -> None:
    services.set_following(event, rounds_follow=True, grace_minutes=0, by=None)
    first, second = tables_of(event)
    with django_capture_on_commit_callbacks(execute=True):
        win(first, 1, 1)
        win(second, 1, 2)
    assert event.planned_rounds.running().exists()
    with django_capture_on_commit_callbacks(execute=True):
        win(second, 2)
    assert [planned.ended_at is None for planned in event.planned_rounds.all()] == [False, True]


def test_a_correction_may_change_who_has_won_a_game(event: Event) -> None:
    first, _second = tables_of(event)
    win(first, 1, 1)
    one, two = numbers_of(event, first)
    for hand in first.hands.all():
        play.correct_hand(hand, Entry(bidder=2, value=160, trump="H", points=160), why="Wrong side", by=None)
    assert (scores(event)[one], scores(event)[two]) == ((0, -2, -632), (2, 2, 632))


def test_a_forfeit_is_two_games_to_none(event: Event, ada: Membership, client_of: LogIn, tmp_path: Path) -> None:
    first, second = tables_of(event)
    win(first, 1)
    win(second, 1, 1)
    one, two = numbers_of(event, first)
    assert suggested_points(event) == 600
    page = client_of(ada).get(f"{address(event, 'rule_contestant', one)}?forfeit=1").content.decode()
    assert "also wins the games of the match" in page
    ruling = {"forfeit": 600, "round": 1}
    services.rule_contestant(event, event.contestants.get(number=one), ruling, why="Went home", by=None)
    assert (scores(event)[one], scores(event)[two]) == ((0, -2, -600), (2, 2, 600))
    assert readiness_of(event.planned_rounds.running().get()).is_complete
    assert {"round": 1, "contestants": [one, two], "games": [0, 2], "points": [0, 600]} in lines_of(event)
    assert ranked_here(event) == ranked_by_command(
        event, tmp_path / "lines", "--set", "games=true", lines=lines_of(event)
    )
    assert not faults_of_events()


def test_the_pages_say_the_games(event: Event, ada: Membership, client_of: LogIn, club: Club) -> None:
    first, second = tables_of(event)
    win(first, 1, 2, 1)
    win(second, 2, 2)
    services.end_round(event, by=None)
    one, _two = numbers_of(event, first)
    client = client_of(ada)
    page = client.get(address(event, "event")).content.decode()
    assert "A round goes to whoever wins more games." in page
    assert "by games: 2" in page
    card = client.get(reverse("events:scorecard", args=[club.pk, event.pk, one])).content.decode()
    assert "games won" in card
    assert "<b>2</b>" in card
    rows = client.get(address(event, "download", "results", "csv")).content.decode()
    assert "games won" in rows


def test_the_plan_says_how_many_games_end_a_round(event: Event) -> None:
    assert planned_in_words(event, list(event.planned_rounds.all())) == (
        "Planned: Swiss, 2 rounds, each until a side has won 2 games to 300 points"
    )


def test_a_knock_out_shows_the_games_and_goes_by_them(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("belote", 4, variant=VARIANT)
    choose(event, "knockout")
    services.start_round(event, by=None)
    first, second = tables_of(event)
    win(first, 1, 2, 2)
    win(second, 1, 2)
    play.record_adjustment(second, (20, 0, 20, 0), why="Late", by=None, key=None)
    services.end_round(event, by=None)
    (semis,) = bracket_rounds(EventResults(event), contestants_by_number(event))
    shown = [[(side.figure, side.goes_on) for side in match.sides] for match in semis.matches]
    assert sorted(shown) == [[("1", False), ("2", True)], [("344", True), ("324", False)]]
    past = tmp_path / "past"
    past.write_text("\n".join(map(json.dumps, lines_of(event))))
    out, how = StringIO(), ("--past", str(past), "--rank-by", "wins", "--rank-set", "games=true")
    call_command("plan", "belote", "knockout", "--contestants", "4", *how, stdout=out)
    services.draw_round(event, by=None)
    (final,) = event.planned_rounds.get(number=2).sittings.with_contestants()
    assert json.loads(out.getvalue().splitlines()[0])["contestants"] == list(final.numbers)


def test_an_event_of_matches_has_no_number_of_deals(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, club: Club
) -> None:
    with pytest.raises(ValidationError, match="how many games a round has") as refused:
        make_event("belote", 4, rounds=2, per_round=8, variant=VARIANT)
    assert list(refused.value.message_dict) == ["per_round"]
    event = make_event("belote", 4, rounds=2, per_round=8)
    with pytest.raises(ValidationError, match="how many games a round has"):
        services.change_event(event, variant=VARIANT, preset="house", by=None)
    typed = {"name": "Concours", "preset": "parties", "comparison": "wins", "rounds": "4", "per_round": "12"}
    page = client_of(ada).post(reverse("events:create", args=[club.pk, "belote"]), typed)
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["per_round"])


def test_only_wins_and_points_know_games(make_event: MakeEvent) -> None:
    for comparison in ("total", "places"):
        with pytest.raises(ValidationError, match="the record is the result"):
            make_event("belote", 4, rounds=2, variant=VARIANT, comparison=comparison)


def test_wins_are_carried_into_a_final_of_matches_but_points_are_not(make_event: MakeEvent) -> None:
    for comparison in ("wins", "points"):
        event = play_to_the_end(make_event("belote", 4, rounds=1, per_round=2, comparison=comparison), "draw")
        final = make_final(event, 1, 2, 50)
        services.set_carried(final, carried_percent=100, carried_deals=None, figures={}, by=None)
        services.change_event(final, per_round=None, by=None)
        if comparison == "wins":
            services.change_event(final, variant=VARIANT, preset="house", by=None)
        else:
            with pytest.raises(ValidationError, match="counted in another unit"):
                services.change_event(final, variant=VARIANT, preset="house", by=None)


def test_games_without_an_end_are_counted_when_the_round_ends(make_event: MakeEvent) -> None:
    event = make_event("belote", 4, rounds=1, variant=replace(VARIANT, parties="unlimited"))
    choose(event, "draw")
    services.start_round(event, by=None)
    first, second = tables_of(event)
    win(first, 1, 2, 1, 1)
    win(second, 1)
    results = EventResults(event)
    assert not any(results.played.is_missing_hands(sitting) for sitting in results.sittings)
    one, two = numbers_of(event, first)
    assert (scores(event)[one][:2], scores(event)[two][:2]) == ((2, 2), (0, -2))
    ruling = {"forfeit": 600, "round": 1}
    services.rule_contestant(event, event.contestants.get(number=one), ruling, why="Went home", by=None)
    assert (scores(event)[one], scores(event)[two]) == ((0, -1, -600), (2, 1, 600))


def test_another_site_reads_the_event_with_its_games(event: Event) -> None:
    first, second = tables_of(event)
    win(first, 1, 2, 1)
    win(second, 2)
    services.end_round(event, by=None)
    before = ranked_here(event)
    assert take(ClubFactory(), "".join(export_event(event)).encode())
    other = Event.objects.exclude(pk=event.pk).get()
    assert ranked_here(other) == before
    assert not faults_of_events()


def test_in_a_melee_partners_win_the_games_together(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("belote", 4, rounds=1, variant=VARIANT, competes="players")
    choose(event, "individual")
    services.start_round(event, by=None)
    (table,) = tables_of(event)
    win(table, 1, 2, 1)
    first, second, third, fourth = numbers_of(event, table)
    won, lost = (2, 1, 316), (0, -1, -316)
    assert scores(event) == dict(sorted({first: won, second: lost, third: won, fourth: lost}.items()))
    assert "Games won </span>2 : 1</span>" in client_of(ada).get(address(event, "event")).content.decode()


def test_the_games_of_all_tables_are_read_at_once(event: Event, make_event: MakeEvent) -> None:
    many = make_event("belote", 12, rounds=1, variant=VARIANT)
    choose(many, "swiss")
    services.start_round(many, by=None)
    counts = []
    for played in (event, many):
        for table in tables_of(played):
            win(table, 1)
        with CaptureQueriesContext(connection) as queries:
            assert EventResults(played).ranking.places
        counts.append(len(queries))
    assert counts[0] == counts[1]
