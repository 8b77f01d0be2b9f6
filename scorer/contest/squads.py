"""Squads: contestants who compete each for themselves, and whose scores are also added up by squad.

Its members play at different tables, against everybody else, while the two sides of a team play the same match. Players
of some games call a squad a team.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from scorer.contest.ranking import Comparison, Standing, exact_sum

Ties = Mapping[str, Mapping[int, Fraction]]
"""What breaks ties between squads, the most important first: by its name, what each contestant has of it."""
NO_TIES: Ties = MappingProxyType({})


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
    ties: tuple[tuple[str, Fraction], ...] = ()
    """What breaks ties, by name: what those who count have together, or of the best round the best of theirs."""
    tied_by: str | None = None
    """What separated it from other squads with the same match points and score."""


@dataclass(frozen=True, slots=True)
class SquadTotal:
    """What a squad has over several sessions."""

    place: int
    squad: str
    score: Fraction
    match_points: Fraction | None
    """In a league."""
    sessions: tuple[SquadStanding | None, ...]
    """None for a session that it has missed."""
    ties: tuple[tuple[str, Fraction], ...] = ()
    tied_by: str | None = None


def ties_of(comparison: Comparison, standings: Collection[Standing]) -> Ties:
    """Return what breaks ties as in the ranking of the contestants. The lot is drawn for these only."""
    return {
        name: {
            standing.contestant: standing.ranks_by[place] for standing in standings if place < len(standing.ranks_by)
        }
        for place, name in enumerate(comparison.tie_breaks(), start=1)
        if name != "lot"
    }


def rank_squads(
    squads: Mapping[int, str],
    scores: Mapping[int, Fraction],
    best: int | None = None,
    meetings: Iterable[Sequence[int]] | None = None,
    ties: Ties = NO_TIES,
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
    broken = {
        squad: {
            name: _together(name, [values.get(contestant, Fraction(0)) for contestant in own[:best]])
            for name, values in ties.items()
        }
        for squad, own in members.items()
    }
    whole = {squad: sums[squad] for squad, own in members.items() if len(own) >= (best or 1)}
    won = {} if meetings is None else _match_points(whole, _groups(squads, meetings))
    ranks_by = {squad: (won.get(squad, Fraction(0)), total, *broken[squad].values()) for squad, total in whole.items()}
    too_few = sorted(members.keys() - whole.keys(), key=lambda squad: (-sums[squad], squad))
    ranked: list[tuple[str, int | None, str | None]] = [*_placed(ranks_by, [*ties])]
    return tuple(
        SquadStanding(
            place,
            squad,
            sums[squad],
            tuple(members[squad][:best]),
            tuple(members[squad][best:] if best else ()),
            won.get(squad),
            tuple(broken[squad].items()),
            tied_by,
        )
        for squad, place, tied_by in [*ranked, *((squad, None, None) for squad in too_few)]
    )


def add_up_squads(sessions: Sequence[Sequence[SquadStanding]], *, in_league: bool = False) -> list[SquadTotal]:
    """Rank squads over several sessions: by the sums of their match points in a league, then by those of their scores.

    A squad is known by its name, whichever letters are capitals, and called as in its last session. What a squad with
    too few members has scored counts; it has no match points for it. Ties are broken as in the last session.
    """
    own: dict[str, list[SquadStanding | None]] = {}
    for number, session in enumerate(sessions):
        for standing in session:
            own.setdefault(standing.squad.casefold(), [None] * len(sessions))[number] = standing
    played = {key: [standing for standing in those if standing] for key, those in own.items()}
    sums = {key: exact_sum(standing.score for standing in those) for key, those in played.items()}
    won = {key: exact_sum(standing.match_points or 0 for standing in those) for key, those in played.items()}
    last: Iterable[SquadStanding] = (standing for session in reversed(sessions) for standing in session)
    names = [name for name, _value in next((standing.ties for standing in last), ())]
    ranks_by = {
        key: (
            won[key] if in_league else Fraction(0),
            sums[key],
            *(_together(name, [value for one in those for of, value in one.ties if of == name]) for name in names),
        )
        for key, those in played.items()
    }
    return [
        SquadTotal(
            place, played[key][-1].squad, sums[key], won[key] if in_league else None, tuple(own[key]), ties, tied_by
        )
        for key, place, tied_by in _placed(ranks_by, names)
        for ties in [tuple(zip(names, ranks_by[key][2:], strict=True))]
    ]


def _together(name: str, values: Collection[Fraction]) -> Fraction:
    """Return what several have of something that breaks ties: the sum, or of the best round the best."""
    return max(values, default=Fraction(0)) if name == "best_round" else exact_sum(values)


def _placed(
    ranks_by: Mapping[str, tuple[Fraction, ...]], tie_breaks: Sequence[str]
) -> Iterator[tuple[str, int, str | None]]:
    """Yield squads, the best first, each with its place and with what separated it from others that were level.

    Each is ranked by match points, score, and what breaks ties. Those who share a place are sorted by their names.
    """
    before = 2
    level = Counter(
        values[:count] for values in ranks_by.values() for count in range(before, before + len(tie_breaks) + 1)
    )
    for squad in sorted(ranks_by, key=lambda squad: (*(-value for value in ranks_by[squad]), squad)):
        values = ranks_by[squad]
        place = 1 + sum(other > values for other in ranks_by.values())
        separated = (
            name
            for count, name in enumerate(tie_breaks, start=before)
            if level[values[:count]] > level[values[: count + 1]]
        )
        yield squad, place, next(separated, None)


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
