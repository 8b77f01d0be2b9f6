"""The best tables of three or more for a round drawn by standing: fewest repeats first, then the closest points.

The measure of closeness is the sum of the squared differences in points over all contestants who sit together. If
nobody has met, the tables follow the order of standing, and the search starts from these. It is run several times, with
different costs of a repeat compared to differences in points, and with different heat. What the runs find is made as
cheap as it goes by swaps, and compared by repeats first. On fields small enough to try everything, this finds the best
tables there are.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

from scorer.contest.annealing import Matrix, Seating, Tables
from scorer.contest.earlier_rounds import Couple
from scorer.contest.pairing import couple
from scorer.contest.ranking import over_common_denominator

PASSES = ((8, 0.5, 1e-4), (4, 0.5, 1e-4), (32, 0.5, 1e-5), (32, 0.05, 1e-5), (128, 0.5, 1e-6), (8, 0.005, 1e-5))
"""The cost of a repeat, in squares of the largest difference; then the heat at the start and at the end, in repeats.
These figures were found by trial."""
HEATS, STEPS, LAST_STEPS = 80, 1000, 2000


def close_tables(
    order: Sequence[int],
    points: Mapping[int, Fraction],
    met: Mapping[Couple, int],
    sizes: Sequence[int],
    random: Random,
) -> Tables:
    """Return tables of these sizes for the contestants in `order`, sorted by points. The table of the best is first."""
    scores, _denominator = over_common_denominator(points[contestant] for contestant in order)
    squares = [[(score - other) ** 2 for other in scores] for score in scores]
    repeats = [[met.get(couple(contestant, other), 0) for other in order] for contestant in order]
    largest = squares[0][-1] + 1

    def costs(repeat_cost: int) -> Matrix:
        return [
            [repeat_cost * times + square for times, square in zip(*rows, strict=True)]
            for rows in zip(repeats, squares, strict=True)
        ]

    exact = costs(largest * len(order) ** 2)  # a repeat outweighs all differences together
    start = _tables_in_order(scores, sizes)
    runs = []
    for price, hot, cold in PASSES:
        seating = Seating([start], costs(price * largest), random)
        seating.anneal([hot * (cold / hot) ** (step / HEATS) * price * largest for step in range(HEATS)], STEPS)
        last = Seating(seating.rounds, exact, random)
        last.anneal([0], LAST_STEPS)
        runs.append((last.cost, last.rounds[0]))
    _cost, tables = min(runs)
    return [[order[place] for place in sorted(table)] for table in sorted(tables, key=min)]


def _tables_in_order(scores: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Return tables in the order of standing. The larger ones are placed so that the differences are least."""
    kinds = sorted(set(sizes))

    @cache
    def best(left: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        done = len(scores) - sum(kind * count for kind, count in zip(kinds, left, strict=True))
        choices = []
        for place, kind in enumerate(kinds):
            if left[place]:
                cost, rest = best((*left[:place], left[place] - 1, *left[place + 1 :]))
                there = combinations(scores[done : done + kind], 2)
                choices.append((cost + sum((score - other) ** 2 for score, other in there), (kind, *rest)))
        return min(choices, default=(0, ()))

    tables: Tables = []
    for size in best(tuple(sizes.count(kind) for kind in kinds))[1]:
        done = sum(map(len, tables))
        tables.append(list(range(done, done + size)))
    return tables
