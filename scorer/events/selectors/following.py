"""Whether a running round can end by itself, and what keeps it from that."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from django.db.models import Exists, OuterRef

from scorer.events.models import Call, Round, Ruling, Sitting, SittingSide
from scorer.play.models import Hand, LateHand, RepliesQuerySet, Reply, Table
from scorer.play.sheets.confirmations import unconfirmed_counts
from scorer.play.sheets.sheet import count_done
from scorer.play.table_context import TableContext


class Obstacle(StrEnum):
    CALL = "call"
    OBJECTION = "objection"
    REQUEST = "request"
    LATE_HAND = "late_hand"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Stop:
    """What needs the director before a round can end by itself."""

    obstacle: Obstacle
    station: int
    deals: str = ""
    """The numbers of those that are missing, where they have any."""


@dataclass(frozen=True, slots=True)
class Readiness:
    is_complete: bool
    """Whether every table is done, and the other sides have accepted what they are asked about."""
    is_time_up: bool
    """Whether the clock has run out, and the minutes of grace with it."""
    stops: tuple[Stop, ...]

    @property
    def is_due(self) -> bool:
        return self.is_complete or self.is_time_up

    @property
    def can_follow(self) -> bool:
        return self.is_due and not self.stops


def readiness_of(running: Round) -> Readiness:
    """A table that plays as many deals as it likes is never done: its round ends by the clock.

    So does one that has not reached its target. Then nothing is missing: it counts as it stands.
    """
    sittings = list(running.sittings.select_related("table"))
    called = set(Call.objects.open().filter(sitting__round=running).values_list("sitting", flat=True))
    # Only those about this round: an earlier one is over, and what is asked about it can wait for the director.
    asked = set(_requests_at(sittings).values_list("hand__table", flat=True))
    stops = [Stop(Obstacle.CALL, sitting.station) for sitting in sittings if sitting.pk in called]
    stops += [Stop(Obstacle.REQUEST, sitting.station) for sitting in sittings if sitting.table_id in asked]
    stops += [Stop(Obstacle.LATE_HAND, station) for station in _stations_with_late_hands(running)]
    # What is missing at a table that the director has closed counts as not played.
    playing = [sitting for sitting in sittings if sitting.table and sitting.table.is_open]
    played, ruled, forfeited = _played_at(playing), _ruled_at(running), _forfeited_at(running)
    asking = [sitting.table for sitting in playing if sitting.table and sitting.table.confirms]
    replies = unconfirmed_counts(asking) if asking else {}
    is_complete = True
    for sitting in playing:
        if sitting.pk in forfeited:
            continue
        waiting, objections = replies.get(sitting.table_id or 0, (0, 0))
        if objections:
            stops.append(Stop(Obstacle.OBJECTION, sitting.station))
        deals, decided = played[sitting.table_id], ruled[sitting.pk]
        is_missing = count_done(sitting.deals, deals, decided) < (sitting.deal_count or 1)
        if is_missing:
            missing = [deal for deal in sitting.deals if deal not in deals and deal not in decided]
            stops.append(Stop(Obstacle.MISSING, sitting.station, ", ".join(map(str, missing))))
        if is_complete:  # otherwise no more sheets have to be read
            has_all = _is_won(sitting.table) if sitting.deal_count is None else not is_missing
            is_complete = has_all and not waiting
    return Readiness(is_complete, _is_time_up(running), tuple(sorted(stops, key=attrgetter("station"))))


def may_be_done(table: Table) -> bool:
    """Whether a look at its whole round is worth it. Most saves leave their table with deals to play."""
    if not table.is_open:
        return True
    if table.deal_count is None:
        return _is_won(table)
    played = Hand.objects.counted().filter(table=table).count()
    ruled = Ruling.objects.in_force().filter(sitting__table=table)
    return played + ruled.count() >= table.deal_count


def _is_won(table: Table | None) -> bool:
    """Whether a table that plays to a target has reached it."""
    return table is not None and TableContext(table).all_played


def _is_time_up(running: Round) -> bool:
    left = running.seconds_left
    return left is not None and not running.paused_at and left + 60 * running.event.grace_minutes <= 0


def _requests_at(sittings: Iterable[Sitting]) -> RepliesQuerySet:
    return Reply.objects.open_requests().filter(hand__table__in=[sitting.table_id for sitting in sittings])


def _stations_with_late_hands(running: Round) -> list[int]:
    """Also of earlier rounds, whose hands the director may still have to enter."""
    late = LateHand.objects.waiting().filter(table=OuterRef("table"))
    sittings = Sitting.objects.filter(Exists(late), round__event=running.event_id)
    return sorted(set(sittings.values_list("station", flat=True)))


def _played_at(sittings: Iterable[Sitting]) -> dict[int | None, list[int | None]]:
    """Return the deals that were played, by table; None for each that is only counted."""
    deals: dict[int | None, list[int | None]] = defaultdict(list)
    hands = Hand.objects.counted().filter(table__in=[sitting.table_id for sitting in sittings])
    for table, deal in hands.values_list("table", "deal"):
        deals[table].append(deal)
    return deals


def _forfeited_at(running: Round) -> set[int]:
    """Return the sittings that one side has forfeited, so that nothing is missing there."""
    rulings = running.event.rulings.in_force().filter(line__has_key="forfeit", line__round=running.number)
    sides = SittingSide.objects.filter(sitting__round=running, contestant__in=rulings.values("contestant"))
    return set(sides.values_list("sitting", flat=True))


def _ruled_at(running: Round) -> dict[int, list[int]]:
    """Return the deals that were ruled on, by sitting."""
    deals: dict[int, list[int]] = defaultdict(list)
    for ruling in Ruling.objects.in_force().filter(sitting__round=running):
        if ruling.sitting_id and ruling.deal:
            deals[ruling.sitting_id].append(ruling.deal)
    return deals
