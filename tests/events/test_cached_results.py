"""Results are worked out once for each state of an event, and again after anything that changes them."""

from random import Random

import pytest
from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from scorer.contest.comparing.of_deals import score_deal
from scorer.events import services
from scorer.events.contestants import ContestantRow
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import DIRECTOR, EventResults, Viewer
from scorer.events.results.kept import results_for
from scorer.events.results.ranking import Field, StandingRow
from scorer.events.services.copies import random_entries
from scorer.play import services as play
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, play_all
from tests.factories import PlayerFactory

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


def assert_as_read_from_nothing(event: Event, viewer: Viewer) -> None:
    cached, new = results_for(event, viewer), EventResults(event, viewer)
    assert cached.lines == new.lines
    assert (cached.ranking, cached.ranking_shown) == (new.ranking, new.ranking_shown)
    assert (cached.extras, cached.sealed_deals) == (new.extras, new.sealed_deals)


def test_results_that_have_not_changed_take_one_query(
    event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = results_for(event, DIRECTOR)
    with django_assert_num_queries(1):
        assert results_for(event, DIRECTOR) is first
    assert results_for(event, Viewer()) is not first


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
        for viewer in (DIRECTOR, Viewer(), Viewer(contestant=2)):
            assert_as_read_from_nothing(event, viewer)
    assert len({id(results) for results in seen}) == len(seen)
    assert seen[-1].event.state == Event.State.FINISHED


def test_after_a_hand_only_its_sheet_is_read_and_only_its_deal_is_scored(
    event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = Sitting.objects.filter(round__number=1)
    score_deal.cache_clear()  # of what other tests have scored
    before = results_for(event, DIRECTOR)
    assert before.ranking
    play_all(table_at(second), Random(2))
    scored = score_deal.cache_info().misses
    with django_assert_num_queries(4):
        after = results_for(event, DIRECTOR)
        assert after.ranking != before.ranking
    assert score_deal.cache_info().misses == scored + len(second.deals)
    kept = {line.sitting.pk: line for line in before.lines}[first.pk]
    assert any(line is kept for line in after.lines)


def test_a_merge_of_two_players_changes_whose_results_they_are(event: Event) -> None:
    substitute = PlayerFactory(club=event.club)
    table = table_at(Sitting.objects.get(round__number=1, station=1))
    assert_as_read_from_nothing(event, DIRECTOR)
    play.merge_players(table.seats.get(position=1).player, substitute, by=None, why="one person")
    assert_as_read_from_nothing(event, DIRECTOR)
    assert results_for(event, DIRECTOR).played.rows.numbers[substitute.pk]


def test_the_partners_of_substitutes_tell_where_a_pair_sat(event: Event) -> None:
    """Before the second deal, the pairs change sides, and Ingrid and Jan sit down in the first seat of each side."""
    sitting = Sitting.objects.get(round__number=1, station=2)
    table = table_at(sitting)
    play_all(table, Random(2), hands=1)
    assert results_for(event, DIRECTOR).ranking
    _north, east, south, _west = (seat.player for seat in table.seats.current().order_by("position"))
    ingrid, jan = (PlayerFactory(club=event.club, name=name) for name in ("Ingrid", "Jan"))
    for position, player in enumerate((ingrid, jan, east, south), start=1):
        play.substitute(table, position, player, by=None)
    *_, last = random_entries(table, Random(3))
    play.record_hand(table, last, by=None, key=None)
    lines = [line for line in results_for(event, DIRECTOR).lines if line.sitting.pk == sitting.pk]
    planned = sitting.numbers
    assert [line.result.contestants for line in lines] == [planned, planned[::-1]]
    assert_as_read_from_nothing(event, DIRECTOR)


def test_a_restore_is_noticed_although_the_event_has_the_same_version(event: Event) -> None:
    ada = event.contestants.get(number=1)
    services.rule_contestant(event, ada, {"penalty": 10, "unit": "top"}, why="late", by=None)
    event.refresh_from_db()
    assert results_for(event, DIRECTOR).extras
    event.rulings.update(withdrawn=True)
    Table.objects.update(era=F("era") + 1)
    assert_as_read_from_nothing(event, DIRECTOR)
    assert not results_for(event, DIRECTOR).extras


def test_rankings_that_show_other_scores_have_other_keys() -> None:
    ada = ContestantRow(
        number=1,
        section=1,
        left_after=None,
        without_standing=False,
        self_signed=False,
        wish="",
        squad="",
        link=7,
        entry=7,
        since=1,
        name="Ada",
        members="",
        size=1,
        groups=(),
    )
    fields = [Field(None, (StandingRow(1, ada, score, None, None, 3),)) for score in (-1.0, -2.0)]
    assert fields[0].cache_key != fields[1].cache_key
