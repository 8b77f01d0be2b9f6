from collections.abc import Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from games.skat.rules.entry import AT_PLAY
from games.skat.rules.paper import Paper, paper
from scorer import registry
from scorer.scoring import PaperLine


class Config(registry.GameConfig):
    name = "games.skat"
    title = pgettext_lazy("game", "Skat")
    icon = "♦"
    seat_counts = (4, 3)
    at_play = AT_PLAY

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        return [entry.declarer or entry.loser]

    def has_paper(self, variant: Any) -> bool:
        return True

    def paper_of(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Paper:
        return paper(lines, variant, seats)
