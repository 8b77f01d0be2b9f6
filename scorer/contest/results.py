"""What has been played and ruled: results of sittings, what contestants have from no sitting, and meetings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Self

Name = str | int
"""Of a group or a match."""
Unit = Literal["points", "top", "percent", "imps", "vp"]
"""Of a penalty: points are those of the score, `top` is a percentage of what one deal is worth at most."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one line says of a sitting."""

    contestants: tuple[int, ...]
    points: tuple[Fraction, ...] | None = None
    """Of each contestant; the mean of a weighted score. None where the score is artificial or nothing was played."""
    round: int | None = None
    deal: int | None = None
    split: bool = False
    """Whether each of the two sides is deemed to have got another result."""
    weighted: tuple[tuple[Fraction, Fraction], ...] = ()
    """Weights, which add up to 1, with points of the first side."""
    average: tuple[Fraction, ...] = ()
    """An artificial score: of each contestant, in percent."""
    group: Name | None = None
    """Who played the same cards, where a deal was fouled."""
    match: Name | None = None
    expected: int | None = None
    """How many results the deal should have."""
    section: Name = 1
    """Where it was played."""

    @property
    def is_played(self) -> bool:
        """Whether it is worth something; an artificial score is."""
        return self.points is not None or bool(self.weighted or self.average)

    def seen_by(self, place: int) -> tuple[Fraction, ...]:
        """The points of all contestants in the result that one of them is deemed to have got."""
        if self.points is None:
            return ()
        if not self.split:
            return self.points
        own = self.points[place]
        return (-own, own) if place else (own, -own)


@dataclass(frozen=True, slots=True)
class Extra:
    """What a contestant has from no sitting."""

    contestant: int
    kind: Literal["bye", "carry", "handicap", "penalty", "without_standing"]
    amount: Fraction | None = None
    """None for a bye that says no points. A penalty below 0 is a bonus."""
    unit: Unit = "points"
    round: int | None = None
    section: Name = 1
    """To which the contestant belongs if it has no result."""

    @property
    def points(self) -> Fraction:
        """What it adds to points. A handicap adds to another ranking."""
        if self.amount is None or self.kind == "handicap" or self.unit != "points":
            return Fraction(0)
        return -self.amount if self.kind == "penalty" else self.amount


@dataclass(frozen=True, slots=True)
class Meeting:
    """A sitting, and all its results added up."""

    contestants: tuple[int, ...]
    seen: Mapping[int, Mapping[int, Fraction]]
    """Everybody's points, as each contestant is deemed to have got them; empty while no points are known."""

    @classmethod
    def of(cls, contestants: tuple[int, ...], results: Iterable[Result]) -> Self:
        known = [result for result in results if result.points is not None]
        seen: dict[int, dict[int, Fraction]] = {}
        for result in known:
            for place, viewer in enumerate(result.contestants):
                sums = seen.setdefault(viewer, {})
                for contestant, points in zip(result.contestants, result.seen_by(place), strict=True):
                    sums[contestant] = sums.get(contestant, Fraction(0)) + points
        return cls(contestants, seen)

    def outcomes(self) -> dict[int, Literal["win", "draw", "loss"]]:
        """A win for whoever has the most at the table, be it several; a draw where all are level."""
        found: dict[int, Literal["win", "draw", "loss"]] = {}
        for contestant, points in self.seen.items():
            most, least = max(points.values()), min(points.values())
            found[contestant] = "draw" if most == least else "win" if points[contestant] == most else "loss"
        return found


def meetings(results: Sequence[Result]) -> tuple[list[Meeting], list[int]]:
    """The meetings, and of each result the index of the one that it belongs to: the results of one round, or one match,
    between the same contestants are one meeting."""
    together: dict[tuple[int | None, Name | None, frozenset[int]], list[Result]] = {}
    for result in results:
        together.setdefault(_key(result), []).append(result)
    index = {key: number for number, key in enumerate(together)}
    found = [Meeting.of(these[0].contestants, these) for these in together.values()]
    return found, [index[_key(result)] for result in results]


def _key(result: Result) -> tuple[int | None, Name | None, frozenset[int]]:
    return result.round, result.match, frozenset(result.contestants)


def deals_played(results: Iterable[Result]) -> Counter[int]:
    """How many results with points each contestant has."""
    return Counter(contestant for result in results if result.points is not None for contestant in result.contestants)


def everybody(results: Iterable[Result], extras: Iterable[Extra]) -> list[int]:
    named = {contestant for result in results for contestant in result.contestants}
    return sorted(named.union(extra.contestant for extra in extras))
