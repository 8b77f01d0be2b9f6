"""What comparisons of whole meetings have in common: they rank by the score of meetings, then by the points made."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorer.contest.ranking import Compared, Scores, Standing
from scorer.contest.results import Extra, Result, deals_played, everybody

Sums = Mapping[int, Fraction]


def compared(
    results: Sequence[Result],
    extras: Sequence[Extra],
    worth: Sequence[Sums],
    scores: Sums,
    then: Sums,
    *,
    added: Sequence[Fraction],
) -> Compared:
    """Compare meetings. `worth` says for each result what its meeting is worth, so all results of one have the same.

    `added` is what each extra adds, which is in `scores` already.
    """
    deals = deals_played(results)
    return Compared(
        tuple(_scores(result, each) for result, each in zip(results, worth, strict=True)),
        tuple(Standing(one, scores[one], deals[one], (scores[one], then[one])) for one in everybody(results, extras)),
        tuple(added),
    )


def _scores(result: Result, worth: Sums) -> Scores:
    return tuple(None if result.points is None else worth[one] for one in result.contestants)
