"""Who competes in a one-for-one deal, players or pairs, and how they rank (club's text; digest 4.2).

The contender with the greater difference ranks higher: card points in the tricks minus the points needed with the
oudlers in them. If two are level, the first of these steps that tells them apart decides:

    tricks           one who has tricks ranks above one who has none
    oudlers          more oudlers
    oudler           with one each: 21, Excuse, Petit
    number           with none: more characters (kings, queens, knights, jacks)
    characters       with equally many: the highest first, where they first differ
    first_trick      the earlier first trick

Two contenders cannot have two oudlers each, because there are three. Two without a trick who are level stay level and
are in a dispute. Both then have a difference of -56, because only one player can have the Excuse.

Pairs pool their points, oudlers and characters, and have the earlier of their first tricks (decided by the club).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, Literal, Self

from games.tarot.rules.cards import POINTS, THRESHOLDS
from games.tarot.rules.entry import OUDLERS, Entry, Oudler, Player
from scorer.scoring import at_play

Step = Literal["tricks", "oudlers", "oudler", "number", "characters", "first_trick"]
TieField = Literal["characters", "first_trick"]

STEPS: Final[tuple[Step, ...]] = ("tricks", "oudlers", "oudler", "number", "characters", "first_trick")

_Key = tuple[float, bool, int, int, int, tuple[int, ...], int]
_NEVER: Final = 99


@dataclass(frozen=True, slots=True)
class Contender:
    """One player or one pair, with what is in their tricks. `places` are their indexes in `Entry.players`.

    `characters` are the numbers of kings, queens, knights and jacks, 0 if not given. `first_trick` is 99 if not given.
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
        """The key to sort by, the best first: the difference, then an item for each step."""
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
    """A field of one player that has to be filled in because it decides a tie."""

    seat: int
    place: int
    """The player's index in `Entry.players`."""
    field: TieField


def contenders(entry: Entry, seats: int) -> tuple[Contender, ...]:
    """Return the contenders in seat order. There are none if points are missing or the players do not fit the seats."""
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
    """Return whether every seat at play is in exactly one pair."""
    paired = sorted(seat for team in teams for seat in team)
    return paired == sorted(playing) and all(len(team) == 2 for team in teams)  # noqa: PLR2004  # a pair


def ranked(among: Iterable[Contender]) -> list[Contender]:
    return sorted(among, key=lambda contender: contender.key)


def step_between(better: Contender, worse: Contender) -> Step | None:
    """Return the step that decided between two neighbours in the ranking.

    None if their differences decided, or if they are level.
    """
    keys = zip(better.key, worse.key, strict=True)
    differing = [index for index, (first, second) in enumerate(keys) if first != second]
    return STEPS[differing[0] - 1] if differing and differing[0] else None


def disputing(among: Iterable[Contender]) -> frozenset[Contender]:
    """Return the contenders without a trick who are level with another one: those in a dispute."""
    trickless = [contender for contender in among if contender.trickless]
    differences = [contender.difference for contender in trickless]
    return frozenset(contender for contender in trickless if differences.count(contender.difference) > 1)


def questions(entry: Entry, seats: int) -> tuple[Question, ...]:
    """Return what decides ties in this deal besides points and oudlers, whether it was filled in or not.

    These are the characters of contenders who are level without an oudler and, if those are equal, their first tricks.
    """
    return tuple(_tie_questions(contenders(entry, seats)))


def open_questions(entry: Entry, seats: int) -> tuple[Question, ...]:
    """Return the questions that the entry does not answer."""
    players = entry.players or ()
    return tuple(
        question for question in questions(entry, seats) if getattr(players[question.place], question.field) is None
    )


def _tie_questions(among: Iterable[Contender]) -> Iterator[Question]:
    without = [contender for contender in among if not contender.oudlers]
    for tied in _groups(without, lambda contender: contender.difference):
        yield from _questions_to(tied, "characters")
        if not any(player.characters is None for contender in tied for player in _winners(contender)):
            for still_tied in _groups(tied, lambda contender: contender.characters):
                yield from _questions_to(still_tied, "first_trick")


def _groups(among: Iterable[Contender], alike: Callable[[Contender], Any]) -> Iterator[list[Contender]]:
    """Yield each group of two or more for whom `alike` returns the same value."""
    for _, group in groupby(sorted(among, key=alike), alike):
        tied = list(group)
        if len(tied) > 1:
            yield tied


def _questions_to(tied: Iterable[Contender], field: TieField) -> Iterator[Question]:
    for contender in tied:
        for seat, place, player in zip(contender.seats, contender.places, contender.players, strict=True):
            if not player.has_no_trick:
                yield Question(seat, place, field)


def _winners(contender: Contender) -> list[Player]:
    return [player for player in contender.players if not player.has_no_trick]


def dog_points(entry: Entry) -> float:
    """Return the card points in the dog: what the players lack to 91."""
    return POINTS - sum(player.points or 0.0 for player in entry.players or ())


def complete_points(points: Sequence[float | None], dog: float | None) -> tuple[tuple[float | None, ...], float | None]:
    """Return the card points of the players and of the dog. A single missing number is what the others lack to 91."""
    known = [*points, dog]
    if known.count(None) == 1:
        known[known.index(None)] = POINTS - sum(number for number in known if number is not None)
    return tuple(known[:-1]), known[-1]
