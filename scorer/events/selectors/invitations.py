"""What invitations say: of one event, and of the next evenings of a club."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.hidden_names import read_by_visitor
from scorer.club.models import Club
from scorer.events.contestants import contestants_by_number, count_in_words
from scorer.events.links import sign_up_path
from scorer.events.models import Event, EventsQuerySet
from scorer.events.states import SIGNING_UP, Progress

KEPT_IN_CALENDARS = timedelta(days=60)
"""What has been is in calendars for so long."""


@dataclass(frozen=True, slots=True)
class Facts:
    count: str
    """How many have signed up: "13 pairs"."""
    limit: int | None
    left: int | None
    """How many more there is room for. None if there is no limit."""
    waiting: int
    looking: int
    sign_off_until: datetime | None
    names: tuple[str, ...] = ()
    """Who comes, if the invitation shows it."""


@dataclass(frozen=True, slots=True)
class Evening:
    event: Event
    facts: Facts | None
    """None once nobody can sign up any more."""
    state: str
    path: str
    """Where to sign up, if anybody can."""


def facts_of(event: Event) -> Facts:
    looking = list(event.applicants.filter(contestant=None).values_list("looking", flat=True))
    with read_by_visitor():  # whoever holds the link
        names = tuple(map(str, contestants_by_number(event).values())) if event.names_shown else ()
    return _facts(event, event.contestants.count(), looking.count(False), looking.count(True), names)


def _facts(event: Event, count: int, waiting: int, looking: int, names: tuple[str, ...] = ()) -> Facts:
    left = None if event.limit is None else max(event.limit - count, 0)
    return Facts(count_in_words(count, event), event.limit, left, waiting, looking, event.sign_off_until, names)


def announced(club: Club) -> EventsQuerySet:
    """Return the announced events, also those that are not long past or do not take place."""
    since = timezone.localdate() - KEPT_IN_CALENDARS
    events = club.events.installed().filter(announced=True, rehearsal=False, day__gte=since)
    return events.order_by("day", F("starts_at").asc(nulls_last=True), "name")


def next_evenings(club: Club) -> list[Evening]:
    """Return the announced events from today on that have not finished."""
    not_in = Q(applicants__contestant=None)
    events = announced(club).filter(day__gte=timezone.localdate()).exclude(state=Event.State.FINISHED)
    counted = events.prefetch_related("planned_rounds").annotate(
        count=Count("contestants", distinct=True),
        waiting=Count("applicants", distinct=True, filter=not_in & Q(applicants__looking=False)),
        looking=Count("applicants", distinct=True, filter=not_in & Q(applicants__looking=True)),
    )
    return [_evening(event) for event in counted]


def _evening(event: Any) -> Evening:
    """`event` has been annotated with its counts."""
    can = Progress(event)
    cancelled = event.state == Event.State.CANCELLED
    return Evening(
        event=event,
        facts=_facts(event, event.count, event.waiting, event.looking) if can.phase is SIGNING_UP else None,
        state=_("This event does not take place") if cancelled else can.in_words,
        path=sign_up_path(event) if can["apply"] else "",
    )
