"""Sessions whose results are added up, and what is carried from them into a final. Nothing is rounded here.

A contestant has the same number in all sessions: its entry. Its number in each of them may be another one.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

from scorer.contest.comparing.points import Points
from scorer.contest.ranking import (
    NO_MINIMUM,
    Comparison,
    Standing,
    exact_sum,
    over_common_denominator,
    places,
    share_of_most,
)
from scorer.contest.values import FINEST

HALF = 50
ByEntry = Mapping[int, Standing]
"""What contestants have scored in a session, by entry. Whoever is not there has missed it."""


@dataclass(frozen=True, slots=True)
class Total:
    entry: int
    place: int | None
    """None for whoever has missed a session whose percentages are averaged, or has played too few deals."""
    value: Fraction
    """The sum of the scores, or the mean percentage of the sessions that were played, with what was carried over."""
    sessions: tuple[Standing | None, ...]
    needed: int = 0
    """How many deals it would have needed for a place, if it has played too few."""

    @property
    def deals(self) -> int:
        return _deals(self.sessions)

    @property
    def carried(self) -> Fraction:
        """How much of a mean percentage was carried over."""
        return exact_sum(standing.carried for standing in self.sessions if standing)


def can_be_added_up(one: Comparison, other: Comparison) -> bool:
    """Whether scores of both are counted in the same unit. Points are those of one comparison: wins are no points, and
    neither are games."""
    if isinstance(one, Points) and one.games != other.games:
        return False
    return (one.unit, one.in_percent) == (other.unit, other.in_percent) and (
        one.unit != "points" or one.name == other.name
    )


def add_up(sessions: Sequence[ByEntry], *, mean: bool = False, minimum: Fraction = NO_MINIMUM) -> list[Total]:
    """Return everybody who has played, the best first. Those who share a place are in the order of their entries.

    What was carried over raises a mean by as much as it raised the session to which it came, however many there are.
    `minimum` is what share of the most deals that anybody has played in all sessions is needed for a place.
    """
    entries = {entry: tuple(played.get(entry) for played in sessions) for played in sessions for entry in played}
    values: dict[int, Fraction] = {}
    for entry, in_all in entries.items():
        standings = [*filter(None, in_all)]
        values[entry] = _mean(standings) if mean else exact_sum(standing.score for standing in standings)
    deals = {entry: _deals(in_all) for entry, in_all in entries.items()}
    needed = share_of_most(deals.values(), minimum)
    enough = [entry for entry in entries if deals[entry] >= needed]
    complete = [entry for entry in enough if not mean or None not in entries[entry]]
    whole, _denominator = over_common_denominator(values[entry] for entry in complete)
    place_of = dict(zip(complete, places(whole), strict=True))
    ordered = sorted(entries, key=lambda entry: (entry not in place_of, -values[entry], entry))
    return [
        Total(entry, place_of.get(entry), values[entry], entries[entry], needed if deals[entry] < needed else 0)
        for entry in ordered
    ]


def carried_over(
    sessions: Sequence[ByEntry], share: Fraction, deals: int | None = None, *, mean: bool = False
) -> dict[int, Fraction]:
    """Return what is carried into a final, by entry: a share of all scores.

    Where scores are percentages of a top, these count: what is carried is a share of how far a contestant is above or
    below 50 %, in percent of the tops of the final, so that neither the number of deals nor that of tables matters, and
    whoever has played fewer deals carries as much. Longer sessions count more, except with `mean`.

    With `deals`, how many everybody plays in the final, other scores are those of as many deals. This is the formula of
    the EBU (the club's text on events, A2.4) where everybody meets everybody: score x (deals against
    finalists / deals of the qualifying) x (deals against each in the final / against each in the qualifying).
    """
    if any(standing.percent is not None for played in sessions for standing in played.values()):
        return _carried_percent(sessions, share, mean=mean)
    carried: defaultdict[int, Fraction] = defaultdict(Fraction)
    for played in sessions:
        for entry, standing in played.items():
            carried[entry] += standing.score
    of_qualifying = sum(max((standing.deals for standing in played.values()), default=0) for played in sessions)
    length = Fraction(deals, of_qualifying) if deals and of_qualifying else 1
    return {entry: (share * length * score).limit_denominator(FINEST) for entry, score in carried.items()}


def _carried_percent(sessions: Sequence[ByEntry], share: Fraction, *, mean: bool) -> dict[int, Fraction]:
    """Return it in percent."""
    played: defaultdict[int, list[tuple[Standing, int]]] = defaultdict(list)
    for session in sessions:
        longest = max((standing.top or 0 for standing in session.values()), default=0)
        for entry, standing in session.items():
            if longest:
                played[entry].append((standing, 1 if mean else longest))
    return {
        entry: (share * (_mean(*zip(*weighted, strict=True)) - HALF)).limit_denominator(FINEST)
        for entry, weighted in played.items()
    }


def _deals(standings: Sequence[Standing | None]) -> int:
    return sum(standing.deals for standing in standings if standing)


def _mean(standings: Sequence[Standing], weights: Sequence[int] = ()) -> Fraction:
    """Return the mean percentage of sessions, with what was carried over into them."""
    weights = weights or (1,) * len(standings)
    played = [_percent(standing) - standing.carried for standing in standings]
    mean = exact_sum(map(mul, played, weights)) / sum(weights)
    return mean + exact_sum(standing.carried for standing in standings)


def _percent(standing: Standing) -> Fraction:
    return Fraction(0) if standing.percent is None else standing.percent
