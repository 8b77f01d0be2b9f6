"""Knock-outs: whoever loses a match is out. The numbers of the contestants are their seeds, 1 the best.

The bracket has places for the next power of two. The best seeds, who would meet a number that is not there, have a bye
in the first round. The two best can meet in the final only. A match goes to whoever has more points in it, with what is
carried over into its round. Whoever is out rests.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.families import MAX_CONTESTANTS, Impossible, Task, within
from scorer.contest.plan import Plan, Resting, Round, Sitting

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Knockout:
    def complete(self, task: Task) -> tuple[Self, Task]:
        within("contestants", task.contestants, FEWEST, MAX_CONTESTANTS)
        rounds = task.rounds_or(1, 1)
        if len(_bracket(task)) == 1:
            raise Impossible("rounds", "all_rounds_drawn")
        return self, task.with_deals(rounds, of=_doublings(task.contestants))

    def plan(self, task: Task) -> Plan:
        """Return the next round."""
        matches = list(_matches(_bracket(task)))
        playing = sorted((match for match in matches if max(match) <= task.contestants), key=min)
        deals = task.deals(1)
        sittings = tuple(
            Sitting(station, match, deals, station if deals else 1) for station, match in enumerate(playing, start=1)
        )
        at_tables = {contestant for match in playing for contestant in match}
        resting = tuple(Resting(number) for number in range(1, task.contestants + 1) if number not in at_tables)
        return Plan((Round(task.earlier.last_round() + 1, sittings, resting),))


def _doublings(contestants: int) -> int:
    """Return how many rounds there are in all."""
    return (contestants - 1).bit_length()


def _bracket(task: Task) -> list[int]:
    """Return who is still in. Neighbours meet. Raise Impossible if a match is undecided."""
    bracket = [1]
    for _round in range(_doublings(task.contestants)):
        bracket = [number for seed in bracket for number in (seed, 2 * len(bracket) + 1 - seed)]
    for played in range(1, task.earlier.last_round() + 1):
        if len(bracket) > 1:
            bracket = [_winner(task, played, match) for match in _matches(bracket)]
    return bracket


def _matches(bracket: list[int]) -> Iterator[tuple[int, int]]:
    return zip(bracket[::2], bracket[1::2], strict=True)


def _winner(task: Task, played: int, match: tuple[int, int]) -> int:
    if max(match) > task.contestants:
        return min(match)
    points = _points(task.earlier, played, match)
    if len(set(points.values())) < len(match):
        raise Impossible("past", "undecided", round=played, first=match[0], second=match[1])
    return max(points, key=points.__getitem__)


def _points(earlier: EarlierRounds, played: int, match: tuple[int, int]) -> dict[int, Fraction]:
    """Return what both have in their match, with what they carry over into its round; nothing if it has no result.

    Two contestants meet once at most, so that a result need not say its round.
    """
    points: dict[int, Fraction] = {}
    for result in earlier.results:
        made = result.points if result.imps is None else (result.imps, -result.imps)
        if made and set(result.contestants) == set(match):
            for contestant, own in zip(result.contestants, made, strict=True):
                points[contestant] = points.get(contestant, Fraction(0)) + own
    for extra in earlier.extras:
        if extra.round == played and extra.contestant in points:
            points[extra.contestant] += extra.points
    return points
