"""Export events as lines of JSON, each with its tables (docs/table-format.md)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from scorer import __version__
from scorer.club.models import Club, Season
from scorer.db.snapshot import snapshot_read
from scorer.events.models import (
    Applicant,
    ApplicantPlayer,
    Contestant,
    ContestantPlayer,
    Event,
    Round,
    Ruling,
    Sitting,
    SittingSide,
)
from scorer.play.models import Table
from scorer.transfer.championships import championship_records
from scorer.transfer.columns import dump_columns
from scorer.transfer.export import VERSION, export, export_tables, id_converter, ids_in_order, player_record

BATCH_SIZE = 20
"""Events that are read together."""


def export_club(club: Club, season: Season | None = None) -> Iterator[str]:
    """Yield a line for each event, championship and table of a club, or of one of its seasons.

    A cancelled table goes out only if an event needs it.
    """
    with snapshot_read():
        events = club.events.installed().exclude(state=Event.State.CANCELLED).order_by("day", "name", "pk")
        championships = club.championships.all()
        if season:
            events, championships = events.filter(season=season), championships.filter(season=season)
        lines = [*_lines(event_records(events)), *_lines(championship_records(championships, events))]
        needed = Exists(Sitting.objects.filter(table=OuterRef("pk")))
        tables = club.tables.filter(~Q(state=Table.State.CANCELLED) | needed)
        ids = ids_in_order(tables.filter(season=season) if season else tables)
    yield from lines
    yield from export_tables(ids)


def export_event(event: Event) -> Iterator[str]:
    yield from _lines(event_records(Event.objects.filter(pk=event.pk)))
    yield from export(Table.objects.filter(pk__in=Sitting.objects.filter(round__event=event).values("table")))


def event_records(events: "QuerySet[Event]") -> Iterator[dict[str, Any]]:
    read = events.select_related("season").prefetch_related(
        Prefetch("contestants__players", ContestantPlayer.objects.select_related("player")),
        Prefetch("planned_rounds__sittings", Sitting.objects.select_related("table").with_contestants()),
        "planned_rounds__half_tables",
        Prefetch("applicants", Applicant.objects.filter(contestant=None)),
        Prefetch("applicants__players", ApplicantPlayer.objects.select_related("player")),
        Prefetch("rulings", Ruling.objects.select_related("sitting__round", "contestant")),
    )
    for event in read.iterator(BATCH_SIZE):
        yield {
            "version": VERSION,
            "scorer": __version__,
            "event": id_converter.to_url(event.pk),
            "season": event.season.name,
            **dump_columns(event),
            "contestants": [_contestant(contestant) for contestant in event.contestants.all()],
            "plan": [_round(planned) for planned in event.planned_rounds.all()],
            "rulings": [_ruling(ruling) for ruling in event.rulings.all()],
            **({"applicants": waiting} if (waiting := [_contestant(row) for row in event.applicants.all()]) else {}),
        }


def _lines(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    return (json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _contestant(contestant: Contestant | Applicant) -> dict[str, Any]:
    players = [dump_columns(member) | player_record(member.player) for member in contestant.players.all()]
    return dump_columns(contestant) | {"players": players}


def _round(planned: Round) -> dict[str, Any]:
    halves = [dump_columns(half) for half in planned.half_tables.all()]
    sittings = [_sitting(sitting) for sitting in planned.sittings.all()]
    return dump_columns(planned) | {"sittings": sittings} | ({"half_tables": halves} if halves else {})


def _sitting(sitting: Sitting) -> dict[str, Any]:
    record = dump_columns(sitting) | {"places": [_place(place) for place in sitting.sides.all()]}
    if sitting.table:
        record["table"] = id_converter.to_url(sitting.table.pk)
        if sitting.table.sealed:
            record["sealed"] = True
    return record


def _place(place: SittingSide) -> dict[str, Any]:
    return dump_columns(place) | {"contestant": place.contestant.number}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    where: dict[str, Any] = {}
    if ruling.sitting:
        where = {"round": ruling.sitting.round.number, "station": ruling.sitting.station}
    if ruling.contestant:
        where |= {"contestant": ruling.contestant.number}
    return where | dump_columns(ruling)
