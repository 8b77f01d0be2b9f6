"""A phone that fetches what has changed gets the rows of the whole sheet, however few lines are read for it."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.db.models.signals import post_init

from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.phones import Link, Phone
from scorer.play.selectors import rows_of, rows_since
from scorer.play.selectors.rows import MAX_MISSED
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig
from scorer.scoring import ResultUnit
from tests.contract.conftest import sheet_of
from tests.factories import ClubFactory, make_table

pytestmark = pytest.mark.django_db

MISSED = (1, 2, 3, MAX_MISSED)
"""How many changes a phone has missed: each is the last, or one of a few, and in the end all of them together."""


def changes_of(table: Table) -> Iterator[Callable[[], object]]:
    """Everything that may happen to lines of a sheet."""
    variant, size = table.read_variant(), table.size
    entries = sheet_of(table.config, variant, size, 10)
    first_side = table.config.rules.sides(size)[0]
    some, more = ([points if seat in first_side else 0 for seat in range(1, size + 1)] for points in (10, -30))
    ada, boris = (Phone(Link.ENTRY, seat.player) for seat in table.seats.select_related("player")[:2])

    def line(number: int) -> Hand:
        return table.hands.get(number=number)

    def reply(number: int, note: str) -> None:
        services.reply_to_hand(line(number), accepted=not note, note=note, by=boris, basis=line(number).version)

    for entry in entries[:6]:
        yield partial(services.record_hand, table, entry, by=ada, key=None)
    yield lambda: reply(2, "")
    yield partial(services.record_adjustment, table, some, why="late", by=None, key=None)
    yield partial(services.record_hand, table, entries[6], by=ada, key=None)
    yield lambda: services.void_hand(line(3), by=None, why="a misdeal")
    yield lambda: reply(5, "nine tricks")
    yield lambda: services.correct_hand(line(2), entries[7], by=None, why="typed wrong")
    yield partial(services.record_hand, table, entries[8], by=ada, key=None)
    yield lambda: services.correct_adjustment(line(7), more, by=None, why="later", key=None)
    yield lambda: services.void_hand(line(9), by=None)
    yield lambda: services.restore_hand(line(3), by=None)
    yield lambda: services.void_hand(line(7), by=None)
    yield partial(services.record_hand, table, entries[9], by=ada, key=None)


def heads(table: Table) -> dict[int, tuple[int, ...]]:
    """What stood at the head of the sheet after each line that counts, by number, from the first line on."""
    context = TableContext(table)
    sheet, rules = context.sheet, context.game.rules
    outcomes = {line.number: outcome for (line, _entry), outcome in zip(sheet.hands, sheet.outcomes(), strict=True)}
    now = (0,) * table.size
    found = {}
    for hand in table.hands.not_voided():
        outcome = outcomes.get(hand.number)
        if sheet.unit is ResultUnit.GAMES:
            now = rules.current_points(outcome.carry, table.size) if outcome else now
        else:
            in_record = outcome and sheet.unit is ResultUnit.RECORD
            points = (outcome.result if in_record else outcome.points) if outcome else hand.points
            now = tuple(map(sum, zip(now, points, strict=True)))
        found[hand.number] = tuple(now[side[0] - 1] for side, _name in context.sides)
    return found


def test_a_phone_gets_the_rows_of_the_whole_sheet(game: GameConfig, preset: str, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats, variant=game.rules.PRESETS[preset], confirms=True)
    opened = table.version
    for change in changes_of(table):
        change()
        table = Table.objects.get(pk=table.pk)
        context = TableContext(table)
        rows, log = rows_of(context), list(Revision.objects.for_table(table.pk))
        assert {row.hand.number: row.running for row in rows if row.running} == heads(table)
        for since in {max(opened, table.version - missed) for missed in MISSED}:
            missed = log[since - table.version :]
            changed = {revision.object_id for revision in missed if revision.kind == Revision.Kind.HAND}
            replied_to = {revision.object_id for revision in missed if revision.kind == Revision.Kind.REPLY}
            first = min((row.hand.number for row in rows if row.hand.pk in changed), default=len(rows) + 1)
            wanted = [row for row in rows if row.hand.number >= first or row.hand.pk in replied_to]
            assert list(rows_since(context, since) or ()) == wanted


def test_only_the_lines_from_the_first_changed_one_on_are_read(game: GameConfig, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    entries = sheet_of(game, table.read_variant(), table.size, 12)
    for entry in entries:
        services.record_hand(table, entry, by=None, key=None)
    table = Table.objects.get(pk=table.pk)
    context = TableContext(table)
    read: list[Hand] = []

    def note(instance: Hand, **_values: object) -> None:
        read.append(instance)

    post_init.connect(note, sender=Hand)
    try:
        rows_since(context, table.version - 2)
    finally:
        post_init.disconnect(note, sender=Hand)
    assert len(read) == 2
