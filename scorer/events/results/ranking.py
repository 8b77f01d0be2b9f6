"""The ranking as pages show it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import get_language, gettext_lazy

from scorer.contest.ranking import Ranked
from scorer.events.contestants import ContestantRow
from scorer.events.models import Event, section_letter
from scorer.events.results.event_results import EventResults
from scorer.history.models import Revision

TIE_BREAKS: dict[str, Any] = {
    "points": gettext_lazy("ahead by points"),
    "difference": gettext_lazy("ahead by the difference"),
    "won": gettext_lazy("ahead by games won"),
    "lost": gettext_lazy("ahead by fewer games lost"),
    "lot": gettext_lazy("ahead by lot"),
}
"""What separates contestants who are level in the score, by what comparisons call it."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    place: int | None
    """Like the score, None as long as nothing that it played has been compared."""
    contestant: ContestantRow
    score: float | None
    percent: float | None
    deals: int
    tie_break: Any = ""
    """What broke a tie, in words."""
    groups: tuple[tuple[str, int], ...] = ()
    """Each group of the contestant, with its place among those of this group."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who is ranked together; the number of the side where each side is ranked by itself, the letter of the section
    where each section is."""

    side: int | None
    standings: tuple[StandingRow, ...]
    section: str = ""
    side_name: str = ""
    """N–S, where the game names its sides."""

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it."""
        return f"{get_language()} {self!r}"


def fields_of(results: EventResults, people: dict[int, ContestantRow]) -> list[Field]:
    """Return none if the ranking is shown later."""
    fields: dict[tuple[str, int | None], list[StandingRow]] = {}
    for ranked in results.ranking_shown.places if results.ranking_shown else ():
        section = "" if ranked.section is None else section_letter(int(ranked.section))
        fields.setdefault((section, ranked.standing.field), []).append(standing_row(ranked, people))
    names = results.event.config.side_names
    return [
        Field(side, _with_groups(standings), section, str(names[side - 1]) if names and side else "")
        for (section, side), standings in fields.items()
    ]


def _with_groups(standings: Sequence[StandingRow]) -> tuple[StandingRow, ...]:
    """Give each group places of its own: those who share a place in the field share it there, too.

    A group to which everybody belongs says nothing.
    """
    ranked = [standing for standing in standings if standing.place is not None]
    names = dict.fromkeys(group for standing in ranked for group in standing.contestant.groups)
    places: dict[int, list[tuple[str, int]]] = {}
    for name in names:
        members = [standing for standing in ranked if name in standing.contestant.groups]
        if len(members) < len(ranked):
            in_field = [standing.place for standing in members]
            for standing in members:
                places.setdefault(standing.contestant.number, []).append((name, in_field.index(standing.place) + 1))
    return tuple(replace(standing, groups=tuple(places.get(standing.contestant.number, ()))) for standing in standings)


def standing_row(ranked: Ranked, people: dict[int, ContestantRow]) -> StandingRow:
    standing, is_compared = ranked.standing, bool(ranked.standing.ranks_by)
    return StandingRow(
        ranked.place if is_compared else None,
        people[standing.contestant],
        float(standing.score) if is_compared else None,
        None if standing.percent is None else float(standing.percent),
        standing.deals,
        TIE_BREAKS[ranked.tied_by] if ranked.tied_by else "",
    )


@dataclass(frozen=True, slots=True)
class Finish:
    """What became of the ranking since the event was finished."""

    corrections_until: datetime
    """The end of the correction period."""
    corrected_at: datetime | None
    moved: list[tuple[ContestantRow, int, int]]
    """Who has another place now: the place at the finish, and the one now."""


def finish_of(results: EventResults, people: dict[int, ContestantRow]) -> Finish | None:
    event = results.event
    if event.state != Event.State.FINISHED or event.finished_at is None:
        return None
    tables = [sitting.table_id for sitting in results.sittings]
    finished = Revision.objects.of(Revision.Kind.EVENT, event.pk).filter(action="finish").last()
    at_tables = Q(table_id__in=tables) & (
        Q(kind=Revision.Kind.HAND) | Q(kind=Revision.Kind.TABLE, action__in=("swap", "variant"))
    )
    of_event = Q(kind=Revision.Kind.EVENT, object_id=event.pk) & ~Q(action="links")
    changes = Revision.objects.filter(at_tables | of_event, pk__gt=finished.pk if finished else 0)
    corrected_at = changes.values_list("at", flat=True).last()
    before = finished.after.get("places", {}) if finished else {}
    moved = [
        (people[number], before[str(number)], ranked.place)
        for ranked in (results.ranking.places if corrected_at else ())
        for number in [ranked.standing.contestant]
        if before.get(str(number), ranked.place) != ranked.place
    ]
    return Finish(event.finished_at + timedelta(minutes=event.correction_minutes), corrected_at, moved)
