"""A round that one side gives away, at belote."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.selectors.following import readiness_of
from scorer.registry import get_game
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_individuals import lines_of
from tests.events.test_pages import address
from tests.factories import ClubFactory
from tests.transfer.test_tables import take

LogIn = Callable[[Membership], Client]


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs after a round of two deals."""
    event = make_event("belote", 4, rounds=2, per_round=2, comparison_settings={"by": "points"})
    choose(event, "draw")
    play_round(event, Random(7))
    event.refresh_from_db()
    return event


def forfeit(event: Event, number: int, points: int = 800, round_: int = 1) -> Any:
    contestant = event.contestants.get(number=number)
    return services.rule_contestant(event, contestant, {"forfeit": points, "round": round_}, why="Went home", by=None)


def standing(event: Event, number: int) -> tuple[Fraction, ...]:
    places = EventResults(event).ranking.places
    return next(row.standing.ranks_by for row in places if row.standing.contestant == number)


def opponent(event: Event, number: int, round_: int = 1) -> int:
    sittings = event.planned_rounds.get(number=round_).sittings.with_contestants()
    (numbers,) = [sitting.numbers for sitting in sittings if number in sitting.numbers]
    return sum(numbers) - number


def test_the_other_side_wins_with_the_points_that_are_ruled_whatever_was_played(event: Event, tmp_path: Path) -> None:
    before = ranked_here(event)
    ruling = forfeit(event, 1)
    assert (standing(event, 1), standing(event, opponent(event, 1))) == ((0, 0), (2, 800))
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", lines=lines_of(event))
    services.withdraw_ruling(event, ruling.pk, by=None)
    assert ranked_here(event) == before
    assert not faults_of_events()


def test_a_second_forfeit_of_the_same_round_replaces_the_first(event: Event) -> None:
    forfeit(event, 1)
    forfeit(event, 1, points=500)
    assert standing(event, opponent(event, 1)) == (2, 500)
    assert event.rulings.in_force().count() == 1


def test_if_both_sides_forfeit_neither_has_anything(event: Event, tmp_path: Path) -> None:
    forfeit(event, 1)
    forfeit(event, opponent(event, 1))
    assert (standing(event, 1), standing(event, opponent(event, 1))) == ((0, 0), (0, 0))
    play_round(event, Random(8))
    by_points = ("--set", "by=points")
    assert ranked_here(event) == ranked_by_command(event, tmp_path / "lines", *by_points, lines=lines_of(event))


def test_a_round_without_a_match_cannot_be_forfeited(event: Event, make_event: MakeEvent) -> None:
    with pytest.raises(ValidationError, match="has no match in this round") as refused:
        forfeit(event, 1, round_=2)
    assert list(refused.value.message_dict) == ["round"]
    bridge = make_event("bridge", 4, per_round=2)
    choose(bridge, "howell")
    services.start_round(bridge, by=None)
    with pytest.raises(ValidationError, match="has no match in this round"):
        forfeit(bridge, 1)


def test_partners_who_compete_alone_forfeit_together(make_event: MakeEvent) -> None:
    event = make_event("belote", 4, rounds=1, per_round=1, competes="players")
    choose(event, "individual")
    play_round(event, Random(7))
    forfeit(event, 1)
    ((first, second, third, fourth),) = [
        sitting.numbers for sitting in event.planned_rounds.get().sittings.with_contestants()
    ]
    lost = {first, third} if 1 in {first, third} else {second, fourth}
    scores = {row.standing.contestant: row.standing.score for row in EventResults(event).ranking.places}
    assert {number for number, score in scores.items() if not score} == lost


def test_a_table_that_was_forfeited_holds_nobody_up_and_goes_with_its_round(make_event: MakeEvent) -> None:
    event = make_event("belote", 4, rounds=2, per_round=2)
    choose(event, "draw")
    services.start_round(event, by=None)
    running = event.planned_rounds.running().get()
    forfeit(event, 1)
    forfeit(event, next(number for number in (2, 3, 4) if number != opponent(event, 1)))
    assert readiness_of(running).is_complete
    results = EventResults(event)
    assert all(results.played.is_complete(sitting) for sitting in results.sittings)
    services.take_back_round(event, by=None)
    assert not event.rulings.exists()


def test_the_director_rules_a_forfeit_in_two_taps(event: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    services.start_round(event, by=None)
    page = client.get(address(event, "event")).content.decode()
    link = f"{address(event, 'rule_contestant', 3)}?forfeit=2"
    assert link in page
    form = client.get(link).context["form"]
    suggested = {name: form[name].value() for name in ("kind", "forfeited", "points", "why")}
    played = [line.result.by_contestant for line in EventResults(event).lines]
    assert suggested["kind"] == "forfeit"
    assert suggested["forfeited"] == 2
    assert 0 < suggested["points"] < sum(max(filter(None, points)) for points in played)
    answer = client.post(link, suggested)
    assert answer.status_code == 302
    assert "forfeits round 2: 0 to" in client.get(address(event, "event")).content.decode()
    card = client.get(address(event, "scorecard", 3)).content.decode()
    assert "forfeits round 2" in card
    assert "the record of the table" not in card
    for wrong in ({"points": ""}, {"points": "-1"}, {"forfeited": "7"}):
        (field,) = wrong
        refused = client.post(link, suggested | wrong)
        assert (refused.status_code, list(refused.context["form"].errors)) == (422, [field])
    penalty = {"kind": "penalty", "amount": "1", "unit": "points", "why": "Late"}
    assert client.post(address(event, "rule_contestant", 3), penalty).status_code == 302


def test_with_a_target_the_other_side_gets_that(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    variant = replace(get_game("belote").rules.PRESETS["house"], target=700)
    event = make_event("belote", 4, rounds=1, variant=variant)
    choose(event, "draw")
    services.start_round(event, by=None)
    form = client_of(ada).get(f"{address(event, 'rule_contestant', 3)}?forfeit=1").context["form"]
    assert form["points"].value() == 700


def test_the_whole_event_takes_its_forfeits_along(event: Event) -> None:
    forfeit(event, 1)
    content = "".join(export_event(event)).encode()
    taken = take(ClubFactory(), content)
    assert taken
    copy = Event.objects.exclude(pk=event.pk).get()
    assert ranked_here(copy) == ranked_here(event)
