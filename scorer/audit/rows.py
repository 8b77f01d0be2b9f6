"""The rows that belong to a table, read under its lock, and the faults that they may have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import transaction

from scorer.club.models import Season
from scorer.history.models import Revision
from scorer.play.models import Hand, LateHand, Reply, Score, Seat, Table
from scorer.registry import all_games

SCORE_COLUMNS = ("pk", "hand_id", "seat_id", "points", "table_id", "season_id", "game", "player_id", "played")
"""The columns of a score. They are read as tuples, since a million hands would be too many model instances."""

REVISION_COLUMNS = tuple(field.attname for field in Revision._meta.concrete_fields)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `row` names the row or value, where the number and the code do not."""

    table: Table | None
    """None if the fault belongs to no existing table."""
    hand: int
    """The number of a line on the sheet, or 0 if the fault is the table's."""
    code: str
    row: str = ""


@dataclass
class TableRows:
    """All rows that belong to one table."""

    table: Table
    season_club: int | None
    hands: list[Hand] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    variants: dict[str, Any] = field(default_factory=dict)
    """By game. There should be only one."""
    details: dict[str, dict[int, Any]] = field(default_factory=dict)
    """By game and hand id."""
    scores: list[Any] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    late_hands: list[LateHand] = field(default_factory=list)
    log: list[Any] = field(default_factory=list)
    """Its Revisions in order."""

    @cached_property
    def entries(self) -> dict[int, Any]:
        """The entries by hand id. Entries of other games and those that cannot be read are left out."""
        details = self.details.get(self.table.game, {})
        entries = {pk: _entry(detail) for pk, detail in details.items()}
        return {pk: entry for pk, entry in entries.items() if entry is not None}


def _entry(detail: Any) -> Any:
    try:
        return detail.entry
    except Exception:  # noqa: BLE001  # a value that its column should not hold may make anything raise
        return None


def read_rows(ids: Sequence[int]) -> Iterable[TableRows]:
    with transaction.atomic():
        locked = Table.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
        seasons = dict(Season.objects.filter(tables__in=ids).values_list("pk", "club_id"))
        found = {table.pk: TableRows(table, seasons.get(table.season_id)) for table in locked}
        for hand in Hand.objects.filter(table__in=ids):
            found[hand.table_id].hands.append(hand)
        for reply in Reply.objects.filter(hand__table__in=ids).select_related("hand"):
            found[reply.hand.table_id].replies.append(reply)
        for late in LateHand.objects.filter(table__in=ids):
            found[late.table_id].late_hands.append(late)
        for seat in Seat.objects.filter(table__in=ids).select_related("player"):
            found[seat.table_id].seats.append(seat)
        for game in all_games():
            for row in game.table_model.objects.filter(table__in=ids):
                found[row.table_id].variants[game.slug] = row
            for detail in game.hand_model.objects.for_tables(ids):
                found[detail.hand.table_id].details.setdefault(game.slug, {})[detail.hand_id] = detail
        for score in Score.objects.filter(hand__table__in=ids).values_list("hand__table", *SCORE_COLUMNS, named=True):
            found[score.hand__table].scores.append(score)
        for revision in Revision.objects.filter(table_id__in=ids).values_list(*REVISION_COLUMNS, named=True):
            found[revision.table_id].log.append(revision)
    return found.values()
