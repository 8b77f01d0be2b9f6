"""Championships: what several events of a season are worth together. Nothing is rounded here.

Each event in which somebody has a place is worth something by its rule. The best of these are added up, or averaged.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal, TypeVar

from scorer.contest.ranking import exact_sum, over_common_denominator, places

Who = TypeVar("Who", bound=Hashable)
"""A player, or the players of a pair."""

Worth = Literal["points", "size", "beaten", "percent"]
"""What an event is worth: the club's own points for the place, as many as contestants are ranked there or below, the
share of the opponents that was beaten, in percent, or the percentage of the event itself."""

AVERAGED: tuple[Worth, ...] = ("beaten", "percent")
"""Points are added up."""

MAX_PLACES, MAX_POINTS = 100, 10_000


def read_points(text: str) -> tuple[int, ...]:
    """Return the points of the places from the first on, as in "25 18 15".

    Raise ValueError if they are no whole numbers, too many or too large, or more for a lower place.
    """
    points = tuple(int(part) for part in text.replace(",", " ").replace(";", " ").split())
    if len(points) > MAX_PLACES or not all(0 <= point <= MAX_POINTS for point in points):
        raise ValueError(text)
    if list(points) != sorted(points, reverse=True):
        raise ValueError(text)
    return points


@dataclass(frozen=True, slots=True)
class Finish(Generic[Who]):
    """How somebody did in an event."""

    who: Who
    event: int
    place: int
    sharing: int
    """How many contestants have this place."""
    field: int
    """How many were ranked together."""
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    worth: Worth
    points: tuple[int, ...] = ()
    """Those of the places, from the first on."""
    others: int = 0
    """The points of each place below these."""
    best: int | None = None
    """How many results count. All count if it is None."""
    fewest: int = 1
    """The number of events that a place needs."""
    shared: bool = True
    """Whether those who share a place share the points of all places that they take. If not, each gets those of the
    better place."""

    @property
    def averages(self) -> bool:
        return self.worth in AVERAGED

    def worth_of(self, finish: Finish[Who]) -> Fraction | None:
        """Return None for a finish without a percentage, where percentages count, and in a field of one, where there
        was nobody to beat."""
        if self.worth == "percent":
            return finish.percent
        if self.worth == "beaten":
            return _beaten(finish) if finish.field > 1 else None
        taken = range(finish.place, finish.place + (finish.sharing if self.shared else 1))
        return exact_sum(self._of_place(place, finish.field) for place in taken) / len(taken)

    def _of_place(self, place: int, field: int) -> int:
        if self.worth == "size":
            return field + 1 - place
        return self.points[place - 1] if place <= len(self.points) else self.others


def _beaten(finish: Finish[Who]) -> Fraction:
    below = finish.field - finish.place - (finish.sharing - 1)
    return 100 * (below + Fraction(finish.sharing - 1, 2)) / (finish.field - 1)


@dataclass(frozen=True, slots=True)
class Counted(Generic[Who]):
    """What an event is worth to somebody, and whether it is among the best that count."""

    finish: Finish[Who]
    worth: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class Place(Generic[Who]):
    who: Who
    place: int | None
    """None for whoever has finished too few events."""
    value: Fraction
    """The sum, or the average, of what counts."""
    events: tuple[Counted[Who], ...]
    """In the order in which they were played."""

    @property
    def counting(self) -> int:
        """How many of the events count."""
        return sum(result.counts for result in self.events)


def rank_championship(rule: Rule, finishes: Iterable[Finish[Who]]) -> list[Place[Who]]:
    """Return everybody with a result, the best first. Finishes come in the order in which the events were played."""
    results: defaultdict[Who, list[tuple[Finish[Who], Fraction]]] = defaultdict(list)
    worths: dict[tuple[int, int, int, Fraction | None], Fraction | None] = {}
    for finish in finishes:
        alike = finish.place, finish.sharing, finish.field, finish.percent if rule.worth == "percent" else None
        if alike not in worths:
            worths[alike] = rule.worth_of(finish)
        worth = worths[alike]
        if worth is not None:
            results[finish.who].append((finish, worth))
    counted = {who: _counted(rule, own) for who, own in results.items()}
    values = {who: _value(rule, own) for who, own in counted.items()}
    enough = [who for who, own in counted.items() if len(own) >= rule.fewest]
    whole, _denominator = over_common_denominator(values[who] for who in enough)
    place_of = dict(zip(enough, places(whole), strict=True))
    ranked = [Place(who, place_of.get(who), values[who], own) for who, own in counted.items()]
    return sorted(ranked, key=lambda place: (place.place is None, place.place or 0, -place.value))


def _counted(rule: Rule, own: Sequence[tuple[Finish[Who], Fraction]]) -> tuple[Counted[Who], ...]:
    """Of equal results, the earlier one counts."""
    whole, _denominator = over_common_denominator(worth for _finish, worth in own)  # these are compared much faster
    by_worth = sorted(range(len(own)), key=lambda index: -whole[index])
    counting = set(by_worth[: rule.best])
    return tuple(Counted(finish, worth, index in counting) for index, (finish, worth) in enumerate(own))


def _value(rule: Rule, own: Sequence[Counted[Who]]) -> Fraction:
    counting = [result.worth for result in own if result.counts]
    return exact_sum(counting) / (len(counting) if rule.averages else 1)
