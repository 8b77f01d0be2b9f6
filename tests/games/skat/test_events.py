"""Evenings of Skat: lists of 36 and 48, the points of whoever rests, and ties by games won, fewer lost, and lot."""

import json
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command

from games.skat.models import SkatTable
from games.skat.rules import Entry
from scorer.db.ids import IdConverter
from scorer.events import services
from scorer.events.contestants import rows_by_number
from scorer.events.models import Event, Sitting
from scorer.events.planning.proposals import proposals
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import fields_of
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db

WON = {
    1: [Entry("C", 0, 1, result="won"), Entry("C", 0, 1, result="won")],
    2: [Entry("grand", 0, 1, result="won")],
    3: [Entry("C", 0, 6, result="won"), Entry("D", 0, 1, result="lost")],
    4: [Entry("grand", 0, 1, result="won")],
}
"""By contestant: games that count 48 in the plain list. 1 wins two, 3 wins one and loses one."""


def standings(event: Event) -> list[tuple[int | None, int, float | None, str]]:
    results = EventResults(event)
    (field,) = fields_of(results, rows_by_number(event.contestants.all()))
    return [(row.place, row.contestant.number, row.score, str(row.tie_break)) for row in field.standings]


@pytest.fixture
def level(make_event: MakeEvent) -> Event:
    """Four players at one table, all of whom have 48 points."""
    event = make_event("skat", 4, preset="plain", rounds=1, per_round=6)
    choose(event, "draw")
    started = services.start_round(event, by=None)
    sitting = started.sittings.get()
    positions = {side.contestant.number: side.side for side in sitting.sides.select_related("contestant")}
    assert sitting.table
    turn = 1
    for number, entries in WON.items():
        for entry in entries:
            seat, resting = positions[number], turn
            turn = turn % 4 + 1
            if seat == resting:
                resting = seat % 4 + 1
            hand = Entry(entry.kind, seat, entry.matadors, result=entry.result, sitting_out=(resting,))
            play.record_hand(sitting.table, hand, by=None, key=None)
    services.end_round(event, by=None)
    event.refresh_from_db()
    return event


def test_a_list_has_48_deals_at_tables_of_four_and_36_at_those_of_three(make_event: MakeEvent) -> None:
    event = make_event("skat", 7, rounds=2, per_round=36)
    choose(event, "draw")
    counts = {(len(sitting.sides.all()), sitting.deal_count) for sitting in Sitting.objects.filter(round__event=event)}
    assert counts == {(4, 48), (3, 36)}
    services.start_round(event, by=None)
    assert {*SkatTable.objects.values_list("deals_each", flat=True)} == {12}


@pytest.mark.parametrize(("contestants", "tables"), [(8, [4, 4]), (9, [3, 3, 3]), (10, [4, 3, 3]), (11, [4, 4, 3])])
def test_there_are_as_few_tables_of_three_as_possible_and_none_of_five(
    make_event: MakeEvent, contestants: int, tables: list[int]
) -> None:
    event = make_event("skat", contestants, rounds=1, per_round=36)
    choose(event, "draw")
    sizes = [len(sitting.sides.all()) for sitting in Sitting.objects.filter(round__event=event)]
    assert sorted(sizes, reverse=True) == tables


def test_an_evening_of_two_lists_takes_four_hours(make_event: MakeEvent) -> None:
    made = [proposal for proposal in proposals(make_event("skat", 12, rounds=2, per_round=36), 12) if proposal.minutes]
    assert {proposal.minutes for proposal in made} == {240}


def test_equal_points_share_a_place_until_the_games_and_the_lot_decide(level: Event) -> None:
    assert standings(level) == [
        (1, 1, 48, "by games won: 2"),
        (2, 2, 48, "by games won: 1"),
        (2, 4, 48, "by games won: 1"),
        (4, 3, 48, "by games won: 1"),
    ]
    finished = services.finish(level, by=None)
    rows = standings(finished)
    assert [place for place, *_rest in rows] == [1, 2, 3, 4]
    assert (rows[0][1], rows[3][1]) == (1, 3)
    assert {rows[1][1], rows[2][1]} == {2, 4}
    assert standings(Event.objects.get(pk=level.pk)) == rows


def test_the_command_gives_the_ranking_of_the_site(level: Event, tmp_path: Path) -> None:
    services.finish(level, by=None)
    level.refresh_from_db()
    file, out = tmp_path / "results.jsonl", StringIO()
    address = IdConverter().to_url(level.pk)
    call_command("export", "--event", address, "--results", stdout=out)
    file.write_text(out.getvalue())
    ranked = StringIO()
    call_command("rank", "skat", "total", str(file), f"--set=lot={address}", stdout=ranked)
    lines = [json.loads(line) for line in ranked.getvalue().splitlines()]
    places = [(line["place"], line["contestant"]) for line in lines if "place" in line]
    assert places == [(place, number) for place, number, *_rest in standings(level)]
    assert {line["tied_by"] for line in lines if "place" in line} >= {"won"}


def test_whoever_rests_has_the_points_of_a_lost_game_in_the_ranking(make_event: MakeEvent) -> None:
    event = make_event("skat", 8, rounds=2, per_round=6)
    choose(event, "draw")
    for seed in (1, 2):
        play_round(event, Random(seed))
    results = EventResults(event)
    for line in results.lines:
        assert len(line.result.sat_out) == 1
        lost = bool(line.result.lost)
        resting = line.result.contestants.index(line.result.sat_out[0])
        assert (line.result.points or ())[resting] == (30 if lost else 0)
    deals = {place.standing.contestant: place.standing.deals for place in results.ranking.places}
    assert set(deals.values()) == {12}
