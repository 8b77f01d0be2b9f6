"""The sessions of an event whose results are added up, and what is carried from them into a final."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from scorer.contest.ranking import NO_MINIMUM, Standing
from scorer.contest.results import ScoreUnit
from scorer.contest.sessions import Total, add_up, can_be_added_up, carried_over
from scorer.contest.squads import SquadStanding, add_up_squads
from scorer.events.contestants import ContestantRow, contestants_by_number
from scorer.events.models import Event
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.event_results import PERCENT, EventResults
from scorer.events.results.ranking import Field, StandingRow, float_or_none, in_column
from scorer.events.results.squads import standings_of_squads, tie_break_of, tie_rule_of_squads
from scorer.events.results.units import COLUMNS, figure_in
from scorer.web.formatting import score

Read = Callable[[Event], EventResults]
"""How the results of a session are read: for a viewer, or as they are within a transaction."""
STARTED = (Event.State.RUNNING, Event.State.FINISHED)


@dataclass(frozen=True, slots=True)
class SquadSession:
    """What a squad has in one session."""

    session: int
    score: float | None
    """None if it has missed the session."""
    match_points: float | None
    unit: ScoreUnit

    @property
    def figure(self) -> str:
        """Return "3 · 120" in a league, and "120" elsewhere."""
        figure = figure_in(self.unit, self.score)
        return figure if self.match_points is None else f"{score(self.match_points)} · {figure}"


@dataclass(frozen=True, slots=True)
class SquadTotalRow:
    place: int
    name: str
    score: float
    unit: ScoreUnit
    match_points: float | None
    """In a league."""
    sessions: tuple[SquadSession, ...]
    tie_break: str
    tie_rule: str
    """How ties between squads are broken, in a sentence."""

    @property
    def figure(self) -> str:
        return figure_in(self.unit, self.score)


@dataclass(frozen=True, slots=True)
class Sessions:
    events: Sequence[Event]
    """In order, also those that have not started."""
    shown: Sequence[Event]
    """Those whose rankings are added up: all of them that have started and whose ranking the viewer may know."""
    totals: Sequence[Total]
    squads: Sequence[Sequence[SquadStanding]]
    """The ranking of squads in each of those that are shown."""
    people: dict[int, ContestantRow]
    """By entry, as in the last session in which each takes part."""
    mean: bool

    @property
    def field(self) -> Field:
        """The ranking over all sessions, with the figure of each."""
        unit = comparison_of(self.events[-1]).unit
        has_carried = any(total.carried for total in self.totals)
        standings = [
            StandingRow(
                total.place,
                self.people[total.entry],
                None if self.mean else float(total.value),
                float(total.value) if self.mean else None,
                None,
                total.deals,
                rounds=tuple(
                    (session.session, _figure(standing, mean=self.mean) if standing else None)
                    for session, standing in zip(self.shown, total.sessions, strict=True)
                ),
                besides=float(total.carried) if self.mean and has_carried else None,
                unit=unit,
                needed=total.needed,
            )
            for total in self.totals
        ]
        rounds = tuple(session.session for session in self.shown)
        column = "%" if self.mean else COLUMNS.get(unit, "")
        return Field(None, in_column(standings), rounds=rounds, unit=column, title=gettext("All sessions"))

    @property
    def in_league(self) -> bool:
        return self.events[-1].squads == Event.Squads.MATCH_POINTS

    @property
    def squads_title(self) -> str:
        return gettext("League table") if self.in_league else gettext("Squads, all sessions")

    @property
    def squad_rows(self) -> list[SquadTotalRow]:
        """The ranking of squads over all sessions; none if the last session has no squads."""
        comparison = comparison_of(self.events[-1])
        unit = comparison.unit
        totals = add_up_squads(self.squads, in_league=self.in_league) if self.events[-1].squads else ()
        return [
            SquadTotalRow(
                total.place,
                total.squad,
                float(total.score),
                unit,
                float_or_none(total.match_points),
                tuple(
                    SquadSession(
                        event.session,
                        float(standing.score) if standing else None,
                        float_or_none(standing.match_points) if standing and self.in_league else None,
                        unit,
                    )
                    for event, standing in zip(self.shown, total.sessions, strict=True)
                ),
                tie_break_of(total),
                tie_rule_of_squads(comparison),
            )
            for total in totals
        ]


def _figure(standing: Standing, *, mean: bool) -> float:
    """Return the score of a session; of sessions that are averaged, the percentage without what was carried over."""
    return float((standing.percent or 0) - standing.carried) if mean else float(standing.score)


def sessions_of(event: Event) -> list[Event]:
    """Return the sessions to which an event belongs, in order; itself if it is the only one."""
    if event.series is None:
        return [event]
    return list(event.club.events.filter(series=event.series).order_by("session"))


def finals_of(event: Event) -> list[Event]:
    """Return the events for which contestants have qualified in this one."""
    if event.series is None:
        return []
    finals = event.club.events.filter(qualifying=event.series).exclude(state=Event.State.CANCELLED)
    return list(finals.order_by("day", "name", "session"))


def other_finals_of(event: Event) -> list[Event]:
    """Return the other finals after the qualifying of this one, such as its consolation."""
    if event.qualifying is None:
        return []
    finals = event.club.events.filter(qualifying=event.qualifying).exclude(state=Event.State.CANCELLED)
    others = finals.exclude(series=event.series) if event.series else finals.exclude(pk=event.pk)
    return list(others.order_by("day", "name", "session"))


def qualifying_of(event: Event) -> list[Event]:
    """Return the sessions in which the contestants of a final have qualified."""
    if event.qualifying is None:
        return []
    return list(event.club.events.filter(series=event.qualifying).order_by("session"))


def read_sessions(events: Sequence[Event], read: Read) -> Sessions:
    shown, standings, squads, people = [], [], [], dict[int, ContestantRow]()
    minimum = NO_MINIMUM
    for event in events:
        results = read(event).ranked if event.state in STARTED else None
        if results is None:
            continue
        minimum, by_number = results.minimum, contestants_by_number(event)
        people |= {person.entry: person for person in by_number.values()}
        shown.append(event)
        standings.append(by_entry(results, _entries(by_number)))
        squads.append(standings_of_squads(results, by_number))
    mean = is_mean(events[-1])
    return Sessions(events, shown, add_up(standings, mean=mean, minimum=minimum), squads, people, mean)


def is_mean(last: Event) -> bool:
    """Whether the mean of the percentages counts, as the last session says, and not the sum of the scores."""
    return last.added_up == Event.AddedUp.MEAN and comparison_of(last).in_percent


def by_entry(results: EventResults, entries: Mapping[int, int]) -> dict[int, Standing]:
    """Return what those have scored with whom anything has been compared. `entries` are by number."""
    standings = (ranked.standing for ranked in results.ranking.places)
    return {entries[standing.contestant]: standing for standing in standings if standing.ranks_by}


def _entries(people: Mapping[int, ContestantRow]) -> dict[int, int]:
    return {number: person.entry for number, person in people.items()}


def carried_figures(final: Event, read: Read) -> dict[int, Fraction]:
    """Return what each contestant of the qualifying carries into a final, by entry. Only finished sessions count."""
    qualifying = [event for event in qualifying_of(final) if event.state == Event.State.FINISHED]
    standings = [by_entry(read(event), _entries(contestants_by_number(event))) for event in qualifying]
    share = Fraction(final.carried_percent, PERCENT)
    return carried_over(standings, share, final.carried_deals, mean=bool(qualifying) and is_mean(qualifying[-1]))


def carried_unit(final: Event) -> dict[str, str]:
    """Return the unit of what is carried, as lines of the event format have it. Nothing for that of the score."""
    return {"unit": "percent"} if comparison_of(final).in_percent else {}


def has_carried_deals(event: Event) -> bool:
    """Whether what is carried into a final depends on how many deals it has: where deals are compared, and their scores
    are no percentages."""
    comparison = comparison_of(event)
    return comparison.names_deals and not comparison.in_percent


def unit_refusal(event: Event, changed: Mapping[str, Any], others: Sequence[Event]) -> str | None:
    """Return why the scores of an event with these changes could not be added to those of others, or None."""
    same = ("game", "competes", "comparison", "winners", "preset", "house_rules")
    as_chosen = Event(**{name: changed.get(name, getattr(event, name)) for name in same})
    for other in others:
        if not can_be_added_up(comparison_of(as_chosen), comparison_of(other)):
            return gettext("“%(name)s” is counted in another unit, so the scores cannot be added up.") % {
                "name": other.name
            }
    return None
