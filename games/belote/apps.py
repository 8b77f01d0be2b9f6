from collections.abc import Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from games.belote.rules.paper import papers
from scorer import registry
from scorer.scoring import PaperLine


class Config(registry.GameConfig):
    name = "games.belote"
    title = pgettext_lazy("game", "Belote")
    icon = "♥"
    seat_counts = (4,)

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        return (entry.bidder,) if entry.bidder else ()

    def has_paper(self, variant: Any) -> bool:
        return bool(variant.has_parties)

    def paper_of(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Any:
        return papers([line.entry for line in lines if line.entry], variant, seats)
