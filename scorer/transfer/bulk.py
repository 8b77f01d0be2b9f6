"""Write whole tables at once, with hands and scores, in few statements. Imports and the demo use this.

A hand that somebody types goes through `services.record_hand`. The tables here were played and checked elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import transaction

from scorer.club.models import User
from scorer.db.ids import MAX_ID, random_id
from scorer.db.rows import insert_rows
from scorer.history.models import Revision
from scorer.play.models import Hand, Score, Seat, Table
from scorer.play.sheets import ledger, revision_values
from scorer.play.sheets.sheet import Sheet, SheetLine
from scorer.registry import get_game

HAND_COLUMNS = tuple(field.attname for field in Hand._meta.concrete_fields)
_hand_values = attrgetter(*HAND_COLUMNS)


@dataclass(frozen=True, slots=True)
class WholeTable:
    """Unsaved rows: a table, its seats, and its lines numbered from 1, each with its entry.

    The caller has checked them: the seats with `services.seating_problems`, the entries (None for a line that is no
    hand) with the rules, and the other lines with `services.adjustment_problems`. All rows refer to `table`.
    """

    table: Table
    variant: Any
    seats: list[Seat]
    lines: Sequence[tuple[Hand, Any]]

    @property
    def played(self) -> tuple[tuple[Hand, Any], ...]:
        return tuple((hand, entry) for hand, entry in self.lines if hand.is_played)

    def number_hands(self) -> None:
        """Give the lines consecutive ids from a random start, and the hands their deals. With random ids,
        every hand would touch its own index pages.
        """
        first, rules = random_id() % (MAX_ID - len(self.lines)) + 1, self.table.config.rules
        for pk, (hand, entry) in enumerate(self.lines, start=first):
            hand.pk = pk
            hand.deal = rules.deal(entry) if hand.is_played else None

    def scores(self) -> list[ledger.NewScore]:
        """Return the scores, and give the seats their results."""
        table, dealer = self.table, self.table.first_dealer
        played = tuple(
            (SheetLine(hand.pk, hand.number, hand.dealer or dealer, hand.voided), entry) for hand, entry in self.played
        )
        sheet = Sheet(table.config, self.variant, table.size, dealer, played)
        outcomes, others = sheet.outcomes(), [hand for hand, _ in self.lines if not (hand.is_played or hand.voided)]
        results = ledger.seat_results(sheet, outcomes, others, self.seats)
        for seat in self.seats:
            seat.result = results[seat.pk]
        return ledger.scores(table, ledger.expected_scores_of(sheet, outcomes, others, self.seats), self.seats)


def score_tables(tables: Sequence[WholeTable]) -> list[ledger.NewScore]:
    """Return the scores of new tables. This is done before the transaction starts, which makes others wait."""
    for whole in tables:
        whole.number_hands()
    return [score for whole in tables for score in whole.scores()]


def write_tables(tables: Sequence[WholeTable], *, by: User | None) -> None:
    """Score and store new tables in one transaction. A few hundred per call are fastest; all of them are in memory."""
    store_tables(tables, score_tables(tables), by=by)


@transaction.atomic
def store_tables(tables: Sequence[WholeTable], scores: Sequence[ledger.NewScore], *, by: User | None) -> None:
    """Store scored tables, with one Revision each."""
    Table.objects.bulk_create(whole.table for whole in tables)
    Seat.objects.bulk_create(seat for whole in tables for seat in whole.seats)
    insert_rows(Hand, HAND_COLUMNS, (_hand_values(hand) for whole in tables for hand, _ in whole.lines))
    for slug in sorted({whole.table.game for whole in tables}):
        game, game_tables = get_game(slug), [whole for whole in tables if whole.table.game == slug]
        game.table_model.objects.bulk_create(
            game.table_model.from_variant(whole.table, whole.variant) for whole in game_tables
        )
        game.hand_model.write_new(line for whole in game_tables for line in whole.played)
    insert_rows(Score, ledger.NewScore._fields, scores)
    Revision.objects.bulk_create(_revision(whole, by) for whole in tables)


def _revision(whole: WholeTable, by: User | None) -> Revision:
    after = revision_values.table_values(whole.table, whole.variant, whole.seats) | {
        "hands": len(whole.played),
        "lines": [revision_values.digest(revision_values.line_values(hand, entry)) for hand, entry in whole.lines],
        "voided": [hand.number for hand, _entry in whole.lines if hand.voided],
    }
    return Revision.about(Revision.Kind.TABLE, whole.table, "import", by, table_id=whole.table.pk, after=after)
