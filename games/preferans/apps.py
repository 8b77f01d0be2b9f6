from django.utils.translation import pgettext_lazy

from games.preferans.rules.entry import AT_PLAY
from scorer import registry


class Config(registry.GameConfig):
    name = "games.preferans"
    title = pgettext_lazy("game", "Preferans")
    icon = "♣"
    seat_counts = (3, 4)
    at_play = AT_PLAY
