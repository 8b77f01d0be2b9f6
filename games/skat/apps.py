from django.utils.translation import pgettext_lazy

from games.skat.rules.entry import AT_PLAY
from scorer import registry


class Config(registry.GameConfig):
    name = "games.skat"
    title = pgettext_lazy("game", "Skat")
    icon = "♦"
    seat_counts = (3, 4)
    at_play = AT_PLAY
