"""The results of an event as pages show them, which many phones ask for between two hands."""

from typing import NamedTuple

from django.db.models import Sum

from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults, Viewer
from scorer.events.results.played import PlayedResults
from scorer.events.results.rows import read_again, read_events, read_numbers

MAX_CACHED = 40
"""Directors, each contestant and everybody else see different results, of the same rows."""
MAX_PLAYED = 10
"""Some megabytes each for an evening of forty tables."""


class Version(NamedTuple):
    """Every change at a table changes its version, a restore its era, and every other change the event's version."""

    event: int
    eras: int
    rounds: frozenset[tuple[int, int]]
    """The id of each round that has started, with the sum of its tables' versions."""


_results: VersionedCache[EventResults] = VersionedCache("event results", sized(MAX_CACHED))
_played: VersionedCache[tuple[Version, PlayedResults]] = VersionedCache("played results", sized(MAX_PLAYED))


def results_for(event: Event, viewer: Viewer) -> EventResults:
    """Return what a viewer sees, from the cache as long as nothing has changed.

    Not for a transaction that may be rolled back: a later one would have the same version with other results.
    """
    version = _version(event)

    def work_out(_before: EventResults | None) -> EventResults:
        played = _played.get(event.pk, version, lambda before: (version, _played_after(before, event, version)))
        return EventResults(event, viewer, played[1])

    return _results.get((event.pk, viewer), version, work_out)


def _played_after(before: tuple[Version, PlayedResults] | None, event: Event, version: Version) -> PlayedResults:
    """Read only the tables that have changed, as long as the event has not, and no players were merged."""
    if before:
        earlier, played = before
        same = (earlier.event, earlier.eras) == (version.event, version.eras)
        if same and played.rows.numbers == read_numbers([event])[event.pk]:
            rounds = [pk for pk, _versions in version.rounds - earlier.rounds]
            return PlayedResults(event, read_again(played.rows, rounds), played)
    return PlayedResults(event, read_events([event])[event.pk])


def _version(event: Event) -> Version:
    played = Sitting.objects.filter(round__event=event).exclude(table=None).order_by()
    sums = list(played.values_list("round").annotate(Sum("table__version"), Sum("table__era")))
    return Version(event.version, sum(eras for *_, eras in sums), frozenset((pk, versions) for pk, versions, _ in sums))
