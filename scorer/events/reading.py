"""What the database has of the results of events, read for many at once."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from scorer.events.models import ContestantPlayer, Event, Ruling, Sitting
from scorer.play.models import Score


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a sheet that counts, as the ledger has it."""

    number: int
    deal: int | None
    is_hand: bool
    points: dict[int, int] = field(default_factory=dict)
    """By position."""
    players: dict[int, int] = field(default_factory=dict)
    """The ids of those who sat there, by position."""


class Read(NamedTuple):
    """Of one event. The sheets are by table, and may be of other events too."""

    planned: list[Sitting]
    rulings: list[Ruling]
    """Those in force."""
    numbers: dict[int, set[int]]
    """The numbers of the contestants for whom a player plays, in the course of the event."""
    sheets: dict[int, list[SheetLine]]


def read_events(events: Collection[Event]) -> dict[int, Read]:
    """Read several events, in as many queries as one."""
    planned: dict[int, list[Sitting]] = {event.pk: [] for event in events}
    sittings = Sitting.objects.filter(round__event__in=events).select_related("table", "round")
    for sitting in sittings.order_by("round__number", "station").prefetch_related("places__contestant"):
        planned[sitting.round.event_id].append(sitting)
    rulings: dict[int, list[Ruling]] = {event.pk: [] for event in events}
    for ruling in Ruling.objects.in_force().filter(event__in=events).select_related("contestant"):
        rulings[ruling.event_id].append(ruling)
    numbers: dict[int, dict[int, set[int]]] = {event.pk: {} for event in events}
    players = ContestantPlayer.objects.filter(contestant__event__in=events).order_by()
    names = ("contestant__event_id", "contestant__number", "player", "player__merged_into")
    for event, number, player, merged_into in players.values_list(*names):
        numbers[event].setdefault(merged_into or player, set()).add(number)
    sheets = _sheets_of([sitting.table_id for found in planned.values() for sitting in found if sitting.table_id])
    return {event.pk: Read(planned[event.pk], rulings[event.pk], numbers[event.pk], sheets) for event in events}


def _sheets_of(tables: list[int]) -> dict[int, list[SheetLine]]:
    rows = (
        Score.objects.filter(table__in=tables)
        .order_by("table_id", "hand__number")
        .values_list("table_id", "hand__number", "hand__deal", "played", "seat__position", "player_id", "points")
    )
    found: dict[int, list[SheetLine]] = {}
    for table, number, deal, played, position, player, points in rows:
        lines = found.setdefault(table, [])
        if not lines or lines[-1].number != number:
            lines.append(SheetLine(number, deal, played))
        lines[-1].points[position] = points
        lines[-1].players[position] = player
    return found
