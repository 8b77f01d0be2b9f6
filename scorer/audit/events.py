"""Faults of events: their contestants, the plan, the tables that were opened for it, and the rulings."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Prefetch

from scorer.audit.rows import Fault
from scorer.contest.plan import SIDES
from scorer.events.models import (
    Applicant,
    Contestant,
    ContestantPlayer,
    Event,
    HalfTable,
    Round,
    Ruling,
    Sitting,
    Spell,
)
from scorer.events.planning.families import choice_problems
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.rulings import cards_of, problems_of
from scorer.events.services.carrying import carry_differences, follows

Row = Applicant | Event | Contestant | ContestantPlayer | Round | Sitting | HalfTable | Ruling
BATCH_SIZE = 20
"""Events that are read together."""


def event_faults() -> Iterator[Fault]:
    """Yield the faults of all events. Each names the row of the database that it is about."""
    events = Event.objects.select_related("club", "season").prefetch_related(
        Prefetch("contestants", Contestant.objects.with_players()),
        Prefetch("applicants", Applicant.objects.with_players()),
        "planned_rounds__half_tables",
        "planned_rounds__sittings",
    )
    for event in events.order_by("pk").iterator(BATCH_SIZE):
        yield from faults_of_event(event)
        yield from _readable(event, _carried_faults)


def faults_of_event(event: Event) -> Iterator[Fault]:
    yield from _readable(event, _faults_of)
    yield from _readable(event, _session_twice)


def _readable(event: Event, faults: Callable[[Event], Iterator[Fault]]) -> Iterator[Fault]:
    try:
        yield from faults(event)
    except Exception as error:  # noqa: BLE001  # a value that its column should not hold may make anything raise
        yield _fault("unreadable", event, repr(error))


def _faults_of(event: Event) -> Iterator[Fault]:
    if event.state not in Event.State.values or event.season.club_id != event.club_id:
        yield _fault("event_state", event)
    if choice_problems(event):
        yield _fault("event_value", event)
    if not _rounds_follow(event):
        yield _fault("event_rounds", event)
    yield from (_fault("event_value", row) for row in _rows_of(event) if _is_out_of_limits(row))
    yield from _contestant_faults(event)
    for planned_round in event.planned_rounds.all():
        yield from _round_faults(event, planned_round)
        yield from _half_table_faults(event, planned_round, len(event.contestants.all()))
    for ruling in event.rulings.select_related("sitting__round", "contestant"):
        if problems_of(ruling, comparison_of(event)) or not _is_of_event(event, ruling):
            yield _fault("ruling", ruling)


def _contestant_faults(event: Event) -> Iterator[Fault]:
    contestants = list(event.contestants.all())
    if [contestant.number for contestant in contestants] != list(range(1, len(contestants) + 1)):
        yield _fault("contestants", event)
    for applicant in event.applicants.all():
        if not _may_apply(event, applicant):
            yield _fault("contestants", applicant)
    spells = [spell for contestant in contestants for spell in contestant.spells()]
    for contestant in contestants:
        if not _is_whole(event, contestant) or _plays_twice(contestant, spells):
            yield _fault("contestants", contestant)


def _rows_of(event: Event) -> Iterator[Row]:
    yield event
    for contestant in event.contestants.all():
        yield from (contestant, *contestant.players.all())
    for planned_round in event.planned_rounds.all():
        yield from (*planned_round.sittings.all(), *planned_round.half_tables.all())


def _is_out_of_limits(row: Row) -> bool:
    columns = row._meta.concrete_fields
    numbers = {column.name for column in columns if isinstance(column, models.PositiveSmallIntegerField)}
    given = {name for name in numbers if getattr(row, name) is not None}
    try:
        row.clean_fields(exclude={column.name for column in columns} - given)
    except ValidationError:
        return True
    return False


def _session_twice(event: Event) -> Iterator[Fault]:
    same = Event.objects.filter(club=event.club_id, series=event.series, session=event.session)
    if event.series is not None and same.exclude(pk=event.pk).exists():
        yield _fault("event_sessions", event)


def _carried_faults(event: Event) -> Iterator[Fault]:
    """Yield one that only the whole club tells: a file may have a final before its qualifying."""
    if follows(event) and carry_differences(event):
        yield _fault("carried", event)


def _rounds_follow(event: Event) -> bool:
    """Whether the rounds are numbered from 1 and were played one after the other, as far as the event has come."""
    rounds = list(event.planned_rounds.all())
    started = [planned_round for planned_round in rounds if planned_round.started_at]
    running = [planned_round for planned_round in started if planned_round.ended_at is None]
    begun = event.state in {Event.State.RUNNING, Event.State.FINISHED}
    return (
        [planned_round.number for planned_round in rounds] == list(range(1, len(rounds) + 1))
        and started == rounds[: len(started)]
        and not any(planned_round.ended_at for planned_round in rounds[len(started) :])
        and running in ([], started[-1:] if event.state == Event.State.RUNNING else [])
        and bool(started) == begun
    )


def _seats(event: Event, sitting: Sitting | HalfTable, contestants: Sequence[int]) -> bool:
    """Whether the game seats so many, and numbers the deals if it numbers any."""
    numbered = sitting.first_deal is not None and sitting.deal_count is not None
    seats = len(contestants) * event.side_size
    return seats in event.config.seat_counts and (numbered if event.numbers_deals else sitting.first_deal is None)


def _is_whole(event: Event, contestant: Contestant) -> bool:
    """Whether the contestant has as many players as a side or a team, all of the event's club, and a team's name."""
    players = list(contestant.players.all())
    places = sorted({player.place for player in players})
    clubs = {player.player.club_id for player in players}
    fits = event.fewest_players <= len(places) <= event.most_players and (event.of_teams or not contestant.name)
    lined_up = _is_lined_up(event, contestant, contestant.line_up, SIDES)
    return fits and lined_up and places == list(range(1, len(places) + 1)) and clubs == {event.club_id}


def _may_apply(event: Event, applicant: Applicant) -> bool:
    """Whether the applicant has as many players as a contestant, or one who looks for a partner, all of the club."""
    players = list(applicant.players.all())
    if applicant.looking:
        fits = event.of_pairs and len(players) == 1
    else:
        fits = event.fewest_players <= len(players) <= event.most_players
    return fits and {row.player.club_id for row in players} == {event.club_id}


def _plays_twice(contestant: Contestant, spells: Sequence[Spell]) -> bool:
    """Whether one of its players is at two places in a round. Each spell meets itself."""
    return any(sum(map(spell.meets, spells)) > 1 for spell in contestant.spells())


def _round_faults(event: Event, planned_round: Round) -> Iterator[Fault]:
    seen: Counter[tuple[int, int]] = Counter()
    sittings = list(Sitting.objects.filter(round=planned_round).select_related("table").with_players())
    for sitting in sittings:
        places = list(sitting.sides.all())
        seen.update((place.contestant_id, event.of_teams * place.side) for place in places)
        sides = [place.side for place in places]
        foreign = any(place.contestant.event_id != event.pk for place in places)
        lined_up = all(_is_lined_up(event, place.contestant, place.line_up) for place in places)
        if foreign or not lined_up or not _seats(event, sitting, sides) or sides != list(range(1, len(sides) + 1)):
            yield _fault("sitting", sitting)
        if not _has_its_table(event, planned_round, sitting):
            yield _fault("event_table", sitting)
    if any(count > 1 for count in seen.values()) or _plays_at_both_tables(event, planned_round, sittings):
        yield _fault("sitting", planned_round)


def _is_lined_up(event: Event, contestant: Contestant, line_up: Any, sides: int = 1) -> bool:
    """Whether a line-up, if there is one, names as many different players of the team as play on so many sides."""
    if not line_up:
        return True
    if not (event.of_teams and isinstance(line_up, list) and all(isinstance(place, int) for place in line_up)):
        return False
    members = {player.place for player in contestant.players.all()}
    return len(set(line_up)) == len(line_up) == sides * event.side_size and members.issuperset(line_up)


def _plays_at_both_tables(event: Event, planned_round: Round, sittings: Sequence[Sitting]) -> bool:
    """Whether a player of a team is in its line-up at both of its tables."""
    if not event.of_teams:
        return False
    seated = Counter(
        (side.contestant_id, place)
        for sitting in sittings
        for side in sitting.sides.all()
        for place in side.line_up or event.usual_places(side.side)
    )
    return planned_round.started_at is None and any(count > 1 for count in seated.values())


def _half_table_faults(event: Event, planned_round: Round, contestants: int) -> Iterator[Fault]:
    known = range(contestants + 1)
    for half in planned_round.half_tables.all():
        if not _seats(event, half, half.numbers) or not all(number in known for number in half.numbers):
            yield _fault("sitting", half)


def _has_its_table(event: Event, planned_round: Round, sitting: Sitting) -> bool:
    table = sitting.table
    if table is None or planned_round.started_at is None:
        return table is None and planned_round.started_at is None
    return (table.club_id, table.season_id, table.game, table.size, table.first_deal, table.deal_count) == (
        event.club_id,
        event.season_id,
        event.game,
        len(sitting.sides.all()) * event.side_size,
        sitting.first_deal,
        sitting.deal_count,
    ) and (event.state != Event.State.FINISHED or table.sealed == event.rehearsal)


def _is_of_event(event: Event, ruling: Ruling) -> bool:
    if ruling.sitting:
        return ruling.sitting.round.event_id == event.pk and ruling.deal in ruling.sitting.deals
    if ruling.contestant:
        return bool(ruling.contestant.event_id == event.pk)
    return ruling.withdrawn or cards_of(ruling).keys() < _played_at(event, ruling.deal)


def _played_at(event: Event, deal: int | None) -> set[tuple[int, int]]:
    """Return the rounds and stations at which a deal is played."""
    return {
        (planned_round.number, sitting.station)
        for planned_round in event.planned_rounds.all()
        for sitting in planned_round.sittings.all()
        if deal in sitting.deals
    }


def _fault(code: str, row: Row, text: str = "") -> Fault:
    name = f"{row._meta.db_table} {row.pk}"
    return Fault(None, 0, code, f"{name}: {text}" if text else name)
