"""Requests for corrections at the tables of an event, as the director and who has asked see them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorer.events.models import Contestant, ContestantPlayer, Event, Sitting
from scorer.play import selectors
from scorer.play.models import RepliesQuerySet, Reply
from scorer.play.table_context import TableContext
from scorer.scoring import load


def requests_of(event: Event, contestant: Contestant | None = None) -> RepliesQuerySet:
    """Return the requests at all tables of an event, or those of a contestant."""
    tables = Sitting.objects.filter(round__event=event).exclude(table=None).order_by().values("table")
    requests = Reply.objects.requests().filter(hand__table__in=tables)
    if contestant is None:
        return requests
    return requests.filter(player__in=ContestantPlayer.objects.filter(contestant=contestant).values("player"))


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    ask: Reply
    sitting: Sitting
    table_context: TableContext
    row: selectors.Row
    """What is on the sheet now, without points."""
    entry: Any
    """The hand as it should be, if it was filled in."""

    @property
    def is_corrected(self) -> bool:
        """Whether the hand was changed after the request."""
        return not self.ask.refusal and self.ask.version != self.ask.hand.version

    @property
    def is_open(self) -> bool:
        return not self.ask.refusal and not self.is_corrected


def read_requests(requests: RepliesQuerySet) -> list[CorrectionRequest]:
    """Return requests with everything that pages show of them, the oldest first."""
    asks = list(requests.select_related("player", "hand__table__club"))
    sittings = _sittings(ask.hand.table_id for ask in asks)
    contexts = {pk: TableContext(sitting.table) for pk, sitting in sittings.items() if sitting.table}
    return [_read(ask, sittings[ask.hand.table_id], contexts[ask.hand.table_id]) for ask in asks]


def _read(ask: Reply, sitting: Sitting, table_context: TableContext) -> CorrectionRequest:
    hand = ask.hand
    entries = {line.number: entry for line, entry in table_context.sheet.played}
    chairs = tuple(table_context.chairs_at(hand.number))
    row = selectors.Row(hand, entries[hand.number], title=table_context.title_of(hand), chairs=chairs)
    asked_for = None if ask.entry is None else load(table_context.game.rules.Entry, ask.entry)[0]
    return CorrectionRequest(ask, sitting, table_context, row, asked_for)


def _sittings(tables: Iterable[int]) -> dict[int, Sitting]:
    sittings = Sitting.objects.filter(table__in=set(tables)).select_related("round__event", "table__club")
    return {sitting.table_id: sitting for sitting in sittings if sitting.table_id}
