"""What every hand asks the database."""

from typing import Any

from django.db.models import F, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorer.club.models import Player
from scorer.history.models import Revision
from scorer.play.models import Mark, Score, Seat, Table
from scorer.registry import GameConfig


def table(pk: int) -> Table | None:
    return Table.objects.installed().filter(pk=pk).select_related("club", "season").order_by().first()


def is_open_by_link(pk: int, link: int) -> bool:
    return Table.objects.open().filter(Q(entry_link=link) | Q(watching_link=link), pk=pk).exists()


def table_to_write(pk: int) -> Table:
    return Table.objects.select_related("club").select_for_update(of=("self",)).get(pk=pk)


def mark_to_write(pk: int) -> Mark:
    return Table.objects.order_by().select_for_update().values_list("era", "version").get(pk=pk)


def seats(table: int) -> list[Seat]:
    """Those of before among them."""
    return list(Seat.objects.filter(table=table).select_related("player"))


def seats_now(table: int) -> list[Seat]:
    return list(Seat.objects.current().filter(table=table))


def player_of_club(pk: int, club: int) -> Player | None:
    return Player.objects.filter(pk=pk, club=club).first()


def change_by_key(key: str) -> Revision | None:
    return Revision.objects.filter(key=key).first()


def totals(table: int) -> dict[int, int]:
    """Score points by position."""
    rows = Score.objects.filter(table=table).values_list("seat__position").annotate(Sum("points")).order_by()
    return dict(rows)


def variant_row(game: GameConfig, table: int) -> Any:
    """The row of a table's variant, with the table's mark and the last number on its sheet beside it."""
    rows: QuerySet[Any] = game.table_model.objects.filter(table=table)
    last = Coalesce(Max("table__hands__number"), 0)
    return rows.annotate(era=F("table__era"), version=F("table__version"), last=last).get()
