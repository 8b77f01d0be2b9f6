from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bridge.labels import SEATS
from games.bridge.rules.entry import DECLARERS
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
    save_words = _("Save board %(number)s")

    def title_of(self, entry: Any, _ordinal: int) -> str:
        return f"{self.hand_word} {entry.board}"

    def declarers(self, entry: Any, _seats: int) -> Sequence[int]:
        return [seat for seat, name in enumerate(DECLARERS, 1) if name == entry.declarer]
