"""The rows of a sheet, all of them or those that have changed."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorer.db.snapshot import is_committed
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.history.models import Revision
from scorer.play.models import Hand, Reply, Score
from scorer.play.selectors.history import UNKNOWN_AUTHOR, Author, authors_of
from scorer.play.sheets.confirmations import Confirmation
from scorer.play.sheets.revision_values import LINE_KINDS
from scorer.play.sheets.sheet import MAX_SHEETS, Sheet
from scorer.play.table_context import Chair, TableContext, line_title
from scorer.registry import GameConfig
from scorer.registry.description import Description, Subject, Words
from scorer.scoring import ResultUnit

MAX_MISSED = 30
"""The number of changes that a page fetches. If it has missed more, it is reloaded."""


_changed: VersionedCache[tuple["Row", ...]] = VersionedCache("changed rows", sized(MAX_SHEETS))
"""The rows that have changed since a version, as most phones at a table ask for the same."""


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
    """The part of each side: "by" if it played the hand against the others, "out" if it sat out and has no score,
    otherwise empty.
    """
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
        return hash((get_language(), line, self.entry, str(self.points), self.parts, changed, self.chairs, hand.asked))

    @property
    def cells(self) -> Iterable[tuple[int, int, str]]:
        return zip(self.points, self.running, self.parts, strict=True)


def rows_of(table_context: TableContext) -> tuple[Row, ...]:
    """Return all lines of the sheet, the newest first."""
    return _rows(table_context, 1, lambda _hand: True)


def row_at(table_context: TableContext, number: int) -> Row:
    """Return line `number` of the sheet."""
    (row,) = _rows(table_context, number, lambda hand: hand.number == number)
    return row


def _rows(table_context: TableContext, first: int, wanted: Callable[[Hand], bool]) -> tuple[Row, ...]:
    """Return the wanted lines, the newest first. Those before line `first` are not read.

    What stands after the last line is known, so the running totals are worked out from there back.
    """
    sheet = table_context.sheet
    asked = Exists(Reply.objects.open_requests().filter(hand=OuterRef("pk")))
    hands = table_context.table.hands.filter(number__range=(first, sheet.last))
    lines = hands.annotate(asked=asked).order_by("-number")  # type: ignore[no-redef]  # a line read alone has a default
    entries = {line.pk: entry for line, entry in sheet.played if line.number >= first}
    positions = {seat.pk: seat.position for seat in table_context.seats}
    gains: dict[int, dict[int, int]] = {hand.pk: {} for hand in lines}
    for hand, seat, points in Score.objects.filter(hand__in=lines).values_list("hand_id", "seat_id", "points"):
        gains[hand][positions[seat]] = points
    changes = Revision.objects.filter(kind=Revision.Kind.HAND, action="correct", object_id__in=hands.values("pk"))
    corrections = {change.object_id: change for change in changes}  # the last one of each line
    authors = authors_of(corrections.values(), table_context.table.club_id)
    running = _running_now(sheet, table_context)
    rows = []
    for line in lines:
        if wanted(line):
            correction = corrections.get(line.pk)
            author = authors[correction.pk] if correction else UNKNOWN_AUTHOR
            row = _row(table_context, line, entries.get(line.pk), gains[line.pk], running)
            rows.append(replace(row, correction=correction, corrected_by=author))
        running = _running_before(table_context, line, gains[line.pk], running)
    return tuple(rows)


def _row(
    table_context: TableContext, hand: Hand, entry: Any, gains: Mapping[int, int], running: tuple[int, ...]
) -> Row:
    """Return the row of a line. `gains` are its points by position, without those who have no score."""
    ordinal = table_context.sheet.ordinal(hand.number)
    points = tuple(gains.get(side[0], 0) for side, _name in table_context.sides)
    return Row(
        hand,
        entry,
        ordinal,
        line_title(table_context.game, hand, entry, ordinal),
        () if hand.voided else points,
        () if hand.voided else running,
        () if hand.voided else _parts_of(table_context, entry, gains),
        chairs=tuple(table_context.chairs_at(hand.number)),
        confirmation=table_context.confirmations.get(hand.pk),
    )


def _running_now(sheet: Sheet, table_context: TableContext) -> tuple[int, ...]:
    """Return what stands at the head of the sheet, by side."""
    shown = sheet.shown
    return tuple([shown.get(side[0], 0) for side, _name in table_context.sides])


def _running_before(
    table_context: TableContext, hand: Hand, gains: Mapping[int, int], running: tuple[int, ...]
) -> tuple[int, ...]:
    """Return what stood at the head of the sheet before a line that has these points, like `Sheet.shown`."""
    sheet, entry = table_context.sheet, table_context.sheet.entry_at(hand.number)
    sides = [side for side, _name in table_context.sides]
    if sheet.unit is ResultUnit.GAMES:
        before = sheet.game.rules.current_points(sheet.carry_before(hand.number), sheet.size)
        return tuple(before[side[0] - 1] for side in sides)
    if sheet.unit is ResultUnit.RECORD and entry is not None:
        gains = dict(enumerate(sheet.outcome(entry, hand.number).result, start=1))
    return tuple(total - gains.get(side[0], 0) for total, side in zip(running, sides, strict=True))


def newest_row(table_context: TableContext, hand: Hand, sheet: Sheet) -> Row:
    """Return the row of the line that was just added to the sheet. Its running totals are those of the table."""
    entry = sheet.entries[-1]
    outcome = sheet.outcome(entry, hand.number)
    points = enumerate(outcome.points, start=1)
    gains = {position: own for position, own in points if outcome.scores(position)}
    running = _running_now(sheet, table_context)
    row = _row(table_context, hand, entry, gains, running)
    if is_committed():
        _changed.put((hand.table_id, hand.table.version - 1, get_language()), table_context.shown_version, (row,))
    return row


def _parts_of(table_context: TableContext, entry: Any, gains: Container[int]) -> tuple[str, ...]:
    """Return the part of each side in a hand, as in `Row.parts`. `gains` has the positions that have a score."""
    if entry is None:
        return ("",) * len(table_context.sides)
    declarers = set(table_context.game.rules.declarers(entry, table_context.size))
    return tuple(
        "by" if declarers.intersection(side) else "" if side[0] in gains else "out"
        for side, _name in table_context.sides
    )


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
    whose = table.pk, version, get_language()
    known = _changed.peek(whose, table_context.shown_version)
    if known is not None:
        return known
    missed = Revision.objects.for_table(table.pk).order_by("-pk").values_list("kind", "object_id")
    missed = missed[: table.version - version]
    if any(kind not in LINE_KINDS for kind, _line in missed):
        return None
    lines = {line for _kind, line in missed}
    changed = {line for kind, line in missed if kind == Revision.Kind.HAND}
    numbers = dict(table.hands.filter(pk__in=lines).values_list("pk", "number"))
    first = min((number for line, number in numbers.items() if line in changed), default=table_context.sheet.last + 1)
    start = min(numbers.values(), default=first)
    rows = _rows(table_context, start, lambda hand: hand.number >= first or hand.pk in lines)
    if is_committed() and not any(row.correction for row in rows):  # the name of a login has no version
        _changed.put(whose, table_context.shown_version, rows)
    return rows


def describe(table_context: Any, hand: Hand, entry: Any, chairs: Iterable[Chair]) -> Description:
    """Describe a line, or one as it was or would be with another entry.

    `table_context` is a TableContext, or what takes its place in a list of lines from several tables.
    """
    if hand.is_played:
        return describe_entry(table_context, entry, chairs, hand)
    why = Words(hand.why, "name")
    if hand.kind == Hand.Kind.TOTAL:
        return Description([Words(_("Total of the evening"), "main")], [[Words(_("not a hand"), "mark"), why]])
    return Description([Words(_("Adjustment"), "line")], [[why]])


def describe_entry(table_context: Any, entry: Any, chairs: Iterable[Chair], hand: Hand | None = None) -> Description:
    """Describe what was played. Without `hand` it is on no sheet."""

    def outcome() -> Any:
        if hand is None:
            return None
        if hand.table_id:
            return table_context.outcome_of(hand, entry)
        return table_context.sheet.outcome(entry, table_context.at)  # a preview: the next hand, or a correction

    names = {chair.position: chair.short for chair in chairs}
    game: GameConfig = table_context.game
    return game.describe(Subject(entry, names, table_context.variant, outcome))
