"""Two evenings from the sign-up to the ranking: 13 pairs at bridge, 18 players of Doppelkopf."""

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from scorer.audit.check import faults
from scorer.contest.plan import Plan, judge
from scorer.contest.plan import Round as PlannedRound
from scorer.contest.plan import Sitting as PlannedSitting
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.play.models import Hand, Score, Table
from tests.events.conftest import MakeEvent, choose, play_round


def played(event: Event) -> list[dict[str, Any]]:
    """The lines of the results for the command `rank`, read from the tables themselves."""
    lines = []
    for sitting in Sitting.objects.filter(round__event=event).exclude(table=None).select_related("table", "round"):
        table: Any = sitting.table
        for hand in Hand.objects.filter(table=table):
            points = dict(Score.objects.filter(hand=hand).values_list("seat__position", "points"))
            of_sides = [points.get(side[0], 0) for side in table.config.rules.sides(table.size)]
            line = {"round": sitting.round.number, "contestants": list(sitting.numbers), "points": of_sides}
            lines.append(line | ({"deal": hand.deal} if hand.deal else {}))
    return lines


def ranked_by_command(
    event: Event, path: Path, *settings: str, lines: Sequence[dict[str, Any]] | None = None
) -> list[tuple[int, int, float]]:
    """Rank `lines`, or else what was played."""
    path.write_text("\n".join(json.dumps(line) for line in (played(event) if lines is None else lines)))
    out = StringIO()
    call_command("rank", event.game, event.comparison, str(path), *settings, stdout=out)
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    return [(line["place"], line["contestant"], line["score"]) for line in found if "place" in line]


def ranked_here(event: Event) -> list[tuple[int, int, float]]:
    return [
        (one.place, one.standing.contestant, round(float(one.standing.score), 4))
        for one in EventResults(event).ranking.places
    ]


def stored_plan(event: Event) -> Plan:
    return Plan(
        tuple(
            PlannedRound(
                each.number,
                tuple(
                    PlannedSitting(sitting.station, sitting.numbers, tuple(sitting.deals))
                    for sitting in each.sittings.all()
                ),
            )
            for each in event.planned_rounds.all()
        )
    )


@pytest.mark.postgres
def test_13_pairs_play_a_mitchell(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("bridge", 13, rounds=7, per_round=1)
    choose(event, "mitchell")
    assert event.winners == 2
    defects = {finding.code for finding in judge(stored_plan(event)).defects}
    assert defects <= {"missing"}  # who rests is in no row
    random = Random(7)
    for _round in range(6):
        play_round(event, random)
    assert Table.objects.filter(state=Table.State.CLOSED, sealed=True).count() == 30  # one set rests in the last round
    play_round(event, random)
    services.finish(event, by=None)
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", "--set", "winners=2")
    assert len(ranked_here(event)) == 13
    assert not Table.objects.filter(sealed=True).exists()
    assert [fault for table in Table.objects.all()[:3] for fault in faults(table)] == []


def test_18_players_of_doppelkopf_are_drawn_to_tables(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("doppelkopf", 18, rounds=4, per_round=3)
    choose(event, "draw")
    sizes = {each.number: sorted(s.sides.count() for s in each.sittings.all()) for each in event.planned_rounds.all()}
    assert set(map(tuple, sizes.values())) == {(4, 4, 5, 5)}
    random = Random(7)
    for _round in range(4):
        play_round(event, random)
    services.finish(event, by=None)
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines")
    assert sum(score for _place, _one, score in ranked_here(event)) == sum(
        Score.objects.values_list("points", flat=True)
    )


def test_a_howell_has_one_winner(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("bridge", 6, per_round=2)
    choose(event, "howell")
    random = Random(7)
    for _round in range(2):
        play_round(event, random)
    assert event.winners == 1
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines")


def test_every_change_of_an_event_gives_it_a_new_version(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=1, per_round=1)
    versions = []

    def note() -> None:
        event.refresh_from_db()
        versions.append(event.version)

    choose(event, "mitchell")
    note()
    play_round(event, Random(7))
    note()
    services.finish(event, by=None)
    note()
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    note()
    assert versions == sorted(set(versions))


def test_an_event_knows_when_it_was_finished(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=1, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    assert event.finished_at is None
    assert services.finish(event, by=None).finished_at


@pytest.mark.parametrize(("game", "shown"), [("bridge", "at_the_end"), ("doppelkopf", "at_once")])
def test_a_ranking_of_deals_that_all_tables_play_is_usually_shown_at_the_end(
    game: str, shown: str, make_event: MakeEvent
) -> None:
    assert make_event(game, 4).ranking_shown == shown


@pytest.mark.parametrize(("game", "contestants"), [("doppelkopf", 9), ("tarot", 7), ("preferans", 7), ("belote", 4)])
def test_places_at_tables_of_all_sizes_are_worth_something(
    game: str, contestants: int, make_event: MakeEvent, tmp_path: Path
) -> None:
    event = make_event(game, contestants, comparison="places", rounds=1, per_round=2)
    choose(event, "draw")
    play_round(event, Random(7))
    ranked = ranked_here(event)
    assert sum(score for *_who, score in ranked) == 2.5 * contestants
    assert ranked == ranked_by_command(event, tmp_path / "lines")
