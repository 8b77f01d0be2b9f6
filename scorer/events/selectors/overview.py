"""Events in a list: those of today on the home page, and others in the place of their tables."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from scorer.club.models import Club
from scorer.events.contestants import count_in_words
from scorer.events.models import Event, EventsQuerySet, Round, Sitting
from scorer.events.states import Progress
from scorer.play.models import TablesQuerySet, day_bounds

ORDER = [Event.State.RUNNING, Event.State.SIGNING_UP, Event.State.FINISHED]


@dataclass(frozen=True, slots=True)
class ListedEvent:
    event: Event
    state: str
    """How far it has come, in words: "Round 3 of 6"."""
    running: Round | None
    """The round whose clock is shown."""
    people: str
    """How many compete: "13 pairs"."""


def events_today(club: Club) -> list[ListedEvent]:
    """Return the events of the day, and others of which a round runs or which were finished today.

    Those that run come first, then those that have not started. A rehearsal is nothing for the club to see. Of several
    sessions, those that are over are left out as soon as a later one has begun: its page leads to all of them.
    """
    begins, ends = day_bounds(timezone.localdate())
    runs = Exists(Round.objects.running().filter(event=OuterRef("pk")))
    of_today = Q(day=timezone.localdate()) | Q(runs) | Q(finished_at__gte=begins, finished_at__lt=ends)
    events = club.events.installed().filter(of_today, rehearsal=False).exclude(state=Event.State.CANCELLED)
    return sorted(_latest_sessions(_listed(events)), key=lambda listed: ORDER.index(Event.State(listed.event.state)))


def _latest_sessions(listed: list[ListedEvent]) -> list[ListedEvent]:
    begun: dict[int, int] = {}
    for event in (of_today.event for of_today in listed):
        if event.series is not None and event.state != Event.State.SIGNING_UP:
            begun[event.series] = max(event.session, begun.get(event.series, 0))
    return [
        of_today
        for of_today in listed
        for event in [of_today.event]
        if not event.is_over or event.series is None or event.session == begun[event.series]
    ]


def events_of(tables: TablesQuerySet, most: int) -> list[ListedEvent]:
    """Return the latest events that some of these tables belong to."""
    played = Exists(Sitting.objects.filter(round__event=OuterRef("pk"), table__in=tables))
    return _listed(Event.objects.installed().filter(played, rehearsal=False), most)


def _listed(events: EventsQuerySet, most: int | None = None) -> list[ListedEvent]:
    counted = events.annotate(count=Count("contestants")).order_by("-day", "name").prefetch_related("planned_rounds")
    return [
        ListedEvent(
            event,
            Progress(event).in_words,
            Progress(event).running,
            count_in_words(event.count, event),  # type: ignore[attr-defined]  # annotated
        )
        for event in counted[:most]
    ]
