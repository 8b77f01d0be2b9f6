"""Undo an import: remove its events and tables, and the players and seasons that came with them.

Events and tables that were changed since the import stay, and so does everything they need.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import ngettext

from scorer.club.models import Club, Season, User
from scorer.club.services import remove_players, remove_season, set_days
from scorer.club.suspension import refuse_suspended
from scorer.db import lock_timeouts
from scorer.db.references import delete_with_references
from scorer.events.models import Event, Sitting
from scorer.history.models import Revision
from scorer.live import publish_change
from scorer.play.models import Hand, Table, day_bounds
from scorer.standings.models import Championship
from scorer.standings.services import delete_championship
from scorer.transfer.chunks import LINES_PER_CHUNK, PLAYERS_PER_CHUNK, chunked, import_transaction
from scorer.transfer.models import Import, ImportedEvent, ImportedTable


@dataclass(slots=True)
class Undone:
    """How much is removed, and how many tables are kept."""

    tables: int = 0
    hands: int = 0
    kept: int = 0
    events: int = 0
    championships: int = 0

    @property
    def sentences(self) -> list[str]:
        tables = ngettext("%(n)d table was removed again.", "%(n)d tables were removed again.", self.tables)
        events = ngettext("%(n)d event was removed again.", "%(n)d events were removed again.", self.events)
        championships = ngettext(
            "%(n)d championship was removed again.", "%(n)d championships were removed again.", self.championships
        )
        return [
            tables % {"n": self.tables},
            *([events % {"n": self.events}] if self.events else []),
            *([championships % {"n": self.championships}] if self.championships else []),
        ]


def preview(record: Import) -> Undone:
    tables = set(record.tables.values_list("table", flat=True))
    events = _leaving_events(record)
    kept = _needed_tables(tables, leaving=events)
    hands = Hand.objects.filter(table__imported__source=record, kind=Hand.Kind.PLAYED).exclude(table__in=kept)
    championships = _unchanged_championships(record).count()
    return Undone(len(tables - kept), hands.count(), len(kept), len(events), championships)


def undo(record: Import, *, by: User | None) -> Undone:
    """Undo an import, chunk by chunk. If this is interrupted, the next call goes on from there."""
    done = Undone()
    lock_timeouts.restart_clock()
    with transaction.atomic():
        refuse_suspended(Club.objects.select_for_update(no_key=True).get(pk=record.club_id))
        record.refresh_from_db()
        if record.state == Import.State.UNDONE:
            return done
        record.state = Import.State.UNDOING
        record.save(update_fields=["state"])
    _remove_championships(record, done, by)
    _remove_events(record, done, by)
    line_counts = record.tables.annotate(lines=Count("table__hands")).values_list("table", "lines").order_by("table")
    for chunk in chunked(list(line_counts), lambda table: 1 + table[1], LINES_PER_CHUNK):
        with import_transaction(record, Import.State.UNDOING) as club:
            _remove_tables(club, {pk for pk, _lines in chunk}, done, by)
    for players in chunked(record.players, lambda _player: 1, PLAYERS_PER_CHUNK):
        with import_transaction(record, Import.State.UNDOING) as club:
            remove_players(club, players, by=by)
    with import_transaction(record, Import.State.UNDOING) as club:
        for season in record.seasons:
            _restore_season(club, season, by)
        record.state = Import.State.UNDONE
        record.save(update_fields=["state"])
        log(record, "undo", done, by)
        publish_change(club.pk, version=0)
    return done


def log(record: Import, action: str, done: Any, by: User | None) -> None:
    after = {"tables": done.tables, "hands": done.hands}
    Revision.objects.log(Revision.Kind.IMPORT, record, action, by, after=after)


def _changed_tables(tables: Collection[int]) -> set[int]:
    """Return the tables with Revisions other than those of being imported and removed."""
    coming = Q(kind=Revision.Kind.TABLE, action__in=("import", "remove"))
    more = Revision.objects.filter(~coming, table_id__in=tables).values_list("table_id", flat=True)
    return {table for table in more if table}


def _unchanged_events(events: set[int]) -> set[int]:
    """Return those of the events that nobody has changed since they were imported, nor any of their tables."""
    tables = dict(
        Sitting.objects.filter(round__event__in=events).exclude(table=None).values_list("table", "round__event")
    )
    changed = {tables[table] for table in _changed_tables(tables.keys())}
    more = Revision.objects.filter(kind=Revision.Kind.EVENT, object_id__in=events).exclude(action="import")
    return events - changed - set(more.values_list("object_id", flat=True))


def _leaving_events(record: Import) -> set[int]:
    """Return the unchanged events on which none that was made or changed here counts, as a later session or a final."""
    leaving = _unchanged_events(set(record.events.values_list("event", flat=True)))
    counting = Event.objects.filter(~Q(series=None) | ~Q(qualifying=None), club=record.club_id).exclude(pk__in=leaving)
    imported = counting.exclude(imported__source=None).values_list("pk", flat=True)
    staying = set(counting.values_list("pk", flat=True)) - _unchanged_events(set(imported))
    while True:
        there = Event.objects.filter(pk__in=staying)
        later = there.filter(series=OuterRef("series"), session__gt=OuterRef("session"))
        finals = there.filter(qualifying=OuterRef("series"))
        needed = set(Event.objects.filter(Exists(later) | Exists(finals), pk__in=leaving).values_list("pk", flat=True))
        if not needed:
            return leaving
        leaving -= needed
        staying |= needed


def _unchanged_championships(record: Import) -> "QuerySet[Championship]":
    changes = Revision.objects.filter(kind=Revision.Kind.CHAMPIONSHIP, object_id__in=record.championships)
    changed = changes.exclude(action="import").values("object_id")
    return Championship.objects.filter(pk__in=record.championships, club=record.club_id).exclude(pk__in=changed)


def _remove_championships(record: Import, done: Undone, by: User | None) -> None:
    """Remove the championships. One that was changed stays, with its season."""
    with import_transaction(record, Import.State.UNDOING):
        for championship in _unchanged_championships(record):
            delete_championship(championship, by=by)
            done.championships += 1


def _needed_tables(tables: Collection[int], *, leaving: Collection[int] = ()) -> set[int]:
    """Return the tables that were changed, or that an event needs which is not leaving."""
    sittings = Sitting.objects.filter(table__in=tables).exclude(round__event__in=leaving)
    return _changed_tables(tables) | set(sittings.values_list("table", flat=True))


def _remove_events(record: Import, done: Undone, by: User | None) -> None:
    """Remove the events, each in a transaction of its own. The tables of an event that stays, stay with it."""
    leaving = _leaving_events(record)
    for event in list(Event.objects.filter(imported__source=record).order_by("pk")):
        with import_transaction(record, Import.State.UNDOING):
            if event.pk not in leaving & _unchanged_events({event.pk}):
                ImportedEvent.objects.filter(event=event).update(source=None)
                continue
            Revision.objects.log(Revision.Kind.EVENT, event, "remove", by)
            delete_with_references(Event.objects.filter(pk=event.pk).order_by())
            done.events += 1


def _remove_tables(club: Club, tables: set[int], done: Undone, by: User | None) -> None:
    kept = _needed_tables(tables)
    ImportedTable.objects.filter(table__in=kept).update(source=None)
    removed = tables - kept
    done.kept += len(kept)
    done.tables += len(removed)
    done.hands += Hand.objects.filter(table__in=removed, kind=Hand.Kind.PLAYED).count()
    delete_with_references(Table.objects.filter(pk__in=removed).order_by())
    Revision.objects.bulk_create(
        Revision(
            actor_id=by.pk if by else None,
            club_id=club.pk,
            table_id=table,
            kind=Revision.Kind.TABLE,
            object_id=table,
            action="remove",
        )
        for table in sorted(removed)
    )


def _restore_season(club: Club, logged: Mapping[str, Any], by: User | None) -> None:
    """Remove a season that the import created, or restore its dates, unless other tables need it as it is."""
    season = club.seasons.filter(pk=logged["id"]).first()
    if season is None:
        return
    if logged["before"] is None:
        remove_season(season, by=by)
    elif season_days(season) == logged["after"]:
        starts, ends = (day and date.fromisoformat(day) for day in logged["before"])
        outside = Q(opened_at__lt=day_bounds(starts)[0])
        if ends:
            outside |= Q(opened_at__gte=day_bounds(ends)[1])
        events = Event.objects.filter(season=season).exclude(day__range=(starts, ends or date.max))
        if not (Table.objects.filter(outside, season=season).exists() or events.exists()):
            set_days(season, starts, ends, by=by)


def season_days(season: Season) -> list[str | None]:
    return [season.starts.isoformat(), season.ends.isoformat() if season.ends else None]
