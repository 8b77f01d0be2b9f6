"""The sum of all points. Where games are counted, those won and lost break ties, and then the lot."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from random import Random
from typing import ClassVar, Literal

from scorer.contest.ranking import Compared, Comparison, Standing
from scorer.contest.results import Extra, Result, deals_played, everybody

LOTS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Total(Comparison):
    name: ClassVar[str] = "total"

    ties: Literal["shared", "games"] = "shared"
    """Whether contestants with equal points share a place, or more games won and then fewer lost go first."""
    lot: str | int | None = None
    """The seed of the lot that decides between those who are still level. None as long as they share a place."""

    def tie_breaks(self) -> tuple[str, ...]:
        games = ("won", "lost") if self.ties == "games" else ()
        return games if self.lot is None else (*games, "lot")

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        sums: defaultdict[int, Fraction] = defaultdict(Fraction)
        for result in results:
            for contestant, points in zip(result.contestants, result.points or (), strict=result.points is not None):
                sums[contestant] += points
        for extra in extras:
            sums[extra.contestant] += extra.points
        deals = deals_played(results)
        won = Counter(chain.from_iterable(result.won for result in results))
        lost = Counter(chain.from_iterable(result.lost for result in results))
        standings = []
        for number in everybody(results, extras):
            values = {"won": won[number], "lost": -lost[number], "lot": self._lot_of(number)}
            breaks = (Fraction(values[name]) for name in self.tie_breaks())
            standings.append(Standing(number, sums[number], deals[number], (sums[number], *breaks)))
        return Compared(
            tuple(result.by_contestant for result in results),
            tuple(standings),
            tuple(extra.points for extra in extras),
        )

    def _lot_of(self, contestant: int) -> int:
        return Random(f"{self.lot}/{contestant}").randrange(LOTS)  # noqa: S311  # a lot needs no secrecy
