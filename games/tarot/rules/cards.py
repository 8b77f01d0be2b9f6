"""The cards of tarot: their points, the points needed, the ways to deal, and the handfuls.

card        oudler (21, Excuse, Petit), king   queen   knight   jack   any other
points                  4.5                     3.5     2.5     1.5      0.5        78 cards, 91 points

oudlers won       0    1    2    3        (club's text; FFT: the same)
points needed    56   51   41   36

players           3      4      5             6
hand + dog      24+6   18+6   15+3, 14+8    12+6      (club's text)
a handful of   13/15/18  10/13/15  8/10/13  6/8/10    trumps, single/double/triple: 20/30/40 points
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.tarot.rules.entry import Size

PACK: Final = 78
POINTS: Final = 91.0
TRUMPS: Final = 22  # 21 trumps, and the Excuse may stand for one in a handful
COURT_RANKS: Final = ("K", "Q", "C", "J")  # king, queen, knight (cavalier), jack
COURT_CARDS: Final = 4  # of each rank
LEAST: Final = 0.5  # no card counts less
OUDLER: Final = 4.5
EXTRA: Final[Mapping[str, float]] = {"oudler": 4, "K": 4, "Q": 3, "C": 2, "J": 1}
"""Points of a card above the half point that every card counts."""

THRESHOLDS: Final = (56, 51, 41, 36)
"""Card points needed with 0, 1, 2 and 3 oudlers (club's text, "Limit values"; FFT: the same)."""

MAX_OUDLERS: Final = len(THRESHOLDS) - 1


@dataclass(frozen=True, slots=True)
class Dealing:
    """How many cards each player gets, which is also the number of tricks, and how many the dog gets."""

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
"""By the number of players, the usual one first (club's text, "Possible dealing"; the FFT has 3 to 5 players)."""

HANDFUL_TRUMPS: Final[Mapping[int, Mapping[Size, int]]] = {
    3: {"single": 13, "double": 15, "triple": 18},
    4: {"single": 10, "double": 13, "triple": 15},
    5: {"single": 8, "double": 10, "triple": 13},
    6: {"single": 6, "double": 8, "triple": 10},
}
"""The trumps that a handful needs, by the number of players (FFT; for six players decided by the club)."""

HANDFUL_POINTS: Final[Mapping[Size, int]] = {"single": 20, "double": 30, "triple": 40}  # FFT
PETIT_AU_BOUT: Final = 10  # FFT

MAX_TRICKS: Final = max(way.hand for ways in DEALINGS.values() for way in ways)


def dealing(players: int, dog: int | None) -> Dealing | None:
    """Return the way to deal to so many players with a dog of so many cards, if there is one."""
    return next((way for way in DEALINGS.get(players, ()) if way.dog == dog), None)


def most_points(cards: int, oudlers: int) -> float:
    """Return the most card points that so many cards can have with at most so many oudlers among them."""
    extras = [EXTRA["oudler"]] * oudlers
    for rank in COURT_RANKS:
        extras += [EXTRA[rank]] * COURT_CARDS
    return cards * LEAST + sum(sorted(extras, reverse=True)[:cards])


def figure(points: float) -> int | float:
    """Return the points for a sentence: 45, not 45.0."""
    return int(points) if points == int(points) else points


def product(*factors: object) -> str:
    """Return a product for a sentence, without what counts once: "20 × 4 × 3"."""
    return " × ".join(str(factor) for factor in factors if factor != 1)


def signed(points: float) -> str:
    """Return the points with their sign for a sentence: "+4.5", "−24", "0"."""
    sign = "+" if points > 0 else "−" if points < 0 else ""
    return f"{sign}{figure(abs(points))}"
