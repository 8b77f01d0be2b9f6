"""A contestant gets a deal that it has had before: the second result does not count, and the director is told."""

from pathlib import Path
from random import Random

import pytest
from django.core.exceptions import ValidationError

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.results.played import Again, ResultLine
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_here
from tests.events.test_late_hands import text
from tests.events.test_pages import LogIn, address
from tests.events.test_people import ranked_by_export


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs after round 1, in which station 1 played the deals that are planned there for round 3."""
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(1))
    first = sitting_of(event, 1)
    services.change_deals(event, first, later_deals(event)[0], by=None)
    event.refresh_from_db()
    return event


def sitting_of(event: Event, number: int) -> Sitting:
    """Where contestant 1 sits in a round."""
    sittings = Sitting.objects.select_related("round__event", "table")
    return sittings.get(round__event=event, round__number=number, sides__contestant__number=1)


def later_deals(event: Event) -> range:
    return sitting_of(event, 3).deals


def finish(event: Event) -> None:
    for number in (2, 3):
        play_round(event, Random(number))
    services.finish(event, by=None)
    event.refresh_from_db()


def repeated(event: Event) -> list[ResultLine]:
    return [line for line in EventResults(event).lines if line.again]


def test_the_second_result_of_a_deal_does_not_count_for_either_side(event: Event, tmp_path: Path) -> None:
    finish(event)
    again = repeated(event)
    assert {(line.result.deal, line.result.points) for line in again} >= {(deal, None) for deal in later_deals(event)}
    assert {line.again for line in again if 1 in line.result.contestants} == {Again(1, 1)}
    had = [
        (one, line.result.deal)
        for line in EventResults(event).lines
        if line.result.points is not None
        for one in line.result.contestants
    ]
    assert len(had) == len(set(had))
    assert ranked_by_export(event, tmp_path / "lines") == ranked_here(event)
    assert faults_of_events() == []


def test_the_director_is_told_before_and_after_and_an_artificial_score_settles_it(
    event: Event, tmp_path: Path, ada: Membership, client_of: LogIn
) -> None:
    director = client_of(ada)
    deals = tuple(later_deals(event))
    assert (3, Again(1, 1), deals) in [
        (each.sitting.round.number, each.again, each.deals) for each in director.get(address(event)).context["repeats"]
    ]
    assert "Contestant 1 played in round 1: Boards" in text(director.get(address(event)))
    finish(event)
    sitting = sitting_of(event, 3)
    for deal in deals:
        assert "does not count: 1 played this in round 1" in text(director.get(address(event, "traveller", deal)))
        services.rule_result(event, sitting, deal, {"average": [60, 40]}, why="Played before", by=None)
    event.refresh_from_db()
    assert [each for each in EventResults(event).repeats if each.sitting.pk == sitting.pk] == []
    assert ranked_by_export(event, tmp_path / "lines") == ranked_here(event)


def test_a_contestant_reads_on_its_card_why_a_result_does_not_count(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    finish(event)
    own = links.path_of(event, Holder.CONTESTANT, 1)
    assert "does not count: 1 played this in round 1" in text(client_of(ada).get(f"{own}results/"))


def test_a_second_result_cannot_be_ruled(event: Event) -> None:
    finish(event)
    sitting, deal = sitting_of(event, 3), later_deals(event)[0]
    with pytest.raises(ValidationError, match=f"has a result of Board {deal} already, from round 1"):
        services.rule_result(event, sitting, deal, {"points": 420}, why="Revoke", by=None)
    assert not sitting.rulings.exists()


def test_a_swap_is_not_refused_for_what_was_there_before(event: Event) -> None:
    finish(event)
    sitting = Sitting.objects.select_related("round").get(round__event=event, round__number=2, station=1)
    one, other = event.contestants.filter(number__in=sitting.numbers)
    services.swap_contestants(event, sitting, one, other, by=None)
    assert repeated(event)


def test_deals_that_are_played_at_the_right_time_after_all_settle_it(event: Event) -> None:
    """The table plays in round 3 what it should have played in round 1."""
    missed = next(first for first in services.other_deals(sitting_of(event, 3)) if first not in later_deals(event))
    play_round(event, Random(2))
    services.start_round(event, by=None)
    services.change_deals(event, sitting_of(event, 3), missed, by=None)
    event.refresh_from_db()
    assert not [each for each in EventResults(event).repeats if each.sitting.round.number == 3 and each.again == (1, 1)]


def test_deals_without_numbers_are_never_the_same_again(make_event: MakeEvent) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2)
    choose(event, "draw")
    for number in range(2):
        play_round(event, Random(number))
    assert EventResults(event).repeats == []
