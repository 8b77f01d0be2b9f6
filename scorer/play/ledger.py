"""What the ledger must hold, and what it holds: the one place that turns outcomes into score rows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from scorer.db.rows import insert_rows
from scorer.play.models import Hand, Score, Seat, Table
from scorer.registry import GameConfig
from scorer.scoring import Outcome


class Worth(NamedTuple):
    """What a line of the sheet is worth at one seat; `played` if the line is a hand."""

    points: int
    played: bool


Due = dict[tuple[int, int], Worth]
"""By hand id and seat id."""


@dataclass(frozen=True)
class Sheet:
    """A table's played hands in order, with what is needed to score them."""

    table: Table
    game: GameConfig
    variant: Any
    played: tuple[tuple[Hand, Any], ...]
    """Each with its entry, voided ones among them."""

    @classmethod
    def of(cls, table: Table) -> "Sheet":
        game = table.config
        variant = game.table_model.objects.get(table=table).variant
        details = game.hand_model.objects.of_table(table)
        return cls(table, game, variant, tuple((detail.hand, detail.entry) for detail in details))

    @property
    def hands(self) -> tuple[tuple[Hand, Any], ...]:
        """Those that count."""
        return tuple((hand, entry) for hand, entry in self.played if not hand.voided)

    @property
    def entries(self) -> tuple[Any, ...]:
        return tuple(entry for _, entry in self.hands)

    @property
    def turn(self) -> int:
        """Whose deal it is: after the last hand that counts."""
        if not self.hands:
            return self.table.first_dealer
        hand, entry = self.hands[-1]
        return self.game.rules.next_dealer(entry, hand.dealer or self.table.first_dealer, self.table.size)

    def outcomes(self) -> list[Outcome]:
        return self.game.rules.replay(self.entries, self.variant, self.table.size)

    def outcome_of_next(self, entry: Any) -> Outcome:
        """The outcome of `entry` played now; a variant without memory scores it alone."""
        before = self.entries if self.game.rules.remembers(self.variant) else ()
        return self.game.rules.replay([*before, entry], self.variant, self.table.size)[-1]

    def carry(self) -> Any:
        """What the sheet as it stands carries over to its next hand."""
        if not self.hands or not self.game.rules.remembers(self.variant):
            return None
        return self.outcomes()[-1].carry


def points_due(hand: Hand, points: tuple[int, ...], seats: list[Seat], sitting_out: tuple[int, ...] = ()) -> Due:
    """One row a seat at play; of an adjustment one row a seat that it touches, of an old evening one for everybody."""
    return {
        (hand.pk, seat.pk): Worth(points[seat.position - 1], hand.is_played)
        for seat in seats
        if seat.holds(hand.number)
        and seat.position not in sitting_out
        and (hand.kind != Hand.Kind.ADJUSTMENT or points[seat.position - 1])
    }


def due(table: Table) -> Due:
    """All that the replay of a table's sheet amounts to."""
    others = table.hands.live().exclude(kind=Hand.Kind.PLAYED)
    return due_of(Sheet.of(table), others, list(table.seats.all()))


def due_of(sheet: Sheet, others: Iterable[Hand], seats: list[Seat]) -> Due:
    """The same for a sheet at hand; `others` are its lines that count and are no hands."""
    rows: Due = {}
    for (hand, _), outcome in zip(sheet.hands, sheet.outcomes(), strict=True):
        rows |= points_due(hand, outcome.points, seats, outcome.sitting_out)
    for hand in others:
        rows |= points_due(hand, tuple(hand.points or ()), seats)
    return rows


def write(table: Table, rows: Due, seats: Iterable[Seat]) -> None:
    """New score rows for a table."""
    insert_rows(Score, NewScore._fields, scores(table, rows, seats))


class NewScore(NamedTuple):
    """The columns of a score row, with the copies that the leaderboards read."""

    hand_id: int
    seat_id: int
    points: int
    played: bool
    table_id: int
    season_id: int
    game: str
    player_id: int


def scores(table: Table, rows: Due, seats: Iterable[Seat]) -> Iterator[NewScore]:
    players = {seat.pk: seat.player_id for seat in seats}
    for (hand, seat), worth in rows.items():
        yield NewScore(hand, seat, worth.points, worth.played, table.pk, table.season_id, table.game, players[seat])


def replay(table: Table) -> None:
    """Makes the ledger of one table what it must be, writing only the rows that differ."""
    rows = due(table)
    held = {(score.hand_id, score.seat_id): score for score in Score.objects.filter(table=table)}
    Score.objects.filter(pk__in=[score.pk for key, score in held.items() if key not in rows]).delete()
    write(table, {key: worth for key, worth in rows.items() if key not in held}, table.seats.all())
    changed = [
        (worth.points, held[key].pk) for key, worth in rows.items() if key in held and held[key].points != worth.points
    ]
    if changed:
        # bulk_update builds one large CASE and is 15 times slower (docs/decisions/0003-the-ledger.md).
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE play_score SET points = %s WHERE id = %s", changed)
