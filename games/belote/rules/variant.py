"""The house rules of a table of belote."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Scoring = Literal["house", "ffb"]
Litige = Literal["carry", "fails"]
Parties = Literal["off", "one", "best_of_three", "unlimited"]
LitigeAtEnd = Literal["dropped", "carried"]


@dataclass(frozen=True, slots=True)
class Variant:
    """Without a `target` the game has no end. `litige` says what equal totals do in "ffb"; "house" has no litige."""

    scoring: Scoring = "house"
    target: int | None = field(default=1000, metadata={"min": 100, "max": 100_000})
    litige: Litige = field(default="carry", metadata={"applies": lambda variant: variant.scoring == "ffb"})
    parties: Parties = field(default="off", metadata={"applies": lambda variant: variant.target is not None})
    """How many parties to the target are a match. With "off", all hands of a sitting count together."""
    litige_at_end: LitigeAtEnd = field(
        default="dropped", metadata={"applies": lambda variant: variant.has_parties and variant.has_litige}
    )
    """What becomes of points that wait from a litige when a party ends."""

    @property
    def has_parties(self) -> bool:
        return self.parties != "off" and self.target is not None

    @property
    def has_litige(self) -> bool:
        """Whether points can wait for the next hand."""
        return self.scoring == "ffb" and self.litige == "carry"


PRESETS: Final[Mapping[str, Variant]] = {
    "house": Variant(),
    "ffb": Variant(scoring="ffb", target=2000),
    "parties": Variant(scoring="ffb", target=1000, parties="best_of_three"),
}
