"""The migration that gives lines, replies and late hands rows of their own, from the log that had stored them."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.play import services
from scorer.play.models import Hand, LateHand, Merge, Reply, Seat, Table
from scorer.play.phones import Link, Phone
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from tests.damage import all_faults
from tests.factories import PlayerFactory, make_players, make_table

migration = import_module("scorer.play.migrations.0018_late_hands_and_replies_of_the_log")

Entry = get_game("bridge").rules.Entry


def board(number: int, tricks: int = 9) -> Any:
    return Entry(board=number, level=3, strain="NT", declarer="N", tricks=tricks)


def rows(model: Any, *columns: str) -> list[Any]:
    return list(model.objects.order_by("pk").values(*columns))


def confirmed() -> list[Any]:
    tables = Table.objects.order_by("pk")
    said = [TableContext(table).confirmations.values() for table in tables]
    return [[(line.author, line.login, list(line.by_side.values())) for line in lines] for lines in said]


@pytest.mark.postgres
def test_what_only_the_log_said_has_rows_of_its_own(
    club: Club, boris: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migration, "TABLES_AT_ONCE", 1)
    table = make_table(club, "bridge", confirms=True)
    other = make_table(club, "bridge", confirms=True, players=make_players(club, 8)[4:])
    ada, dirk = (Phone(Link.ENTRY, Player.objects.get(name=name)) for name in ("Ada", "Dirk"))

    def record(number: int) -> Hand:
        return services.record_hand(table, board(number), by=ada, key=None).hand

    def reply(hand: Hand, note: str = "") -> None:
        services.reply_to_hand(hand, accepted=not note, note=note, by=dirk, basis=hand.version)

    accepted, disputed, corrected, voided, moved, undone = map(record, range(1, 7))
    reply(accepted)
    reply(disputed, "one trick fewer")
    reply(disputed, "two tricks fewer")
    reply(corrected)
    services.undo_hand(undone, by=ada)
    services.correct_hand(corrected, board(3, tricks=8), by=boris.user, why="misread")
    services.void_hand(voided, by=dirk)
    services.move_hand(moved, other, by=None, why="wrong table")
    services.close_table(table, by=None)
    for key in ("enter", "put aside", "wait"):
        services.hand_in(table, f"board={key}", by=dirk, key=key)
    entered, aside, _waiting = table.late_hands.all()
    services.put_aside(table, aside.pk, by=boris.user, why="twice")
    table = services.reopen_table(table, by=None)
    services.enter_late(table, board(9), late=entered.pk, by=boris.user, key=None)

    late = ("pk", "table", "typed", "actor", "player", "at", "state", "hand")
    replies = ("hand", "kind", "player", "note", "at")
    change = ("pk", "changed_by", "changed_as", "taken_back", "moved_to")
    before = rows(Hand, *change), rows(Reply, *replies), rows(LateHand, *late), confirmed()
    Reply.objects.all().delete()
    LateHand.objects.all().delete()
    Hand.objects.update(version=0, changed_by=None, changed_as=None, taken_back=False, moved_to=None)
    assert faults(table)

    migration.read_the_log(apps, SimpleNamespace(connection=connection))
    assert (rows(Hand, *change), rows(Reply, *replies), rows(LateHand, *late), confirmed()) == before
    assert [faults(table) for table in (table, other)] == [[], []]


@pytest.mark.postgres
def test_a_merge_that_only_the_log_had_kept_can_be_undone(club: Club) -> None:
    make_table(club, "bridge")
    boris, borys = Player.objects.get(name="Boris"), PlayerFactory(club=club, name="Borys")
    services.merge_players(boris, borys, by=None, why="one person")
    Merge.objects.all().delete()
    import_module("scorer.play.migrations.0019_merges").read_the_log(apps, None)
    services.unmerge_player(boris, by=None, why="two after all")
    assert Seat.objects.filter(player=boris).exists()
    assert list(all_faults()) == []
