from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, Subquery
from django.http import HttpRequest

from games.doppelkopf.labels import FIELDS
from games.doppelkopf.models import DoppelkopfHand, DoppelkopfTable
from games.doppelkopf.rules.ranges import said
from games.doppelkopf.rules.variant import Variant
from scorer.corrections.admin import GameHandAdmin, player_at


@admin.register(DoppelkopfHand)
class DoppelkopfHandAdmin(GameHandAdmin):
    """Without Sonderpunkte and duties, which the hand's own page shows."""

    listed = (
        "kind",
        "re",
        "re_augen",
        "re_announced",
        "kontra_announced",
        "re_absage",
        "kontra_absage",
        "bock",
        "sitting_out",
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        """With what says where the ranges of Augen begin at the table."""
        table = DoppelkopfTable.objects.filter(table=OuterRef("hand__table"))
        rules = {name: Subquery(table.values(name)) for name in ("scoring", "boundary")}
        return super().get_queryset(request).annotate(**rules)

    def _column(self, name: str) -> Callable[[Any], Any]:
        """Players' names where a field holds several positions, and a range of Augen where no more was said."""
        if name not in ("re", "re_augen", "sitting_out"):
            return super()._column(name)

        @admin.display(description=FIELDS[name], ordering=name if name == "re_augen" else None)
        def column(row: Any) -> str:
            if name == "re_augen":
                augen = said(row.entry, Variant(scoring=row.scoring, boundary=row.boundary))
                return str(augen.figure if augen else row.re_augen)
            return ", ".join(player_at(row, seat) for seat in row.fields()[name])

        column.__name__ = name
        return column
