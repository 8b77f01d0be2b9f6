"""What comparisons of matches between teams have in common.

The results of one `match`, or of one `round` where they do not name a match, between the same two contestants are one
match. A board of it is compared when both contestants have sat each way as often: then each has the sum of its points
at all tables. Until then it is worth nothing. An artificial score decides its board, whatever else was played there. A
contestant's own average on its other boards replaces it if that is higher (of more than 50 %) or lower (of less).

    split       each contestant has what its own side got, so that both may win a board
    weighted    the board is worth what it would be with each part, weighted
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, ClassVar

from scorer.contest.comparing.of_deals import awarded_average, parts_of
from scorer.contest.plan import SIDES
from scorer.contest.ranking import Compared, Comparison, Scores, Standing, exact_sum
from scorer.contest.results import Extra, Result, everybody
from scorer.scoring import Problem

Worth = dict[int, Fraction]
"""What a board or a match is worth to each of the two contestants."""


@dataclass(slots=True)
class Match:
    boards: dict[int | None, Worth] = field(default_factory=dict)
    """By deal, those that both rooms have played or that were decided."""
    given: list[Worth] = field(default_factory=list)
    """What its lines say that it is worth."""

    @property
    def count(self) -> int:
        return len(self.boards) + len(self.given)

    def sums(self) -> Worth:
        every = [*self.boards.values(), *self.given]
        return {contestant: exact_sum([worth[contestant] for worth in every]) for contestant in every[0]}


class OfMatches(Comparison):
    averages: ClassVar[bool] = True
    by_meeting: ClassVar[bool] = True

    @property
    def names_deals(self) -> bool:
        return True

    def board_worth(self, points: Fraction) -> Fraction:
        """Return what a board is worth to whoever has so many points more in both rooms."""
        raise NotImplementedError

    def match_worth(self, match: Match) -> Worth:
        return match.sums()

    def boards_of(self, match: Match) -> int:
        """Return how many boards of the match have been played. One whose IMPs a line says is taken as one board."""
        return match.count

    def extra_worth(self, extra: Extra) -> Fraction:
        return extra.points_in(self.unit)

    def result_problems(self, result: Result) -> list[Problem]:
        if len(result.contestants) != SIDES:
            return [Problem("contestants", "not_two_sides")]
        is_board = result.points is not None or result.average
        return [Problem("deal", "required")] if is_board and result.deal is None else []

    def compare(self, results: Sequence[Result], extras: Sequence[Extra]) -> Compared:
        together, match_of = gathered(results)
        matches = self._matches(together)
        worth = [(self.match_worth(match) if match.count else None, self.boards_of(match)) for match in matches]
        by_line = [
            _scores(result, matches[index].boards.get(result.deal))
            for result, index in zip(results, match_of, strict=True)
        ]
        return replace(added_up(self, results, extras, worth, match_of), by_line=tuple(by_line))

    def _matches(self, together: Sequence[Sequence[Result]]) -> list[Match]:
        matches, decided, own = [], [], defaultdict[int, list[Fraction]](list)
        known: dict[int, tuple[Fraction, Fraction]] = {}
        has_averages = any(result.average for results in together for result in results)
        for results in together:
            match = Match()
            matches.append(match)
            boards: defaultdict[int | None, list[Result]] = defaultdict(list)
            for result in results:
                if result.imps is not None:
                    match.given.append(dict(zip(result.contestants, (result.imps, -result.imps), strict=True)))
                elif result.points is not None or result.average:
                    boards[result.deal].append(result)
            for deal, rooms in boards.items():
                ruled = next((result for result in rooms if result.average), None) if has_averages else None
                if ruled:
                    decided.append((match, deal, ruled))
                elif _is_complete(rooms):
                    match.boards[deal] = worth = self._board(rooms, known)
                    for contestant, share in worth.items():
                        own[contestant].append(share)
        means = {contestant: exact_sum(shares) / len(shares) for contestant, shares in own.items()} if decided else {}
        for match, deal, result in decided:
            match.boards[deal] = {
                contestant: awarded_average(percent, self.artificial(percent), means.get(contestant))
                for contestant, percent in zip(result.contestants, result.average, strict=True)
            }
        return matches

    def _board(self, rooms: Sequence[Result], known: dict[int, tuple[Fraction, Fraction]]) -> Worth:
        """Return what a board is worth to both. `known` is what differences are worth, of which there are few."""
        first, second = rooms[0].contestants
        open_room, *closed = rooms
        if len(closed) == 1 and not (open_room.split or open_room.weighted or closed[0].split or closed[0].weighted):
            points, others = _whole_points(open_room), _whole_points(closed[0])
            if points is not None and others is not None:
                difference = points - others
                if difference not in known:
                    known[difference] = self.board_worth(Fraction(difference)), self.board_worth(Fraction(-difference))
                worth, opposite = known[difference]
                return {first: worth, second: opposite}
        return {contestant: self._weighted(rooms, contestant) for contestant in (first, second)}

    def _weighted(self, rooms: Sequence[Result], contestant: int) -> Fraction:
        """Return what a board is worth to a contestant with each combination of parts, weighted."""
        return sum(
            (
                prod(weight for weight, _points in parts)
                * self.board_worth(sum((points for _weight, points in parts), Fraction(0)))
                for parts in product(*(parts_of(room, room.contestants.index(contestant)) for room in rooms))
            ),
            Fraction(0),
        )


def _whole_points(room: Result) -> int | None:
    """Return the points of the first side, if they are a whole number and the other side has the opposite.

    Whole numbers are compared and looked up much faster than fractions.
    """
    own, other = room.points or ()
    points: int = own.numerator
    is_whole = own.denominator == 1 == other.denominator
    return points if is_whole and other.numerator == -points else None


def gathered(results: Sequence[Result]) -> tuple[list[list[Result]], list[int]]:
    """Return the results of each match, and for each result the index of its match."""
    together: list[list[Result]] = []
    match_of: list[int] = []
    known: dict[Any, int] = {}
    for result in results:
        key = result.round if result.match is None else ("match", result.match), frozenset(result.contestants)
        index = known.setdefault(key, len(together))
        if index == len(together):
            together.append([])
        together[index].append(result)
        match_of.append(index)
    return together, match_of


def added_up(
    comparison: OfMatches,
    results: Sequence[Result],
    extras: Sequence[Extra],
    matches: Sequence[tuple[Worth | None, int]],
    match_of: Sequence[int],
) -> Compared:
    """Return what contestants have from all matches: what each is worth, if anything, and how many boards it has."""
    won: defaultdict[int, list[Fraction]] = defaultdict(list)
    deals: Counter[int] = Counter()
    for worth, count in matches:
        for contestant, share in (worth or {}).items():
            won[contestant].append(share)
            deals[contestant] += count
    added = tuple(map(comparison.extra_worth, extras))
    for extra, points in zip(extras, added, strict=True):
        won[extra.contestant].append(points)
    scores = {number: exact_sum(won[number]) for number in everybody(results, extras)}
    by_side: dict[tuple[int, tuple[int, ...]], Scores] = {}  # of a match, whose results have them all
    for result, index in zip(results, match_of, strict=True):
        key = index, result.contestants
        if key not in by_side:
            by_side[key] = _scores(result, matches[index][0])
    return Compared(
        tuple([by_side[index, result.contestants] for result, index in zip(results, match_of, strict=True)]),
        tuple(Standing(number, score, deals[number], (score,)) for number, score in scores.items()),
        added,
    )


def _is_complete(rooms: Sequence[Result]) -> bool:
    """Whether both contestants have sat each way as often."""
    if len(rooms) == SIDES:
        return rooms[0].contestants == rooms[1].contestants[::-1]
    times = Counter([room.contestants for room in rooms])
    return all(times[contestants] == times[contestants[::-1]] for contestants in times)


def _scores(result: Result, worth: Worth | None) -> Scores:
    if worth is None:
        return (None,) * len(result.contestants)
    return tuple([worth[contestant] for contestant in result.contestants])
