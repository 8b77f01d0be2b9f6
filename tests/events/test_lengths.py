"""Where somebody sits out at a larger table, it plays more deals, so that everybody plays as many."""

from random import Random

import pytest

from scorer.events import services
from scorer.events.lengths import per_round_of
from scorer.events.models import Event, Sitting
from scorer.events.planning import proposal_of
from tests.events.conftest import MakeEvent, choose, play_round


def deals_by_players(event: Event, number: int) -> dict[int, set[int | None]]:
    found: dict[int, set[int | None]] = {}
    for sitting in Sitting.objects.filter(round__event=event, round__number=number).prefetch_related("places"):
        found.setdefault(len(sitting.places.all()), set()).add(sitting.deal_count)
    return found


@pytest.mark.parametrize(
    ("game", "contestants", "asked", "expected"),
    [
        ("doppelkopf", 18, 24, {4: {24}, 5: {30}}),
        ("doppelkopf", 18, 10, {4: {10}, 5: {13}}),
        ("doppelkopf", 5, 12, {5: {15}}),
        ("preferans", 7, 9, {3: {9}, 4: {12}}),
        ("tarot", 9, 12, {4: {12}, 5: {12}}),
    ],
)
def test_a_table_at_which_somebody_sits_out_plays_more_deals(
    game: str, contestants: int, asked: int, expected: dict[int, set[int]], make_event: MakeEvent
) -> None:
    event = make_event(game, contestants, rounds=1, per_round=asked)
    choose(event, "draw")
    assert deals_by_players(event, 1) == expected
    assert per_round_of(event, Sitting.objects.filter(round__event=event)) == asked


def test_the_plan_says_how_many_deals_larger_tables_play_and_how_long_that_takes(make_event: MakeEvent) -> None:
    proposal = proposal_of(make_event("doppelkopf", 18, rounds=4, per_round=12), "draw", 18)
    assert proposal
    assert "15 deals at tables of 5" in proposal.sentence
    assert proposal.minutes == 250
    without = proposal_of(make_event("doppelkopf", 16, name="Even", rounds=4, per_round=12), "draw", 16)
    assert without
    assert "at tables of" not in without.sentence
    assert without.minutes == 200


def test_a_round_that_is_drawn_later_is_as_long_as_the_one_before(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 9, rounds=2, per_round=4)
    choose(event, "draw-standing")
    play_round(event, Random(7))
    services.draw_round(event, by=None)
    assert deals_by_players(event, 2) == {4: {4}, 5: {5}}
    services.draw_anew(event, by=None)
    assert deals_by_players(event, 2) == {4: {4}, 5: {5}}
    services.set_deals(event, 8, by=None)
    assert deals_by_players(event, 2) == {4: {8}, 5: {10}}
