from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorer import registry


class Config(registry.GameConfig):
    name = "games.bridge"
    title = pgettext_lazy("game", "Bridge")
    icon = "♠"
    seat_counts = (4,)
    seat_names = (
        pgettext_lazy("seat", "N"),
        pgettext_lazy("seat", "E"),
        pgettext_lazy("seat", "S"),
        pgettext_lazy("seat", "W"),
    )
    side_names = (pgettext_lazy("side", "N–S"), pgettext_lazy("side", "E–W"))
    deals_in_turn = False
    hand_word = _("Board")
