"""What comparisons of whole meetings have in common: they rank by the worth of meetings, then by the points made.

Some also know meetings that are matches of several games, such as two of three. A match goes to whoever has won more
games in it, and if these are level, to whoever has more points. One that was not finished counts as it stands.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from scorer.contest.ranking import Compared, Comparison, Scores, Setting, Standing
from scorer.contest.results import Extra, Meeting, Result, deals_played, everybody, meetings

MOST_POINTS = 100_000
MOST = Setting("most", least=1, most=MOST_POINTS)
BYE_POINTS = Setting("bye_points", least=0, most=MOST_POINTS)


Made = tuple[Fraction, ...]
"""What breaks ties, in the order of `tie_breaks`."""


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
        """Return the points or the difference of a meeting, as far as they count."""
        points = self.points_of(meeting, contestant)
        return points if self.most is None else max(min(points, Fraction(self.most)), Fraction(-self.most))

    def made_in(self, meeting: Meeting, contestant: int) -> Made:
        """Return what a meeting adds to the values that break ties."""
        return (self.points_made(meeting, contestant),)

    def extra_worth(self, extra: Extra, worth: Sequence[Fraction]) -> Fraction:  # noqa: ARG002  # only points need it
        """Return what an extra adds to the score of a contestant whose meetings are worth so much."""
        return extra.points

    def bye_made(self, bye: Extra, made: Sequence[Made]) -> Made:
        """Return what a bye adds to the values that break ties, the last of which are its points."""
        *first, points = _columns(made, self._width)
        return (*map(mean, first), self.bye_points_of(bye, points))

    def bye_points_of(self, bye: Extra, points: Sequence[Fraction]) -> Fraction:
        """Return the points of a bye: those that its line or the setting states, or else the mean of the meetings."""
        stated = self.bye_points if bye.amount is None else bye.amount
        return mean(points) if stated is None else Fraction(stated)

    @property
    def _width(self) -> int:
        """How many values break ties. Without any, the points are there nonetheless."""
        return max(1, len(self.tie_breaks()))

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        met, meeting_of = meetings(results, extras)
        worth = [self.worth(meeting) for meeting in met]
        scores: defaultdict[int, list[Fraction]] = defaultdict(list)
        made: defaultdict[int, list[Made]] = defaultdict(list)
        for meeting, shares in zip(met, worth, strict=True):
            for number, share in shares.items():
                scores[number].append(share)
                made[number].append(self.made_in(meeting, number))
        added = tuple(
            [
                Fraction(0) if extra.kind == "adjustment" else self.extra_worth(extra, scores[extra.contestant])
                for extra in extras
            ]
        )
        for extra, points in zip(extras, added, strict=True):
            scores[extra.contestant].append(points)
        byes = [extra for extra in extras if extra.kind == "bye" and self.byes]
        for bye, own in [(bye, self.bye_made(bye, made[bye.contestant])) for bye in byes]:
            made[bye.contestant].append(own)
        deals, breaks = deals_played(results), len(self.tie_breaks())
        return Compared(
            tuple(_scores(result, worth[index]) for result, index in zip(results, meeting_of, strict=True)),
            tuple(
                Standing(number, score, deals[number], (score, *made_there[:breaks]))
                for number in everybody(results, extras)
                for score, *made_there in [(_sum(scores[number]), *map(_sum, _columns(made[number], self._width)))]
            ),
            added,
        )


def mean(values: Sequence[Fraction]) -> Fraction:
    return _sum(values) / max(1, len(values))


def _sum(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _columns(made: Sequence[Made], width: int) -> Sequence[Sequence[Fraction]]:
    return tuple(zip(*made, strict=True)) or ((),) * width


def _scores(result: Result, worth: Mapping[int, Fraction]) -> Scores:
    known = result.games or result.by_contestant
    return tuple(None if own is None else worth[number] for number, own in zip(result.contestants, known, strict=True))
