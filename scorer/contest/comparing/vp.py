"""Victory points of matches: of their IMPs, or of each side's percentage at matchpoints over the boards of the match.

The scale is that of `deals` boards or, if nobody says how many a match has, of those that count: compared, or decided
by an artificial score. A match of which not all boards count stands on those. Each side has the victory points of its
own IMPs, or its own percentage, so that they need not add up to the pool where a score is split or artificial, or at
matchpoints. A bye is 12 of 20 unless its line says otherwise.

Sources: Law 78C; the club's text on events, A2.3 and A2.4; the scales: vp_scales.py.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Literal

from scorer.contest.comparing.imps import Imps
from scorer.contest.comparing.matches import Match, Worth, added_up, gathered
from scorer.contest.comparing.matchpoints import WHOLE, Matchpoints
from scorer.contest.comparing.vp_scales import PercentLimits, continuous, limits_for, of_share, printed, whole
from scorer.contest.ranking import Compared, Setting, over_common_denominator
from scorer.contest.results import Extra, Result, ScoreUnit, Unit
from scorer.scoring import Problem

POOLS = (10, 20)
MAX_DEALS = 200
BYE = Fraction(12, 20)
SCALES: Mapping[str, Callable[[Fraction, int, int], Fraction]] = {"wbf": continuous, "printed": printed, "whole": whole}

Scale = Literal["wbf", "whole", "matchpoints", "printed"]


@dataclass(frozen=True, slots=True)
class Vp(Imps):
    name: ClassVar[str] = "vp"
    units: ClassVar[tuple[Unit, ...]] = ("vp", "points")
    unit: ClassVar[ScoreUnit] = "vp"
    byes: ClassVar[bool] = True

    percent_limits: PercentLimits
    scale: Scale = "wbf"
    deals: int | None = None
    """How many boards a match has. None means as many as count."""
    pool: int = 20

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (Setting("pool", choices=tuple(reversed(POOLS))), Setting("deals", least=1, most=MAX_DEALS))

    @property
    def by_deal(self) -> bool:
        return self.scale == "matchpoints"

    @property
    def has_tops(self) -> bool:
        return self.by_deal

    def settings_problems(self) -> list[Problem]:
        problems = super(Vp, self).settings_problems()
        if self.pool not in POOLS:
            problems.append(Problem("pool", "choice", {"choices": ", ".join(map(str, POOLS))}))
        if self.deals is not None and not 1 <= self.deals <= MAX_DEALS:
            problems.append(Problem("deals", "number_range", {"least": 1, "most": MAX_DEALS}))
        return problems

    def result_problems(self, result: Result) -> list[Problem]:
        # A player who competes alone has a match with those at the table.
        in_match = self.by_deal and result.has_two_sides
        problems = [] if in_match else super(Vp, self).result_problems(result)
        if result.imps is not None and self.by_deal:
            problems.append(Problem("imps", "no_imps"))
        elif result.imps is not None and self.deals is None:
            problems.append(Problem("imps", "no_deals"))
        return problems

    def match_worth(self, match: Match) -> Worth:
        boards, scale = self.deals or match.count, SCALES[self.scale]
        return {contestant: scale(imps, boards, self.pool) for contestant, imps in match.sums().items()}

    def boards_of(self, match: Match) -> int:
        return len(match.boards) + len(match.given) * (self.deals or 1)

    def artificial(self, percent: Fraction) -> Fraction:
        return percent / WHOLE if self.by_deal else super(Vp, self).artificial(percent)

    def extra_worth(self, extra: Extra) -> Fraction:
        if extra.kind == "bye" and extra.amount is None:
            return BYE * self.pool
        return extra.points_in(self.unit)

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        if not self.by_deal:
            return super(Vp, self).compare(results, extras)
        by_line, deal_tops = Matchpoints().scored(results)
        together, match_of = gathered(results)
        shares: list[defaultdict[int, int]] = [defaultdict(int) for _match in together]
        tops, counts = [0] * len(together), [0] * len(together)
        whole_scores, one = over_common_denominator(0 if score is None else score for both in by_line for score in both)
        rest = iter(whole_scores)
        for result, index, scores, top in zip(results, match_of, by_line, deal_tops, strict=True):
            if top and scores[0] is not None:
                tops[index] += top * one
                counts[index] += 1
            of_match = shares[index]
            for contestant, score in zip(result.contestants, rest, strict=False):
                of_match[contestant] += score
        limits = {count: limits_for(self.percent_limits, self.deals or count, self.pool) for count in set(counts)}
        points = [Fraction(award) for award in range(self.pool + 1)]
        matches: list[tuple[Worth | None, int]] = []
        for won, top, count in zip(shares, tops, counts, strict=True):
            at = limits[count]
            worth = {contestant: points[of_share(share, top, at)] for contestant, share in won.items()} if top else None
            matches.append((worth, count))
        compared = added_up(self, results, extras, matches, match_of)
        return replace(compared, by_line=tuple(by_line), tops=tuple(deal_tops), measures=tuple(deal_tops))
