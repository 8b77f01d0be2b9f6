"""The house rules of a table of Skat."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

Scoring = Literal["seeger_fabian", "plain"]
LIST_DEALS_EACH: Final = 12  # Skatwettspielordnung (SkWO): 48 deals at a table of four, 36 at a table of three


@dataclass(frozen=True, slots=True)
class Variant:
    """With the scoring "plain" a hand counts its value only."""

    scoring: Scoring = "seeger_fabian"
    ramsch: bool = False
    kontra: bool = False
    bock: bool = False
    deals_each: int | None = field(default=None, metadata={"min": 1, "max": 24})
    """How often each player deals in a list, which has no end without."""

    def length(self, seats: int) -> int | None:
        return self.deals_each and self.deals_each * seats

    def with_length(self, deals: int, seats: int) -> "Variant":
        """Return the house rules with another length of the list; without any, if not all deal equally often."""
        return replace(self, deals_each=None if deals % seats else deals // seats)


PRESETS: Final[Mapping[str, Variant]] = {
    "isko": Variant(deals_each=LIST_DEALS_EACH),
    "plain": Variant(scoring="plain"),
    "pub": Variant(scoring="plain", ramsch=True, kontra=True, bock=True),
}
