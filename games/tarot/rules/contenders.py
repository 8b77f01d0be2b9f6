"""Who competes in a one-for-one deal, players or pairs of them, and how they rank (source text, digest 4.2).

The greater difference is better: points in the tricks less the points needed with the oudlers in them. Between two
that are level, the first of these that tells them apart decides:

    tricks           one with tricks is before one without
    oudlers          more oudlers
    oudler           with one each: 21, Excuse, Petit
    number           with none: more characters (kings, queens, knights, jacks)
    characters       with as many: the highest first, where they first differ
    first_trick      the earlier first trick

Two with two or three oudlers each cannot be: there are three. Two without a trick and level stay level: a dispute. That
is at -56 only, since without a trick nobody has anything but the Excuse.

Pairs pool points, oudlers, characters, and have the earlier of their first tricks (decisions of the club).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, Self

from games.tarot.rules.cards import POINTS, THRESHOLDS
from games.tarot.rules.entry import OUDLERS, Entry, Oudler, Player
from scorer.scoring import at_play

Step = Literal["tricks", "oudlers", "oudler", "number", "characters", "first_trick"]
Asked = Literal["characters", "first_trick"]

STEPS: Final[tuple[Step, ...]] = ("tricks", "oudlers", "oudler", "number", "characters", "first_trick")

_Key = tuple[float, bool, int, int, int, tuple[int, ...], int]
_NEVER: Final = 99


@dataclass(frozen=True, slots=True)
class Contender:
    """One player, or a pair: who they are by seat and by place in `Entry.players`, and what is in their tricks.

    `characters` are kings, queens, knights, jacks, those not given counted 0; `first_trick` is 99 if not given.
    """

    seats: tuple[int, ...]
    places: tuple[int, ...]
    players: tuple[Player, ...]
    points: float
    oudlers: frozenset[Oudler]
    characters: tuple[int, int, int, int]
    first_trick: int
    trickless: bool

    @classmethod
    def of(cls, seats: tuple[int, ...], places: tuple[int, ...], players: tuple[Player, ...]) -> Self:
        held = [player.characters for player in players if player.characters is not None]
        return cls(
            seats,
            places,
            players,
            points=sum(player.points or 0.0 for player in players),
            oudlers=frozenset(oudler for player in players for oudler in player.oudlers),
            characters=(sum(c.K for c in held), sum(c.Q for c in held), sum(c.C for c in held), sum(c.J for c in held)),
            first_trick=min((player.first_trick or _NEVER for player in players), default=_NEVER),
            trickless=all(player.has_no_trick for player in players),
        )

    @property
    def needed(self) -> int:
        return THRESHOLDS[len(self.oudlers)]

    @property
    def difference(self) -> float:
        return self.points - self.needed

    @property
    def key(self) -> _Key:
        """Smaller ranks better: the difference, then one item a step."""
        return (
            -self.difference,
            self.trickless,
            -len(self.oudlers),
            OUDLERS.index(next(iter(self.oudlers))) if len(self.oudlers) == 1 else 0,
            -sum(self.characters),
            tuple(-count for count in self.characters),
            self.first_trick,
        )


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the entry of a one-for-one deal tells only when it decides something."""

    seat: int
    place: int
    """Of the player in `Entry.players`, from 0."""
    field: Asked


def contenders(entry: Entry, seats: int) -> tuple[Contender, ...]:
    """In seat order; none as long as points are missing or players and seats do not fit together."""
    playing = at_play(entry.sitting_out, seats)
    if entry.players is None or len(entry.players) != len(playing):
        return ()
    if any(player.points is None for player in entry.players):
        return ()
    if entry.teams is not None and not are_pairs(entry.teams, playing):
        return ()
    sides = entry.teams or tuple((seat,) for seat in playing)
    places = [tuple(playing.index(seat) for seat in side) for side in sides]
    return tuple(
        Contender.of(side, at, tuple(entry.players[place] for place in at))
        for side, at in zip(sides, places, strict=True)
    )


def are_pairs(teams: Sequence[Sequence[int]], playing: Sequence[int]) -> bool:
    """Whether every seat at play is in exactly one pair."""
    paired = sorted(seat for team in teams for seat in team)
    return paired == sorted(playing) and all(len(team) == 2 for team in teams)  # noqa: PLR2004  # a pair


def ranked(among: Iterable[Contender]) -> list[Contender]:
    return sorted(among, key=lambda contender: contender.key)


def step_between(better: Contender, worse: Contender) -> Step | None:
    """What told two neighbours of the ranking apart; None where the difference did, or where they stay level."""
    unlike = [place for place, (one, other) in enumerate(zip(better.key, worse.key, strict=True)) if one != other]
    return STEPS[unlike[0] - 1] if unlike and unlike[0] else None


def disputing(among: Iterable[Contender]) -> frozenset[Contender]:
    """The contenders without a trick who are level with another such; empty without a dispute."""
    trickless = [contender for contender in among if contender.trickless]
    differences = [contender.difference for contender in trickless]
    return frozenset(contender for contender in trickless if differences.count(contender.difference) > 1)


def questions(entry: Entry, seats: int) -> tuple[Question, ...]:
    """What decides something in this deal beside points and oudlers, answered already or not.

    The characters of those who are level without an oudler; their first tricks if the characters are known and do not
    part them.
    """
    return tuple(_about_ties(contenders(entry, seats)))


def open_questions(entry: Entry, seats: int) -> tuple[Question, ...]:
    """Those of `questions` that the entry leaves open."""
    players = entry.players or ()
    return tuple(asked for asked in questions(entry, seats) if getattr(players[asked.place], asked.field) is None)


def _about_ties(among: Iterable[Contender]) -> Iterator[Question]:
    without = [contender for contender in among if not contender.oudlers]
    for tied in _groups(without, lambda contender: contender.difference):
        yield from _ask(tied, "characters")
        if not any(player.characters is None for contender in tied for player in _winners(contender)):
            for still in _groups(tied, lambda contender: contender.characters):
                yield from _ask(still, "first_trick")


def _groups(among: Iterable[Contender], alike: Callable[[Contender], Any]) -> Iterator[list[Contender]]:
    """Two or more of equal measure."""
    for _, group in groupby(sorted(among, key=alike), alike):
        tied = list(group)
        if len(tied) > 1:
            yield tied


def _ask(tied: Iterable[Contender], field: Asked) -> Iterator[Question]:
    for contender in tied:
        for seat, place, player in zip(contender.seats, contender.places, contender.players, strict=True):
            if not player.has_no_trick:
                yield Question(seat, place, field)


def _winners(contender: Contender) -> list[Player]:
    return [player for player in contender.players if not player.has_no_trick]


def dog_points(entry: Entry) -> float:
    """What is missing to 91."""
    return POINTS - sum(player.points or 0.0 for player in entry.players or ())


def filled_in(points: Sequence[float | None], dog: float | None) -> tuple[tuple[float | None, ...], float | None]:
    """The players' points and the dog's, with the only one missing found from the others: they make 91."""
    known = [*points, dog]
    if known.count(None) == 1:
        known[known.index(None)] = POINTS - sum(number for number in known if number is not None)
    return tuple(known[:-1]), known[-1]
