"""Damage that only the log reveals: the rows are consistent, as if the services had written them."""

import copy
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models

from games.belote.models import BeloteHand, BeloteTable
from games.belote.rules import PRESETS, Entry
from games.bridge.rules import Entry as Board
from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.db.ids import random_id
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, LateHand, Reply, Score, Seat, Table
from scorer.play.phones import Link, Phone
from scorer.play.sheets import ledger
from scorer.transfer.bulk import WholeTable, write_tables
from tests.damage import all_faults, each_column_changed
from tests.factories import PlayerFactory, SeasonFactory, make_players, make_table
from tests.rollback import rolled_back
from tests.transfer.test_bulk import whole

HARMLESS = {
    "Table.version": "only compared with what a phone has seen",
    "Table.era": "only compared with what a server has in memory",
    "Table.layout": "the same",
    "Table.entry_link": "a link that is made from another number opens nothing any more",
    "Table.watching_link": "the same",
    "Table.has_occasion": "an event asks for it to show more on the pages of a table, where no result follows from it",
    "Hand.version": "only compared with what a page has seen",
    "Player.name": "the log holds no names",
    "Player.shown_as": "the same",
    "Player.guest": "of the roster, where nothing follows from it",
    "Player.active": "the same",
    "Player.number": "the same",
    "Player.federation_number": "the same",
    "Player.groups": "the same",
    "Player.note": "the same",
    "Player.hidden": "the same",
    "Player.link": "a link that is made from another number opens nothing any more",
}


def belote(points: int) -> Entry:
    return Entry(bidder=1, value=80, trump="H", points=points)


@pytest.fixture
def table(club: Club, ada: Membership) -> Table:
    """A table with three hands and a penalty; the second is corrected, the third voided. Another table is beside it."""
    table = make_table(club, "belote", variant=PRESETS["house"])
    for points in (100, 130, 95):
        services.record_hand(table, belote(points), by=None, key=None)
    services.record_adjustment(table, [-10, 0, -10, 0], why="late", by=None, key=None)
    services.correct_hand(table.hands.get(number=2), belote(120), by=None, why="misread")
    services.void_hand(table.hands.get(number=3), by=None)
    services.close_table(table, by=None)
    SeasonFactory(club=club, name="Before", ends="2020-01-01", starts="2019-01-01")
    beside = make_table(club, "belote", players=make_players(club, 8)[4:], variant=PRESETS["ffb"])
    services.record_hand(beside, belote(110), by=None, key=None)
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def old(club: Club, ada: Membership) -> Table:
    """An imported table with three boards and a penalty."""
    ready = whole(club)
    penalty = Hand(table=ready.table, number=4, kind="adjustment", points=[-50, 0, -50, 0], why="a revoke")
    ready.lines[2][0].voided = True
    write_tables([WholeTable(ready.table, ready.variant, ready.seats, [*ready.lines, (penalty, None)])], by=None)
    return Table.objects.get(pk=ready.table.pk)


def codes(table: Table) -> set[tuple[int, str]]:
    return {(fault.hand, fault.code) for fault in faults(table)}


def rows(model: Any, **where: Any) -> Any:
    return model._default_manager.filter(**where)


def rescore(table: Table) -> None:
    """Rewrite the scores as somebody who knows the rules would, so that the ledger agrees with the rows again."""
    table = Table.objects.get(pk=table.pk)
    rows(Score, hand__table=table).delete()
    ledger.replay(table)


def test_rows_written_by_the_services_have_no_faults(table: Table, old: Table) -> None:
    assert list(all_faults()) == []


@pytest.mark.parametrize("model", [Table, Seat, Hand, Score, Player])
def test_a_change_of_any_column_is_found(model: type[models.Model], table: Table) -> None:
    """A change that the database itself prevents needs no finding."""
    unseen = [
        f"{model.__name__}.{name}" for name, changed in each_column_changed(model) if changed and not any(all_faults())
    ]
    assert set(unseen) == {name for name in HARMLESS if name.startswith(model.__name__)}


def test_a_change_of_a_reply_or_a_late_hand_is_found(club: Club, ada: Membership) -> None:
    table = make_table(club, "belote", variant=PRESETS["house"], confirms=True)
    players = {player.name: Phone(Link.ENTRY, player) for player in Player.objects.all()}
    for note in ("", "one trick fewer"):
        hand = services.record_hand(table, belote(100), by=players["Ada"], key=None).hand
        services.reply_to_hand(hand, accepted=not note, note=note, by=players["Boris"], basis=hand.version)
    services.close_table(table, by=None)
    for key in ("entered", "aside", "waiting"):
        services.hand_in(table, "points=80", by=players["Ada"], key=key)
    entered, aside, _waiting = table.late_hands.all()
    table = services.reopen_table(table, by=None)
    services.enter_late(table, belote(80), late=entered.pk, by=None, key=None)
    services.put_aside(table, aside.pk, by=ada.user)
    assert list(all_faults()) == []
    unlogged: dict[type[Reply | LateHand], list[str]] = {Reply: ["seen"], LateHand: []}
    for model, names in unlogged.items():  # that somebody has read a refusal changes nothing
        assert [name for name, changed in each_column_changed(model) if changed and not any(all_faults())] == names
    rows(Reply, note="").delete()
    rows(LateHand, pk=aside.pk).delete()
    assert [fault.row for fault in all_faults()] == ["replies, late hands"]


@pytest.mark.parametrize("model", [Table, Seat, Hand])
def test_a_change_of_any_column_of_an_imported_table_is_found(model: type[models.Model], old: Table) -> None:
    SeasonFactory(club=old.club, name="Before", ends="2020-01-01", starts="2019-01-01")
    make_table(old.club)
    where = {"pk": old.pk} if model is Table else {"table": old}
    unseen = [
        f"{model.__name__}.{name}"
        for name, changed in each_column_changed(model, **where)
        if changed and not any(all_faults())
    ]
    assert set(unseen) <= set(HARMLESS)


# Rewritten with all that follows from it


REWRITTEN: dict[str, tuple[Callable[[Table], Any], set[tuple[int, str]]]] = {
    "a hand": (lambda table: rows(BeloteHand, hand__table=table, hand__number=1).update(points=101), {(1, "logged")}),
    "a corrected hand": (
        lambda table: rows(BeloteHand, hand__table=table, hand__number=2).update(points=130),
        {(2, "logged")},
    ),
    "a hand voided": (lambda table: rows(Hand, table=table, number=1).update(voided=True), {(1, "logged")}),
    "a hand counted": (lambda table: rows(Hand, table=table, number=3).update(voided=False), {(3, "logged")}),
    "a penalty": (lambda table: rows(Hand, table=table, number=4).update(points=[0, -10, 0, -10]), {(4, "logged")}),
    "the house rules": (lambda table: rows(BeloteTable, table=table).update(scoring="ffb"), {(0, "logged")}),
    "a player": (
        lambda table: rows(Seat, table=table, position=1).update(player=PlayerFactory(club=table.club)),
        {(0, "logged")},
    ),
    "the season": (
        lambda table: rows(Table, pk=table.pk).update(season=table.club.seasons.get(name="Before")),
        {(0, "logged")},
    ),
}


def test_a_hand_rewritten_with_its_scores_is_found(table: Table) -> None:
    for what, (do, expected) in REWRITTEN.items():
        with rolled_back():
            do(table)
            rescore(table)
            assert codes(table) == expected, what


def test_a_rewritten_hand_of_an_imported_table_is_found(old: Table) -> None:
    rows(type(old.hands.get(number=1).bridgehand), hand__table=old, hand__number=1).update(tricks=9)
    rescore(old)
    assert codes(old) == {(1, "logged")}


def test_a_correction_at_an_imported_table_is_no_fault(old: Table) -> None:
    entry = Board(board=1, level=4, strain="S", declarer="S", tricks=9)
    services.correct_hand(old.hands.get(number=1), entry, by=None, why="misread")
    services.restore_hand(old.hands.get(number=3), by=None)
    services.correct_adjustment(old.hands.get(number=4), [-60, 0, -60, 0], by=None, why="counted")
    assert list(all_faults()) == []
    other = make_table(old.club)
    moved = services.move_hand(old.hands.get(number=2), other, by=None, why="there").hand
    assert list(all_faults()) == []
    services.move_hand(moved, old, by=None, why="no, here")
    assert list(all_faults()) == []


def test_a_rewritten_hand_that_was_imported_and_corrected_is_found(old: Table) -> None:
    entry = Board(board=1, level=4, strain="S", declarer="S", tricks=9)
    services.correct_hand(old.hands.get(number=1), entry, by=None, why="misread")
    rows(Hand, table=old, number=1).update(entered_at="2020-01-01T00:00:00+00:00")
    assert codes(old) == {(1, "logged")}


# Copied, moved, deleted


def copy_hand(hand: Hand, **values: Any) -> Hand:
    other = copy.copy(hand)
    other.pk, other._state.adding = random_id(), True
    for name, value in values.items():
        setattr(other, name, value)
    other.save()
    detail = hand.belotehand
    BeloteHand(hand=other).write(detail.entry)
    return other


def test_a_copy_of_a_hand_is_found(table: Table) -> None:
    copy_hand(table.hands.get(number=1), number=5)
    rescore(table)
    assert codes(table) == {(5, "unlogged")}


def test_a_hand_moved_with_all_that_belongs_to_it_is_found_at_both_tables(table: Table) -> None:
    beside = Table.objects.exclude(pk=table.pk).get()
    line = table.hands.get(number=4)
    rows(Hand, pk=line.pk).update(table=beside, number=2)
    for one in (table, beside):
        rescore(one)
    assert codes(table) == {(4, "gone")}
    assert codes(beside) == {(2, "unlogged")}


def test_two_hands_that_swapped_numbers_are_found(table: Table) -> None:
    first, second = table.hands.get(number=1), table.hands.get(number=2)
    for hand, number in ((first, 9), (second, 1), (first, 2)):
        rows(Hand, pk=hand.pk).update(number=number)
    rescore(table)
    assert codes(table) == {(1, "logged"), (2, "logged")}


def test_the_deletion_of_the_last_line_is_found(table: Table, old: Table) -> None:
    for one in (table, old):
        last = one.hands.get(number=4)
        rows(Score, hand=last).delete()
        rows(Hand, pk=last.pk).delete()
        assert codes(one) == {(4, "gone")}


def test_the_deletion_of_a_table_is_found(table: Table) -> None:
    for model, where in (
        (Score, {"hand__table": table}),
        (BeloteHand, {"hand__table": table}),
        (Hand, {"table": table}),
        (Seat, {"table": table}),
        (BeloteTable, {"table": table}),
        (Table, {"pk": table.pk}),
    ):
        rows(model, **where).delete()
    assert [(fault.code, fault.row) for fault in all_faults()] == [("gone", f"play_table {table.pk}")]


def test_a_copy_of_a_table_is_found(table: Table) -> None:
    other = Table.objects.get(pk=table.pk)
    seats = list(table.seats.all())
    other.pk, other._state.adding = random_id(), True
    other.save()
    BeloteTable.from_variant(other, PRESETS["house"]).save()
    Seat.objects.bulk_create(Seat(table=other, position=seat.position, player=seat.player) for seat in seats)
    copy_hand(table.hands.get(number=1), table=other)
    rescore(other)
    assert codes(other) == {(0, "unlogged"), (1, "unlogged")}
    assert codes(table) == set()


def test_a_duplicate_score_is_found(table: Table) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("this database cannot be made to forget that a pair is unique")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE play_score DROP CONSTRAINT one_score_a_hand_and_seat")
    twice = rows(Score, hand__table=table, hand__number=1).first()
    twice.pk, twice._state.adding = None, True
    twice.save()
    assert codes(table) == {(1, "surplus")}


def test_merges_that_the_log_does_not_know_are_found(table: Table) -> None:
    boris, other = Player.objects.get(name="Boris"), PlayerFactory(club=table.club, name="Boris B.")
    rows(Player, pk=other.pk).update(active=False, merged_into=boris)
    assert [(fault.code, fault.row) for fault in all_faults()] == [("logged", f"club_player {other.pk}: merged_into")]
    rows(Player, pk=other.pk).update(active=True, merged_into=None)
    services.merge_players(Player.objects.get(pk=other.pk), boris, by=None, why="one person")
    assert list(all_faults()) == []
    rows(Player, pk=other.pk).update(merged_into=None)
    assert [fault.code for fault in all_faults()] == ["logged"]


# The log itself


def raw(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def revision(hand: Hand, action: str) -> int:
    return Revision.objects.of("hand", hand.pk).get(action=action).pk


def test_a_hand_whose_revision_was_deleted_is_found(table: Table) -> None:
    raw("DELETE FROM history_revision WHERE id = %s", revision(table.hands.get(number=1), "record"))
    assert codes(table) == {(1, "unlogged")}


def test_a_correction_whose_revision_was_deleted_is_found(table: Table) -> None:
    raw("DELETE FROM history_revision WHERE id = %s", revision(table.hands.get(number=2), "correct"))
    assert codes(table) == {(2, "logged")}


def test_a_rewritten_revision_is_found(table: Table) -> None:
    pk = revision(table.hands.get(number=1), "record")
    raw("UPDATE history_revision SET after = %s WHERE id = %s", '{"number": 1}', pk)
    assert codes(table) == {(1, "logged")}


def test_a_revision_of_another_table_or_club_is_found(table: Table) -> None:
    pk = revision(table.hands.get(number=1), "record")
    beside = Table.objects.exclude(pk=table.pk).get()
    raw("UPDATE history_revision SET club_id = 7 WHERE id = %s", pk)
    assert codes(table) == {(0, "logged")}
    raw("UPDATE history_revision SET club_id = %s, table_id = %s WHERE id = %s", table.club_id, beside.pk, pk)
    assert codes(table) == {(1, "unlogged")}
    assert codes(beside) == {(1, "gone")}


def test_a_table_whose_log_was_deleted_is_found(table: Table) -> None:
    raw("DELETE FROM history_revision WHERE table_id = %s", table.pk)
    assert codes(table) == {(number, "unlogged") for number in range(5)}


# Putting it right


def repaired() -> tuple[list[str], str]:
    out = io.StringIO()
    try:
        call_command("check_ledger", "--repair", stdout=out)
    except CommandError as error:
        return out.getvalue().splitlines(), str(error)
    *lines, last = out.getvalue().splitlines()
    return lines, last


def ledger_rows() -> list[Any]:
    names = ("hand", "seat", "points", "table", "season", "game", "player", "played")
    return list(Score.objects.order_by("hand", "seat").values_list(*names))


SCORES: dict[str, Callable[[Table], Any]] = {
    "other points": lambda table: rows(Score, hand__table=table, hand__number=1).update(points=1),
    "some deleted": lambda table: rows(Score, hand__table=table, hand__number=2).delete(),
    "all deleted": lambda table: rows(Score, hand__table=table).delete(),
    "some of a voided hand": lambda table: rows(Score, hand__table=table, hand__number=1).update(
        hand=table.hands.get(number=3)
    ),
    "another season": lambda table: rows(Score, hand__table=table).update(season=table.club.seasons.get(name="Before")),
    "another game": lambda table: rows(Score, hand__table=table).update(game="x"),
    "another player": lambda table: rows(Score, hand__table=table).update(player=PlayerFactory(club=table.club)),
    "no hands": lambda table: rows(Score, hand__table=table, hand__number=2).update(played=False),
    "another table": lambda table: rows(Score, hand__table=table, hand__number=2).update(
        table=Table.objects.exclude(pk=table.pk).get()
    ),
}


def test_damaged_scores_are_repaired(table: Table) -> None:
    before = ledger_rows()
    for damage, do in SCORES.items():
        with rolled_back():
            do(table)
            assert ledger_rows() != before, damage
            lines, last = repaired()
            assert lines, damage
            assert all(line.endswith("– repaired") for line in lines), damage
            assert last.endswith("The ledger is now correct.")
            assert ledger_rows() == before, damage
            assert list(all_faults()) == [], damage
            revision = Revision.objects.for_table(table.pk).last()
            assert revision is not None
            assert (revision.action, revision.actor_id) == ("repair", None)
            assert Table.objects.get(pk=table.pk).version == table.version + 1


def test_a_repair_writes_nothing_if_there_are_no_faults(table: Table) -> None:
    before = list(Score.objects.order_by("pk").values()), Revision.objects.count()
    assert repaired() == ([], "2 tables, 4 hands: the ledger is correct.")
    assert (list(Score.objects.order_by("pk").values()), Revision.objects.count()) == before


def test_a_repair_does_not_adopt_rewritten_entries(table: Table) -> None:
    """People have to decide which is right, the rows or the log."""
    for what, (do, _expected) in REWRITTEN.items():
        with rolled_back():
            do(table)
            before = ledger_rows()
            lines, last = repaired()
            assert lines, what
            assert all(line.endswith("– cannot be repaired") for line in lines), what
            assert last.endswith("faults." if len(lines) > 1 else "fault.")
            assert ledger_rows() == before, what


def test_an_unreadable_hand_does_not_prevent_the_repair_of_the_others(table: Table) -> None:
    rows(BeloteHand, hand__table=table, hand__number=1).update(points=101)
    rows(Score, hand__table=table, hand__number=2).update(points=1)
    lines, last = repaired()
    assert [line.endswith("– repaired") for line in lines if ", line 2: " in line] == [True] * 4
    assert {line.rpartition("– ")[2] for line in lines if ", line 1: " in line} == {"cannot be repaired"}
    assert last.endswith("4 were repaired.")
    assert {fault.hand for fault in faults(table)} == {1}


def test_in_a_variant_with_memory_a_doubtful_hand_prevents_the_repair_of_the_others(club: Club) -> None:
    table = make_table(club, "belote", variant=PRESETS["ffb"])
    for points in (81, 130):
        services.record_hand(table, belote(points), by=None, key=None)
    rows(BeloteHand, hand__table=table, hand__number=1).update(points=100)
    rows(Score, hand__table=table, hand__number=2).update(points=1)
    before = ledger_rows()
    lines, _last = repaired()
    assert not [line for line in lines if line.endswith("– repaired")]
    assert ledger_rows() == before


def test_scores_are_repaired_although_the_dealer_or_author_differs(table: Table) -> None:
    rows(Hand, table=table, number=1).update(dealer=3, entered_at="2020-01-01T00:00:00+00:00")
    rows(Table, pk=table.pk).update(opened_at="2020-01-01T00:00:00+00:00")
    rows(Score, hand__table=table, hand__number=1).update(points=1)
    repaired()
    assert codes(table) == {(0, "logged"), (1, "logged")}
