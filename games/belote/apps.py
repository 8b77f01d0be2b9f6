from django.utils.translation import pgettext_lazy

from scorer import registry


class Config(registry.GameConfig):
    name = "games.belote"
    title = pgettext_lazy("game", "Belote")
    icon = "♥"
    seat_counts = (4,)
