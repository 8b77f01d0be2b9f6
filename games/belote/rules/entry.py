"""What is written down for one hand of belote, and the values of its fields.

The side of the bidder (preneur, attaque) is "contracting", the other one (défense) is "opponent".
"""

from dataclasses import dataclass
from typing import Final, Literal, Self, get_args

from scorer.scoring import HandKind, HandKinds

Suit = Literal["C", "D", "H", "S"]
Trump = Literal["C", "D", "H", "S", "SA", "TA"]
Coinche = Literal["none", "coinche", "surcoinche"]
SideName = Literal["contracting", "opponent"]
Capot = Literal["contracting", "bidder", "opponent"]
Slam = Literal["capot", "generale"]

SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
TRUMPS: Final[tuple[Trump, ...]] = get_args(Trump)
COINCHES: Final[tuple[Coinche, ...]] = get_args(Coinche)
SIDE_NAMES: Final[tuple[SideName, ...]] = get_args(SideName)
SLAMS: Final[tuple[Slam, ...]] = get_args(Slam)

LOWEST: Final = 80
HIGHEST: Final = 160
STEP: Final = 10
VALUES: Final = tuple(range(LOWEST, HIGHEST + 1, STEP))
"""The contracts that are numbers (club's text: "success at 160, failure at 80")."""

SLAM_VALUES: Final[dict[Slam, int]] = {"capot": 250, "generale": 500}  # digest section 4: capot (250); générale 500

TRICKS: Final = 8
"""Tricks in a hand: 32 cards, four to a trick."""


@dataclass(frozen=True, slots=True)
class PerSide:
    """A number for each side: of belotes in tout-atout, or of points for declarations (annonces)."""

    contracting: int = 0
    opponent: int = 0

    @classmethod
    def one(cls, side: SideName | None) -> Self:
        """Return 1 for that side, or 0 for both if it is None."""
        return cls(contracting=int(side == "contracting"), opponent=int(side == "opponent"))


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: `cards` ("JH", "10S") in the order of play. The seat `leader` played the first."""

    leader: int | None = None
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One hand: passed out, or a contract with either `points` or `tricks`.

    `points` are the card points of the contracting side with ten for the last trick, 0 to 162, also after a capot. With
    `tricks`, everything that follows from the cards stays empty: points, belote, capot and belotes. The fields capot,
    declarations and belotes, the trumps SA and TA, and the values "capot" and "generale" are for the scoring "ffb".
    """

    bidder: int | None = None
    value: int | Slam | None = None
    trump: Trump | None = None
    coinche: Coinche = "none"
    points: int | None = None
    belote: SideName | None = None
    tricks: tuple[Trick, ...] | None = None
    capot: Capot | None = None
    declarations: PerSide = PerSide()
    belotes: PerSide = PerSide()
    passed_out: bool = False


HAND_KINDS: Final[HandKinds] = {
    "passed_out": HandKind(required=("passed_out",)),
    "points": HandKind(
        required=("bidder", "value", "trump", "points"),
        allowed=("coinche", "belote", "capot", "declarations", "belotes"),
    ),
    "cards": HandKind(
        required=("bidder", "value", "trump", "tricks"), allowed=("coinche", "declarations"), refusal="cards_tell"
    ),
}


def kind_of(entry: Entry) -> str:
    if entry.passed_out:
        return "passed_out"
    return "points" if entry.tricks is None else "cards"


def contract_value(entry: Entry) -> int:
    """Return the contract in score points, also of capot and générale. Raises ValueError if there is no contract."""
    if entry.value is None:
        raise ValueError("no contract")
    return entry.value if isinstance(entry.value, int) else SLAM_VALUES[entry.value]
