from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bridge.labels import SEATS
from scorer import registry


class Config(registry.GameConfig):
    name = "games.bridge"
    title = pgettext_lazy("game", "Bridge")
    icon = "♠"
    seat_counts = (4,)
    seat_names = tuple(SEATS.values())
    side_names = (pgettext_lazy("side", "N–S"), pgettext_lazy("side", "E–W"))
    deals_in_turn = False
    hand_word = _("Board")

    def title_of(self, entry: Any, _ordinal: int) -> str:
        return f"{self.hand_word} {entry.board}"
