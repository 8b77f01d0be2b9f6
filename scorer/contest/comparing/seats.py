"""Deals compared seat by seat: everybody with those who held the same cards, at the same seat of the other tables.

The position in `contestants` is the seat. Tables with another number of players have other cards, and are compared by
themselves, like a group of a fouled deal. Whoever sat out has no score.

    seat_matchpoints    2 for each result of the seat that is beaten, 1 for each that is equal, in percent of the top
    seat_difference     the points less the mean of the seat, but at most `limit` either way

Where a deal has fewer results than it should have, matchpoints are factored by Neuberg's formula. An artificial score
is so many percent of the top, or of the way from the lowest to the highest difference: with `limit` 300, 60 % is +60
points, and 50 % is 0. Neither it nor a deal that was not played is a result for the others.

How the French federation compares was not found (the club's text on events, B2): both ways are those that pairs know.
The difference is cut since a single deal would decide an evening otherwise; 300 is our own choice.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from scorer.contest.comparing.matchpoints import InTops, score_side
from scorer.contest.comparing.of_deals import AVERAGE, OfDeals
from scorer.contest.ranking import Scores, Setting, exact_sum
from scorer.contest.results import Result
from scorer.scoring import Problem

LARGEST_LIMIT = 10_000


class OfSeats(OfDeals):
    by_seat: ClassVar[bool] = True

    def settings_problems(self) -> list[Problem]:
        return []

    def result_problems(self, result: Result) -> list[Problem]:
        return [Problem("contestants", "each_alone")] if result.split or result.weighted else []

    def fields_of(self, results: Sequence[Result]) -> dict[int, Any]:  # noqa: ARG002  # all are ranked together
        return {}

    def of_contestants(self, scores: Scores, result: Result) -> Scores:
        return scores if len(scores) == len(result.contestants) else (None,) * len(result.contestants)

    def score_group(self, results: Sequence[Result], expected: int) -> Sequence[Scores]:
        scores: list[list[Fraction | None]] = [[None] * len(result.contestants) for result in results]
        at_seats: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for number, result in enumerate(results):
            for seat, points in enumerate(result.by_contestant):
                if points is not None:
                    at_seats[len(result.contestants), seat].append(number)
        for (_size, seat), numbers in at_seats.items():
            worth = self.score_seat([results[number] for number in numbers], seat, expected)
            for number, share in zip(numbers, worth, strict=True):
                scores[number][seat] = share
        return list(map(tuple, scores))

    def score_seat(self, results: Sequence[Result], seat: int, expected: int) -> Sequence[Fraction]:
        """Score what one seat got at each table. The deal should have so many results."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class SeatMatchpoints(OfSeats, InTops):
    name: ClassVar[str] = "seat_matchpoints"

    own_average: bool = False

    def score_seat(self, results: Sequence[Result], seat: int, expected: int) -> Sequence[Fraction]:
        return score_side(results, seat, expected, "neuberg")


@dataclass(frozen=True, slots=True)
class SeatDifference(OfSeats):
    name: ClassVar[str] = "seat_difference"

    limit: int = 300
    own_average: bool = False

    @property
    def choosable(self) -> tuple[Setting, ...]:
        return (Setting("limit", least=1, most=LARGEST_LIMIT),)

    def settings_problems(self) -> list[Problem]:
        if 1 <= self.limit <= LARGEST_LIMIT:
            return []
        return [Problem("limit", "number_range", {"least": 1, "most": LARGEST_LIMIT})]

    def score_seat(self, results: Sequence[Result], seat: int, expected: int) -> Sequence[Fraction]:  # noqa: ARG002  # the mean is of the results there are
        points = [result.points[seat] for result in results if result.points]
        mean = exact_sum(points) / len(points)
        return [min(max(own - mean, Fraction(-self.limit)), Fraction(self.limit)) for own in points]

    def measure(self, expected: int) -> int:  # noqa: ARG002  # the limit is the same for each deal
        return self.limit

    def artificial(self, percent: Fraction) -> Fraction:
        return (percent - AVERAGE) / AVERAGE
