from django.utils.translation import pgettext_lazy

from scorer import registry


class Config(registry.GameConfig):
    name = "games.doppelkopf"
    title = pgettext_lazy("game", "Doppelkopf")
    icon = "♣"
    seat_counts = (4, 5, 6, 7)
    duty_owed = pgettext_lazy("doppelkopf", "Pflichtsolo still owed: %(names)s")
