"""Meetings won, drawn and lost. Ties are broken by the points made, or by how many more they are than the opponents'.

A bye is a win unless the settings say otherwise. It adds to the points or the difference what its line says, or else
the mean of the contestant's meetings.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from scorer.contest.comparing.meeting import compared
from scorer.contest.ranking import Compared, Comparison
from scorer.contest.results import Extra, Meeting, Result, meetings
from scorer.scoring import HalfPoints, Problem

OPPONENTS = 2
WIN, DRAW, LOSS = HalfPoints(2), HalfPoints(1), HalfPoints(0)


@dataclass(frozen=True, slots=True)
class Wins(Comparison):
    name: ClassVar[str] = "wins"
    byes: ClassVar[bool] = True
    by_meeting: ClassVar[bool] = True

    win: HalfPoints = WIN
    draw: HalfPoints = DRAW
    loss: HalfPoints = LOSS
    bye: HalfPoints | None = None
    """None means as much as a win."""
    by: Literal["difference", "points"] = "difference"

    def result_problems(self, result: Result) -> list[Problem]:
        alone = len(result.contestants) < OPPONENTS
        return [Problem("contestants", "too_few_contestants", {"least": OPPONENTS})] if alone else []

    def tie_breaks(self) -> tuple[str, ...]:
        return (self.by,)

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        outcome_worth = {"win": Fraction(self.win), "draw": Fraction(self.draw), "loss": Fraction(self.loss)}
        met, meeting_of = meetings(results)
        worth = [{number: outcome_worth[outcome] for number, outcome in meeting.outcomes().items()} for meeting in met]
        scores: defaultdict[int, Fraction] = defaultdict(Fraction)
        by_meeting: defaultdict[int, list[Fraction]] = defaultdict(list)
        for meeting, shares in zip(met, worth, strict=True):
            for number, share in shares.items():
                scores[number] += share
                by_meeting[number].append(self._tie_break(meeting, number))
        tie_break = defaultdict(Fraction, {number: sum(values, Fraction(0)) for number, values in by_meeting.items()})
        means = {number: tie_break[number] / len(values) for number, values in by_meeting.items()}
        bye = Fraction(self.win if self.bye is None else self.bye)
        added = [bye if extra.kind == "bye" else extra.points for extra in extras]
        for extra, points in zip(extras, added, strict=True):
            scores[extra.contestant] += points
            if extra.kind == "bye":
                mean = means.get(extra.contestant, 0)
                tie_break[extra.contestant] += mean if extra.amount is None else extra.amount
        return compared(results, extras, [worth[index] for index in meeting_of], scores, tie_break, added=added)

    def _tie_break(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return the points or the difference made in a meeting. Several opponents count with their mean."""
        points = meeting.seen[contestant]
        own = points[contestant]
        return own if self.by == "points" else own - (sum(points.values()) - own) / (len(points) - 1)
