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
    tie_break: Sums,
    *,
    added: Sequence[Fraction],
) -> Compared:
    """Make the standings from sums by contestant: the `scores`, which rank first, and what breaks ties.

    `worth` says for each result what its meeting is worth to each contestant. `added` is what each extra adds; the
    `scores` include it already.
    """
    deals = deals_played(results)
    return Compared(
        tuple(_scores(result, points) for result, points in zip(results, worth, strict=True)),
        tuple(
            Standing(number, scores[number], deals[number], (scores[number], tie_break[number]))
            for number in everybody(results, extras)
        ),
        tuple(added),
    )


def _scores(result: Result, worth: Sums) -> Scores:
    pairs = zip(result.contestants, result.by_contestant, strict=True)
    return tuple(None if points is None else worth[number] for number, points in pairs)
