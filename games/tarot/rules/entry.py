"""What is written down for one deal of tarot, and the words that its fields choose from."""

from dataclasses import dataclass
from typing import Final, Literal

from scorer.scoring import HalfPoints

Kind = Literal["taker", "one_for_one"]
Contract = Literal["petite", "garde", "garde_sans", "garde_contre"]
SideName = Literal["attack", "defence"]
Slam = Literal["made", "announced_made", "announced_failed", "defence"]
Size = Literal["single", "double", "triple"]
Oudler = Literal["21", "excuse", "petit"]

KINDS: Final[tuple[Kind, ...]] = ("taker", "one_for_one")
CONTRACTS: Final[tuple[Contract, ...]] = ("petite", "garde", "garde_sans", "garde_contre")
SIDE_NAMES: Final[tuple[SideName, ...]] = ("attack", "defence")
SLAMS: Final[tuple[Slam, ...]] = ("made", "announced_made", "announced_failed", "defence")
SIZES: Final[tuple[Size, ...]] = ("single", "double", "triple")
OUDLERS: Final[tuple[Oudler, ...]] = ("21", "excuse", "petit")
"""Best first, as the one-for-one deal ranks them (source text: "Trump 21 - Excuse - Small")."""

EXCUSE_ALONE: Final = (4.0, 4.5)
"""What the Excuse counts for a side without a trick, which has no card to give for it."""

FIVE: Final = 5
"""The players that call a king; and the seats of a table where one may sit out."""


@dataclass(frozen=True, slots=True)
class Handful:
    """A poignée that `seat` showed in a taker deal."""

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
    """What one player brought home from a one-for-one deal.

    `trickless` follows from points and oudlers; said all the same, it must agree. `characters` and `first_trick` (the
    number of the first trick won, from 1) are needed only where a tie is decided by them. `handfuls` has one at most.
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
        """A trick besides would make it 5.5 at least: three cards, one of them given for the Excuse."""
        return self.oudlers == ("excuse",) and self.points in EXCUSE_ALONE


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal: thrown in (`passed_out`), or by `kind` a taker deal or a one-for-one deal.

    Taker deal: `oudlers` and `points` are the taker's side's; `partner` is the called seat with five players, the
    taker's own where nobody plays with him. One for one: `players` has one item a seat at play, in seat order; the dog
    of `dog_cards` cards has the points that are missing to 91; `teams` are pairs of seats, None when each plays alone.
    Fields of the other kind stay empty.
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


TAKER_FIELDS: Final = ("taker", "partner", "contract", "oudlers", "points", "petit_au_bout", "handfuls", "slam")
ONE_FOR_ONE_FIELDS: Final = ("dog_cards", "players", "teams")
