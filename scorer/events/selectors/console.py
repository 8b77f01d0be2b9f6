"""The stations of a running round, and what the director has to look at there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.utils import timezone
from django.utils.translation import get_language

from scorer.events.models import Call, Round
from scorer.events.results import EventResults
from scorer.events.rows import SittingRow
from scorer.events.selectors.improbable import Improbable, improbable_at
from scorer.events.selectors.openings import ChangeAfterOpening
from scorer.events.selectors.people import ContestantRow, rows_of
from scorer.play.confirmations import unconfirmed_counts
from scorer.play.models import Table


@dataclass(frozen=True, slots=True)
class Station:
    """A sitting on the console."""

    sitting: SittingRow
    people: tuple[ContestantRow, ...]
    done: int
    """How many of its deals are in or ruled on."""
    missing: tuple[int, ...]
    """The numbers of those that are not, where they have any."""
    called_at: datetime | None = None
    slow: bool = False
    waiting: int = 0
    """How many hands wait for the other side's confirmation."""
    objections: int = 0
    improbable: tuple[Improbable, ...] = ()
    changed: tuple[ChangeAfterOpening, ...] = ()

    @property
    def cache_key(self) -> str:
        """Everything that its tile shows."""
        return f"{get_language()} {self!r}"

    @property
    def is_done(self) -> bool:
        return self.sitting.deal_count is not None and self.done >= self.sitting.deal_count

    @property
    def is_missing_hands(self) -> bool:
        """Whether it is done with fewer than it was given. A table that may play as many as it likes misses none."""
        return self.sitting.deal_count is not None and not self.is_done

    @property
    def urgency(self) -> int:
        """Where the director should look first: a call, a doubtful hand, a slow table, all others."""
        if self.called_at:
            return 0
        if self.objections or self.improbable or self.changed:
            return 1
        return 2 if self.slow else 3


def stations_of(
    results: EventResults,
    running: Round,
    people: dict[int, ContestantRow],
    changed: Sequence[ChangeAfterOpening] = (),
) -> list[Station]:
    """Return what is in and what is missing at each station of a round that has started.

    For directors, the stations that need them come first, and each says why. `changed` are those of the event.
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
        slow = _slow(running, sittings, done)
    found = []
    for sitting in sittings:
        table = sitting.table_id or 0
        waiting, objections = replies.get(table, (0, 0))
        found.append(
            Station(
                sitting,
                tuple(rows_of(sitting.contestants, people)),
                done[sitting.pk],
                tuple(results.played.missing_at(sitting)),
                calls.get(sitting.pk),
                sitting.pk in slow,
                waiting,
                objections,
                improbable.get(table, ()),
                tuple(change for change in changed if change.sitting.pk == sitting.pk),
            )
        )
    return sorted(found, key=lambda station: (station.urgency, station.sitting.station))


def _slow(running: Round, sittings: list[SittingRow], done: dict[int, int]) -> set[int]:
    """Return those that are more than a deal behind most others or behind the clock, or not done when it is up."""
    usual = median(done.values()) if done else 0
    return {
        sitting.pk
        for sitting in sittings
        if not (sitting.deal_count and done[sitting.pk] >= sitting.deal_count)
        and done[sitting.pk] + 1 < max(usual, _due(running, sitting.deal_count or 0))
    }


def _due(running: Round, deals: int) -> float:
    """Return how many deals the clock allows for so far. After its end, it allows for one more than there are."""
    if running.ends_at is None or running.started_at is None:
        return 0
    whole = (running.ends_at - running.started_at).total_seconds()
    passed = ((running.paused_at or timezone.now()) - running.started_at).total_seconds()
    return deals * passed / whole if passed < whole else deals + 1
