from collections.abc import Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from games.doppelkopf.rules.paper import Paper, paper
from scorer import registry
from scorer.scoring import PaperLine


class Config(registry.GameConfig):
    name = "games.doppelkopf"
    title = pgettext_lazy("game", "Doppelkopf")
    icon = "♣"
    seat_counts = (4, 5, 6, 7)

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        return tuple(entry.re or ())

    def has_paper(self, variant: Any) -> bool:
        return True

    def paper_of(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Paper:
        return paper(lines, variant, seats)
