"""What comparisons of whole meetings have in common: they rank by the worth of meetings, then by the points made."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from scorer.contest.ranking import Compared, Comparison, Scores, Standing
from scorer.contest.results import Extra, Meeting, Result, deals_played, everybody, meetings


class OfMeetings(Comparison):
    by_meeting: ClassVar[bool] = True

    def worth(self, meeting: Meeting) -> Mapping[int, Fraction]:
        """Return what a meeting is worth to each contestant."""
        raise NotImplementedError

    def points_made(self, meeting: Meeting, contestant: int) -> Fraction:
        """Return what a meeting adds to the value that breaks ties."""
        return meeting.seen[contestant][contestant]

    def extra_worth(self, extra: Extra) -> Fraction:
        return extra.points

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        met, meeting_of = meetings(results)
        worth = [self.worth(meeting) for meeting in met]
        scores: defaultdict[int, Fraction] = defaultdict(Fraction)
        made: defaultdict[int, list[Fraction]] = defaultdict(list)
        for meeting, shares in zip(met, worth, strict=True):
            for number, share in shares.items():
                scores[number] += share
                made[number].append(self.points_made(meeting, number))
        tie_break = defaultdict(Fraction, {number: sum(points, Fraction(0)) for number, points in made.items()})
        added = tuple(map(self.extra_worth, extras))
        for extra, points in zip(extras, added, strict=True):
            number = extra.contestant
            scores[number] += points
            if extra.kind == "bye" and self.byes and extra.amount is not None:
                tie_break[number] += extra.amount
            elif extra.kind == "bye" and self.byes and made[number]:
                tie_break[number] += sum(made[number], Fraction(0)) / len(made[number])
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
