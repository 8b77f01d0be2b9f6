"""Store an event of a file."""

from collections.abc import Mapping
from typing import Any

from scorer.audit.events import faults_of_event
from scorer.audit.rows import SENTENCES
from scorer.club.models import Club, Player, Season, User
from scorer.events.models import (
    Applicant,
    ApplicantPlayer,
    Contestant,
    ContestantPlayer,
    Event,
    HalfTable,
    Round,
    Ruling,
    Sitting,
    SittingSide,
)
from scorer.history.models import Revision
from scorer.play.models import Table
from scorer.transfer.event_reader import ParsedEvent
from scorer.transfer.parsed import sentence


def write_event(
    parsed: ParsedEvent,
    club: Club,
    season: Season,
    *,
    players: Mapping[str, Player],
    tables: Mapping[str, int],
    by: User | None,
) -> Event:
    """`players` are by the keys of their names, and `tables` are ids by the keys of the file."""
    event = Event(club=club, season=season, **parsed.values)
    if parsed.id and not Event.objects.filter(pk=parsed.id).exists():
        event.pk = parsed.id
    event.save(force_insert=True)
    contestants = [Contestant(event=event, **entrant.values) for entrant in parsed.contestants]
    Contestant.objects.bulk_create(contestants)
    by_number = {contestant.number: contestant for contestant in contestants}
    ContestantPlayer.objects.bulk_create(
        ContestantPlayer(contestant=contestant, player=players[player.name_key], **values)
        for contestant, entrant in zip(contestants, parsed.contestants, strict=True)
        for values, player in entrant.players
    )
    applicants = [Applicant(event=event, **entrant.values) for entrant in parsed.applicants]
    Applicant.objects.bulk_create(applicants)
    ApplicantPlayer.objects.bulk_create(
        ApplicantPlayer(applicant=applicant, player=players[player.name_key], **values)
        for applicant, entrant in zip(applicants, parsed.applicants, strict=True)
        for values, player in entrant.players
    )
    sittings = _write_plan(event, parsed, by_number, tables)
    for ruling in parsed.rulings:
        Ruling.objects.create(
            event=event,
            sitting=sittings.get((ruling.round, ruling.station)),
            contestant=by_number.get(ruling.contestant or 0),
            **ruling.values,
        )
    after = {"name": event.name, "game": event.game, "state": event.state, "contestants": len(contestants)}
    Revision.objects.log(Revision.Kind.EVENT, event, "import", by, after=after)
    return event


def _write_plan(
    event: Event, parsed: ParsedEvent, contestants: Mapping[int, Contestant], tables: Mapping[str, int]
) -> dict[tuple[Any, Any], Sitting]:
    """Return the sittings by the numbers of their rounds and stations."""
    rounds = [Round(event=event, **parsed_round.values) for parsed_round in parsed.rounds]
    Round.objects.bulk_create(rounds)
    HalfTable.objects.bulk_create(
        HalfTable(round=stored, **values)
        for stored, parsed_round in zip(rounds, parsed.rounds, strict=True)
        for values in parsed_round.half_tables
    )
    planned = [
        (stored, sitting)
        for stored, parsed_round in zip(rounds, parsed.rounds, strict=True)
        for sitting in parsed_round.sittings
    ]
    sittings = [
        Sitting(round=stored, table_id=tables[seated.table.key] if seated.table else None, **seated.values)
        for stored, seated in planned
    ]
    Sitting.objects.bulk_create(sittings)
    Table.objects.filter(pk__in=tables.values()).update(has_occasion=True)
    SittingSide.objects.bulk_create(
        SittingSide(sitting=sitting, contestant=contestants[number], **values)
        for sitting, (_round, seated) in zip(sittings, planned, strict=True)
        for values, number in seated.places
    )
    return {(sitting.round.number, sitting.station): sitting for sitting in sittings}


def event_problems(event: Event) -> list[str]:
    """Return what `check_ledger` finds in a stored event, as sentences."""
    stored = Event.objects.select_related("season").get(pk=event.pk)
    codes = {fault.code: None for fault in faults_of_event(stored)}
    return [sentence("unsound", {"what": str(SENTENCES[code])}) for code in codes]
