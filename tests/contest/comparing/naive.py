"""Matchpoints by the plain definition: every result against every other one."""

from collections.abc import Sequence
from fractions import Fraction

from scorer.contest.results import Result

Parts = list[tuple[Fraction, Fraction]]
"""Weights and points."""


def naive_scores(
    results: Sequence[Result], *, own_average: bool, whitebook: bool
) -> list[tuple[Fraction | None, Fraction | None]]:
    deals = [result.deal for result in results]
    expected = max(deals.count(deal) for deal in deals)
    top = Fraction(2 * (expected - 1))
    scores = [[_score(result, side, results, expected, whitebook=whitebook) for side in (0, 1)] for result in results]
    won: dict[int, list[Fraction]] = {}
    for result, both in zip(results, scores, strict=True):
        for one, score in zip(result.contestants, both, strict=True):
            if score is not None:
                won.setdefault(one, []).append(score)
    for result, both in zip(results, scores, strict=True):
        for side, percent in enumerate(result.average):
            mine = won.get(result.contestants[side])
            share = percent / 100
            if mine and top and own_average:
                own = sum(mine) / (len(mine) * top)
                share = max(share, own) if percent > 50 else min(share, own) if percent < 50 else share
            both[side] = share * top
    return [(first, second) for first, second in scores]


def _score(result: Result, side: int, results: Sequence[Result], expected: int, *, whitebook: bool) -> Fraction | None:
    if result.points is None:
        return None
    others = [
        other
        for other in results
        if other is not result and (other.deal, other.group) == (result.deal, result.group) and other.points is not None
    ]
    matchpoints = sum((_against(parts_of(result, side), parts_of(other, side)) for other in others), Fraction(0))
    actual = len(others) + 1
    if whitebook and actual <= 3 and actual <= Fraction(expected, 3):
        return (60 + 5 * (matchpoints - actual + 1)) / 100 * 2 * (expected - 1)
    return (matchpoints * expected + expected - actual) / actual


def _against(mine: Parts, theirs: Parts) -> Fraction:
    return sum(
        (
            weight * other_weight * ((points > other) * 2 + (points == other))
            for weight, points in mine
            for other_weight, other in theirs
        ),
        Fraction(0),
    )


def parts_of(result: Result, side: int) -> Parts:
    if result.weighted:
        return [(weight, -points if side else points) for weight, points in result.weighted]
    return [(Fraction(1), result.points[side])]
