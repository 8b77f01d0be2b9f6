"""The scales of victory points, for matches of any number of boards.

Continuous (WBF, 2013): with M IMPs more in n boards and B = 15 sqrt(n), the winner has

    pool / 2 * (1 + (1 - t^(3 M / B)) / (1 - t^3)),  t = (sqrt(5) - 1) / 2

victory points, at most the pool, and the loser the rest. The scale is defined to two decimals, so this is where it is
rounded, and everything is exact from here on. Decimals of 40 places leave no doubt which way.

Whole: the continuous scale at k + 1/2, rounded down, is the highest margin for k. Then no band may be narrower than the
one before it; the band of the draw counts both sides of 0. This is the printed table for each of the 20 numbers of
boards for which there is one.

Printed: the continuous scale for whole margins, with 0.01 more wherever a further IMP would otherwise be worth more
than the one before it. The printed tables are made like this.

By percentage: the printed limits for some numbers of boards, and a percentage on the limit belongs to the lower award.
All of them are 50 + K / sqrt(n) within 0.01, where n is the middle of their column. For more boards than the last
column has, the limits follow from it by that rule.

Sources: the WBF's scales; the club's text on events, A2.3.
"""

import math
from bisect import bisect_left
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

DIGITS = 40
BLITZ = 15
"""A margin of so many IMPs times the square root of the boards wins everything."""
CENTS = Decimal("0.01")
MAX_KEPT = 2_000


@lru_cache(MAX_KEPT)
def continuous(margin: Fraction, boards: int, pool: int) -> Fraction:
    """Return the victory points of whoever has so many IMPs more, or less if they are below 0."""
    if margin < 0:
        return pool - continuous(-margin, boards, pool)
    with localcontext(prec=DIGITS):
        tau = (Decimal(5).sqrt() - 1) / 2
        blitz = BLITZ * Decimal(boards).sqrt()
        imps = Decimal(margin.numerator) / margin.denominator
        if imps >= blitz:
            return Fraction(pool)
        won = Decimal(pool) / 2 * (1 + (1 - tau ** (3 * imps / blitz)) / (1 - tau**3))
        return Fraction(won.quantize(CENTS, ROUND_HALF_UP))


def printed(margin: Fraction, boards: int, pool: int) -> Fraction:
    """Return the victory points by the printed tables, and between two whole margins in proportion."""
    if margin < 0:
        return pool - printed(-margin, boards, pool)
    table = _printed_table(boards, pool)
    lower = min(int(margin), len(table) - 2)
    hundredths = table[lower] + (table[lower + 1] - table[lower]) * (margin - lower)
    return Fraction(math.floor(hundredths + Fraction(1, 2)), 100)


@lru_cache(MAX_KEPT)
def _printed_table(boards: int, pool: int) -> tuple[int, ...]:
    """Return the hundredths of victory points for each margin, up to two that win everything."""
    blitz = math.isqrt(BLITZ * BLITZ * boards)
    table = [int(100 * continuous(Fraction(margin), boards, pool)) for margin in range(blitz + 3)]
    raised = True
    while raised:
        raised = False
        for margin in range(1, len(table) - 1):
            if table[margin + 1] - table[margin] > table[margin] - table[margin - 1]:
                table[margin] += 1
                raised = True
    return tuple(table)


def whole(margin: Fraction, boards: int, pool: int) -> Fraction:
    if margin < 0:
        return pool - whole(-margin, boards, pool)
    return Fraction(pool // 2 + bisect_left(whole_limits(boards, pool), margin))


@lru_cache(MAX_KEPT)
def whole_limits(boards: int, pool: int) -> tuple[int, ...]:
    """Return the highest margin for each number of victory points, from the draw to one less than all."""
    half = pool // 2
    with localcontext(prec=DIGITS):
        tau = (Decimal(5).sqrt() - 1) / 2
        blitz = BLITZ * Decimal(boards).sqrt()
        parts = [(Decimal(2 * more + 1) / 2) / half for more in range(half)]
        limits = [math.floor(blitz / 3 * (1 - part * (1 - tau**3)).ln() / tau.ln()) for part in parts]
    narrower = _narrower_band(limits)
    while narrower is not None:
        limits[narrower] -= 1
        narrower = _narrower_band(limits)
    return tuple(limits)


def _narrower_band(limits: list[int]) -> int | None:
    """Return the first band that is wider than the one after it."""
    widths = [2 * limits[0] + 1, *(higher - lower for lower, higher in pairwise(limits))]
    return next((band for band, (width, following) in enumerate(pairwise(widths)) if following < width), None)


PercentLimits = tuple[tuple[int, ...], ...]
"""For each column of boards: up to how many there are, then the highest percentage for each award, in hundredths."""
EVEN = 5_000
"""50 %, in hundredths."""


def of_share(share: int, whole_share: int, limits: tuple[int, ...]) -> int:
    """Return the victory points of whoever has so much of all that there was, by the limits for the match."""
    half = len(limits)
    if 2 * share < whole_share:
        return 2 * half - of_share(whole_share - share, whole_share, limits)
    hundredths = -(-share * 2 * EVEN // whole_share)  # rounded up, beyond the same limits
    return half + bisect_left(limits, hundredths)


@lru_cache(MAX_KEPT)
def limits_for(columns: PercentLimits, boards: int, pool: int) -> tuple[int, ...]:
    fitting = [column for column in columns if 2 * len(column[1:]) == pool]
    for most, *limits in fitting:
        if boards <= most:
            return tuple(limits)
    (before, *_), (most, *limits) = fitting[-2:]
    factor = math.sqrt((before + 1 + most) / 2 / boards)
    return tuple(EVEN + round((limit - EVEN) * factor) for limit in limits)
