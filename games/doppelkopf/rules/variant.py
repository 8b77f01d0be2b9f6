"""The house rules of a table of Doppelkopf."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final, Literal

Scoring = Literal["house", "ddv"]
Boundary = Literal["unter", "bis"]
Length = Literal["each", "one"]
Overlap = Literal["ignore", "extend", "stack", "restart"]

OF_ROUNDS: Final = {"applies": lambda variant: variant.has_bock_rounds}
IN_ALL: Final = {"applies": lambda variant: variant.hands_each is None}


@dataclass(frozen=True, slots=True)
class Variant:
    """The scoring "ddv" always has the `boundary` "unter".

    The fields `bock_after_...` say what starts a Bock round (rules/bock.py); without any of them there are no rounds.
    With `pflichtsolo_once`, everybody plays one in a whole event. The sheet of a table does not know who has played it
    at another one, and asks nobody. The round of a table has `hands_each` hands for each seat: 6 make 24 hands with
    four players and 30 with five. Otherwise it has `hands` in all, or no end.
    """

    scoring: Scoring = "house"
    boundary: Boundary = field(default="unter", metadata={"applies": lambda variant: variant.scoring == "house"})
    pflichtsolo: bool = False
    pflichtsolo_once: bool = field(default=False, metadata={"applies": lambda variant: variant.pflichtsolo})
    hands_each: int | None = field(default=None, metadata={"min": 1, "max": 100})
    hands: int | None = field(default=None, metadata={"min": 1, "max": 200, **IN_ALL})
    bock_after_120: bool = False
    bock_after_event: bool = False
    bock_after_zero: bool = False
    bock_after_re_lost: bool = False
    bock_after_kontra_lost: bool = False
    bock_after_both: bool = False
    bock_after_solo_lost: bool = False
    bock_after_schwarz: bool = False
    bock_after_extras: bool = False
    bock_length: Length = field(default="each", metadata=OF_ROUNDS)
    bock_overlap: Overlap = field(default="extend", metadata=OF_ROUNDS)
    bock_pauses: bool = field(default=False, metadata=OF_ROUNDS)

    @property
    def has_bock_rounds(self) -> bool:
        return any(getattr(self, name) for name in TRIGGERS)

    @property
    def duty_per(self) -> Literal["list", "event"] | None:
        """How often everybody plays a Pflichtsolo: in each list, or once in an event."""
        return None if not self.pflichtsolo else "event" if self.pflichtsolo_once else "list"

    def length(self, seats: int) -> int | None:
        """Return how many hands the round of a table with this many seats has."""
        return self.hands if self.hands_each is None else self.hands_each * seats

    def with_length(self, hands: int, seats: int) -> "Variant":
        """Return the house rules with another length of the round, if it has one."""
        if self.length(seats) is None:
            return self
        per_seat, more = divmod(hands, seats)
        return replace(self, hands_each=None if more else per_seat, hands=hands if more else None)


TRIGGERS: Final = tuple(rule.name for rule in fields(Variant) if rule.name.startswith("bock_after_"))
"""The fields that start a Bock round."""

PRESETS: Final[Mapping[str, Variant]] = {
    "house": Variant(),
    "ddv": Variant(scoring="ddv", pflichtsolo=True, hands_each=6),
}
