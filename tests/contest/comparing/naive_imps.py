"""The plain definitions, in fractions: every result against every other one; matches; victory points.

The table is typed from the laws as they print it: from, to, IMPs.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from scorer.contest.results import Result
from tests.contest.comparing.naive import Parts, parts_of

LAW_78B = """
0 10 0; 20 40 1; 50 80 2; 90 120 3; 130 160 4; 170 210 5; 220 260 6; 270 310 7; 320 360 8; 370 420 9; 430 490 10;
500 590 11; 600 740 12; 750 890 13; 900 1090 14; 1100 1290 15; 1300 1490 16; 1500 1740 17; 1750 1990 18; 2000 2240 19;
2250 2490 20; 2500 2990 21; 3000 3490 22; 3500 3990 23; 4000 99999 24
"""
ROWS = [tuple(map(int, row.split())) for row in LAW_78B.split(";")]


def imps(difference: Fraction, cap: int | None = None) -> int:
    worth = max(row[2] for row in ROWS if row[0] <= abs(difference))
    return (-1 if difference < 0 else 1) * min(worth, cap or worth)


def naive_cross(
    results: Sequence[Result], divide: str, cap: int | None
) -> Iterator[tuple[Fraction | None, Fraction | None]]:
    """Played results only, of deals that all have the same cards."""
    deals = [result.deal for result in results]
    expected = max(deals.count(deal) for deal in deals)
    for result in results:
        others = [
            other for other in results if other is not result and other.deal == result.deal and other.points is not None
        ]
        yield (
            (None, None)
            if result.points is None
            else (_cross(result, others, 0, expected, divide, cap), _cross(result, others, 1, expected, divide, cap))
        )


def _cross(
    result: Result, others: Sequence[Result], side: int, expected: int, divide: str, cap: int | None
) -> Fraction:
    total = sum((_against(parts_of(result, side), parts_of(other, side), cap) for other in others), Fraction(0))
    total *= Fraction(expected, len(others) + 1)
    if divide == "comparisons":
        return total / max(1, expected - 1)
    return total / expected if divide == "results" else total


def _against(mine: Parts, theirs: Parts, cap: int | None) -> Fraction:
    pairs = [(weight * other, points - against) for weight, points in mine for other, against in theirs]
    return sum((weight * imps(difference, cap) for weight, difference in pairs), Fraction(0))


def naive_victory_points(margin: int, boards: int, pool: int) -> float:
    """The WBF's continuous scale as its formula is printed, not rounded."""
    golden = (math.sqrt(5) - 1) / 2
    wins_everything = 15 * math.sqrt(boards)
    won = 1 - golden ** (3 * min(abs(margin), wins_everything) / wins_everything)
    return pool / 2 + math.copysign(pool / 2 * won / (1 - golden**3), margin)


def naive_datum(points: Sequence[int], dropped: int, to: int) -> int:
    """Of plain results."""
    kept = sorted(points)[dropped : len(points) - dropped]
    mean = Fraction(sum(kept), len(kept))
    tens = math.floor(abs(mean) / to)
    more = abs(mean) - tens * to >= Fraction(to, 2)
    return (tens + more) * to * (-1 if mean < 0 else 1)
