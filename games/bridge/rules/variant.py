"""The house rules of bridge: how a session is scored, and what clubs settle differently at rubber and Chicago."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Scoring = Literal["duplicate", "rubber", "chicago", "chicago_duplicate"]
PartScore = Literal["100", "50"]
ChicagoVulnerable = Literal["dealer", "opponents"]
OpeningLead = Literal["no", "optional", "required"]


@dataclass(frozen=True, slots=True)
class Variant:
    """Chicago carries part-scores from deal to deal; "chicago_duplicate" scores each deal as at duplicate."""

    scoring: Scoring = "duplicate"
    unfinished_part_score: PartScore = field(
        default="100", metadata={"applies": lambda variant: variant.scoring == "rubber"}
    )
    """For the only part-score of a game that is not finished when the session ends."""
    chicago_vulnerable: ChicagoVulnerable = field(
        default="dealer", metadata={"applies": lambda variant: variant.is_chicago}
    )
    """The side that is vulnerable in deals 2 and 3."""
    opening_lead: OpeningLead = field(default="no", metadata={"applies": lambda variant: variant.has_boards})
    """Whether the form asks for it. No score depends on it, so rules accept a hand with or without it."""

    @property
    def has_boards(self) -> bool:
        """Whether deals are numbered boards. Otherwise each deal follows from those before it."""
        return self.scoring == "duplicate"

    @property
    def asks_for_lead(self) -> bool:
        return self.has_boards and self.opening_lead != "no"

    @property
    def is_chicago(self) -> bool:
        return self.scoring in ("chicago", "chicago_duplicate")

    @property
    def has_line(self) -> bool:
        """Whether contract tricks are written below a line, where they add up to games."""
        return self.scoring in ("rubber", "chicago")


PRESETS: Final[Mapping[str, Variant]] = {
    "duplicate": Variant(),
    "rubber": Variant("rubber"),
    "chicago": Variant("chicago"),
    "chicago_duplicate": Variant("chicago_duplicate"),
}
