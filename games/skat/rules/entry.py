"""What is written down for one hand of Skat. Augen are card points, 120 in all.

Matadors (Spitzen) are the trumps from the jack of clubs on, in an unbroken row, that the declarer has or lacks. They
include those in the skat (ISkO 2.4.2), in a Hand game too.
"""

from dataclasses import dataclass
from typing import Final, Literal

from scorer.scoring import HandKind, HandKinds

Kind = Literal["D", "H", "S", "C", "grand", "null", "ramsch"]
Announced = Literal["schneider", "schwarz", "ouvert"]
Result = Literal["won", "schneider", "schwarz", "lost", "lost_schneider", "lost_schwarz", "jungfrau", "durchmarsch"]
Kontra = Literal["kontra", "re"]

AT_PLAY: Final = 3
ALL_AUGEN: Final = 120  # Internationale Skatordnung (ISkO) 1.2.2
TRUMPS: Final[tuple[Kind, ...]] = ("D", "H", "S", "C", "grand")
RESULTS: Final[dict[Kind, tuple[Result, ...]]] = {
    **dict.fromkeys(TRUMPS, ("won", "schneider", "schwarz", "lost", "lost_schneider", "lost_schwarz")),
    "null": ("won", "lost"),
    "ramsch": ("lost", "jungfrau", "durchmarsch"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of a declarer, a Ramsch, or a hand that nobody bid (`passed_out`, eingepasst)."""

    kind: Kind | None = None
    declarer: int | None = None
    matadors: int | None = None
    """With 2 is 2, without 3 is -3."""
    in_hand: bool = False
    """Played without taking up the skat."""
    announced: Announced | None = None
    """The highest announcement: ouvert includes schwarz, and schwarz includes schneider. In Null only ouvert."""
    result: Result | None = None
    """What the cards say; the bid and what was announced may still lose the game (value.py).

    By the declarer's Augen: 61 to 89, 90 or more, all tricks; 31 to 60, 30 or fewer, no trick. In Ramsch: the loser has
    most Augen; so, and one player has no trick; the "loser" has all tricks.
    """
    bid: int | None = None
    """The last bid, if somebody wrote it down."""
    kontra: Kontra | None = None
    loser: int | None = None
    """In Ramsch, who has most Augen or, of two who are level, who of them won the last trick."""
    augen: int | None = None
    """The loser's. None in a Durchmarsch, which has all."""
    bock_event: bool = False
    """Whether the hand starts a Bock round."""
    sitting_out: tuple[int, ...] = ()
    """At a table of four, the dealer."""
    passed_out: bool = False


_OF_ALL: Final = ("bock_event", "sitting_out")
_OF_DECLARER: Final = ("in_hand", "announced", "bid", "kontra", *_OF_ALL)

HAND_KINDS: Final[HandKinds] = {
    "passed_out": HandKind(("passed_out",), _OF_ALL),
    **dict.fromkeys(TRUMPS, HandKind(("kind", "declarer", "matadors", "result"), _OF_DECLARER, "not_in_kind")),
    "null": HandKind(("kind", "declarer", "result"), _OF_DECLARER, "not_in_kind"),
    "ramsch": HandKind(("kind", "loser", "result"), ("augen", *_OF_ALL), "not_in_kind"),
}
