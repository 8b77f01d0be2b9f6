"""The rows of a sheet, all of them or those that have changed."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language

from scorer.history.models import Revision
from scorer.play.confirmations import Confirmation
from scorer.play.models import Hand, Score, Table
from scorer.play.selectors.history import UNKNOWN_AUTHOR, Author, authors_of
from scorer.play.services.shared import Added
from scorer.play.sheets.revision_values import LINE_KINDS
from scorer.play.table_context import Chair, TableContext
from scorer.scoring import ResultUnit

MAX_MISSED = 30
"""The number of changes that a page fetches. If it has missed more, it is reloaded."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet. `points`, `running` and `parts` go by side, and are empty for a voided hand.

    `ordinal` is the number that people see, or None for a line that is no counting hand. `title` is what they call the
    line.
    """

    hand: Hand
    entry: Any
    ordinal: int | None = None
    title: str = ""
    points: tuple[int, ...] = ()
    running: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()
    """The part of each side: "by" if it played the hand against the others, "out" if it sat out, otherwise empty."""
    correction: Revision | None = None
    corrected_by: Author = UNKNOWN_AUTHOR
    chairs: tuple[Chair, ...] = ()
    confirmation: Confirmation | None = None

    @property
    def dealer(self) -> str:
        return self.chairs[self.hand.dealer - 1].short if self.hand.dealer else ""

    @property
    def cache_key(self) -> int | None:
        """A hash of everything that the row shows, except the names of logins.

        None for a row that depends on more: one that can be confirmed also shows something else to each reader, a
        voided one has as many dashes as there are columns, and one without points differs when hands before it change.
        """
        has_no_key = self.confirmation or self.hand.voided or not any(self.points)
        return None if has_no_key else hash((self.line_key, str(self.running)))

    @property
    def line_key(self) -> int:
        """A hash of everything that the row shows except the running totals.

        What depends on earlier hands, such as Bock, shows in the points. These are hashed as text, since Python gives
        -1 and -2 the same hash.
        """
        hand, correction = self.hand, self.correction
        line = hand.pk, hand.number, self.ordinal, hand.voided, hand.kind, hand.dealer, hand.why
        changed = correction and (correction.pk, correction.why, self.corrected_by)
        return hash((get_language(), line, self.entry, str(self.points), self.parts, changed, self.chairs))

    @property
    def cells(self) -> Iterable[tuple[int, int, str]]:
        return zip(self.points, self.running, self.parts, strict=True)


def rows_of(table_context: TableContext, *, only: int | None = None) -> tuple[Row, ...]:
    """Return the lines of the sheet, the newest first, or only one of them with its running totals."""
    table = table_context.table
    details = {hand.pk: entry for hand, entry in table_context.sheet.played}
    hands = table.hands.all()
    scored: dict[int, dict[int, int]] = {}
    ledger = Score.objects.filter(table=table).values_list("hand_id", "seat_id", "points")
    positions = {seat.pk: seat.position for seat in table_context.seats}
    for hand_id, seat_id, scored_points in ledger:
        scored.setdefault(hand_id, {})[positions[seat_id]] = scored_points
    corrections = corrections_of(table)
    authors = authors_of(corrections.values())
    running = (0,) * len(table_context.sides)
    rows = []
    for hand in hands:
        gains = scored.get(hand.pk, {})
        points = tuple(gains.get(side[0], 0) for side, _name in table_context.sides)
        running = _running(table_context, running, hand, points)
        if only and hand.number != only:
            continue
        correction = corrections.get(hand.pk)
        entry = details.get(hand.pk)
        ordinal = table_context.sheet.ordinal(hand.number)
        parts = ("",) * len(points)
        if entry is not None:
            sitting_out = [side for side, _name in table_context.sides if side[0] not in gains]
            parts = parts_of(table_context, entry, sitting_out)
        rows.append(
            Row(
                hand,
                entry,
                ordinal,
                table_context.title(hand, entry, ordinal),
                () if hand.voided else points,
                () if hand.voided else running,
                () if hand.voided else parts,
                correction,
                authors.get(correction.pk, UNKNOWN_AUTHOR) if correction else UNKNOWN_AUTHOR,
                tuple(table_context.chairs_at(hand.number)),
                table_context.confirmations.get(hand.pk),
            )
        )
    return tuple(reversed(rows))


def _running(
    table_context: TableContext, before: tuple[int, ...], hand: Hand, points: tuple[int, ...]
) -> tuple[int, ...]:
    """Return what stands at the head of the sheet after a line with these points by side, like `Sheet.shown`."""
    unit, sides = table_context.sheet.unit, [side for side, _name in table_context.sides]
    scored = None if unit in (ResultUnit.POINTS, ResultUnit.HUNDREDS) else table_context.scored.get(hand.pk)
    if unit is ResultUnit.GAMES:
        now = scored and table_context.game.rules.current_points(scored[1].carry, table_context.size)
        return tuple(now[side[0] - 1] for side in sides) if now else before
    if scored:
        points = tuple(scored[1].result[side[0] - 1] for side in sides)
    return tuple(total + gain for total, gain in zip(before, points, strict=True))


def corrections_of(table: Table) -> dict[int, Revision]:
    """Return the last correction of each hand by id."""
    changes = Revision.objects.for_table(table.pk).filter(kind=Revision.Kind.HAND, action="correct")
    return {revision.object_id: revision for revision in changes}


def newest_row(table_context: TableContext, hand: Hand, added: Added) -> Row:
    """Return the row of the line that was just added. Its running totals are those of the table."""
    _line, entry = added.sheet.played[-1]
    ordinal = added.sheet.ordinal(hand.number)
    sides = [side for side, _name in table_context.sides]
    return Row(
        hand,
        entry,
        ordinal,
        table_context.title(hand, entry, ordinal),
        tuple(added.outcome.points[side[0] - 1] for side in sides),
        tuple(added.sheet.shown.get(side[0], 0) for side in sides),
        parts_of(table_context, entry, [side for side in sides if side[0] in added.outcome.sitting_out]),
        chairs=tuple(table_context.chairs),
        confirmation=table_context.confirmations.get(hand.pk),
    )


def parts_of(table_context: TableContext, entry: Any, sitting_out: Container[tuple[int, ...]]) -> tuple[str, ...]:
    """Return the part of each side in a hand, as in `Row.parts`. `sitting_out` has the sides that sat out."""
    declarers = table_context.game.declarers(entry, table_context.size)

    def part_of(side: tuple[int, ...]) -> str:
        if any(seat in declarers for seat in side):
            return "by"
        return "out" if side in sitting_out else ""

    return tuple(part_of(side) for side, _name in table_context.sides)


def rows_for_side(rows: Iterable[Row], index: int) -> tuple[Row, ...]:
    """Return the same rows with the points of one side only."""
    side = slice(index, index + 1)
    return tuple(
        replace(row, points=row.points[side], running=row.running[side], parts=row.parts[side]) for row in rows
    )


def rows_since(table_context: TableContext, version: int | None) -> tuple[Row, ...] | None:
    """Return the rows that have changed since a version of the table, the newest first.

    These are all rows from the first changed line on, because of their running totals, and the lines that got a reply.
    Return None if something other than lines has changed, or too much to send.

    This relies on every version of a table having exactly one Revision.
    """
    table = table_context.table
    if version is None or not 0 < table.version - version <= MAX_MISSED:
        return None
    missed = Revision.objects.for_table(table.pk).order_by("-pk")[: table.version - version]
    if any(revision.kind not in LINE_KINDS for revision in missed):
        return None
    changed = {revision.object_id for revision in missed if revision.kind == Revision.Kind.HAND}
    replied_to = {revision.object_id for revision in missed} - changed
    rows = rows_of(table_context)
    first = min((row.hand.number for row in rows if row.hand.pk in changed), default=len(rows) + 1)
    return tuple(row for row in rows if row.hand.number >= first or row.hand.pk in replied_to)
