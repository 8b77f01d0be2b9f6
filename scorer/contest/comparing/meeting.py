"""What comparisons of whole meetings have in common: they rank by the worth of meetings, then by the points made."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from scorer.contest.ranking import Compared, Comparison, Scores, Setting, Standing
from scorer.contest.results import Extra, Meeting, Result, deals_played, everybody, meetings

MOST_POINTS = 100_000
MOST = Setting("most", least=1, most=MOST_POINTS)
BYE_POINTS = Setting("bye_points", least=0, most=MOST_POINTS)


class OfMeetings(Comparison):
    by_meeting: ClassVar[bool] = True

    most: int | None = None
    """How many points, or how large a difference, counts of one meeting. None for no limit."""
    bye_points: int | None = None
    """What a bye adds to the points or the difference. None for the mean of the contestant's meetings."""

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        """Return what a meeting is worth to each contestant."""
        raise NotImplementedError

    def points_of(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return the points or the difference of a meeting, without the limit."""
        return meeting.seen[contestant][contestant]

    def points_made(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return what a meeting adds to the value that breaks ties."""
        points = self.points_of(meeting, contestant)
        return points if self.most is None else max(min(points, Fraction(self.most)), Fraction(-self.most))

    def extra_worth(self, extra: Extra, made: Sequence[Fraction]) -> Fraction:  # noqa: ARG002  # only points need it
        """Return what an extra adds to the score of a contestant who has made so many points in its meetings."""
        return extra.points

    def bye_made(self, bye: Extra, made: Sequence[Fraction]) -> Fraction:
        """Return the points of a bye: those that its line or the setting states, or else the mean of the meetings."""
        if bye.amount is not None:
            return bye.amount
        if self.bye_points is not None:
            return Fraction(self.bye_points)
        return sum(made, Fraction(0)) / max(1, len(made))

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        met, meeting_of = meetings(results, extras)
        worth = [self.worth(meeting) for meeting in met]
        scores: defaultdict[int, Fraction] = defaultdict(Fraction)
        made: defaultdict[int, list[Fraction]] = defaultdict(list)
        for meeting, shares in zip(met, worth, strict=True):
            for number, share in shares.items():
                scores[number] += share
                made[number].append(self.points_made(meeting, number))
        tie_break = defaultdict(Fraction, {number: sum(points, Fraction(0)) for number, points in made.items()})
        added = tuple(
            [
                Fraction(0) if extra.kind == "adjustment" else self.extra_worth(extra, made[extra.contestant])
                for extra in extras
            ]
        )
        for extra, points in zip(extras, added, strict=True):
            scores[extra.contestant] += points
            if extra.kind == "bye" and self.byes:
                tie_break[extra.contestant] += self.bye_made(extra, made[extra.contestant])
        deals = deals_played(results)
        return Compared(
            tuple(_scores(result, worth[index]) for result, index in zip(results, meeting_of, strict=True)),
            tuple(
                Standing(number, scores[number], deals[number], (scores[number], tie_break[number]))
                for number in everybody(results, extras)
            ),
            added,
        )


def _scores(result: Result, worth: Mapping[int, Fraction]) -> Scores:
    pairs = zip(result.contestants, result.by_contestant, strict=True)
    return tuple(None if points is None else worth[number] for number, points in pairs)
