"""An individual at bridge: players sign up alone, change partners, and each is ranked alone."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scorer.audit.check import faults
from scorer.club.models import Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event, Sitting
from scorer.events.planning.families import choice_problems
from scorer.events.planning.movement import seats_in
from scorer.events.planning.proposals import proposals
from scorer.events.planning.replanning import remaining_plans
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import traveller_of
from scorer.events.results.scorecards import scorecard_of
from scorer.play import services as play
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_all, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """An evening of 12 players in 11 rounds."""
    event = make_event("bridge", 12, competes="players", per_round=1, ranking_shown="at_once")
    choose(event, "individual")
    return event


@pytest.mark.postgres
def test_13_players_have_each_other_as_partner_once(make_event: MakeEvent, tmp_path: Path) -> None:
    event = make_event("bridge", 13, competes="players", per_round=1)
    choose(event, "individual")
    random = Random(7)
    for _round in range(13):
        play_round(event, random)
    services.finish(event, by=None)
    card = scorecard_of(EventResults(event), 1)
    assert card
    partners = [round_.partner.number for round_ in card.rounds if round_.partner]
    assert sorted(partners) == list(range(2, 14))
    assert {len(round_.others) for round_ in card.rounds} == {0, 2}
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
    assert len(ranked_here(event)) == 13
    assert faults_of_events() == []
    assert [fault for table in Table.objects.all()[:3] for fault in faults(table)] == []


def lines_of(event: Event) -> list[dict[str, Any]]:
    return list(event_lines(EventResults(event), contestants_by_number(event)))


def test_only_formats_for_players_are_proposed(make_event: MakeEvent) -> None:
    alone, pairs = make_event("bridge", 12, competes="players"), make_event("bridge", 12)
    assert [proposal.key for proposal in proposals(alone, 12)] == ["individual"]
    assert "individual" not in [proposal.key for proposal in proposals(pairs, 12)]
    assert "everybody has a new partner in each round" in proposals(alone, 12)[0].notes
    alone.format = "mitchell"
    assert [problem.field for problem in choice_problems(alone)] == ["format"]
    alone.game, alone.format = "skat", ""
    alone.preset, alone.comparison = alone.config.default_variant, "total"
    assert [problem.field for problem in choice_problems(alone)] == ["competes"]


def test_everybody_has_a_seat_of_their_own(event: Event) -> None:
    first = event.planned_rounds.all()[0]
    seats = {
        seat.contestant.number: place for seat in seats_in(first, contestants_by_number(event)) for place in seat.places
    }
    assert sorted(seats.values()) == [(station, side) for station in (1, 2, 3) for side in ("E", "N", "S", "W")]
    sitting = first.sittings.all()[0]
    assert [seats[number][1] for number in sitting.numbers] == ["N", "E", "S", "W"]


def test_both_partners_get_the_score_of_a_board(event: Event) -> None:
    play_round(event, Random(7))
    play_round(event, Random(8))
    results = EventResults(event)
    for line, scores in results.scored:
        north, east, south, west = line.result.points or [0] * 4
        assert (north, east) == (south, west) == (-east, -north)
        assert scores[:2] == scores[2:]
    assert sum(ranked.standing.deals for ranked in results.ranking.places) == 24


def test_a_traveller_has_the_partners_on_their_side(event: Event) -> None:
    for _round in range(6):
        play_round(event, Random(7))
    results, people = EventResults(event), contestants_by_number(event)
    first = results.sittings[0]
    traveller = traveller_of(results, first.deals[0], people)
    assert traveller.sides == ["N–S", "E–W"]
    north, east, south, west = first.contestants
    sides = [[person.number for person in side] for side in traveller.lines[0].by_side]
    assert sides == [[north, south], [east, west]]
    assert len(traveller.lines[0].worths_by_side) == 2


def test_a_ruling_with_points_by_player_is_refused(event: Event) -> None:
    """Partners have the same points: a ruling names those of the sides."""
    play_round(event, Random(7))
    sitting = Sitting.objects.get(round__number=1, round__event=event, station=1)
    line = {"points": [120, -40, -40, -40]}
    with pytest.raises(ValidationError) as refused:
        services.rule_result(event, sitting, sitting.deals[0], line, why="Slow play", by=None)
    assert list(refused.value.message_dict) == ["points"]


def test_a_ruling_is_on_both_sides(event: Event, ada: Membership, client_of: Any, tmp_path: Path) -> None:
    play_round(event, Random(7))
    sitting = Sitting.objects.get(round__number=1, round__event=event, station=1)
    client = client_of(ada)
    path = reverse("events:rule_result", args=[event.club_id, event.pk, sitting.pk, sitting.deals[0]])
    page = client.get(path).content.decode()
    north, east, south, west = (str(contestants_by_number(event)[number]) for number in sitting.numbers)
    assert f"{north} &amp; {south} / {east} &amp; {west}" in page
    for sent, line in (
        ({"kind": "average", "average": "60-40"}, {"average": [60, 40, 60, 40]}),
        ({"kind": "points", "points": "420"}, {"points": [420, -420, 420, -420]}),
        ({"kind": "split", "split_1": "420", "split_2": "50"}, {"split": [420, 50]}),
        ({"kind": "weighted", "weighted": "420, 50 %; 50, 50 %"}, {"weighted": [["50/100", 420], ["50/100", 50]]}),
    ):
        assert client.post(path, {**sent, "why": "Revoke"}).status_code == 302
        assert event.rulings.in_force().get().line == line
        results = EventResults(event)
        assert any(result.ruling and result.ruling.text for result in results.lines)
        assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))


def test_a_substitute_plays_for_one_player(event: Event, players: list[Any]) -> None:
    play_round(event, Random(7))
    services.substitute(event, 5, 1, players[20], by=None)
    started = services.start_round(event, by=None)
    sitting = started.sittings.filter(sides__contestant__number=5).get()
    assert sitting.table
    seated = sitting.table.seats.get(player=players[20])
    assert sitting.numbers[seated.position - 1] == 5
    play_all(sitting.table, Random(7))
    assert 5 in EventResults(event).lines[-1].result.contestants or sitting.station < 3
    card = scorecard_of(EventResults(event), 5)
    assert card
    assert len(card.rounds) == 2


def test_players_who_sat_in_each_others_places_are_put_right(event: Event) -> None:
    play_round(event, Random(7))
    sitting = Sitting.objects.get(round__number=1, round__event=event, station=1)
    north, east = (event.contestants.get(number=number) for number in sitting.numbers[:2])
    services.swap_contestants(event, sitting, north, east, by=None)
    line = EventResults(event).lines[0]
    assert line.result.contestants[:2] == (east.number, north.number)
    assert faults_of_events() == []


def test_seats_changed_at_the_table_are_seen(event: Event) -> None:
    started = services.start_round(event, by=None)
    sitting = started.sittings.all()[0]
    assert sitting.table
    play.swap_seats(sitting.table, 1, 2, since=1, by=None, why="They sat so")
    play_all(sitting.table, Random(7))
    line = EventResults(event).lines[0]
    assert line.result.contestants[:2] == sitting.numbers[1::-1]


def test_when_somebody_leaves_the_others_of_the_table_rest(event: Event) -> None:
    play_round(event, Random(7))
    services.leave(event, 3, by=None)
    rounds = event.planned_rounds.not_started()
    assert all(len(round_.half_tables.get().numbers) == 4 for round_ in rounds)
    services.come_back(event, 3, by=None)
    assert not any(round_.half_tables.exists() for round_ in rounds)
    assert faults_of_events() == []


def test_the_rest_is_planned_again_with_as_few_partners_again_as_possible(event: Event) -> None:
    for _round in range(2):
        play_round(event, Random(7))
    services.leave(event, 3, by=None)
    plan = remaining_plans(event)[0]
    assert plan.title == "Individual"
    assert "repeated partnership" in plan.sentence
    services.replan(event, "individual", by=None)
    for _round in range(2):
        play_round(event, Random(7))
    assert faults_of_events() == []


def test_its_files_name_the_partner(event: Event, ada: Membership, client_of: Any) -> None:
    play_round(event, Random(7))
    client = client_of(ada)

    def rows(what: str) -> list[list[str]]:
        path = reverse("events:download", args=[event.club_id, event.pk, what, "csv"])
        return [line.split(",") for line in client.get(path).content.decode("utf-8-sig").splitlines()]

    header, *cards = rows("scorecards")
    assert header[5:7] == ["Partner", "Against"]
    assert len(cards) == 12
    header, *travellers = rows("travellers")
    assert [name for name in header if name in "NESW"] == ["N", "E", "S", "W"]
    assert {len(row) for row in travellers} == {len(header)}
    json.dumps(lines_of(event))
