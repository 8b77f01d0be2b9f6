from collections.abc import Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from games.preferans.rules.entry import AT_PLAY
from games.preferans.rules.paper import papers, settled
from scorer import registry
from scorer.scoring import PaperLine, at_play


class Config(registry.GameConfig):
    name = "games.preferans"
    title = pgettext_lazy("game", "Preferans")
    icon = "♣"
    seat_counts = (3, 4)
    at_play = AT_PLAY

    def has_paper(self, variant: Any) -> bool:
        return bool(variant.keeps_record)

    def paper_of(self, lines: Sequence[PaperLine], variant: Any, seats: int, *, closed: bool) -> Any:
        found = papers(lines, variant, seats)
        return {"papers": found, "settled": list(enumerate(settled(found), start=1))}

    def declarers(self, entry: Any, seats: int) -> Sequence[int]:
        roles = zip(at_play(entry.sitting_out, seats), entry.roles or (), strict=False)
        return [seat for seat, role in roles if role == "declarer"]
