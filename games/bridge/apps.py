from collections.abc import Sequence

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bridge.labels import SEATS, VULNERABLE_WORDS
from games.bridge.rules.boards import board_dealer, board_vulnerability
from scorer import registry


class Config(registry.GameConfig):
    name = "games.bridge"
    title = pgettext_lazy("game", "Bridge")
    icon = "♠"
    seat_counts = (4,)
    seat_names = tuple(SEATS.values())
    side_names = (pgettext_lazy("side", "N–S"), pgettext_lazy("side", "E–W"))
    deals_in_turn = False
    hand_word = pgettext_lazy("bridge", "Deal")
    save_words = _("Save deal %(number)s")
    deal_word = _("Board")
    save_deal_words = _("Save board %(number)s")

    def about_deal(self, deal: int) -> Sequence[str]:
        dealer = gettext("dealer %(name)s") % {"name": self.seat_names[board_dealer(deal) - 1]}
        return dealer, str(VULNERABLE_WORDS[board_vulnerability(deal)])
