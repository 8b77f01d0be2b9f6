from collections.abc import Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from scorer import registry


class Config(registry.GameConfig):
    name = "games.belote"
    title = pgettext_lazy("game", "Belote")
    icon = "♥"
    seat_counts = (4,)

    def declarers(self, entry: Any, _seats: int) -> Sequence[int]:
        return (entry.bidder,) if entry.bidder else ()
