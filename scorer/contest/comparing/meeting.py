"""What comparisons of whole meetings have in common: a score of the meeting, then the points that were made in it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorer.contest.ranking import Compared, Scores, Standing
from scorer.contest.results import Extra, Result, deals_played, everybody

Sums = Mapping[int, Fraction]


def compared(
    results: Sequence[Result], extras: Sequence[Extra], worth: Sequence[Sums], scores: Sums, then: Sums
) -> Compared:
    """`worth` is, result by result, what its meeting is worth: each result of a meeting has it."""
    deals = deals_played(results)
    return Compared(
        tuple(_scores(result, each) for result, each in zip(results, worth, strict=True)),
        tuple(Standing(one, scores[one], deals[one], (scores[one], then[one])) for one in everybody(results, extras)),
    )


def _scores(result: Result, worth: Sums) -> Scores:
    return tuple(None if result.points is None else worth[one] for one in result.contestants)
