"""The sum of all points. What breaks ties is the club's choice: games or solos won, the best round or deal, nothing."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from random import Random
from typing import ClassVar, Literal, Self

from scorer.contest.ranking import Compared, Comparison, Setting, Standing
from scorer.contest.results import Extra, Result, deals_played, everybody
from scorer.scoring import Problem

LOTS = 1_000_000_000
TieBreak = Literal["shared", "games", "solos", "best_round", "best_deal"]
TIE_BREAKS: Mapping[TieBreak, tuple[str, ...]] = {
    "shared": (),
    "games": ("won", "lost"),
    "solos": ("solos",),
    "best_round": ("best_round",),
    "best_deal": ("best_deal",),
}


@dataclass(frozen=True, slots=True)
class Total(Comparison):
    name: ClassVar[str] = "total"
    adds_points: ClassVar[bool] = True

    ties: TieBreak = "shared"
    """Whether contestants with equal points share a place; or more games won and then fewer lost, more solos won, or
    more points in the best round or the best deal go first."""
    offers: tuple[TieBreak, ...] = ("shared", "best_round")
    """Which of these a director may choose. Games and solos are counted in some card games only."""
    lot: str | int | None = None
    """The seed of the lot that decides between those who are still level. None as long as they share a place."""

    def at_event(self, *, winners: int, games: bool, lot: str | None) -> Self:  # noqa: ARG002  # as it has neither
        return replace(self, lot=lot if self.ties == "games" else None)

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (Setting("ties", choices=self.offers),)

    def settings_problems(self) -> list[Problem]:
        known = self.ties in self.offers
        return [] if known else [Problem("ties", "choice", {"choices": ", ".join(self.offers)})]

    def tie_breaks(self) -> tuple[str, ...]:
        breaks = TIE_BREAKS[self.ties]
        return breaks if self.lot is None else (*breaks, "lot")

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
        best = self._best(results, extras)
        standings = []
        for number in everybody(results, extras):
            values: dict[str, int | Fraction] = {
                "won": won[number],
                "lost": -lost[number],
                "solos": won[number],
                "best_round": best.get(number, Fraction(0)),
                "best_deal": best.get(number, Fraction(0)),
                "lot": self._lot_of(number),
            }
            breaks = (Fraction(values[name]) for name in self.tie_breaks())
            standings.append(Standing(number, sums[number], deals[number], (sums[number], *breaks)))
        return Compared(
            tuple(result.by_contestant for result in results),
            tuple(standings),
            tuple(extra.points for extra in extras),
        )

    def _best(self, results: Sequence[Result], extras: Sequence[Extra]) -> dict[int, Fraction]:
        """Return the most points that each contestant has in a round, adjustments included, or in a deal.

        Nothing unless that breaks ties.
        """
        if self.ties not in {"best_round", "best_deal"}:
            return {}
        sums: defaultdict[tuple[int, int | None], Fraction] = defaultdict(Fraction)
        for number, result in enumerate(results):
            where = number if self.ties == "best_deal" else result.round
            for contestant, points in zip(result.contestants, result.by_contestant, strict=True):
                if points is not None:
                    sums[contestant, where] += points
        for extra in extras if self.ties == "best_round" else ():
            if extra.kind == "adjustment":
                sums[extra.contestant, extra.round] += extra.points
        best: dict[int, Fraction] = {}
        for (contestant, _where), points in sums.items():
            best[contestant] = max(points, best.get(contestant, points))
        return best

    def _lot_of(self, contestant: int) -> int:
        return Random(f"{self.lot}/{contestant}").randrange(LOTS)  # noqa: S311  # a lot needs no secrecy
