"""What is written down for one board, and the values of its fields."""

from dataclasses import dataclass
from itertools import product
from typing import Final, Literal, get_args

from scorer.scoring import HandKind, HandKinds, Limits

Strain = Literal["C", "D", "H", "S", "NT"]
Doubled = Literal["", "X", "XX"]
Declarer = Literal["N", "E", "S", "W"]
Vulnerable = Literal["none", "NS", "EW", "both"]

STRAINS: tuple[Strain, ...] = get_args(Strain)
DOUBLED: tuple[Doubled, ...] = get_args(Doubled)
DECLARERS: tuple[Declarer, ...] = get_args(Declarer)
"""At the positions 1 to 4."""
VULNERABLE: tuple[Vulnerable, ...] = get_args(Vulnerable)

SUITS: Final = ("C", "D", "H", "S")
RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
CARDS: Final = tuple(rank + suit for suit, rank in product(SUITS, RANKS))

MAX_LEVEL = 7
LEVELS = range(1, MAX_LEVEL + 1)
MAX_TRICKS = 13
MAX_BOARD = 9999
LIMITS: Limits = {"board": (1, MAX_BOARD), "level": (1, MAX_LEVEL), "tricks": (0, MAX_TRICKS)}
HONOURS = (100, 150)
"""Four trump honours; five, or four aces in no trump (the Laws of Contract Bridge for rubber)."""


@dataclass(frozen=True, slots=True)
class Honours:
    """The honours that one player held, who need not have played the contract."""

    seat: Declarer | None = None
    points: int | None = None
    """100 or 150."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A contract with its result, or `passed_out` with only the board.

    A deal of a rubber or of Chicago has no `board` and no `vulnerable`, which follow from the deals before it; only
    such a deal may have `honours`.
    """

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
    honours: tuple[Honours, ...] = ()
    """At most one: nobody else can hold four of them."""
    lead: str | None = None
    """The opening lead, one of CARDS ("KH"), by the player after the declarer. None if it was not written down."""


HAND_KINDS: HandKinds = {
    "passed_out": HandKind(required=("passed_out",), allowed=("board",)),
    "played": HandKind(
        required=("level", "strain", "declarer", "tricks"),
        allowed=("board", "doubled", "vulnerable", "honours", "lead"),
    ),
}
