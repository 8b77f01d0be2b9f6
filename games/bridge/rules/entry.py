"""What is written down for one board, and the values of its fields."""

from dataclasses import dataclass
from typing import Literal, get_args

Strain = Literal["C", "D", "H", "S", "NT"]
Doubled = Literal["", "X", "XX"]
Declarer = Literal["N", "E", "S", "W"]
Vulnerable = Literal["none", "NS", "EW", "both"]

STRAINS: tuple[Strain, ...] = get_args(Strain)
DOUBLED: tuple[Doubled, ...] = get_args(Doubled)
DECLARERS: tuple[Declarer, ...] = get_args(Declarer)
"""At the positions 1 to 4."""
VULNERABLE: tuple[Vulnerable, ...] = get_args(Vulnerable)

MIN_LEVEL, MAX_LEVEL = 1, 7
MAX_TRICKS = 13
MAX_BOARD = 9999


@dataclass(frozen=True, slots=True)
class Entry:
    """A contract with its result, or `passed_out` with only the board."""

    board: int | None = None
    """1 to 9999. The dealer follows from it and so does the vulnerability, unless `vulnerable` says otherwise."""
    level: int | None = None
    strain: Strain | None = None
    doubled: Doubled = ""
    declarer: Declarer | None = None
    tricks: int | None = None
    """All the tricks that declarer's side won, 0 to 13."""
    passed_out: bool = False
    vulnerable: Vulnerable | None = None
    """None if it is what the board says."""
