"""What can be typed from paper, and the empty slips on which the rest of an event is written down."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorer.events.contestants import ContestantRow
from scorer.events.models import Sitting
from scorer.events.planning.movement import PlannedRound
from scorer.events.results.event_results import EventResults
from scorer.events.results.rows import SittingRow

LINES = 12
"""How many lines the slip of a table has that plays as many deals as it likes."""


@dataclass(frozen=True, slots=True)
class DealOnPaper:
    deal: int
    done: int
    count: int
    """How many tables play it in the rounds that have started, and how many of them are done with it."""


def deals_on_paper(results: EventResults) -> list[DealOnPaper]:
    """Return the numbered deals of the rounds that have started."""
    played = results.played
    missing = [deal for sitting in played.started for deal in played.missing_at(sitting)]
    deals = [deal for sitting in played.started for deal in sitting.deals]
    return [DealOnPaper(deal, deals.count(deal) - missing.count(deal), deals.count(deal)) for deal in sorted({*deals})]


def missing_at(results: EventResults, deal: int) -> set[int]:
    """Return the ids of the sittings that still lack a deal."""
    played = results.played
    return {sitting.pk for sitting in played.started if deal in played.missing_at(sitting)}


def sheets_on_paper(results: EventResults) -> list[tuple[SittingRow, int]]:
    """Return the sittings that have started and whose deals have no numbers, with how many hands each has."""
    return [(sitting, results.played.done_at(sitting)) for sitting in results.played.started if not sitting.deals]


@dataclass(frozen=True, slots=True)
class DealSlip:
    """A traveller: a line for each table that still has to play the deal."""

    deal: int
    about: Sequence[str]
    lines: list[tuple[Sitting, list[ContestantRow]]]


@dataclass(frozen=True, slots=True)
class SheetSlip:
    """The sheet of a table whose deals have no numbers."""

    sitting: Sitting
    people: list[ContestantRow]
    hands: range


def slips_of(rounds: Iterable[PlannedRound], results: EventResults | None) -> tuple[list[DealSlip], list[SheetSlip]]:
    """Return the empty slips for these rounds, without what has been played already."""
    by_deal: dict[int, DealSlip] = {}
    sheets = []
    rows = {sitting.pk: sitting for sitting in results.played.started} if results else {}
    for planned in rounds:
        about_deal = planned.round.event.config.about_deal
        for sitting, people in planned.sittings:
            row = rows.get(sitting.pk)
            for deal in results.played.missing_at(row) if results and row else sitting.deals:
                by_deal.setdefault(deal, DealSlip(deal, about_deal(deal), [])).lines.append((sitting, people))
            if not sitting.deals:
                done = results.played.done_at(row) if results and row else 0
                last = max(sitting.deal_count or LINES, done)
                sheets.append(SheetSlip(sitting, people, range(done + 1, last + 1)))
    return [by_deal[deal] for deal in sorted(by_deal)], sheets
