from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from games.bridge.labels import DEAL_WORD, SEATS, VULNERABLE_WORDS
from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.entry import DECLARERS
from games.bridge.rules.paper import papers, settled
from scorer import registry
from scorer.scoring import PaperLine


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

    def word_for(self, entry: Any) -> StrOrPromise:
        return DEAL_WORD if entry.board is None else self.hand_word

    def title_of(self, entry: Any, ordinal: int) -> str:
        return f"{self.word_for(entry)} {entry.board or ordinal}"

    def about_deal(self, deal: int) -> Sequence[str]:
        dealer = gettext("dealer %(name)s") % {"name": self.seat_names[board_dealer(deal) - 1]}
        return dealer, str(VULNERABLE_WORDS[board_vulnerability(deal)])

    def has_paper(self, variant: Any) -> bool:
        return not variant.has_boards

    def paper_of(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Any:
        found = papers([line.entry for line in lines if line.entry], variant, closed=closed)
        return {"papers": found, "settled": list(zip(self.side_names, settled(found), strict=True))}

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        return [seat for seat, name in enumerate(DECLARERS, 1) if name == entry.declarer]
