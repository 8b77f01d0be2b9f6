"""The ledger: the only place that turns outcomes into score rows, and into the result of each seat."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from django.db import connection
from django.db.models import F, Max, QuerySet
from django.db.models.functions import Coalesce

from scorer.db.rows import insert_rows
from scorer.play.models import Hand, Score, Seat, Table, VersionKey
from scorer.registry import GameConfig
from scorer.scoring import Outcome, ResultUnit


class LineScore(NamedTuple):
    """The score of a line at one seat. `played` means that the line is a hand."""

    points: int
    played: bool


ExpectedScores = dict[tuple[int, int], LineScore]
"""By hand id and seat id."""

SeatResults = dict[int, int | None]
"""By seat id."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A played hand, with what scoring needs of it."""

    kind: ClassVar = Hand.Kind.PLAYED
    is_played: ClassVar = True

    pk: int
    number: int
    dealer: int
    voided: bool = False


@dataclass(frozen=True)
class Sheet:
    """The played hands of a table in order, with what is needed to score them."""

    game: GameConfig
    variant: Any
    size: int
    first_dealer: int
    played: tuple[tuple[SheetLine, Any], ...] = ()
    """The hands with their entries, including voided ones."""
    era: int = 0
    version: int = 0
    """The era and version of the table with this sheet."""
    last: int = 0
    """The number of the last line of any kind."""
    seats: tuple[Seat, ...] = ()
    """The current seats. Like `totals`, they are set only on cached sheets (`sheet_cache`)."""
    totals: Mapping[int, int] = field(default_factory=dict)
    """All score points of the table by position, adjustments included."""
    counted: Mapping[int, int] = field(default_factory=dict)
    """The result by position where it is not the points. Set like `totals`."""
    replayed: tuple[Any, ...] = ()
    """The first of the `carries`, as far as another sheet knew them."""

    @classmethod
    def load(cls, table: Table) -> "Sheet":
        """Read the sheet from the database."""
        return cls.without_hands(table).with_hands(table)

    @classmethod
    def without_hands(cls, table: Table) -> "Sheet":
        """Read the sheet without its hands. Version, last number and variant come from one query and fit together."""
        game = table.config
        last = Coalesce(Max("table__hands__number"), 0)
        rows: QuerySet[Any] = game.table_model.objects.filter(table=table)
        row = rows.annotate(era=F("table__era"), version=F("table__version"), last=last).get()
        state = {"era": row.era, "version": row.version, "last": row.last}
        return cls(game, row.variant, table.size, table.first_dealer, **state)

    def with_hands(self, table: Table, known: "Sheet | None" = None) -> "Sheet":
        """Return the sheet with its hands. Hands and carry that `known` has are not read again."""
        details = self.game.hand_model.objects.for_table(table).filter(
            hand__number__gt=known.last if known else 0, hand__number__lte=self.last
        )
        added = tuple(
            (SheetLine(hand.pk, hand.number, hand.dealer or self.first_dealer, hand.voided), detail.entry)
            for detail in details
            for hand in [detail.hand]
        )
        if known is None:
            return replace(self, played=added)
        return replace(self, played=known.played + added, replayed=known.carries)

    def with_hand(self, line: SheetLine, entry: Any, outcome: Outcome) -> "Sheet":
        """Return the sheet after a hand was added, which is one version later."""
        counted = {position: own + outcome.result[position - 1] for position, own in self.counted.items()}
        return replace(
            self,
            played=(*self.played, (line, entry)),
            version=self.version + 1,
            last=line.number,
            totals={
                **self.totals,
                **{
                    seat.position: self.totals.get(seat.position, 0) + outcome.points[seat.position - 1]
                    for seat in self.seats
                    if seat.position not in outcome.sitting_out
                },
            },
            counted=counted,
            replayed=(*self.carries, outcome.carry),
        )

    def changed(self, line: SheetLine, entry: Any) -> "Sheet":
        """Return the sheet with other values in one of its lines. Its totals are still those from before."""
        played = tuple((line, entry) if old.pk == line.pk else (old, other) for old, other in self.played)
        return replace(self, played=played, replayed=())

    def with_totals_after(self, before: "Sheet") -> "Sheet":
        """Return the sheet with its totals: those of `before`, plus the difference that its hands now score."""
        totals, counted = dict(before.totals), dict(before.counted)
        for sheet, sign in ((before, -1), (self, 1)):
            for outcome in sheet.outcomes():
                for sums, points in ((totals, outcome.points), (counted, outcome.result)):
                    for position, own in enumerate(points, start=1):
                        sums[position] = sums.get(position, 0) + sign * own
        return replace(self, totals=totals, counted=counted)

    @cached_property
    def unit(self) -> ResultUnit:
        """What the result of the table is counted in."""
        return self.game.rules.result_unit(self.variant)

    @property
    def results(self) -> Mapping[int, int]:
        """The result by position."""
        return self.totals if self.unit.is_points else self.counted

    @property
    def shown(self) -> Mapping[int, int]:
        """What stands at the head of the sheet, by position."""
        match self.unit:
            case ResultUnit.RECORD:
                return self.counted
            case ResultUnit.GAMES:
                return dict(enumerate(self.game.rules.current_points(self.carry, self.size), start=1))
        return self.totals

    @property
    def version_key(self) -> VersionKey:
        return self.era, self.version

    @cached_property
    def hands(self) -> tuple[tuple[SheetLine, Any], ...]:
        """The hands that count."""
        return tuple((line, entry) for line, entry in self.played if not line.voided)

    @cached_property
    def entries(self) -> tuple[Any, ...]:
        return tuple(entry for _, entry in self.hands)

    def entries_but(self, number: int | None) -> tuple[Any, ...]:
        """Return the entries of the other hands that count."""
        return tuple(entry for line, entry in self.hands if line.number != number)

    def count_before(self, number: int) -> int:
        """Return how many hands count before line `number`."""
        return bisect_left(self.hands, number, key=lambda played: played[0].number)

    def ordinal(self, number: int) -> int | None:
        """Return the ordinal of line `number` among the hands that count, or of the next line. None for other lines."""
        counts = number > self.last or self.entry_at(number) is not None
        return self.count_before(number) + 1 if counts else None

    def entry_at(self, number: int) -> Any:
        """Return the entry of line `number`, or None if that is no hand that counts."""
        before = self.count_before(number)
        return self.entries[before] if before < len(self.hands) and self.hands[before][0].number == number else None

    @property
    def turn(self) -> int:
        """The dealer of the next hand."""
        if not self.hands:
            return self.first_dealer
        line, entry = self.hands[-1]
        return self.game.rules.next_dealer(entry, line.dealer, self.size, self.variant)

    def outcomes(self) -> list[Outcome]:
        return self.game.rules.replay(self.entries, self.variant, self.size)

    def outcome(self, entry: Any, number: int | None = None) -> Outcome:
        """Return the outcome of `entry` as the next hand, or in line `number`."""
        return self.game.rules.replay([entry], self.variant, self.size, self.carry_before(number))[0]

    @cached_property
    def carries(self) -> tuple[Any, ...]:
        """What each hand leaves for the next one. Nothing in a variant without memory."""
        if not self.game.rules.remembers(self.variant):
            return ()
        later = self.game.rules.replay(self.entries[len(self.replayed) :], self.variant, self.size, *self.replayed[-1:])
        return (*self.replayed, *(outcome.carry for outcome in later))

    def carry_before(self, number: int | None) -> Any:
        """Return what the hands before line `number` leave, or all of them."""
        before = self.carries if number is None else self.carries[: self.count_before(number)]
        return before[-1] if before else None

    @property
    def carry(self) -> Any:
        return self.carry_before(None)


def expected_line_scores(
    hand: Hand | SheetLine, points: tuple[int, ...], seats: Iterable[Seat], sitting_out: tuple[int, ...] = ()
) -> ExpectedScores:
    """Return the scores of a line.

    A hand has one for each seat that plays, an adjustment one for each seat that gets points, and the total of an old
    evening one for every seat.
    """
    return {
        (hand.pk, seat.pk): LineScore(points[seat.position - 1], hand.is_played)
        for seat in seats
        if seat.holds(hand.number)
        and seat.position not in sitting_out
        and (hand.kind != Hand.Kind.ADJUSTMENT or points[seat.position - 1])
    }


def expected_scores_of(
    sheet: Sheet, outcomes: Iterable[Outcome], others: Iterable[Hand], seats: list[Seat]
) -> ExpectedScores:
    """Return all scores of a sheet. `others` are the counting lines that are no hands."""
    rows: ExpectedScores = {}
    for (line, _), outcome in zip(sheet.hands, outcomes, strict=True):
        rows |= expected_line_scores(line, outcome.points, seats, outcome.sitting_out)
    for hand in others:
        rows |= expected_line_scores(hand, tuple(hand.points or ()), seats)
    return rows


LineResults = dict[int, tuple[int, ...]]
"""What the counting lines of a sheet count for in the result of the table: by number, then by position."""


def line_results(sheet: Sheet, outcomes: Iterable[Outcome], others: Iterable[Hand]) -> LineResults:
    """Return the result line by line. `others` are the counting lines that are no hands.

    They count as they stand, with two exceptions: the closing line counts for what its notices say, until somebody has
    corrected it, and an adjustment of points wins no game.
    """
    outcomes, others = list(outcomes), list(others)
    lines = zip(sheet.hands, outcomes, strict=True)
    if sheet.unit.is_points:
        found = {line.number: outcome.points for (line, _entry), outcome in lines}
        return found | {hand.number: tuple(hand.points or ()) for hand in others}
    found = {line.number: outcome.result for (line, _entry), outcome in lines}
    for hand in others:
        points = tuple(hand.points or ())
        if hand.closing:
            closing, result = closing_result(sheet, outcomes)
            points = result if points == closing else points
        elif sheet.unit is ResultUnit.GAMES and hand.kind == Hand.Kind.ADJUSTMENT:
            points = (0,) * sheet.size
        found[hand.number] = points
    return found


def closing_result(sheet: Sheet, outcomes: Sequence[Outcome]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of the closing line that the sheet asks for, and what they count for in the result."""
    totals = tuple(map(sum, zip(*(outcome.points for outcome in outcomes), strict=True))) or (0,) * sheet.size
    carry = outcomes[-1].carry if outcomes else None
    notices = [one for one in sheet.game.rules.notices(totals, carry, sheet.variant, sheet.size) if one.closing]
    points, result = ([one.closing for one in notices], [one.result or one.closing for one in notices])
    return tuple(map(sum, zip(*points, strict=True))), tuple(map(sum, zip(*result, strict=True)))


def seat_results(
    sheet: Sheet, outcomes: Iterable[Outcome], others: Iterable[Hand], seats: Iterable[Seat]
) -> SeatResults:
    """Return the result of each seat, by id: what its lines count for. None where that is its points."""
    if sheet.unit.is_points:
        return dict.fromkeys(seat.pk for seat in seats)
    lines = line_results(sheet, outcomes, others)
    return {
        seat.pk: sum(points[seat.position - 1] for number, points in lines.items() if seat.holds(number))
        for seat in seats
    }


def result_at_first(game: GameConfig, variant: Any) -> int | None:
    """Return the result of a seat before the first line."""
    return None if game.rules.result_unit(variant).is_points else 0


def add_results(seats: Iterable[Seat], points: Sequence[int]) -> None:
    """Add what a new line counts for to the results of the seats, by position."""
    moved = [(points[seat.position - 1], seat.pk) for seat in seats if points[seat.position - 1]]
    if moved:
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE play_seat SET result = result + %s WHERE id = %s", moved)


def write(table: Table, rows: ExpectedScores, seats: Iterable[Seat]) -> None:
    """Insert score rows."""
    insert_rows(Score, NewScore._fields, scores(table, rows, seats))


class NewScore(NamedTuple):
    """The columns of a score row, including the copies that leaderboards read."""

    hand_id: int
    seat_id: int
    points: int
    played: bool
    table_id: int
    season_id: int
    game: str
    player_id: int


def scores(table: Table, rows: ExpectedScores, seats: Iterable[Seat]) -> Iterator[NewScore]:
    players = {seat.pk: seat.player_id for seat in seats}
    for (hand, seat), score in rows.items():
        yield NewScore(hand, seat, score.points, score.played, table.pk, table.season_id, table.game, players[seat])


def replay(table: Table, sheet: Sheet | None = None) -> Sheet:
    """Recalculate the ledger of a table and write the rows that differ. Return the sheet.

    `sheet` is the current one if the caller knows it. Otherwise it is read.
    """
    sheet, seats = sheet or Sheet.load(table), list(Seat.objects.filter(table=table))
    outcomes, others = sheet.outcomes(), list(table.hands.not_voided().exclude(kind=Hand.Kind.PLAYED))
    rows = expected_scores_of(sheet, outcomes, others, seats)
    stored = Score.objects.filter(table=table).values_list("hand_id", "seat_id", "pk", "points")
    held = {(hand, seat): (pk, points) for hand, seat, pk, points in stored}
    Score.objects.filter(pk__in=[pk for key, (pk, _points) in held.items() if key not in rows]).delete()
    write(table, {key: score for key, score in rows.items() if key not in held}, seats)
    results = seat_results(sheet, outcomes, others, seats)
    _update("play_score SET points", ((rows[key].points, *held[key]) for key in rows.keys() & held.keys()))
    write_results(seats, results)
    totals, counted = Counter[int](), Counter[int]()
    position_of = {seat.pk: seat.position for seat in seats}
    for (_hand, seat_id), score in rows.items():
        totals[position_of[seat_id]] += score.points
    for seat_id, result in results.items():
        if result is not None:
            counted[position_of[seat_id]] += result
    now = tuple(seat for seat in seats if seat.until is None)
    return replace(sheet, seats=now, totals=dict(totals), counted=dict(counted))


def write_results(seats: Iterable[Seat], results: SeatResults) -> None:
    """Write the results that differ."""
    _update("play_seat SET result", ((results[seat.pk], seat.pk, seat.result) for seat in seats))


def _update(column: str, values: Iterable[tuple[int | None, int, int | None]]) -> None:
    """Update a column where it differs. `values` has for each row what it should be, the id, and what it is.

    bulk_update builds one large CASE and is 15 times slower (docs/decisions/0003-the-ledger.md).
    """
    changed = [(new, pk) for new, pk, old in values if new != old]
    if changed:
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {column} = %s WHERE id = %s", changed)  # one of two
