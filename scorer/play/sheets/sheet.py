"""The played hands of a table and what they score, read from the database and kept in memory, and its deals: certain
numbers, such as boards, or just a number of deals, if it was given any.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import Exists, F, Max, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorer.db.snapshot import is_committed
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.play.models import Hand, Reply, Seat, Table, VersionKey
from scorer.registry import GameConfig
from scorer.scoring import Outcome, Problem, ResultUnit


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
class PlayedHands:
    """The played hands of a table in order, and what they score."""

    game: GameConfig
    variant: Any
    size: int
    first_dealer: int
    played: tuple[tuple[SheetLine, Any], ...] = ()
    """The hands with their entries, including voided ones."""
    replayed: tuple[Any, ...] = ()
    """The first of the `carries`, as far as another sheet knew them."""

    @cached_property
    def unit(self) -> ResultUnit:
        """What the result of the table is counted in."""
        return self.game.rules.result_unit(self.variant)

    @cached_property
    def hands(self) -> tuple[tuple[SheetLine, Any], ...]:
        """The hands that count."""
        return tuple([(line, entry) for line, entry in self.played if not line.voided])

    @cached_property
    def entries(self) -> tuple[Any, ...]:
        return tuple([entry for _line, entry in self.hands])

    def entries_but(self, number: int | None) -> tuple[Any, ...]:
        """Return the entries of the other hands that count."""
        return tuple([entry for line, entry in self.hands if line.number != number])

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the lines that count."""
        return tuple([line.number for line, _entry in self.hands])

    def count_before(self, number: int) -> int:
        """Return how many hands count before line `number`."""
        return bisect_left(self.numbers, number)

    def entry_at(self, number: int) -> Any:
        """Return the entry of line `number`, or None if that is no hand that counts."""
        before = self.count_before(number)
        return self.entries[before] if number in self.numbers[before : before + 1] else None

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


@dataclass(frozen=True)
class Sheet(PlayedHands):
    """The sheet of a table: its hands, with the version and the totals that the table has with them."""

    era: int = 0
    version: int = 0
    """The era and version of the table with this sheet."""
    last: int = 0
    """The number of the last line of any kind."""
    has_refusals: bool = False
    """Whether a correction was refused, and the player who asked for it had not read that when the sheet was read. A
    refusal makes a new version of the table. Reading it makes none, so this may stay true for too long.
    """
    seats: tuple[Seat, ...] = ()
    """The current seats. Like `totals`, they are set only on cached sheets (`cached_sheet`)."""
    totals: Mapping[int, int] = field(default_factory=dict)
    """All score points of the table by position, adjustments included."""
    counted: Mapping[int, int] = field(default_factory=dict)
    """The result by position where it is not the points. Set like `totals`."""

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
                    if outcome.scores(seat.position)
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

    def ordinal(self, number: int) -> int | None:
        """Return the ordinal of line `number` among the hands that count, or of the next line. None for other lines."""
        counts = number > self.last or self.entry_at(number) is not None
        return self.count_before(number) + 1 if counts else None


MAX_SHEETS = 500
"""More tables than are ever played at one time. A sheet of 40 hands takes about 30 kB."""

_cache: VersionedCache[Sheet] = VersionedCache("sheets", sized(MAX_SHEETS))


def load_sheet(table: Table) -> Sheet:
    """Read the sheet from the database."""
    return with_hands(without_hands(table), table)


def without_hands(table: Table) -> Sheet:
    """Read the sheet without its hands. All of it comes from one query and fits together."""
    game = table.config
    last = Coalesce(Max("table__hands__number"), 0)
    rows: QuerySet[Any] = game.table_model.objects.filter(table=table)
    refusals = Exists(Reply.objects.unread_refusals().filter(hand__table=table))
    row = rows.annotate(era=F("table__era"), version=F("table__version"), last=last, has_refusals=refusals).get()
    state = {"era": row.era, "version": row.version, "last": row.last, "has_refusals": row.has_refusals}
    return Sheet(game, row.variant, table.size, table.first_dealer, **state)


def with_hands(sheet: Sheet, table: Table, known: Sheet | None = None) -> Sheet:
    """Return the sheet with its hands. Hands and carry that `known` has are not read again."""
    details = sheet.game.hand_model.objects.for_table(table).filter(
        hand__number__gt=known.last if known else 0, hand__number__lte=sheet.last
    )
    added = tuple(
        (SheetLine(hand.pk, hand.number, hand.dealer or sheet.first_dealer, hand.voided), detail.entry)
        for detail in details
        for hand in [detail.hand]
    )
    if known is None:
        return replace(sheet, played=added)
    return replace(sheet, played=known.played + added, replayed=known.carries)


def cached_sheet(table: Table) -> Sheet:
    """Return the sheet of `table` with its seats and totals. Only what may have changed since the last call is read.

    Every change of a table increments its version, and every new line the last number. If both have grown by the same
    amount in one era, lines were added and nothing else has changed. If `table` still has the cached version, nothing
    is read at all.
    """
    cached = _cache.peek(table.pk, table.version_key)
    if cached:
        return cached
    current = without_hands(table)

    def make(known: Sheet | None) -> Sheet:
        only_grown = (
            known and known.era == current.era and 0 < current.version - known.version == current.last - known.last
        )
        sheet = with_hands(current, table, known if only_grown else None)
        results = table.seats.order_by().values_list("position").annotate(Sum("result"))
        counted = {} if sheet.unit.is_points else dict(results)
        return replace(sheet, seats=tuple(table.seats.current()), totals=totals_of(table), counted=counted)

    return _cache.get(table.pk, current.version_key, make, store=is_committed())


def totals_of(table: Table) -> dict[int, int]:
    """Return the score points by position, as they are in the database."""
    return dict(table.scores.order_by().values_list("seat__position").annotate(Sum("points")))


def cache_on_commit(table: Table, sheet: Sheet) -> None:
    """Cache the sheet of `table` once the transaction that wrote it is committed."""
    transaction.on_commit(lambda: _cache.put(table.pk, sheet.version_key, sheet), robust=True)


MAX_DEALS = 200
"""Deals at one table."""


def numbers_deals(game: GameConfig, variant: Any = None) -> bool:
    """Return whether deals are numbered at any table, under this `variant` or else under one of the presets.

    In a game whose deals have numbers only where a table was given some, they are not.
    """
    fields = game.rules.deal_fields(1).keys()
    variants = game.rules.PRESETS.values() if variant is None else [variant]
    return bool(fields) and any(
        fields <= game.rules.initial_values([], 1, played, game.seat_counts[0]).keys() for played in variants
    )


def deal_problems(table: Table, entry: Any, others: Sequence[Any]) -> list[Problem]:
    """Return why a hand cannot be one of the table's deals. `others` are the other hands that count."""
    if table.deal_count is None:
        return []
    if table.deals is None:
        full = len(others) >= table.deal_count
        return [Problem("", "all_deals_played")] if full else []
    rules = table.config.rules
    deal = rules.deal(entry)
    (field,) = rules.deal_fields(table.deals[0])
    if deal not in table.deals:
        return [Problem(field, "other_deal", {"first": table.deals[0], "last": table.deals[-1]})]
    if deal in map(rules.deal, others):
        return [Problem(field, "deal_played", {"deal": deal})]
    return []


def next_deal(table: Table, entries: Sequence[Any], ruled: Collection[int] = ()) -> int | None:
    """Return the deal to suggest: the next one that was not played, starting again after the last.

    Return None if the table has no numbered deals, or if all of them have been played or `ruled` on.
    """
    if table.deals is None:
        return None
    played = [table.config.rules.deal(entry) or 0 for entry in entries]
    left = [deal for deal in table.deals if deal not in played and deal not in ruled]
    return min(left, key=lambda deal: (deal < played[-1] if played else False, deal), default=None)


def count_done(deals: Collection[int], played: Collection[int | None], ruled: Collection[int]) -> int:
    """Return how many deals a table is done with: those that were played, and those of its `deals` that were `ruled` on
    without having been played.

    Where deals are only counted, `played` has None for each.
    """
    return len(played) + sum(deal in deals and deal not in played for deal in ruled)
