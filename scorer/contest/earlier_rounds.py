"""What happened before the round that is drawn: who met whom, who rested, and where everybody stands."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from scorer.contest.plan import Round, sittings_of
from scorer.contest.results import Extra, Meeting, Result

WIN = 2
WORTH = {"win": WIN, "draw": 1, "loss": 0}
"""A bye is worth as much as a win."""

Couple = tuple[int, int]
_Key = tuple[int | None, frozenset[int]]
"""The round, if it is known, and the contestants who sat together."""


@dataclass(frozen=True, slots=True)
class EarlierRounds:
    rounds: tuple[Round, ...] = ()
    results: tuple[Result, ...] = ()
    extras: tuple[Extra, ...] = ()

    def last_round(self) -> int:
        return max([0, *(planned.number for planned in self.rounds), *(result.round or 0 for result in self.results)])

    def per_round(self) -> int:
        """Return how many deals were played in the last round that was planned."""
        return len(self.rounds[-1].sittings[0].deals) if self.rounds and self.rounds[-1].sittings else 0

    def last_deal(self) -> int:
        planned = (deal for _number, sitting in sittings_of(self.rounds) for deal in sitting.deals)
        return max([0, *planned, *(result.deal or 0 for result in self.results)])

    def meetings(self) -> list[Meeting]:
        """Return the meetings. A sitting and the results of its deals form one meeting.

        A result without a round belongs to the sitting of its contestants that has its deal, or else to their first.
        """
        order: dict[_Key, tuple[int, ...]] = {}
        sat: dict[frozenset[int], list[tuple[int, tuple[int, ...]]]] = {}
        for planned, sitting in sittings_of(self.rounds):
            there = frozenset(sitting.contestants)
            order.setdefault((planned, there), sitting.contestants)
            sat.setdefault(there, []).append((planned, sitting.deals))
        played: dict[_Key, list[Result]] = {}
        for result in self.results:
            there, number = frozenset(result.contestants), result.round
            if number is None and there in sat:
                number = min((result.deal not in deals, number) for number, deals in sat[there])[1]
            order.setdefault((number, there), result.contestants)
            played.setdefault((number, there), []).append(result)
        return [Meeting.of(contestants, played.get(key, ())) for key, contestants in order.items()]

    def met(self) -> Counter[Couple]:
        """Return how often two contestants were at one table. The smaller number of a couple is first."""
        return Counter(
            couple for meeting in self.meetings() for couple in combinations(sorted(set(meeting.contestants)), 2)
        )

    def byes(self) -> Counter[int]:
        rested = {(planned.number, resting.contestant) for planned in self.rounds for resting in planned.resting}
        rested |= {(extra.round or 0, extra.contestant) for extra in self.extras if extra.kind == "bye"}
        return Counter(contestant for _round, contestant in rested)

    def totals(self) -> dict[int, Fraction]:
        sums: dict[int, Fraction] = {}
        for contestant, points in self._points():
            sums[contestant] = sums.get(contestant, Fraction(0)) + points
        return sums

    def wins(self) -> dict[int, Fraction]:
        """Return scores: two for whoever has the most at the table, one each where all are level, two for a bye."""
        sums = Counter({contestant: WIN * byes for contestant, byes in self.byes().items()})
        for meeting in self.meetings():
            sums.update({contestant: WORTH[outcome] for contestant, outcome in meeting.outcomes().items()})
        return {contestant: Fraction(score) for contestant, score in sums.items()}

    def _points(self) -> Iterator[tuple[int, Fraction]]:
        for result in self.results:
            if result.points is not None:
                yield from zip(result.contestants, result.points, strict=True)
        yield from ((extra.contestant, extra.points) for extra in self.extras)
