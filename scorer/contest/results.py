"""What was played and ruled: results of sittings, what contestants have apart from sittings, and meetings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple, Self

from scorer.contest.plan import SIDES

PARTNERS = 2
"""How many play on one side where each competes alone."""

Name = str | int
"""The name of a group, a match or a section."""
Unit = Literal["points", "top", "percent", "imps", "vp"]
"""The unit of a penalty. `points` are those of the score, and `top` is a percentage of the most a deal is worth."""
ScoreUnit = Literal["points", "matchpoints", "imps", "vp"]
"""What a score is counted in."""


class Result(NamedTuple):
    """What one line says about a sitting.

    An evening has thousands, and it would take four times as long to make a dataclass.
    """

    contestants: tuple[int, ...]
    points: tuple[Fraction, ...] | None = None
    """The points of each contestant; the mean of a weighted score. None if it is artificial or nothing was played."""
    round: int | None = None
    deal: int | None = None
    imps: Fraction | None = None
    """The IMPs of the first side, if the result is that of a whole match. It has no points then."""
    split: bool = False
    """Whether each of the two sides is deemed to have got another result. Partners have that of their side."""
    weighted: tuple[tuple[Fraction, Fraction], ...] = ()
    """Weights, which add up to 1, each with the points of the first side."""
    average: tuple[Fraction, ...] = ()
    """The artificial score of each contestant, in percent."""
    group: Name | None = None
    """Tells which results had the same cards if a deal was fouled."""
    match: Name | None = None
    expected: int | None = None
    """How many results the deal should have."""
    section: Name = 1
    """The section in which it was played, and with whose results it is compared."""
    sections: tuple[Name, ...] = ()
    """The section of each contestant. Empty if all are of the section in which it was played."""
    sides: tuple[Name, ...] = ()
    """The side on which each contestant is ranked, 1 or 2. Empty if all sat on their own."""
    won: tuple[int, ...] = ()
    """Those of the contestants who won a game that they declared."""
    lost: tuple[int, ...] = ()
    """Those who lost one."""
    games: tuple[int, ...] = ()
    """How many games each contestant has won, if the meeting is a match of several games. It may have points or not."""
    sat_out: tuple[int, ...] = ()
    """Those of the contestants who sat out, as one does at a table of five.

    Most have 0 points. Where a game gives points to somebody who rests, they count, but not as a deal played.
    """

    def __hash__(self) -> int:
        """Hash only the contestants, which is quick, and differs among the results of a deal."""
        return hash(self.contestants)

    @property
    def by_contestant(self) -> tuple[Fraction | None, ...]:
        """The points of each contestant; None for those who have none, or sat out without points."""
        if self.points is None or not self.sat_out:
            return self.points or (None,) * len(self.contestants)
        pairs = zip(self.contestants, self.points, strict=True)
        return tuple(points if points or contestant not in self.sat_out else None for contestant, points in pairs)

    @property
    def players_a_side(self) -> int:
        """How many contestants a side has, if there are two: two where each of four players competes alone."""
        return len(self.contestants) // SIDES

    @property
    def has_two_sides(self) -> bool:
        """Whether two contestants play against each other, or the first and the third of four against the others."""
        if len(self.contestants) == SIDES * PARTNERS and self.points is not None:
            return self.points[:SIDES] == self.points[SIDES:]
        return len(self.contestants) in {SIDES, SIDES * PARTNERS}

    def seen_by(self, place: int) -> tuple[Fraction, ...]:
        """Return the points of all contestants in the result that the one at this place is deemed to have got."""
        if self.points is None:
            return ()
        if not self.split:
            return self.points
        own = self.points[place]
        return ((-own, own) if place % SIDES else (own, -own)) * self.players_a_side


@dataclass(frozen=True, slots=True)
class Extra:
    """What a contestant has apart from sittings."""

    contestant: int
    kind: Literal["adjustment", "bye", "carry", "handicap", "out", "penalty", "wins", "without_standing"]
    """An adjustment belongs to the points of its round. In a knock-out, `out` says that it has lost its match of the
    round, and `wins` that the director has given it the match."""
    amount: Fraction | None = None
    """None for a bye that states no points. A penalty below 0 is a bonus."""
    unit: Unit = "points"
    round: int | None = None
    section: Name = 1
    """The section to which the contestant belongs if it has no result."""

    @property
    def points(self) -> Fraction:
        """What it adds to the points. A handicap counts in another ranking, so it adds nothing here."""
        return self.points_in("points")

    def points_in(self, unit: ScoreUnit) -> Fraction:
        """What it adds to a score that is counted in this unit."""
        return self.signed if self.unit in {"points", unit} else Fraction(0)

    @property
    def signed(self) -> Fraction:
        """The amount in its unit, below 0 where it is taken off."""
        if self.amount is None or self.kind == "handicap":
            return Fraction(0)
        return -self.amount if self.kind == "penalty" else self.amount


@dataclass(frozen=True, slots=True)
class Meeting:
    """A sitting with all its results added up."""

    contestants: tuple[int, ...]
    seen: Mapping[int, Mapping[int, Fraction]]
    """Everybody's points, as each contestant is deemed to have got them. Empty as long as nothing is known."""
    games: Mapping[int, int] = field(default_factory=dict)
    """How many games each has won, if it is a match of several games."""

    @classmethod
    def of(cls, contestants: tuple[int, ...], results: Iterable[Result]) -> Self:
        known = [result for result in results if result.points is not None or result.games]
        seen: dict[int, dict[int, Fraction]] = {}
        games = Counter[int]()
        for result in known:
            if result.games:
                games.update(dict(zip(result.contestants, result.games, strict=True)))
            for place, viewer in enumerate(result.contestants):
                sums = seen.setdefault(viewer, dict.fromkeys(result.contestants, Fraction(0)))
                for contestant, points in zip(result.contestants, result.seen_by(place), strict=False):
                    sums[contestant] = sums.get(contestant, Fraction(0)) + points
        return cls(contestants, seen, games)

    def with_points(self, contestant: int, more: Fraction) -> Self:
        """Return it with more points for a contestant, whoever looks at them."""
        seen = {
            viewer: {number: value + more * (number == contestant) for number, value in points.items()}
            for viewer, points in self.seen.items()
        }
        return replace(self, seen=seen)

    def outcomes(self) -> dict[int, Literal["win", "draw", "loss"]]:
        """Return a win for everybody who has the most at the table. If all are level, everybody has a draw.

        In a match of several games, the games count first, and where these are level the points.
        """
        outcomes: dict[int, Literal["win", "draw", "loss"]] = {}
        for contestant, points in self.seen.items():
            made = {number: (self.games.get(number, 0), own) for number, own in points.items()}
            most, least = max(made.values()), min(made.values())
            outcomes[contestant] = "draw" if most == least else "win" if made[contestant] == most else "loss"
        return outcomes


def partner_at(table: Sequence[int], contestant: int) -> int | None:
    """Return with whom a contestant plays at a table of four, if the first plays with the third."""
    return table[(table.index(contestant) + PARTNERS) % len(table)] if len(table) == SIDES * PARTNERS else None


def meetings(results: Sequence[Result], extras: Iterable[Extra] = ()) -> tuple[list[Meeting], list[int]]:
    """Return the meetings, with the adjustments among `extras`, and for each result the index of its meeting.

    The results of one round, or one match, between the same contestants are one meeting.
    """
    together: dict[tuple[int | None, Name | None, frozenset[int]], list[Result]] = {}
    for result in results:
        together.setdefault(_key(result), []).append(result)
    index = {key: number for number, key in enumerate(together)}
    added_up = [Meeting.of(these[0].contestants, these) for these in together.values()]
    last_of = {(key[0], contestant): number for key, number in index.items() for contestant in key[2]}
    for extra in extras:
        number = last_of.get((extra.round, extra.contestant))
        if extra.kind == "adjustment" and number is not None:
            added_up[number] = added_up[number].with_points(extra.contestant, extra.points)
    return added_up, [index[_key(result)] for result in results]


def _key(result: Result) -> tuple[int | None, Name | None, frozenset[int]]:
    return result.round, result.match, frozenset(result.contestants)


def deals_played(results: Iterable[Result]) -> Counter[int]:
    """Return how many results with points each contestant has. One in which it sat out is none."""
    return Counter(
        contestant
        for result in results
        if result.points is not None
        for contestant in result.contestants
        if contestant not in result.sat_out
    )


def everybody(results: Iterable[Result], extras: Iterable[Extra]) -> list[int]:
    named = set(chain.from_iterable(result.contestants for result in results))
    return sorted(named.union(extra.contestant for extra in extras))
