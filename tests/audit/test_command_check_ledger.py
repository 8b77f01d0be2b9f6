"""`manage.py check_ledger` finds whatever somebody with SQL access may have done, and nothing if all is well."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.belote.models import BeloteHand, BeloteTable
from games.bridge.models import BridgeHand, BridgeTable
from scorer.audit.check import faults, faults_of
from scorer.audit.rows import SENTENCES
from scorer.club.models import Club, Player, Season
from scorer.play import services
from scorer.play.models import Hand, Score, Seat, Table
from scorer.registry import get_game
from scorer.scoring import judge
from tests.audit import test_events
from tests.factories import ClubFactory, PlayerFactory, SeasonFactory, make_players, make_table
from tests.rollback import rolled_back

BRIDGE, BELOTE = get_game("bridge"), get_game("belote")


def entry(game: Any, **fields: Any) -> Any:
    judged = judge(game.rules, fields, game.rules.PRESETS[game.default_variant], 4)
    assert not judged.problems
    return judged.entry


def made(board: int) -> Any:
    return entry(BRIDGE, board=board, level=4, strain="S", declarer="S", tricks=10)


@pytest.fixture
def table(club: Club) -> Table:
    """Hand 1 played, 2 voided, 3 an adjustment for N and S, 4 played with Élise in Ada's seat, 5 played."""
    table = make_table(club, "bridge")
    record(table, made(1))
    services.void_hand(record(table, made(2)), by=None)
    services.record_adjustment(table, [-50, 0, -50, 0], why="late", by=None, key=None)
    services.substitute(table, 1, PlayerFactory(club=club, name="Élise"), by=None)
    record(table, made(3))
    record(table, made(4))
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def belote(club: Club) -> Table:
    """A table with two hands in a variant with memory; the first is a litige."""
    table = make_table(club, "belote", variant=BELOTE.rules.PRESETS["ffb"])
    record(table, entry(BELOTE, bidder=2, value=80, trump="H", points=81))
    record(table, entry(BELOTE, bidder=1, value=80, trump="H", points=130))
    return Table.objects.get(pk=table.pk)


def record(table: Table, entry: Any) -> Hand:
    return services.record_hand(table, entry, by=None, key=None).hand


def rows(model: type[models.Model], **where: Any) -> Any:
    return model._default_manager.filter(**where)


def hand(table: Table, number: int) -> Hand:
    return table.hands.get(number=number)


def score(table: Table, number: int, position: int) -> Any:
    return rows(Score, hand=hand(table, number), seat__position=position)


def found(table: Table) -> set[tuple[int, str]]:
    return {(fault.hand, fault.code) for fault in faults(table)}


def checked() -> tuple[list[str], str]:
    """Return the lines that the command prints, and its last line or error."""
    out = io.StringIO()
    try:
        call_command("check_ledger", stdout=out)
    except CommandError as error:
        return out.getvalue().splitlines(), str(error)
    *lines, last = out.getvalue().splitlines()
    return lines, last


@contextmanager
def unchecked(model: Any, constraint: str) -> Iterator[None]:
    """Drop a constraint, as in a database from which somebody removed it."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no table is altered while a check of its keys is due
            cursor.execute(f'ALTER TABLE {model._meta.db_table} DROP CONSTRAINT "{constraint}"')
    yield
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def elsewhere() -> Club:
    return SeasonFactory(club=ClubFactory(name="Elsewhere")).club


@pytest.mark.postgres
def test_rows_written_by_the_services_have_no_faults(table: Table, belote: Table) -> None:
    services.cancel_table(make_table(table.club, players=make_players(table.club, 4)), by=None)
    assert found(table) == found(belote) == set()
    assert checked() == ([], "3 tables, 6 hands: the ledger is correct.")


@pytest.mark.postgres
def test_an_empty_site_has_no_faults(db: None) -> None:
    assert checked() == ([], "0 tables, 0 hands: the ledger is correct.")


DAMAGE: dict[str, tuple[Callable[[Table], object], set[tuple[int, str]]]] = {
    "the result of a seat": (
        lambda table: rows(Seat, table=table, position=2).update(result=5),
        {(0, "result")},
    ),
    "a detail deleted": (
        lambda table: rows(BridgeHand, hand=hand(table, 4)).delete(),
        {(4, "no_detail")},
    ),
    "the detail of a voided hand deleted": (
        lambda table: rows(BridgeHand, hand=hand(table, 2)).delete(),
        {(2, "no_detail")},
    ),
    "a detail of another game instead": (
        lambda table: (
            rows(BridgeHand, hand=hand(table, 4)).delete(),
            BeloteHand.objects.create(hand=hand(table, 4), passed_out=True),
        ),
        {(4, "wrong_game")},
    ),
    "a detail of another game too": (
        lambda table: BeloteHand.objects.create(hand=hand(table, 4), passed_out=True),
        {(4, "wrong_game")},
    ),
    "an adjustment with a detail": (
        lambda table: BridgeHand.objects.create(hand=hand(table, 3), board=9, passed_out=True),
        {(3, "has_detail")},
    ),
    "an adjustment with a detail of another game": (
        lambda table: BeloteHand.objects.create(hand=hand(table, 3), passed_out=True),
        {(3, "wrong_game")},
    ),
    "other tricks": (
        lambda table: rows(BridgeHand, hand=hand(table, 4)).update(tricks=11),
        {(4, "logged"), (4, "points")},
    ),
    "other points": (
        lambda table: score(table, 4, 2).update(points=10),
        {(4, "points")},
    ),
    "a score deleted": (
        lambda table: score(table, 5, 3).delete(),
        {(5, "missing")},
    ),
    "all scores deleted": (
        lambda table: rows(Score, table=table).delete(),
        {(1, "missing"), (3, "missing"), (4, "missing"), (5, "missing")},
    ),
    "a score for a hand that does not count": (
        lambda table: score(table, 1, 2).update(hand=hand(table, 2)),
        {(1, "missing"), (2, "surplus")},
    ),
    "a score for a seat that an adjustment does not touch": (
        lambda table: score(table, 3, 1).update(seat=table.seats.get(position=2)),
        {(3, "missing"), (3, "surplus"), (3, "copies")},
    ),
    "a score of a seat at another table": (
        lambda table: score(table, 4, 2).update(seat=make_table(table.club).seats.get(position=2)),
        {(4, "missing"), (4, "surplus")},
    ),
    "a hand voided": (
        lambda table: rows(Hand, pk=hand(table, 1).pk).update(voided=True),
        {(1, "logged"), (1, "surplus")},
    ),
    "a hand brought back": (
        lambda table: rows(Hand, pk=hand(table, 2).pk).update(voided=False),
        {(2, "logged"), (2, "missing")},
    ),
    "other points of an adjustment": (
        lambda table: rows(Hand, pk=hand(table, 3).pk).update(points=[-60, 0, -60, 0]),
        {(3, "logged"), (3, "points")},
    ),
    "a number skipped": (
        lambda table: rows(Hand, pk=hand(table, 5).pk).update(number=9),
        {(9, "logged"), (9, "gap")},
    ),
    "the first number missing": (
        lambda table: rows(Hand, pk=hand(table, 1).pk).update(number=6),
        {(6, "logged"), (2, "gap"), (6, "missing"), (6, "surplus")},
    ),
    "a hand deleted with all that belongs to it": (
        lambda table: (
            rows(Score, hand=hand(table, 4)).delete(),
            rows(BridgeHand, hand=hand(table, 4)).delete(),
            hand(table, 4).delete(),
        ),
        {(4, "gone"), (5, "gap")},
    ),
    "a dealer who has no seat": (
        lambda table: (rows(Hand, pk=hand(table, 4).pk).update(dealer=9), score(table, 4, 2).delete()),
        {(4, "logged"), (4, "dealer"), (4, "missing")},
    ),
    "another number of the deal": (
        lambda table: rows(Hand, pk=hand(table, 4).pk).update(deal=F("deal") + 1),
        {(4, "deal")},
    ),
    "a score of another season": (
        lambda table: score(table, 4, 2).update(season=elsewhere().seasons.get()),
        {(4, "copies")},
    ),
    "a score of another game": (lambda table: score(table, 4, 2).update(game="belote"), {(4, "copies")}),
    "a score of another table": (
        lambda table: score(table, 4, 2).update(table=make_table(table.club)),
        {(4, "copies")},
    ),
    "a score of another player": (
        lambda table: score(table, 4, 2).update(player=PlayerFactory(club=table.club)),
        {(4, "copies")},
    ),
    "a score that says it is of no hand": (lambda table: score(table, 4, 2).update(played=False), {(4, "copies")}),
    "the table in another season": (
        lambda table: rows(Table, pk=table.pk).update(
            season=SeasonFactory(club=table.club, name="Old", ends=timezone.localdate())
        ),
        {(0, "logged"), (1, "copies"), (3, "copies"), (4, "copies"), (5, "copies")},
    ),
    "the table in a season of another club": (
        lambda table: rows(Table, pk=table.pk).update(season=elsewhere().seasons.get()),
        {(0, "logged"), (0, "season"), (1, "copies"), (3, "copies"), (4, "copies"), (5, "copies")},
    ),
    "a seat with somebody else": (
        lambda table: rows(Seat, table=table, position=2).update(player=PlayerFactory(club=table.club)),
        {(0, "logged"), (1, "copies"), (4, "copies"), (5, "copies")},
    ),
    "a player of another club": (
        lambda table: rows(Player, club=table.club, name="Dirk").update(club=elsewhere()),
        {(1, "player")},
    ),
    "a seat left too early": (
        lambda table: rows(Seat, table=table, player__name="Ada").update(until=2),
        {(0, "logged"), (3, "no_seat"), (3, "surplus")},
    ),
    "a seat left too late": (
        lambda table: rows(Seat, table=table, player__name="Ada").update(until=4),
        {(0, "logged"), (4, "two_seats"), (4, "missing")},
    ),
    "a seat taken too late": (
        lambda table: rows(Seat, table=table, position=2).update(since=2),
        {(0, "logged"), (1, "no_seat"), (1, "surplus")},
    ),
    "a seat that nobody holds now": (
        lambda table: rows(Seat, table=table, player__name="Élise").update(until=5),
        {(0, "logged"), (6, "no_seat")},
    ),
    "two players on one seat": (
        lambda table: Seat.objects.create(
            table=table, position=2, player=PlayerFactory(club=table.club), since=2, until=3
        ),
        {(0, "logged"), (2, "two_seats")},
    ),
    "somebody on a seat for a hand of another's": (
        lambda table: Seat.objects.create(
            table=table, position=1, player=PlayerFactory(club=table.club), since=2, until=2
        ),
        {(0, "logged"), (2, "two_seats")},
    ),
    "one player on two seats": (
        lambda table: rows(Seat, table=table, player__name="Ada").update(player=Player.objects.get(name="Boris")),
        {(0, "logged"), (1, "sits_twice"), (1, "copies"), (3, "copies")},
    ),
    "a seat deleted with its scores": (
        lambda table: (
            rows(Score, seat__table=table, seat__position=4).delete(),
            rows(Seat, table=table, position=4).delete(),
        ),
        {(0, "logged"), (1, "no_seat")},
    ),
    "a seat where there is no chair": (
        lambda table: rows(Seat, table=table, position=4).update(position=7),
        {(0, "logged"), (1, "no_seat"), (1, "position"), (1, "surplus"), (4, "surplus"), (5, "surplus")},
    ),
    "more chairs than the game has": (
        lambda table: rows(Table, pk=table.pk).update(size=5),
        {(0, "logged"), (0, "size"), (1, "no_seat")},
    ),
    "a first dealer who has no seat": (
        lambda table: rows(Table, pk=table.pk).update(first_dealer=0),
        {(0, "logged"), (0, "first_dealer")},
    ),
    "cancelled with its hands": (
        lambda table: rows(Table, pk=table.pk).update(state="cancelled"),
        {(0, "logged"), (0, "cancelled")},
    ),
    "no variant": (lambda table: rows(BridgeTable, table=table).delete(), {(0, "no_variant")}),
    "a variant of another game too": (
        lambda table: BeloteTable.from_variant(table, BELOTE.rules.PRESETS["house"]).save(),
        {(0, "other_variant")},
    ),
    "another game": (
        lambda table: rows(Table, pk=table.pk).update(game="belote"),
        {(0, "logged"), (0, "no_variant"), (0, "other_variant")}
        | {(number, "wrong_game") for number in (1, 2, 4, 5)}
        | {(number, "copies") for number in (1, 3, 4, 5)},
    ),
    "a game that is not installed": (
        lambda table: rows(Table, pk=table.pk).update(game="no-such-game"),
        {(0, "logged"), (0, "unknown_game"), (0, "other_variant")}
        | {(number, "wrong_game") for number in (1, 2, 4, 5)}
        | {(number, "copies") for number in (1, 3, 4, 5)},
    ),
}


IN_ANY_DATABASE = (
    "a detail deleted",
    "the table in a season of another club",
    "a seat that nobody holds now",
    "two players on one seat",
)
"""Damages of each kind, for PostgreSQL too."""


@pytest.mark.postgres
def test_damage_is_found_and_named(table: Table) -> None:
    for damage in DAMAGE if connection.vendor == "sqlite" else IN_ANY_DATABASE:
        do, expected = DAMAGE[damage]
        with rolled_back():
            do(table)
            assert found(table) == expected, damage
            lines, last = checked()
            for number, code in expected:
                where = f"Kartenfreunde, table {table.pk}" + (f", line {number}" if number else "")
                assert any(line.startswith(f"{where}: {SENTENCES[code]}") for line in lines), damage
            assert last.endswith(f": {len(lines)} fault{'' if len(lines) == 1 else 's'}."), damage


@pytest.mark.parametrize(
    "points",
    [
        [],
        [-50, 0, -50],
        [-50, 0, -50, 0, 0],
        [-50, 0, 0, 0],
        pytest.param([-0.5, 0, -0.5, 0], marks=pytest.mark.postgres),
        [True, 0, True, 0],
        pytest.param([None, 0, None, 0], marks=pytest.mark.postgres),
        ["-50", 0, "-50", 0],
        [10_000_000, 0, 10_000_000, 0],
        "x",
        7,
        {"1": -50},
        pytest.param(models.Value(None, models.JSONField()), marks=pytest.mark.postgres),
    ],
    ids=str,
)
def test_an_adjustment_with_impossible_points_is_found(points: Any, table: Table) -> None:
    rows(Hand, pk=hand(table, 3).pk).update(points=points)
    score(table, 4, 1).delete()
    assert found(table) == {(3, "logged"), (3, "refused"), (4, "missing")}


@pytest.mark.postgres
def test_a_hand_that_the_rules_refuse_does_not_hide_faults_of_others(table: Table) -> None:
    with unchecked(BridgeHand, "bridge_tricks_in_range"):
        rows(BridgeHand, hand=hand(table, 4)).update(tricks=14)
    score(table, 5, 1).update(points=0)
    assert found(table) == {(4, "logged"), (4, "refused"), (5, "points")}


def test_in_a_variant_with_memory_scores_beside_an_impossible_hand_are_not_judged(belote: Table) -> None:
    rows(BeloteHand, hand=hand(belote, 1)).update(points=161)
    assert found(belote) == {(1, "logged"), (1, "refused")}


def test_in_a_variant_with_memory_a_changed_hand_affects_later_scores(belote: Table) -> None:
    rows(BeloteHand, hand=hand(belote, 1)).update(points=100)
    assert {number for number, code in found(belote) if code == "points"} == {1, 2}


@pytest.mark.postgres
def test_changed_house_rules_make_the_scores_differ(belote: Table) -> None:
    rows(BeloteTable, table=belote).update(scoring="house")
    assert "points" in {code for _number, code in found(belote)}


@pytest.mark.postgres
def test_impossible_house_rules_are_found(belote: Table) -> None:
    with unchecked(BeloteTable, "belote_scoring_known"):
        rows(BeloteTable, table=belote).update(scoring="x")
    assert found(belote) == {(0, "logged"), (0, "variant")}


@pytest.mark.postgres
def test_a_state_that_does_not_exist_is_found(table: Table) -> None:
    with unchecked(Table, "table_closed_at_when_closed"):
        rows(Table, pk=table.pk).update(state="lost")
    assert found(table) == {(0, "logged"), (0, "state")}


@pytest.mark.postgres
def test_a_kind_of_line_that_does_not_exist_is_found(table: Table) -> None:
    with unchecked(Hand, "hand_is_played_or_has_points"), unchecked(Hand, "hand_deal_numbered"):
        rows(Hand, pk=hand(table, 4).pk).update(kind="x")
    assert found(table) == {(4, "logged"), (4, "kind")}


def test_an_unreadable_detail_does_not_hide_other_faults_of_the_table(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(self: BridgeHand) -> Any:
        return 1 / 0 if self.board == 3 else BridgeHand._entry_type()(**self.fields())

    monkeypatch.setattr(BridgeHand, "entry", property(breaks))
    score(table, 5, 1).delete()
    assert found(table) == {(4, "unreadable"), (5, "missing")}


def test_an_unreadable_row_does_not_stop_the_check(table: Table, belote: Table) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("this database keeps rubbish out of its columns")
    rows(Seat, table=table, position=4).update(position=3, until=2)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE play_table SET opened_at = '2026-99-99 00:00:00' WHERE id = %s", [belote.pk])
        cursor.execute("UPDATE play_score SET points = 'many' WHERE hand_id = %s", [hand(table, 5).pk])
    score(belote, 1, 1).delete()
    lines, last = checked()
    assert [line for line in lines if str(belote.pk) in line] == [
        f"Kartenfreunde, table {belote.pk}: a row cannot be read (ValueError('month must be in 1..12'))"
    ]
    assert {(1, "no_seat"), (1, "two_seats"), (5, "points")} <= found(table)
    assert last.startswith("2 tables, 6 hands: ")


@pytest.mark.postgres
def test_a_hand_moved_to_another_table_is_found_there(table: Table, club: Club) -> None:
    other = make_table(club)
    rows(Hand, pk=hand(table, 1).pk).update(table=other)
    assert found(table) == {(1, "gone"), (2, "gap")}
    assert found(other) == {(1, "unlogged"), (1, "missing"), (1, "surplus"), (1, "copies")}


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("doomed", "said"),
    [
        (lambda table: rows(Hand, pk=hand(table, 5).pk), ["play_score", "bridge_bridgehand"]),
        (lambda table: rows(Table, pk=table.pk), ["play_hand", "play_seat", "play_score", "bridge_bridgetable"]),
        (lambda table: rows(Player, club=table.club, name="Boris"), ["play_seat", "play_score"]),
        (lambda table: rows(Season, pk=table.season_id), ["play_table", "play_score"]),
        (lambda table: rows(Seat, table=table, position=2), ["play_score"]),
    ],
    ids=["hand", "table", "player", "season", "seat"],
)
def test_a_row_that_refers_to_a_missing_one_is_found(
    doomed: Callable[[Table], Any], said: list[str], table: Table
) -> None:
    with rolled_back():
        found = doomed(table)
        found._raw_delete(found.db)
        lines, last = checked()
    lost = [line.removeprefix(f"{SENTENCES['lost']} (") for line in lines if line.startswith(str(SENTENCES["lost"]))]
    assert {line.split()[0] for line in lost} == set(said)
    assert last.endswith("faults.")


def test_every_fault_occurs_in_a_test_and_has_a_sentence() -> None:
    elsewhere_in_this_file = {"state", "refused", "variant", "kind", "unreadable", "lost", "unlogged"}
    seen = {code for _do, expected in DAMAGE.values() for _number, code in expected}
    of_events = {code for code, _do in test_events.DAMAGE.values()}
    of_sessions = {"carried", "event_sessions"}  # tests/events/test_sessions.py
    assert seen | of_events | of_sessions | elsewhere_in_this_file == set(SENTENCES)


@pytest.mark.postgres
def test_many_tables_and_long_sheets_take_as_many_queries_as_one(table: Table, belote: Table) -> None:
    def asked(*tables: Table) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert list(faults_of(tables)) == []
        return len(queries)

    short = asked(table)
    for board in range(5, 20):
        record(table, made(board))
    assert asked(table) == asked(table, belote) == short


@pytest.mark.postgres
def test_the_check_changes_nothing(table: Table) -> None:
    score(table, 4, 1).update(points=1)
    before = list(Score.objects.order_by("pk").values())
    checked()
    assert list(Score.objects.order_by("pk").values()) == before
