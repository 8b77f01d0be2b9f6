"""What every hand makes the server ask, each query compiled once."""

from functools import cache
from typing import Any

from django.db.models import F, Max, Q, Sum
from django.db.models.functions import Coalesce

from scorer.club.models import Player
from scorer.db.prepared import Prepared
from scorer.history.models import Revision
from scorer.play.models import Score, Seat, Table
from scorer.registry import GameConfig

TABLE = Prepared(lambda pk: Table.objects.installed().filter(pk=pk).select_related("club", "season"))

OPEN_BY_LINK = Prepared(
    lambda pk, link: (
        Table.objects.open()
        .filter(Q(entry_link=link) | Q(watching_link=link), pk=pk)
        .order_by()
        .values_list("pk", flat=True)
    )
)

TABLE_TO_WRITE = Prepared(lambda pk: Table.objects.filter(pk=pk).select_related("club").select_for_update(of=("self",)))

VERSION_TO_WRITE = Prepared(
    lambda pk: Table.objects.filter(pk=pk).order_by().select_for_update().values_list("version", flat=True)
)

SEATS = Prepared(lambda table: Seat.objects.filter(table=table).select_related("player"))
"""Those of before among them."""

SEATS_NOW = Prepared(lambda table: Seat.objects.current().filter(table=table))

PLAYER_OF_CLUB = Prepared(lambda pk, club: Player.objects.filter(pk=pk, club=club))

CHANGE_BY_KEY = Prepared(lambda key: Revision.objects.filter(key=key))

TOTALS = Prepared(
    lambda table: Score.objects.filter(table=table).values_list("seat__position").annotate(Sum("points")).order_by()
)
"""Pairs of position and score points."""


@cache
def variants_of(game: GameConfig) -> Prepared[Any]:
    """The row of a table's variant, with the version of the table and the last number on its sheet beside it."""
    return Prepared(
        lambda table: game.table_model.objects.filter(table=table).annotate(
            version=F("table__version"), last=Coalesce(Max("table__hands__number"), 0)
        )
    )
