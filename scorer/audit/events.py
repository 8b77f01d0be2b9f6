"""Faults of events: their contestants, the plan, the tables that were opened for it, and the rulings."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import Prefetch

from scorer.audit.rows import Fault
from scorer.events.models import Contestant, Event, HalfTable, Round, Ruling, Sitting, Spell
from scorer.events.results import problems_of

BATCH_SIZE = 20
"""Events that are read together."""


def event_faults() -> Iterator[Fault]:
    """Yield the faults of all events. Each names the row of the database that it is about.

    event_state (or season, or game), contestants (numbers, players), sitting (who sits there), event_table (another
    club, game or deals than the plan says), ruling (what it says cannot be read, or is of another event).
    """
    events = Event.objects.select_related("season").prefetch_related(
        Prefetch("contestants", Contestant.objects.with_players()),
        "planned_rounds__half_tables",
        "planned_rounds__sittings",
    )
    for event in events.order_by("pk").iterator(BATCH_SIZE):
        yield from faults_of_event(event)


def faults_of_event(event: Event) -> Iterator[Fault]:
    try:
        yield from _faults_of(event)
    except Exception as error:  # noqa: BLE001  # a value that its column should not hold may make anything raise
        yield _fault("unreadable", event, repr(error))


def _faults_of(event: Event) -> Iterator[Fault]:
    if event.state not in Event.State.values or event.season.club_id != event.club_id:
        yield _fault("event_state", event)
    contestants = list(event.contestants.all())
    if [contestant.number for contestant in contestants] != list(range(1, len(contestants) + 1)):
        yield _fault("contestants", event)
    spells = [spell for contestant in contestants for spell in contestant.spells()]
    for contestant in contestants:
        if not _is_whole(event, contestant) or _plays_twice(contestant, spells):
            yield _fault("contestants", contestant)
    for planned_round in event.planned_rounds.all():
        yield from _round_faults(event, planned_round)
        for half in planned_round.half_tables.all():
            if not 0 <= min(half.numbers) <= max(half.numbers) <= len(contestants):
                yield _fault("sitting", half)
    for ruling in event.rulings.select_related("sitting__round", "contestant"):
        if not _is_of_event(event, ruling) or problems_of(ruling):
            yield _fault("ruling", ruling)


def _is_whole(event: Event, contestant: Contestant) -> bool:
    """Whether the contestant has as many players as a side, all of the event's club."""
    players = list(contestant.players.all())
    places = sorted({player.place for player in players})
    clubs = {player.player.club_id for player in players}
    return places == list(range(1, event.side_size + 1)) and clubs == {event.club_id}


def _plays_twice(contestant: Contestant, spells: Sequence[Spell]) -> bool:
    """Whether one of its players is at two places in a round. Each spell meets itself."""
    return any(sum(map(spell.meets, spells)) > 1 for spell in contestant.spells())


def _round_faults(event: Event, planned_round: Round) -> Iterator[Fault]:
    seen: Counter[int] = Counter()
    sittings = list(Sitting.objects.filter(round=planned_round).select_related("table").with_contestants())
    for sitting in sittings:
        places = list(sitting.places.all())
        seen.update(place.contestant_id for place in places)
        sides = [place.side for place in places]
        foreign = any(place.contestant.event_id != event.pk for place in places)
        if foreign or not sides or sides != list(range(1, len(sides) + 1)):
            yield _fault("sitting", sitting)
        if not _has_its_table(event, planned_round, sitting):
            yield _fault("event_table", sitting)
    if any(count > 1 for count in seen.values()):
        yield _fault("sitting", planned_round)


def _has_its_table(event: Event, planned_round: Round, sitting: Sitting) -> bool:
    table = sitting.table
    if table is None or planned_round.started_at is None:
        return table is None and planned_round.started_at is None
    return (table.club_id, table.season_id, table.game, table.first_deal, table.deal_count) == (
        event.club_id,
        event.season_id,
        event.game,
        sitting.first_deal,
        sitting.deal_count,
    ) and (event.state != Event.State.FINISHED or table.sealed == event.rehearsal)


def _is_of_event(event: Event, ruling: Ruling) -> bool:
    if ruling.sitting:
        return ruling.sitting.round.event_id == event.pk and ruling.deal in ruling.sitting.deals
    if ruling.is_of_whole_deal:
        return ruling.withdrawn or ruling.other_cards.keys() < _played_at(event, ruling.deal)
    return ruling.contestant is not None and ruling.contestant.event_id == event.pk


def _played_at(event: Event, deal: int | None) -> set[tuple[int, int]]:
    """Return the rounds and stations at which a deal is played."""
    return {
        (planned_round.number, sitting.station)
        for planned_round in event.planned_rounds.all()
        for sitting in planned_round.sittings.all()
        if deal in sitting.deals
    }


def _fault(code: str, row: Event | Contestant | Round | Sitting | HalfTable | Ruling, text: str = "") -> Fault:
    name = f"{row._meta.db_table} {row.pk}"
    return Fault(None, 0, code, f"{name}: {text}" if text else name)
