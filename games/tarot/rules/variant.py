"""The house rules a table of tarot can be opened with."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

StakeFloor = Literal["none", "zero"]
StakeRounding = Literal["each", "sum"]


@dataclass(frozen=True, slots=True)
class Variant:
    """`stake_floor` and `stake_rounding` concern the one-for-one deal's stake; `mort` tables of five seats.

    Floor "zero": a negative best difference counts 0. Rounding "each": best difference and dog are each rounded up;
    "sum": their sum is. `mort`: the dealer of a table of five sits out and four play.
    """

    stake_floor: StakeFloor = "none"
    stake_rounding: StakeRounding = "each"
    mort: bool = False


PRESETS: Final[Mapping[str, Variant]] = MappingProxyType({"house": Variant()})
