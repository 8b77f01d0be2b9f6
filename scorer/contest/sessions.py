"""Sessions whose results are added up, and what is carried from them into a final. Nothing is rounded here.

A contestant has the same number in all sessions: its entry. Its number in each of them may be another one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorer.contest.comparing.points import Points
from scorer.contest.ranking import Comparison, Standing, exact_sum, over_common_denominator, places
from scorer.contest.values import FINEST

HALF = 50
ByEntry = Mapping[int, Standing]
"""What contestants have scored in a session, by entry. Whoever is not there has missed it."""


@dataclass(frozen=True, slots=True)
class Total:
    entry: int
    place: int | None
    """None for whoever has missed a session whose percentages are averaged."""
    value: Fraction
    """The sum of the scores, or the mean percentage of the sessions that were played."""
    sessions: tuple[Standing | None, ...]


def can_be_added_up(one: Comparison, other: Comparison) -> bool:
    """Whether scores of both are counted in the same unit. Points are those of one comparison: wins are no points, and
    neither are games."""
    if isinstance(one, Points) and one.games != other.games:
        return False
    return (one.unit, one.in_percent) == (other.unit, other.in_percent) and (
        one.unit != "points" or one.name == other.name
    )


def add_up(sessions: Sequence[ByEntry], *, mean: bool = False) -> list[Total]:
    """Return everybody who has played, the best first. Those who share a place are in the order of their entries."""
    counted = [{entry: _worth(standing, mean=mean) for entry, standing in played.items()} for played in sessions]
    entries = {entry for played in counted for entry in played}
    values: dict[int, Fraction] = {}
    for entry in entries:
        worth = [played[entry] for played in counted if entry in played]
        values[entry] = exact_sum(worth) / (len(worth) if mean else 1)
    complete = [entry for entry in entries if not mean or all(entry in played for played in counted)]
    whole, _denominator = over_common_denominator(values[entry] for entry in complete)
    place_of = dict(zip(complete, places(whole), strict=True))
    ordered = sorted(entries, key=lambda entry: (entry not in place_of, -values[entry], entry))
    return [
        Total(entry, place_of.get(entry), values[entry], tuple(played.get(entry) for played in sessions))
        for entry in ordered
    ]


def carried_over(sessions: Sequence[ByEntry], share: Fraction, deals: int | None = None) -> dict[int, Fraction]:
    """Return what is carried into a final, by entry: a share of all scores.

    Where scores are percentages of a top, these count: what is carried is a share of how far a contestant is above or
    below 50 %, in percent of the tops of the final, so that neither the number of deals nor that of tables matters, and
    whoever has played fewer deals carries as much.

    With `deals`, how many everybody plays in the final, other scores are those of as many deals. This is the formula of
    the EBU (the club's text on events, A2.4) where everybody meets everybody: score x (deals against
    finalists / deals of the qualifying) x (deals against each in the final / against each in the qualifying).
    """
    if any(standing.percent is not None for played in sessions for standing in played.values()):
        return _carried_percent(sessions, share)
    carried: defaultdict[int, Fraction] = defaultdict(Fraction)
    for played in sessions:
        for entry, standing in played.items():
            carried[entry] += standing.score
    of_qualifying = sum(max((standing.deals for standing in played.values()), default=0) for played in sessions)
    length = Fraction(deals, of_qualifying) if deals and of_qualifying else 1
    return {entry: (share * length * score).limit_denominator(FINEST) for entry, score in carried.items()}


def _carried_percent(sessions: Sequence[ByEntry], share: Fraction) -> dict[int, Fraction]:
    """Return it in percent. Longer sessions count more."""
    sums: dict[int, tuple[Fraction, int]] = {}
    for played in sessions:
        most = max((standing.top or 0 for standing in played.values()), default=0)
        for entry, standing in played.items():
            above, of = sums.get(entry, (Fraction(0), 0))
            sums[entry] = above + ((HALF if standing.percent is None else standing.percent) - HALF) * most, of + most
    return {entry: (share * above / of).limit_denominator(FINEST) for entry, (above, of) in sums.items() if of}


def _worth(standing: Standing, *, mean: bool) -> Fraction:
    return standing.percent or Fraction(0) if mean else standing.score
