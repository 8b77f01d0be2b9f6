"""The results of an event as pages show them, which many phones ask for between two hands."""

from collections.abc import Hashable

from django.db.models import Count, Sum

from scorer.db.versioned_cache import VersionedCache
from scorer.events.models import Event, Sitting
from scorer.events.readers import Reader
from scorer.events.results import EventResults

MAX_CACHED = 40
"""Some megabytes each for an evening of forty tables. Directors and everybody else see different ones."""

_cache: VersionedCache[EventResults] = VersionedCache(MAX_CACHED)


def results_for(event: Event, reader: Reader) -> EventResults:
    """Return what a reader sees, from the cache as long as nothing has changed.

    Not for a transaction that may be rolled back: a later one would have the same version with other results.
    """
    return _cache.get((event.pk, reader), _version(event), lambda _before: EventResults(event, reader))


def _version(event: Event) -> Hashable:
    """Every change at a table changes its version or era, and every other change of the event its own version."""
    played = Sitting.objects.filter(round__event=event).exclude(table=None)
    tables = played.aggregate(tables=Count("table"), versions=Sum("table__version"), eras=Sum("table__era"))
    return event.version, *tables.values()
