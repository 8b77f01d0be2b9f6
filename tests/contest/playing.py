"""What the tests of all comparisons make results with, and read rankings by."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scorer.contest import ranking
from scorer.contest.ranking import Comparison, Ranking
from scorer.contest.result_lines import read_extra, read_result
from scorer.contest.results import Extra, Result


def rank(comparison: Comparison, results: Sequence[Result], extras: Sequence[Extra] = ()) -> Any:
    """The ranking, whose values a test may compare with whole numbers."""
    return ranking.rank(comparison, results, extras)


def result(contestants: Sequence[int], points: Any = None, **fields: Any) -> Any:
    """A result as its line says it."""
    said = {} if points is None else {"points": points}
    made, problems = read_result({"contestants": list(contestants), **said, **fields})
    assert problems == []
    return made


def extra(contestant: int, **fields: Any) -> Any:
    made, problems = read_extra({"contestant": contestant, **fields})
    assert problems == []
    return made


def board(points: Sequence[Any], deal: int = 1, **fields: Any) -> list[Result]:
    """A deal at as many tables as there are points of N-S: pair 1 against pair 101, 2 against 102 and so on."""
    return [
        result((table, 100 + table), each, deal=deal, **fields)
        if not isinstance(each, dict)
        else result((table, 100 + table), deal=deal, **fields, **each)
        for table, each in enumerate(points, start=1)
    ]


def firsts(found: Ranking) -> list[Any]:
    """The score of the first side, result by result."""
    return [scores[0] for scores in found.scores]


def seconds(found: Ranking) -> list[Any]:
    return [scores[1] for scores in found.scores]


def table(found: Ranking) -> list[tuple[int, int, Fraction]]:
    """Place, contestant and score, in the order of the ranking."""
    return [(each.place, each.standing.contestant, each.standing.score) for each in found.places]


def ranked(comparison: Comparison, results: Sequence[Result], *extras: Extra) -> list[tuple[int, int, Fraction]]:
    return table(rank(comparison, results, extras))


def tied_by(found: Ranking) -> dict[int, str]:
    return {each.standing.contestant: each.tied_by for each in found.places if each.tied_by}


def places_of(found: Ranking) -> dict[int, int]:
    return {each.standing.contestant: each.place for each in found.places}


def standing_of(found: Ranking, contestant: int) -> Any:
    return next(each.standing for each in found.places if each.standing.contestant == contestant)
