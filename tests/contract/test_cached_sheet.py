"""The sheet that a server caches equals the one in the database, whatever happens at the table."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.db.snapshot import snapshot_read
from scorer.play import services
from scorer.play.models import Table
from scorer.play.sheets import sheet as sheets
from scorer.play.sheets.sheet import Sheet, cached_sheet, load_sheet
from scorer.registry import GameConfig
from tests.contract.conftest import same, sheet_of
from tests.contract.test_table import all_warnings, ask
from tests.factories import ClubFactory, PlayerFactory, make_table
from tests.rollback import rolled_back
from tests.totals import totals_by_position

pytestmark = pytest.mark.django_db(transaction=True)


def checked(table: Table) -> Sheet:
    """Return the cached sheet of a table once it has been compared with what the database holds."""
    table = Table.objects.get(pk=table.pk)
    cached, fresh = cached_sheet(table), load_sheet(table)
    for name in ("variant", "played", "version", "last", "carry", "turn", "entries"):
        assert getattr(cached, name) == getattr(fresh, name), name
    assert cached.totals == totals_by_position(table)
    assert [(seat.pk, seat.player_id) for seat in cached.seats] == list(
        table.seats.current().values_list("pk", "player_id")
    )
    return cached


def test_the_cache_follows_every_change(game: GameConfig, preset: str, seats: int) -> None:
    variant = game.rules.PRESETS[preset]
    table = make_table(ClubFactory(), game, seats=seats, variant=variant)
    entries = sheet_of(game, variant, table.size, 8)
    checked(table)
    for entry in entries[:4]:
        services.record_hand(table, entry, by=None, key=None)
        checked(table)
    first, second, third, fourth = table.hands.all()
    services.void_hand(second, by=None)
    checked(table)
    services.record_hand(table, entries[4], by=None, key=None)
    checked(table)
    services.record_adjustment(table, [10] * table.size, why="came first", by=None, key=None)
    services.record_hand(table, entries[5], by=None, key=None)
    checked(table)
    services.correct_hand(first, entries[6], by=None, why="typed wrong")
    checked(table)
    services.correct_hand(third, entries[7], by=None, why="typed wrong")
    services.record_hand(table, entries[7], by=None, key=None)
    checked(table)
    services.restore_hand(second, by=None)
    services.void_hand(fourth, by=None)
    checked(table)
    services.substitute(table, 2, PlayerFactory(club=table.club), by=None)
    services.record_hand(table, entries[0], by=None, key=None)
    checked(table)
    other = make_table(table.club, game, seats=seats, variant=variant)
    checked(other)
    line = services.move_hand(first, other, by=None, why="wrong table").hand
    checked(table)
    checked(other)
    services.move_hand(line, table, by=None, why="the right one after all")
    checked(table)
    checked(other)


def test_hands_in_the_cache_are_not_read_again(game: GameConfig, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    entries = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 5)
    for entry in entries[:4]:
        services.record_hand(table, entry, by=None, key=None)
    before = checked(table)
    services.record_hand(table, entries[4], by=None, key=None)
    after = checked(table)
    assert [id(entry) for entry in after.entries[:4]] == [id(entry) for entry in before.entries]
    assert checked(table) is after


@pytest.mark.postgres
def test_a_save_reads_nothing_of_a_cached_sheet(
    game: GameConfig,
    seats: int,
    club: Club,
    boris: Membership,
    client_of: Callable[[Membership], Client],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    """The queries: the login, the table, its people, the locked table, and five writes."""
    table, client = make_table(club, game, seats=seats), client_of(boris)
    (entry,) = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 1)
    data = ask(table, entry) | {"seen": all_warnings(table, entry)}
    checked(table)
    own = len(game.hand_model._meta.related_objects)  # tables that refer to the hands of the game
    telling = 1 if connection.vendor == "postgresql" else 0  # PostgreSQL notifies the other processes
    with django_assert_max_num_queries(13 + own + telling):
        client.post(reverse("play:record", args=[table.pk]), data, headers={"HX-Request": "true"})
    assert same(checked(table).entries[-1], entry)


@pytest.mark.postgres
def test_a_snapshot_read_caches_the_sheet(game: GameConfig, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    with snapshot_read():
        read = cached_sheet(table)
    assert cached_sheet(table) is read


@pytest.mark.postgres
def test_a_sheet_that_was_rolled_back_is_not_cached(game: GameConfig, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    (entry,) = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 1)
    with rolled_back():
        services.record_hand(table, entry, by=None, key=None)
        assert cached_sheet(table).entries == (entry,)
    services.record_adjustment(table, [10] * table.size, why="came first", by=None, key=None)
    assert checked(table).entries == ()


@pytest.mark.postgres
def test_a_request_that_read_an_older_version_does_not_spoil_the_newer_one(
    game: GameConfig, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    entries = sheet_of(game, game.rules.PRESETS[game.default_variant], table.size, 3)
    services.record_hand(table, entries[0], by=None, key=None)
    late = sheets.without_hands(table)  # a request that is held up here
    for entry in entries[1:]:
        services.record_hand(table, entry, by=None, key=None)
    checked(table)
    with monkeypatch.context() as held_up:
        held_up.setattr(sheets, "without_hands", lambda _table: late)
        assert cached_sheet(table).entries == tuple(entries[:1])
    checked(table)
