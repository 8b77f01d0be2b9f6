from collections.abc import Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from games.tarot.rules.paper import Paper, paper
from scorer import registry
from scorer.scoring import PaperLine


class Config(registry.GameConfig):
    name = "games.tarot"
    title = pgettext_lazy("game", "Tarot")
    icon = "★"
    seat_counts = (4, 3, 5, 6)
    hand_word = pgettext_lazy("tarot", "Deal")
    save_words = pgettext_lazy("tarot", "Save deal %(number)s")

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        return [seat for seat in (entry.taker, entry.partner) if seat]

    def has_paper(self, variant: Any) -> bool:
        return True

    def paper_of(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Paper:
        return paper(lines, variant, seats)
