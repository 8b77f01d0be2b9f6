"""Who meets whom, and when."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations

from scorer.events.selectors.movement import PlannedRound
from scorer.events.selectors.people import ContestantRow

MOST = 32
"""Contestants for whom a table of all meetings can be read, and fits on a page of paper."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """A row of the table: the rounds in which a contestant meets each, in the order of their numbers."""

    contestant: ContestantRow
    met: list[str]
    """As in "3, 7"; empty for itself, and for those that it never meets."""


def meetings_of(rounds: list[PlannedRound], people: dict[int, ContestantRow]) -> list[Meetings]:
    """Return none for more contestants than a page has room for."""
    if len(people) > MOST:
        return []
    met: dict[tuple[int, int], list[str]] = defaultdict(list)
    for each in rounds:
        for _sitting, contestants in each.sittings:
            for one, other in permutations(contestants, 2):
                met[one.number, other.number].append(str(each.round.number))
    return [Meetings(one, [", ".join(met[number, other]) for other in people]) for number, one in people.items()]
