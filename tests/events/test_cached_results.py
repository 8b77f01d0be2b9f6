"""Results are worked out once for each state of an event, and again after anything that changes them."""

from random import Random

import pytest
from pytest_django import DjangoAssertNumQueries

from scorer.events import services
from scorer.events.cached_results import results_for
from scorer.events.models import Event, Sitting
from scorer.events.readers import DIRECTOR, Reader
from scorer.play import services as play
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, play_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs in the first of two rounds, at two tables of which one has played."""
    event = make_event("bridge", 4, rounds=2, per_round=2)
    choose(event, "mitchell")
    started = services.start_round(event, by=None)
    play_all(table_at(started.sittings.get(station=1)), Random(1))
    return event


def table_at(sitting: Sitting) -> Table:
    assert sitting.table
    return sitting.table


def test_results_that_have_not_changed_take_one_query(
    event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = results_for(event, DIRECTOR)
    with django_assert_num_queries(1):
        assert results_for(event, DIRECTOR) is first
    assert results_for(event, Reader()) is not first


def test_a_hand_a_correction_a_ruling_and_a_late_pair_change_the_results(event: Event) -> None:
    first, second = Sitting.objects.filter(round__number=1)
    seen = [results_for(event, DIRECTOR)]
    hand = table_at(first).hands.first()
    for change in (
        lambda: play_all(table_at(second), Random(2)),
        lambda: play.void_hand(hand, by=None),
        lambda: play.restore_hand(hand, by=None),
        lambda: services.rule_result(event, first, first.deals[0], {"average": [60, 40]}, why="a card", by=None),
        lambda: services.leave(event, 3, by=None),
        lambda: services.end_round(event, by=None),
        lambda: services.finish(event, by=None),
    ):
        change()
        event.refresh_from_db()
        seen.append(results_for(event, DIRECTOR))
    assert len({id(results) for results in seen}) == len(seen)
    assert seen[-1].event.state == Event.State.FINISHED
