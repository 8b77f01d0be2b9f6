"""What every player has to play once in a list or in an event, such as a compulsory solo, and who still owes it."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import pgettext

from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.contestants import ContestantRow
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.rows import SittingRow, TableRow

MAX_CACHED = 1_000
"""More tables than events of one time have."""

Done = tuple[tuple[int, int], ...]
"""The hands of a table, by number, in which somebody has played what is owed, each with the seat."""

_cache: VersionedCache[Done] = VersionedCache("duties", sized(MAX_CACHED))


def has_duty(event: Event) -> bool:
    """Whether its house rules ask for it."""
    return _per(event) is not None


def owing_at(results: EventResults, sitting: SittingRow) -> list[int]:
    """Return the numbers of the contestants at a sitting who owe it: in this list, or in the whole event so far."""
    return _owing(results, [sitting]).get(sitting.pk, [])


def owing_in_round(results: EventResults, number: int) -> Mapping[int, list[int]]:
    """Return the same for all sittings of a round, by their ids."""
    return _owing(results, [sitting for sitting in results.sittings if sitting.round.number == number])


def owed_so_far(results: EventResults) -> dict[int, list[int]]:
    """Return who owes it, by number: each with the rounds that have ended without it; without any for an event."""
    owed: dict[int, list[int]] = {}
    ended = [sitting for sitting in results.sittings if sitting.round.ended_at]
    per_list = _per(results.event) == "list"
    owing = _owing(results, ended)
    for sitting in ended:
        for number in owing.get(sitting.pk, []):
            owed.setdefault(number, []).extend([sitting.round.number] if per_list else [])
    return dict(sorted(owed.items()))


def owed_by_text(results: EventResults, own: ContestantRow) -> str:
    """Return what a contestant owes of the rounds that have started, in a sentence, or nothing."""
    sittings = [sitting for sitting in results.sittings if own.number in sitting.contestants]
    owing = _owing(results, sittings)
    rounds = [sitting.round.number for sitting in sittings if own.number in owing.get(sitting.pk, ())]
    shown = rounds if _per(results.event) == "list" else ()
    return owed_text(results.event, [_with_rounds(own, shown)] if rounds else ())


def owed_text(event: Event, names: Iterable[object]) -> str:
    """Return who owes it, in a sentence, or nothing if nobody does."""
    listed = ", ".join(map(str, names))
    return str(event.config.duty_owed) % {"names": listed} if listed else ""


def owed_so_far_text(results: EventResults, people: Mapping[int, ContestantRow]) -> str:
    """Return the same for the rounds that have ended: "Ada (R1, R3), Boris (R2)"."""
    names = [_with_rounds(people[number], rounds) for number, rounds in owed_so_far(results).items()]
    return owed_text(results.event, names)


def _with_rounds(contestant: ContestantRow, rounds: Iterable[int]) -> str:
    said = ", ".join(pgettext("round", "R%(number)s") % {"number": of_round} for of_round in rounds)
    return f"{contestant} ({said})" if said else str(contestant)


def _per(event: Event) -> str | None:
    return event.offer.duty.per(event.variant) if event.offer.duty else None


def _owing(results: EventResults, sittings: Collection[SittingRow]) -> Mapping[int, list[int]]:
    per = _per(results.event)
    if per is None:
        return {}
    read = results.sittings if per == "event" else sittings
    done = _done_at(results.event, [sitting.table for sitting in read if sitting.table])
    have = {
        sitting.pk: {
            results.played.seated_at(sitting, hand, seat) for hand, seat in done.get(sitting.table_id or 0, ())
        }
        for sitting in read
    }
    anywhere = {number for those in have.values() for number in those}
    return {
        sitting.pk: [
            number for number in sitting.contestants if number not in (anywhere if per == "event" else have[sitting.pk])
        ]
        for sitting in sittings
    }


def _done_at(event: Event, tables: Iterable[TableRow]) -> dict[int, Done]:
    """Return in which hands of each table it was played, and by which seat. Only tables that have changed are read.

    Do not use this in a transaction that may be rolled back: a later one would have the same version with other hands.
    """
    known = {table: _cache.peek(table.pk, (table.era, table.version)) for table in tables}
    changed = [table for table, done in known.items() if done is None]
    read: dict[int, Done] = {table.pk: () for table in changed}
    duty: Any = event.offer.duty
    if changed:
        for detail in event.config.hand_model.objects.for_tables(read):
            if not detail.hand.voided:
                own = tuple((detail.hand.number, seat) for seat in duty.done(detail.entry))
                read[detail.hand.table_id] += own
    for table in changed:
        _cache.put(table.pk, (table.era, table.version), read[table.pk])
    return {table.pk: done for table, done in known.items() if done is not None} | read
