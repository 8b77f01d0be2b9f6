"""A round that is taken back, and a plan that is discarded: what hung on them goes, and whoever left stays away."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.models import Event, Ruling, Sitting
from scorer.history.models import Revision
from tests.events.conftest import MakeEvent, begin, choose, faults_of_events, play_round
from tests.events.test_pages import LogIn, address

pytestmark = pytest.mark.postgres  # rows that others refer to are deleted


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in the first of three rounds of two boards."""
    return begin(make_event("bridge", 6, rounds=3, per_round=2), "mitchell")


def sitting_of(event: Event, number: int, station: int = 1) -> Sitting:
    return Sitting.objects.get(round__event=event, round__number=number, station=station)


def actions_of(event: Event) -> list[str]:
    return list(Revision.objects.of(Revision.Kind.EVENT, event.pk).values_list("action", flat=True))


def spoil(event: Event, number: int = 1) -> Ruling:
    sitting = sitting_of(event, number)
    return services.rule_result(event, sitting, sitting.deals[0], {"not_played": True}, why="Seen", by=None)


def discard(event: Event) -> None:
    services.discard_plan(event, by=None)
    choose(event, "mitchell")


def leave(event: Event) -> None:
    services.leave(event, 3, by=None)


def replan(event: Event) -> None:
    services.replan(event, "howell", by=None)


def ruled(event: Event) -> None:
    spoil(event)


def withdrawn(event: Event) -> None:
    services.withdraw_ruling(event, spoil(event).pk, by=None)


@pytest.mark.parametrize("rule", [ruled, withdrawn])
@pytest.mark.parametrize("change", [discard, leave, replan])
def test_what_was_ruled_in_a_round_goes_when_it_is_taken_back(
    event: Event, rule: Callable[[Event], None], change: Callable[[Event], None]
) -> None:
    rule(event)
    services.take_back_round(event, by=None)
    assert not event.rulings.exists()
    assert actions_of(event)[-3:] == ["rule", "withdraw", "take_back_round"]
    change(event)
    services.start_round(event, by=None)
    assert faults_of_events() == []


def test_a_later_round_that_was_taken_back_is_planned_anew_or_left_out(event: Event) -> None:
    services.end_round(event, by=None)
    kept = spoil(event)
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    spoil(event, 3)
    services.take_back_round(event, by=None)
    assert list(event.rulings.all()) == [kept]
    services.leave(event, 2, by=None)
    services.replan(event, "mitchell", by=None)
    services.skip_last_round(event, by=None)
    assert faults_of_events() == []


def test_a_drawn_round_that_was_taken_back_is_drawn_anew(make_event: MakeEvent) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "swiss")
    services.start_round(event, by=None)
    spoil(event)
    services.take_back_round(event, by=None)
    services.draw_anew(event, by=None)
    assert faults_of_events() == []


def test_who_won_a_match_of_a_round_that_was_taken_back_is_open_again(make_event: MakeEvent) -> None:
    event = begin(make_event("bridge", 4, competes="teams", per_round=2, comparison="imps"), "knockout")
    services.name_winner(event, event.contestants.get(number=4), 1, why="The others did not come", by=None)
    services.take_back_round(event, by=None)
    assert not event.rulings.exists()


def test_a_deal_with_other_cards_is_whole_again_when_their_round_is_taken_back(event: Event) -> None:
    play_on = sitting_of(event, 1)
    deal = play_on.deals[0]
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    other = next(one for one in Sitting.objects.filter(round__event=event, round__number=2) if deal in one.deals)
    services.rule_other_cards(event, deal, [other], why="Mixed up", by=None)
    services.take_back_round(event, by=None)
    assert not event.rulings.in_force().exists()
    services.replan(event, "howell", by=None)
    assert faults_of_events() == []


@pytest.mark.parametrize("in_force", [True, False])
def test_a_contestant_with_a_penalty_is_signed_off_with_it(event: Event, in_force: bool) -> None:
    last = event.contestants.get(number=6)
    line = {"penalty": 10, "unit": "percent"}
    penalty = services.rule_contestant(event, last, line, why="Late", by=None)
    if not in_force:
        services.withdraw_ruling(event, penalty.pk, by=None)
    services.take_back_round(event, by=None)
    services.discard_plan(event, by=None)
    assert event.rulings.count() == 1
    services.sign_off(event, event.contestants.get(number=6).own_entry, by=None)
    assert not event.rulings.exists()
    assert actions_of(event).count("withdraw") == 1
    assert faults_of_events() == []


def test_who_has_left_is_off_the_list_when_the_plan_is_discarded(event: Event) -> None:
    services.take_back_round(event, by=None)
    services.leave(event, 2, by=None)
    left = event.contestants.get(number=2)
    third = event.contestants.get(number=3)
    services.discard_plan(event, by=None)
    assert not event.contestants.filter(pk=left.pk).exists()
    assert [one.number for one in event.contestants.all()] == [1, 2, 3, 4, 5]
    third.refresh_from_db()
    assert third.number == 2
    choose(event, "howell")
    services.start_round(event, by=None)
    assert faults_of_events() == []


def seated(event: Event, number: int) -> set[int]:
    sittings = Sitting.objects.filter(round__event=event, round__number=number)
    return set(sittings.values_list("sides__contestant__number", flat=True))


@pytest.mark.parametrize(("game", "format_"), [("bridge", "mitchell"), ("bridge", "swiss"), ("doppelkopf", "draw")])
def test_who_left_in_a_round_does_not_play_it_once_it_is_taken_back(
    game: str, format_: str, make_event: MakeEvent
) -> None:
    event = make_event(game, 9 if game == "doppelkopf" else 6, rounds=2, per_round=1)
    choose(event, format_)
    services.start_round(event, by=None)
    services.leave(event, 2, by=None)
    services.take_back_round(event, by=None)
    assert event.contestants.get(number=2).left_after == 0
    assert 2 not in seated(event, 1)
    services.start_round(event, by=None)
    services.take_back_round(event, by=None)
    services.come_back(event, 2, by=None)
    assert 2 in seated(event, 1)
    assert faults_of_events() == []


def test_who_came_in_a_round_plays_it_once_it_is_taken_back_and_planned_anew(event: Event) -> None:
    late = [Player.objects.create(club=event.club, name=name) for name in ("Ingrid", "Jovan")]
    services.add_late_contestant(event, late, by=None)
    services.take_back_round(event, by=None)
    assert event.contestants.with_players().get(number=7).competes_in(1)
    services.discard_plan(event, by=None)
    choose(event, "mitchell")
    assert 7 in seated(event, 1)
    services.start_round(event, by=None)
    assert faults_of_events() == []


@pytest.fixture
def with_late(event: Event) -> Event:
    """Ingrid and Jovan came in the second round."""
    services.end_round(event, by=None)
    late = [Player.objects.create(club=event.club, name=name) for name in ("Ingrid", "Jovan")]
    services.add_late_contestant(event, late, by=None)
    return event


def test_nobody_sat_there_before_they_came(with_late: Event, ada: Membership, client_of: LogIn) -> None:
    sitting, client = sitting_of(with_late, 1), client_of(ada)
    one = sitting.sides.all()[0].contestant
    page = client.get(address(with_late, "swap", sitting.pk)).content.decode()
    assert "Ingrid" not in page
    chosen = {"kind": "contestants", "contestant": str(one.number), "instead": "7"}
    answer = client.post(address(with_late, "swap", sitting.pk), chosen)
    assert answer.status_code == 422
    with pytest.raises(ValidationError, match="Round 1 is played without Ingrid & Jovan"):
        services.swap_contestants(with_late, sitting, one, with_late.contestants.get(number=7), by=None)


def test_nobody_is_drawn_in_after_leaving(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 9, rounds=2, per_round=1)
    choose(event, "draw")
    play_round(event, Random(7))
    services.leave(event, 2, by=None)
    playing: Any = min(seated(event, 2))
    with pytest.raises(ValidationError, match="Round 2 is played without"):
        services.exchange(event, playing, 2, by=None)


def test_who_took_the_place_of_a_resting_pair_is_not_seated_twice(make_event: MakeEvent) -> None:
    event = make_event("bridge", 7, rounds=3, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    (resting,) = set(range(1, 8)) - seated(event, 1)
    sitting = sitting_of(event, 1, Sitting.objects.filter(round__event=event, round__number=1)[0].station)
    one = sitting.sides.all()[0].contestant
    services.swap_contestants(event, sitting, one, event.contestants.get(number=resting), by=None)
    services.take_back_round(event, by=None)
    late = [Player.objects.create(club=event.club, name=name) for name in ("Ingrid", "Jovan")]
    services.add_late_contestant(event, late, by=None)
    services.start_round(event, by=None)
    assert seated(event, 1) == set(range(1, 9))
    assert faults_of_events() == []
