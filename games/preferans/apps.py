from collections.abc import Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from scorer import registry
from scorer.scoring import at_play


class Config(registry.GameConfig):
    name = "games.preferans"
    title = pgettext_lazy("game", "Preferans")
    icon = "♣"
    seat_counts = (3, 4)

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        roles = zip(at_play(entry.sitting_out, seats), entry.roles or (), strict=False)
        return [seat for seat, role in roles if role == "declarer"]
