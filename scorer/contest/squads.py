"""Squads: contestants who compete each for themselves, and whose scores are also added up by squad.

Its members play at different tables, against everybody else, while the two sides of a team play the same match. Players
of some games call a squad a team.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scorer.contest.ranking import exact_sum, over_common_denominator, places


@dataclass(frozen=True, slots=True)
class SquadStanding:
    place: int | None
    """Squads with equal scores share it. None if fewer members than count have a score."""
    squad: str
    score: Fraction
    counting: tuple[int, ...]
    """The members whose scores it adds up, the best first."""
    others: tuple[int, ...]
    """The members whose scores are too low to count."""


def rank_squads(
    squads: Mapping[int, str], scores: Mapping[int, Fraction], best: int | None = None
) -> tuple[SquadStanding, ...]:
    """Rank squads by the sum of their members' scores, or by that of the `best` so many members.

    `squads` and `scores` are by contestant. Of two members with the same score, the lower number counts first.
    """
    members: dict[str, list[int]] = {}
    for contestant in sorted(scores, key=lambda contestant: (-scores[contestant], contestant)):
        if squads.get(contestant):
            members.setdefault(squads[contestant], []).append(contestant)
    sums = {squad: exact_sum(scores[contestant] for contestant in own[:best]) for squad, own in members.items()}
    ordered = sorted(members, key=lambda squad: (-sums[squad], squad))
    whole = [squad for squad in ordered if len(members[squad]) >= (best or 1)]
    numerators, _denominator = over_common_denominator(sums[squad] for squad in whole)
    place_of = dict(zip(whole, places(numerators), strict=True))
    too_few = [squad for squad in ordered if squad not in place_of]
    return tuple(
        SquadStanding(place_of.get(squad), squad, sums[squad], tuple(own[:best]), tuple(own[best:] if best else ()))
        for squad in [*whole, *too_few]
        for own in [members[squad]]
    )
