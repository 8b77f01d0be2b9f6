"""The rounds of a large room: started and ended in one transaction of few statements."""

from django.db.models import F
from pytest_django import DjangoAssertNumQueries

from scorer.audit.check import faults
from scorer.club.models import Club
from scorer.events import services
from scorer.events.models import Event
from scorer.history.models import Revision
from scorer.play.models import Table
from scorer.registry import get_game
from tests.events.conftest import MakeEvent, choose
from tests.factories import PlayerFactory, make_table

MAX_QUERIES = 40


def room(club: Club, pairs: int) -> Event:
    """An event of two rounds, planned."""
    values = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 2, "per_round": 2}
    event = services.create_event(club, get_game("bridge"), name=f"{pairs} pairs", **values, by=None)
    players = [PlayerFactory(club=club) for _ in range(2 * pairs)]
    for number in range(pairs):
        services.sign_up(event, players[2 * number : 2 * number + 2], by=None)
    choose(event, "mitchell")
    return event


def test_forty_stations_start_with_as_few_statements_as_four(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for pairs in (8, 80):
        event = room(club, pairs)
        with django_assert_max_num_queries(MAX_QUERIES) as asked:
            services.start_round(event, by=None)
        counts.append(len(asked))
        services.end_round(event, by=None)
    assert counts[1] <= counts[0] + 1  # Django gives SQLite at most 999 values at once, and 160 seats have more


def test_tables_that_are_opened_at_once_are_as_those_opened_one_by_one(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=2)
    choose(event, "mitchell")
    make_table(club, "tarot", number=2)  # so that station 2 has to take another number
    started = services.start_round(event, by=None)
    sittings = list(started.sittings.select_related("table").with_players())
    assert [sitting.table.number for sitting in sittings if sitting.table] == [1, 3, 4]
    for sitting in sittings:
        table: Table = sitting.table
        assert faults(table) == []
        assert (table.has_occasion, table.sealed, table.deals) == (True, True, sitting.deals)
        seated = list(table.seats.values_list("position", "player"))
        players = {
            place.side: [player.player_id for player in place.contestant.players.all()] for place in sitting.sides.all()
        }
        north_south, east_west = players[1], players[2]
        assert seated == [
            (1, north_south[0]), (2, east_west[0]), (3, north_south[1]), (4, east_west[1])
        ]  # fmt: skip
        assert Revision.objects.for_table(table.pk).get().action == "open"


def test_a_round_of_an_event_whose_season_has_ended_is_played_in_that_season(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=2)
    choose(event, "mitchell")
    club.seasons.open().update(ends=F("starts"))
    services.start_round(event, by=None)
    assert {table.season_id for table in Table.objects.all()} == {event.season_id}
