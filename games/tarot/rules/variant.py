"""The house rules of a table of tarot."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

StakeFloor = Literal["none", "zero"]
StakeRounding = Literal["each", "sum"]


@dataclass(frozen=True, slots=True)
class Variant:
    """`stake_floor` and `stake_rounding` are for the stake of one-for-one deals, `mort` is for tables of five.

    With the floor "zero", a negative best difference counts 0. With the rounding "each", the best difference and the
    dog are each rounded up; with "sum", their sum is. With `mort`, the dealer sits out and four play.
    """

    stake_floor: StakeFloor = "none"
    stake_rounding: StakeRounding = "each"
    mort: bool = False


PRESETS: Final[Mapping[str, Variant]] = {"house": Variant()}
