"""What is written down for one deal of tarot, and the values of its fields."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from scorer.scoring import HalfPoints, HandKind, HandKinds

Kind = Literal["taker", "one_for_one"]
Contract = Literal["petite", "garde", "garde_sans", "garde_contre"]
SideName = Literal["attack", "defence"]
Slam = Literal["made", "announced_made", "announced_failed", "defence"]
Size = Literal["single", "double", "triple"]
Oudler = Literal["21", "excuse", "petit"]

CONTRACTS: Final[tuple[Contract, ...]] = get_args(Contract)
SLAMS: Final[tuple[Slam, ...]] = get_args(Slam)
SIZES: Final[tuple[Size, ...]] = get_args(Size)
OUDLERS: Final[tuple[Oudler, ...]] = get_args(Oudler)
"""Best first, as the one-for-one deal ranks them (club's text: "Trump 21 - Excuse - Small")."""

EXCUSE_ALONE: Final = (4.0, 4.5)
"""Card points of a side that kept the Excuse and won no trick: it has no card to give in exchange."""

MAX_DEAL: Final = 9999

FIVE: Final = 5
"""Five players call a king. A table of five may also play with four."""


@dataclass(frozen=True, slots=True)
class Handful:
    """A handful (poignée) that `seat` showed in a deal with a taker."""

    seat: int | None = None
    size: Size | None = None


@dataclass(frozen=True, slots=True)
class Characters:
    """Kings, queens, knights (cavaliers) and jacks in a player's tricks."""

    K: int = 0
    Q: int = 0
    C: int = 0
    J: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """What one player won in a one-for-one deal. `points` are card points.

    `trickless` follows from points and oudlers; if it is given, it must agree with them. `characters` and `first_trick`
    (the number of the first trick that the player won, from 1) are needed only if they decide a tie. `handfuls` has at
    most one.
    """

    points: HalfPoints | None = None
    oudlers: tuple[Oudler, ...] = ()
    handfuls: tuple[Size, ...] = ()
    petit_au_bout: bool = False
    trickless: bool | None = None
    characters: Characters | None = None
    first_trick: int | None = None

    @property
    def has_no_trick(self) -> bool:
        return self.points == 0.0 or self.has_excuse_alone

    @property
    def has_excuse_alone(self) -> bool:
        """Whether the player kept the Excuse and won no trick.

        With a trick it would be at least 5.5 points: the Excuse and three cards, less the one given in exchange.
        """
        return self.oudlers == ("excuse",) and self.points in EXCUSE_ALONE


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal: thrown in (`passed_out`), with a taker, or one for one. Fields of another `kind` stay empty.

    With a taker: `oudlers` and `points` (card points) are those of the taker's side. With five players, `partner` is
    the seat that was called, or the taker's own seat if the taker plays alone.

    One for one: `players` has an item for each seat at play, in seat order. The dog has `dog_cards` cards, and the card
    points that the players lack to 91. `teams` are pairs of seats, or None if everybody plays alone.

    `deal` is the number of a duplicate deal, whose cards are played at several tables.
    """

    kind: Kind | None = None
    taker: int | None = None
    partner: int | None = None
    contract: Contract | None = None
    oudlers: int | None = None
    points: HalfPoints | None = None
    petit_au_bout: SideName | None = None
    handfuls: tuple[Handful, ...] = ()
    slam: Slam | None = None
    dog_cards: int | None = None
    players: tuple[Player, ...] | None = None
    teams: tuple[tuple[int, ...], ...] | None = None
    sitting_out: tuple[int, ...] = ()
    passed_out: bool = False
    deal: int | None = None


HAND_KINDS: Final[HandKinds] = {
    "passed_out": HandKind(required=("passed_out",), allowed=("sitting_out", "deal")),
    "taker": HandKind(
        required=("kind", "taker", "contract", "oudlers", "points"),
        allowed=("partner", "petit_au_bout", "handfuls", "slam", "sitting_out", "deal"),
        refusal="not_in_taker",
    ),
    "one_for_one": HandKind(
        required=("kind", "dog_cards", "players"),
        allowed=("teams", "sitting_out", "deal"),
        refusal="not_in_one_for_one",
    ),
}
