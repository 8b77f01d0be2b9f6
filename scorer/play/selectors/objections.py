"""The hands of a sheet that are disputed, or wait for confirmation."""

from dataclasses import dataclass

from scorer.play.confirmations import count_unconfirmed
from scorer.play.models import Hand
from scorer.play.sheets.ledger import SheetLine
from scorer.play.table_context import TableContext


@dataclass(frozen=True, slots=True)
class Objection:
    number: int
    title: str
    """Of the line."""
    player: str
    note: str


def objections_to(table_context: TableContext) -> list[Objection]:
    """Return the objections that have neither been withdrawn nor led to a correction."""
    confirmations = table_context.confirmations
    disputed = {pk: confirmations[pk].objections for pk in confirmations if confirmations[pk].objections}
    lines: list[Hand | SheetLine] = [line for line, _entry in table_context.sheet.played if line.pk in disputed]
    others = disputed.keys() - {line.pk for line in lines}
    lines += table_context.table.hands.filter(pk__in=others) if others else ()
    return [
        Objection(line.number, table_context.title_of(line), reply.player, reply.note)
        for line in lines
        for reply in disputed[line.pk]
    ]


def unconfirmed(table_context: TableContext) -> tuple[int, int]:
    """Return how many hands wait for confirmation, and how many have objections."""
    return count_unconfirmed(table_context.confirmations.values())
