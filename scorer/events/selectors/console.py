"""The stations of a running round, and what the director has to look at there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from scorer.contest.turned import is_likely_turned
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.events.contestants import ContestantRow, rows_of
from scorer.events.models import Call, Event, Round, Sitting
from scorer.events.results.duties import owed_text, owing_in_round
from scorer.events.results.event_results import EventResults
from scorer.events.results.hands import hands_of
from scorer.events.results.played import ResultLine
from scorer.events.results.rows import SittingRow, TableRow
from scorer.events.results.rulings import AnyRuling
from scorer.events.selectors.requests import CorrectionRequest
from scorer.history.models import Revision
from scorer.play import selectors
from scorer.play.models import Table
from scorer.play.selectors.history import Author, authors_of
from scorer.play.sheets.confirmations import unconfirmed_counts
from scorer.play.table_context import TableContext
from scorer.registry.words import problem_text

MAX_CACHED = 1_000
"""More tables than play at one time, even with directors of several languages."""


@dataclass(frozen=True, slots=True)
class Improbable:
    hand: int
    """The number of its line."""
    deal: int | None
    sentences: tuple[str, ...]


Hands = tuple[Improbable, ...]


_cache: VersionedCache[Hands] = VersionedCache("stations", sized(MAX_CACHED))


def improbable_at(event: Event, tables: Iterable[TableRow]) -> dict[int, Hands]:
    """Return the improbable hands by table. Only tables that have changed are read and judged again.

    Do not use this in a transaction that may be rolled back: a later one would have the same version with other hands.
    """
    language = get_language()
    known = {table: _cache.peek((table.pk, language), (table.era, table.version)) for table in tables}
    changed = {table.pk: table for table, hands in known.items() if hands is None}
    judged = _judge(event, changed) if changed else {}
    for pk, hands in judged.items():
        _cache.put((pk, language), (changed[pk].era, changed[pk].version), hands)
    return {table.pk: hands for table, hands in known.items() if hands is not None} | judged


def _judge(event: Event, tables: Mapping[int, TableRow]) -> dict[int, Hands]:
    config = event.config
    at: dict[int, list[Any]] = {pk: [] for pk in tables}
    for detail in config.hand_model.objects.for_tables(tables):
        if not detail.hand.voided:
            at[detail.hand.table_id].append(detail)

    def seat_name(position: int) -> str:
        return str(config.seat_names[position - 1]) if config.seat_names else str(position)

    improbable, house_rules = {}, event.variant
    for pk, details in at.items():
        table, entries, asked = tables[pk], [detail.entry for detail in details], []
        variant = config.with_deals(house_rules, table.deal_count, table.size)
        for place, detail in enumerate(details, start=1):
            problems = config.rules.warnings(entries[:place], variant, table.size, entries[place:])
            if problems:
                sentences = tuple(problem_text(config, problem, seat_name) for problem in problems)
                asked.append(Improbable(detail.hand.number, detail.hand.deal, sentences))
        improbable[pk] = tuple(asked)
    return improbable


CHANGED_AFTER_OPENING = "after_opening"
"""The action in the log: a hand was changed when its contestants could read what others had made of the deal."""


@dataclass(frozen=True, slots=True)
class ChangeAfterOpening:
    sitting: SittingRow
    deal: int
    undone: bool
    """Whether the hand does not count any more. Otherwise it was corrected."""
    at: datetime
    by: Author


def changes_after_opening(results: EventResults) -> list[ChangeAfterOpening]:
    """Return those of an event from its log, the latest first. For directors only."""
    logged = Revision.objects.of(Revision.Kind.EVENT, results.event.pk).filter(action=CHANGED_AFTER_OPENING)
    revisions = list(logged.order_by("-pk")) if results.viewer.directs else []
    if not revisions:
        return []
    sittings = {(sitting.round.number, sitting.station): sitting for sitting in results.sittings}
    authors = authors_of(revisions, results.event.club_id)
    return [
        ChangeAfterOpening(
            sittings[values["round"], values["station"]],
            values["deal"],
            values["undone"],
            revision.at,
            authors[revision.pk],
        )
        for revision in revisions
        for values in [revision.after]
        if (values["round"], values["station"]) in sittings
    ]


@dataclass(frozen=True, slots=True)
class LikelyTurned:
    """A result that looks as if it had been entered for the other side, and those of its deal, of the first side."""

    sitting: SittingRow
    deal: int
    points: int
    others: tuple[int, ...]


def likely_turned(results: EventResults) -> list[LikelyTurned]:
    """Return those of an event, apart from what was ruled. For directors only."""
    if not (results.viewer.directs and results.event.offer.turned):
        return []
    by_deal: dict[tuple[Any, Any], list[ResultLine]] = {}
    for line in results.lines:
        if line.result.points is not None and not line.ruling:
            by_deal.setdefault((line.result.deal, line.result.group), []).append(line)
    doubts = [doubt for lines in by_deal.values() for doubt in _doubts_about(lines)]
    hands = hands_of(results.event, [line for line, _doubt in doubts]) if doubts else {}
    rules, size = results.event.config.rules, results.event.config.seat_counts[0]
    first = rules.sides(size)[0]

    def was_won(line: ResultLine, points: int) -> bool:
        hand = hands.get((line.sitting.table_id or 0, line.hand or 0))
        return hand is not None and any((seat in first) == (points > 0) for seat in rules.declarers(hand.entry, size))

    return [doubt for line, doubt in doubts if was_won(line, doubt.points)]


def _doubts_about(lines: Sequence[ResultLine]) -> Iterator[tuple[ResultLine, LikelyTurned]]:
    """Yield the results of a deal that would be likely to be turned if whoever played them has won."""
    points = [int(line.result.by_contestant[0] or 0) for line in lines]
    for place, (line, own) in enumerate(zip(lines, points, strict=True)):
        others = [*points[:place], *points[place + 1 :]]
        sign = 1 if own > 0 else -1
        if is_likely_turned(sign * own, [sign * other for other in others]):
            yield line, LikelyTurned(line.sitting, line.result.deal or 0, own, tuple(others))


@dataclass(frozen=True, slots=True)
class Station:
    sitting: SittingRow
    people: tuple[ContestantRow, ...]
    done: int
    """How many of its deals are in or ruled on."""
    missing: tuple[int, ...]
    """The numbers of those that are not, where they have any."""
    is_done: bool
    is_missing_hands: bool
    """Whether it is neither done nor may play as much as it likes."""
    called_at: datetime | None = None
    slow: bool = False
    waiting: int = 0
    """How many hands wait for the other side's confirmation."""
    objections: int = 0
    requests: int = 0
    """How many corrections are asked for."""
    improbable: tuple[Improbable, ...] = ()
    changed: tuple[ChangeAfterOpening, ...] = ()
    games: tuple[int, ...] = ()
    """How many games each has won, in a match of games that has begun."""
    owed: str = ""
    """Who still owes what everybody has to play, in a sentence."""

    @property
    def cache_key(self) -> str:
        """Everything that its tile shows."""
        return f"{get_language()} {self!r}"

    @property
    def counts_as_draw(self) -> bool:
        """Whether it did so in the draw of the next round, and has no result yet."""
        return self.sitting.late and not self.is_done

    @property
    def urgency(self) -> int:
        """Where the director should look first: a call, a doubtful hand, a slow table, all others."""
        if self.called_at:
            return 0
        if self.objections or self.requests or self.improbable or self.changed:
            return 1
        return 2 if self.slow else 3


def stations_of(
    results: EventResults,
    running: Round,
    people: dict[int, ContestantRow],
    changed: Sequence[ChangeAfterOpening] = (),
    requests: Iterable[CorrectionRequest] = (),
) -> list[Station]:
    """Return what is in and what is missing at each station of a round that has started.

    For directors, the stations that need them come first, and each says why. `changed` and
    `requests` are those of the event.
    """
    sittings = [sitting for sitting in results.sittings if sitting.round.pk == running.pk]
    done = {sitting.pk: results.played.done_at(sitting) for sitting in sittings}
    calls: dict[int, datetime] = {}
    replies: dict[int, tuple[int, int]] = {}
    improbable: dict[int, tuple[Improbable, ...]] = {}
    slow: set[int] = set()
    if results.viewer.directs:
        calls = dict(Call.objects.open().filter(sitting__round=running).values_list("sitting", "called_at"))
        asking = [sitting.table.pk for sitting in sittings if sitting.table and sitting.table.confirms]
        replies = unconfirmed_counts(Table.objects.filter(pk__in=asking)) if asking else {}
        improbable = improbable_at(results.event, [sitting.table for sitting in sittings if sitting.table])
        slow = _slow(running, [at for at in sittings if not results.played.is_complete(at)], done)
    asked = Counter(request.sitting.pk for request in requests)
    owing = owing_in_round(results, running.number)
    stations = []
    for sitting in sittings:
        table = sitting.table_id or 0
        waiting, objections = replies.get(table, (0, 0))
        stations.append(
            Station(
                sitting,
                tuple(rows_of(sitting.contestants, people)),
                done[sitting.pk],
                tuple(results.played.missing_at(sitting)),
                results.played.is_complete(sitting),
                results.played.is_missing_hands(sitting),
                calls.get(sitting.pk),
                sitting.pk in slow,
                waiting,
                objections,
                asked[sitting.pk],
                improbable.get(table, ()),
                tuple(change for change in changed if change.sitting.pk == sitting.pk),
                results.played.games_of(sitting),
                owed_text(results.event, rows_of(owing.get(sitting.pk, ()), people)),
            )
        )
    return sorted(stations, key=lambda station: (station.urgency, station.sitting.station))


def _slow(running: Round, sittings: list[SittingRow], done: dict[int, int]) -> set[int]:
    """Return those that are more than a deal behind most others or behind the clock, or not done when it is up."""
    usual = median(done.values()) if done else 0
    return {
        sitting.pk for sitting in sittings if done[sitting.pk] + 1 < max(usual, _due(running, sitting.deal_count or 0))
    }


def _due(running: Round, deals: int) -> float:
    """Return how many deals the clock allows for so far. After its end, it allows for one more than there are."""
    if running.ends_at is None or running.started_at is None:
        return 0
    whole = (running.ends_at - running.started_at).total_seconds()
    passed = ((running.paused_at or timezone.now()) - running.started_at).total_seconds()
    return deals * passed / whole if passed < whole else deals + 1


@dataclass(frozen=True, slots=True)
class LateHandAtStation:
    sitting: SittingRow
    table_context: TableContext
    hand: selectors.WaitingHand
    deal: int | None
    is_ruled: bool
    """Whether its deal was ruled on meanwhile. Otherwise the table was closed."""


def late_hands_at_stations(results: EventResults) -> list[LateHandAtStation]:
    hands = []
    of_event = Sitting.objects.filter(round__event=results.event).exclude(table=None).order_by()
    tables = Table.objects.filter(pk__in=of_event.values("table")).with_late_hands().in_bulk()
    for sitting in results.sittings:
        pk = sitting.table_id
        if pk not in tables:
            continue
        table_context = TableContext(tables[pk])
        for hand in selectors.waiting_hands(table_context):
            deal = table_context.game.rules.deal(hand.form.entry) if hand.form.entry else None
            hands.append(
                LateHandAtStation(sitting, table_context, hand, deal, (sitting.pk, deal) in results.played.ruled)
            )
    return hands


def rulings_of(results: EventResults, people: dict[int, ContestantRow]) -> list[tuple[AnyRuling, list[ContestantRow]]]:
    """Return the rulings that the viewer of the results may see, each with whom it concerns."""
    shown = (ruling for ruling in results.rulings if results.shows(ruling.deal))
    return [(ruling, rows_of(ruling.contestants, people)) for ruling in shown]
