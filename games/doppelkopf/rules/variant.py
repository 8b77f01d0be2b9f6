"""The house rules of a table of Doppelkopf."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

Scoring = Literal["house", "ddv"]
Boundary = Literal["unter", "bis"]
Length = Literal["each", "one"]
Overlap = Literal["ignore", "extend", "stack", "restart"]


@dataclass(frozen=True, slots=True)
class Variant:
    """`boundary` is for the scoring "house"; "ddv" always has "unter".

    The fields `bock_after_...` say what starts a Bock round (rules/bock.py). Without any of them there are no rounds,
    and `bock_length`, `bock_overlap` and `bock_pauses` have no effect. The round of a table has `hands_each` hands for
    each seat: 6 make 24 hands with four players and 30 with five. With None it has no end.
    """

    scoring: Scoring = "house"
    boundary: Boundary = "unter"
    pflichtsolo: bool = False
    hands_each: int | None = field(default=None, metadata={"min": 1, "max": 100})
    bock_after_120: bool = False
    bock_after_event: bool = False
    bock_after_zero: bool = False
    bock_after_re_lost: bool = False
    bock_after_kontra_lost: bool = False
    bock_after_both: bool = False
    bock_after_solo_lost: bool = False
    bock_after_schwarz: bool = False
    bock_after_extras: bool = False
    bock_length: Length = "each"
    bock_overlap: Overlap = "extend"
    bock_pauses: bool = False


PRESETS: Final[Mapping[str, Variant]] = MappingProxyType(
    {"house": Variant(), "ddv": Variant(scoring="ddv", pflichtsolo=True, hands_each=6)}
)
