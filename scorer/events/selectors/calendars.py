"""Evenings as calendar files (RFC 5545). They have what the invitation says, and no names of people."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from icalendar import Calendar
from icalendar import Event as Entry
from icalendar.enums import STATUS

from scorer import __version__
from scorer.club.models import Club
from scorer.db.ids import IdConverter
from scorer.events.links import sign_up_path
from scorer.events.models import Event

CONTENT_TYPE = "text/calendar; charset=utf-8"
ASKED_AGAIN = timedelta(hours=6)


def response(of: Event | Club, events: Iterable[Event], url_of: Callable[[str], str]) -> HttpResponse:
    """Return the events as the calendar of a club, or of one of them. `url_of` makes a URL of a path.

    Whether a browser shows it, saves it or hands it to a calendar is for the browser to decide.
    """
    entries = [_entry(event, url_of(sign_up_path(event))) for event in events]
    calendar = Calendar.new(
        name=of.name,
        uid=_uid(of),
        prodid=f"-//Scorer//{__version__}//{(get_language() or 'en').upper()}",
        refresh_interval=ASKED_AGAIN,
        subcomponents=entries,
    )
    return HttpResponse(calendar.to_ical(), content_type=CONTENT_TYPE)


def _entry(event: Event, url: str) -> Entry:
    start = event.start
    cancelled = event.state == Event.State.CANCELLED
    return Entry.new(
        uid=_uid(event),
        stamp=timezone.now(),
        sequence=event.version,
        summary=event.name,
        description=str(event.config.title),
        location=event.place or None,
        start=start.astimezone(UTC) if start else event.day,  # in UTC: no calendar has to know the site's time zone
        end=_end(event, start),
        status=STATUS.CANCELLED if cancelled else STATUS.CONFIRMED,
        url=url,
    )


def _end(event: Event, start: datetime | None) -> datetime | None:
    """Return when it ends, as far as its director has said how long it may take."""
    return start.astimezone(UTC) + timedelta(minutes=event.minutes) if start and event.minutes else None


def _uid(of: Event | Club) -> str:
    """Return what calendars know it by, whatever changes."""
    return f"{IdConverter().to_url(of.pk)}@scorer"
