"""The ranking of squads as pages and files show it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from scorer.contest.results import ScoreUnit
from scorer.contest.squads import SquadStanding, rank_squads
from scorer.events.contestants import ContestantRow
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import float_or_none
from scorer.events.results.units import figure_in
from scorer.registry.words import labelled


@dataclass(frozen=True, slots=True)
class SquadMember:
    contestant: ContestantRow
    figure: str
    counts: bool


@dataclass(frozen=True, slots=True)
class SquadRow:
    place: int | None
    name: str
    score: float
    unit: ScoreUnit
    members: tuple[SquadMember, ...]
    match_points: float | None
    """In a league."""
    needed: int
    """How many members count; 0 for all."""

    @property
    def figure(self) -> str:
        return figure_in(self.unit, self.score)

    @property
    def why_no_place(self) -> str:
        if self.place is not None:
            return ""
        said = {"members": len(self.members), "needed": self.needed}
        return gettext("no place: %(members)s members of at least %(needed)s") % said

    @property
    def members_in_words(self) -> str:
        """Return "Ada: 120, Boris: 35, (Chloé: −40)", with those in brackets who do not count."""
        said = [(labelled(str(member.contestant), member.figure), member.counts) for member in self.members]
        return ", ".join(words if counts else f"({words})" for words, counts in said)


def squads_of(results: EventResults, people: Mapping[int, ContestantRow]) -> list[SquadRow]:
    """Return none if the ranking is shown later, or if there are no squads."""
    ranked_by, event = results.ranked, results.event
    if ranked_by is None or not event.squads:
        return []
    standings = [ranked.standing for ranked in ranked_by.ranking.places]
    scores = {standing.contestant: standing.score for standing in standings if standing.ranks_by}
    named = {number: contestant.squad for number, contestant in people.items()}
    unit = ranked_by.comparison.unit
    in_league = event.squads == Event.Squads.MATCH_POINTS
    tables = [sitting.contestants for sitting in ranked_by.sittings] if in_league else None

    def members(squad: SquadStanding) -> tuple[SquadMember, ...]:
        return tuple(
            SquadMember(people[number], figure_in(unit, float(scores[number])), number in squad.counting)
            for number in (*squad.counting, *squad.others)
        )

    return [
        SquadRow(
            squad.place,
            squad.squad,
            float(squad.score),
            unit,
            members(squad),
            float_or_none(squad.match_points),
            event.squad_best or 0,
        )
        for squad in rank_squads(named, scores, event.squad_best, tables)
    ]
