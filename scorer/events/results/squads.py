"""The ranking of squads as pages and files show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from scorer.contest.ranking import Comparison
from scorer.contest.results import ScoreUnit
from scorer.contest.squads import SquadStanding, SquadTotal, rank_squads, ties_of
from scorer.events.contestants import ContestantRow
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import SHARED, float_or_none, tie_break_text
from scorer.events.results.units import figure_in
from scorer.registry.contest_words import TIE_RULES
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
    tie_break: str
    """What decided the place besides match points and score, in words."""
    tie_rule: str
    """How ties between squads are broken, in a sentence."""

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
    if ranked_by is None:
        return []
    scores, unit = _scores_of(ranked_by), ranked_by.comparison.unit

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
            tie_break_of(squad),
            tie_rule_of_squads(ranked_by.comparison),
        )
        for squad in standings_of_squads(ranked_by, people)
    ]


def standings_of_squads(ranked_by: EventResults, people: Mapping[int, ContestantRow]) -> tuple[SquadStanding, ...]:
    """Return none if there are no squads. The ranking is that of the results, whether it is shown or not."""
    event = ranked_by.event
    if not event.squads:
        return ()
    named = {number: contestant.squad for number, contestant in people.items()}
    in_league = event.squads == Event.Squads.MATCH_POINTS
    tables = [sitting.contestants for sitting in ranked_by.sittings] if in_league else None
    standings = [ranked.standing for ranked in ranked_by.ranking.places]
    ties = ties_of(ranked_by.comparison, standings)
    return rank_squads(named, _scores_of(ranked_by), event.squad_best, tables, ties)


def _scores_of(ranked_by: EventResults) -> dict[int, Fraction]:
    standings = (ranked.standing for ranked in ranked_by.ranking.places)
    return {standing.contestant: standing.score for standing in standings if standing.ranks_by}


def tie_break_of(squad: SquadStanding | SquadTotal) -> str:
    return tie_break_text(squad.tied_by, dict(squad.ties)[squad.tied_by]) if squad.tied_by else ""


def tie_rule_of_squads(comparison: Comparison) -> str:
    """Return how ties between squads are broken, in a sentence."""
    names = tuple(name for name in comparison.tie_breaks() if name != "lot")
    return str(TIE_RULES.get(names, SHARED))
