from collections.abc import Callable
from typing import Any

from django.contrib import admin

from games.doppelkopf.labels import FIELDS
from games.doppelkopf.models import DoppelkopfHand
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

    def _column(self, name: str) -> Callable[[Any], Any]:
        """Players' names where a field holds several positions."""
        if name not in ("re", "sitting_out"):
            return super()._column(name)

        @admin.display(description=FIELDS[name])
        def column(row: Any) -> str:
            return ", ".join(player_at(row, seat) for seat in row.fields()[name])

        column.__name__ = name
        return column
