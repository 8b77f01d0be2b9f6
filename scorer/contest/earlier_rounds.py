"""What happened before the round that is drawn: who met whom, who rested, and where everybody stands.

A sitting that is late counts as a draw, whatever it has played so far: at the comparisons of deals and of matches as an
average of 50 % on each of its deals, elsewhere as a meeting in which all have no points.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from scorer.contest.plan import Round, Sitting, sittings_of
from scorer.contest.ranking import Comparison
from scorer.contest.results import Extra, Meeting, Result

WIN = 2
WORTH = {"win": WIN, "draw": 1, "loss": 0}
"""A bye is worth as much as a win."""
HALF = Fraction(50)
"""In percent."""

Couple = tuple[int, int]
_Key = tuple[int | None, frozenset[int]]
"""The round, if it is known, and the contestants who sat together."""


@dataclass(frozen=True, slots=True)
class EarlierRounds:
    rounds: tuple[Round, ...] = ()
    results: tuple[Result, ...] = ()
    extras: tuple[Extra, ...] = ()
    comparison: Comparison | None = None
    """That of the event. None for wins."""

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
        for number, sitting in sittings_of(self.rounds):
            order.setdefault((number, frozenset(sitting.contestants)), sitting.contestants)
        played: defaultdict[_Key, list[Result]] = defaultdict(list)
        for key, result in self._at_sittings(self._counted(averages=False)):
            order.setdefault(key, result.contestants)
            played[key].append(result)
        return [Meeting.of(contestants, played[key]) for key, contestants in order.items()]

    def _at_sittings(self, results: Iterable[Result]) -> Iterator[tuple[_Key, Result]]:
        sat: dict[frozenset[int], list[tuple[int, tuple[int, ...]]]] = {}
        for planned, sitting in sittings_of(self.rounds):
            sat.setdefault(frozenset(sitting.contestants), []).append((planned, sitting.deals))
        for result in results:
            there, number = frozenset(result.contestants), result.round
            if number is None and there in sat:
                number = min((result.deal not in deals, number) for number, deals in sat[there])[1]
            yield (number, there), result

    def _counted(self, *, averages: bool) -> list[Result]:
        """Return the results, with a draw in place of those of each late sitting, as averages if possible."""
        late = {
            (number, frozenset(sitting.contestants)): _drawn(number, sitting, averages=averages)
            for number, sitting in sittings_of(self.rounds)
            if sitting.late
        }
        if not late:
            return list(self.results)
        in_time = [result for key, result in self._at_sittings(self.results) if key not in late]
        return [*in_time, *(result for drawn in late.values() for result in drawn)]

    def met(self) -> Counter[Couple]:
        """Return how often two contestants were at one table. The smaller number of a couple is first."""
        return Counter(
            couple for meeting in self.meetings() for couple in combinations(sorted(set(meeting.contestants)), 2)
        )

    def byes(self) -> Counter[int]:
        return Counter(contestant for _round, contestant in self._rested())

    def _rested(self) -> set[tuple[int, int]]:
        rested = {(planned.number, resting.contestant) for planned in self.rounds for resting in planned.resting}
        return rested | {(extra.round or 0, extra.contestant) for extra in self.extras if extra.kind == "bye"}

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

    def standings(self) -> dict[int, Fraction]:
        """Return what ranks contestants first in the comparison: a percentage or a score.

        Whoever has rested, and has nothing yet that could be compared, has the mean of the others.
        """
        if self.comparison is None:
            return self.wins()
        first = {contestant: values[0] for contestant, values in self.ranks().items()}
        mean = sum(first.values(), Fraction(0)) / max(1, len(first))
        return dict.fromkeys(self.byes(), mean) | first

    def ranks(self) -> dict[int, tuple[Fraction, ...]]:
        """Return the values by which the comparison ranks contestants, the most important first."""
        comparison = self.comparison
        if comparison is None:
            return {}
        known = {(extra.round or 0, extra.contestant) for extra in self.extras if extra.kind == "bye"}
        byes = sorted(self._rested() - known) if comparison.byes else []
        extras = [*self.extras, *(Extra(contestant, "bye", round=number) for number, contestant in byes)]
        extras = [extra for extra in extras if extra.kind != "handicap"]
        compared = comparison.compare(self._counted(averages=comparison.averages), extras)
        return {standing.contestant: standing.ranks_by for standing in compared.standings if standing.ranks_by}

    def _points(self) -> Iterator[tuple[int, Fraction]]:
        for result in self._counted(averages=False):
            if result.points is not None:
                yield from zip(result.contestants, result.points, strict=True)
        yield from ((extra.contestant, extra.points) for extra in self.extras)


def _drawn(number: int, sitting: Sitting, *, averages: bool) -> list[Result]:
    """Return a draw as the results of a sitting."""
    there, section = sitting.contestants, sitting.section
    if averages and sitting.deals:
        half = (HALF,) * len(there)
        return [Result(there, None, number, deal, average=half, section=section) for deal in sitting.deals]
    return [Result(there, (Fraction(0),) * len(there), number, section=section)]
