"""The pack of tarot and what its numbers follow from.

card        oudler (21, Excuse, Petit), king   queen   knight   jack   any other
points                  4.5                     3.5     2.5     1.5      0.5        78 cards, 91 points

oudlers held      0    1    2    3        (source text; FFT: the same)
points needed    56   51   41   36

at play           3      4      5             6
hand + dog      24+6   18+6   15+3, 14+8    12+6      (source text)
a handful of   13/15/18  10/13/15  8/10/13  6/8/10    trumps, single/double/triple: 20/30/40 points
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.tarot.rules.entry import Size

PACK: Final = 78
POINTS: Final = 91.0
TRUMPS: Final = 22  # 21 trumps, and the Excuse may stand for one in a handful
COURT_CARDS: Final = 4  # kings, and as many queens, knights and jacks
LEAST: Final = 0.5  # no card counts less
OUDLER: Final = 4.5
EXTRA: Final[Mapping[str, float]] = {"oudler": 4, "K": 4, "Q": 3, "C": 2, "J": 1}
"""What a card counts above the half point that every card has."""

THRESHOLDS: Final = (56, 51, 41, 36)
"""Points needed with 0, 1, 2, 3 oudlers (source text "Limit values"; FFT the same)."""

MOST_OUDLERS: Final = len(THRESHOLDS) - 1


@dataclass(frozen=True, slots=True)
class Dealing:
    """Cards in a hand, so also the tricks of a deal, and cards in the dog."""

    hand: int
    dog: int

    @property
    def least_dog(self) -> float:
        return self.dog * LEAST


DEALINGS: Final[Mapping[int, tuple[Dealing, ...]]] = {
    3: (Dealing(24, 6),),
    4: (Dealing(18, 6),),
    5: (Dealing(15, 3), Dealing(14, 8)),
    6: (Dealing(12, 6),),
}
"""By players at play, the usual one first (source text, "Possible dealing"; FFT has the first three)."""

HANDFUL_TRUMPS: Final[Mapping[int, Mapping[Size, int]]] = {
    3: {"single": 13, "double": 15, "triple": 18},
    4: {"single": 10, "double": 13, "triple": 15},
    5: {"single": 8, "double": 10, "triple": 13},
    6: {"single": 6, "double": 8, "triple": 10},
}
"""Trumps to show, by players at play (FFT; six players by the club's decision)."""

HANDFUL_POINTS: Final[Mapping[Size, int]] = {"single": 20, "double": 30, "triple": 40}  # FFT
PETIT_AU_BOUT: Final = 10  # FFT


def dealing(players: int, dog: int | None) -> Dealing | None:
    """The way of dealing to so many players with such a dog, if there is one."""
    return next((way for way in DEALINGS.get(players, ()) if way.dog == dog), None)


def richest(cards: int, oudlers: int) -> float:
    """The most points that so many cards can have, with no more oudlers than that among them."""
    extras = [EXTRA["oudler"]] * oudlers
    for rank in ("K", "Q", "C", "J"):
        extras += [EXTRA[rank]] * COURT_CARDS
    return cards * LEAST + sum(sorted(extras, reverse=True)[:cards])


def figure(points: float) -> int | float:
    """For a sentence: 45 rather than 45.0."""
    return int(points) if points == int(points) else points


def signed(points: float) -> str:
    """For a sentence: "+4.5", "−24", "0"."""
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{figure(abs(points))}"
