"""Squads: contestants who compete each for themselves, and whose scores are also added up by squad.

Its members play at different tables, against everybody else, while the two sides of a team play the same match. Players
of some games call a squad a team.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorer.contest.ranking import exact_sum


@dataclass(frozen=True, slots=True)
class SquadStanding:
    place: int | None
    """Squads that are level share it. None if fewer members than count have a score."""
    squad: str
    score: Fraction
    counting: tuple[int, ...]
    """The members whose scores it adds up, the best first."""
    others: tuple[int, ...]
    """The members whose scores are too low to count."""
    match_points: Fraction | None = None
    """In a league: 4, 3, 2 and 1 for the places in its group; those who are level there share the points."""


def rank_squads(
    squads: Mapping[int, str],
    scores: Mapping[int, Fraction],
    best: int | None = None,
    meetings: Iterable[Sequence[int]] | None = None,
) -> tuple[SquadStanding, ...]:
    """Rank squads by the sum of their members' scores, or by that of the `best` so many members.

    `squads` and `scores` are by contestant. Of two members with the same score, the lower number counts first. With
    `meetings`, which are the contestants of each table, those of a league are ranked by match points, then by the sum.
    """
    members: dict[str, list[int]] = {}
    for contestant in sorted(scores, key=lambda contestant: (-scores[contestant], contestant)):
        if squads.get(contestant):
            members.setdefault(squads[contestant], []).append(contestant)
    sums = {squad: exact_sum(scores[contestant] for contestant in own[:best]) for squad, own in members.items()}
    whole = {squad: sums[squad] for squad, own in members.items() if len(own) >= (best or 1)}
    won = {} if meetings is None else _match_points(whole, _groups(squads, meetings))
    ranks_by = {squad: (won.get(squad, Fraction(0)), total) for squad, total in whole.items()}
    too_few = sorted(members.keys() - whole.keys(), key=lambda squad: (-sums[squad], squad))
    return tuple(
        SquadStanding(
            1 + sum(other > ranks_by[squad] for other in ranks_by.values()) if squad in ranks_by else None,
            squad,
            sums[squad],
            tuple(own[:best]),
            tuple(own[best:] if best else ()),
            won.get(squad),
        )
        for squad in [*sorted(ranks_by, key=lambda squad: (*(-value for value in ranks_by[squad]), squad)), *too_few]
        for own in [members[squad]]
    )


def _groups(squads: Mapping[int, str], meetings: Iterable[Sequence[int]]) -> list[set[str]]:
    """Return the squads that have met each other, directly or by way of others."""
    groups: list[set[str]] = []
    for table in meetings:
        there = {squads[number] for number in table if squads.get(number)}
        joined = [group for group in groups if not group.isdisjoint(there)]
        groups = [group for group in groups if group not in joined] + [there.union(*joined)]
    return groups


def _match_points(scores: Mapping[str, Fraction], groups: Iterable[set[str]]) -> dict[str, Fraction]:
    """Return the match points of each squad: as many for the first of a group as it has squads, and one for the last.

    Those who are level share the points of their places. A squad without a place takes none from the others.
    """
    won = {}
    for group in groups:
        own = {squad: scores[squad] for squad in group if squad in scores}
        times = Counter(own.values())
        for squad, score in own.items():
            above = sum(other > score for other in own.values())
            won[squad] = Fraction(2 * (len(group) - above) - times[score] + 1, 2)
    return won
