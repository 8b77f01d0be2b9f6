"""What an event amounts to: read from the ledger of its tables and compared. Nothing of it is stored."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from scorer.contest import fields
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.ranking import Comparison, Ranking, Scores, rank, rank_by_section
from scorer.contest.result_lines import read_extra, read_result
from scorer.contest.results import Extra, Name, Result
from scorer.events.models import Event, Ruling, Sitting
from scorer.events.readers import DIRECTOR, Reader
from scorer.events.reading import Read, SheetLine, read_events
from scorer.play.models import Table
from scorer.scoring import Problem


@dataclass(frozen=True, slots=True)
class Line:
    """A result of a sitting; `hand` is the number of its line on the sheet, None where the deal was not played.

    Under a ruling, `result` is what was ruled.
    """

    sitting: Sitting
    table: Table
    result: Result
    hand: int | None = None
    ruling: Ruling | None = None


def comparison_of(event: Event) -> Comparison:
    usual = next(comparison for comparison in event.offer.comparisons if comparison.name == event.comparison)
    return replace(usual, winners=event.winners) if isinstance(usual, Matchpoints) else usual


def line_of(ruling: Ruling) -> dict[str, Any]:
    """Return the whole line of a ruling in the event format."""
    if ruling.contestant:
        return {"contestant": ruling.contestant.number, **in_section(ruling.contestant.section), **ruling.line}
    sitting: Any = ruling.sitting
    where = {"contestants": list(contestants_of(sitting)), "round": sitting.round.number, "deal": ruling.deal}
    return {**where, **in_section(sitting.section), **ruling.line}


def in_section(section: Name) -> dict[str, Name]:
    """What a line says of its section: nothing of the first."""
    return {} if section == 1 else {"section": section}


def problems_of(ruling: Ruling) -> list[Problem]:
    """Return what is wrong with the line of a ruling."""
    comparison, line = comparison_of(ruling.event), fields.Line(line_of(ruling))
    if ruling.contestant:
        if read_extra(line).unit not in comparison.units:
            line.wrong("unit", "choice", choices=", ".join(comparison.units))
        return line.problems
    result = read_result(line)
    if result.average and not comparison.averages:
        line.wrong("average", "no_average")
    return line.problems or comparison.refuses(result)


class EventResults:
    """What a reader sees of the rounds that have started, in six queries.

    A result belongs to whoever sat there according to the ledger, even if that is not whom the plan put on that side.

    Until every table that plays a deal has played it, the deal is sealed: only directors and the contestants who have
    played it see its results.
    """

    def __init__(self, event: Event, reader: Reader = DIRECTOR, read: Read | None = None) -> None:
        """`read` is what was read of the event together with others."""
        self.event, self.reader = event, reader
        self.comparison = comparison_of(event)
        self.planned, self.rulings, self._numbers, self._sheets = read or read_events([event])[event.pk]
        self.sittings = [sitting for sitting in self.planned if sitting.table_id]
        self._planned_at = {sitting.pk: contestants_of(sitting) for sitting in self.planned}
        self._seated: dict[tuple[int, tuple[tuple[int, int], ...]], tuple[int, ...]] = {}
        by_id = {sitting.pk: sitting for sitting in self.sittings}
        for ruling in self.rulings:
            ruling.sitting = by_id.get(ruling.sitting_id or 0)  # with its places
        self._ruled = {(ruling.sitting_id, ruling.deal): ruling for ruling in self.rulings if ruling.sitting}

    @cached_property
    def sealed_deals(self) -> set[int]:
        """The numbers of the deals that some table still has to play."""
        if self.event.state == Event.State.FINISHED:
            return set()
        started = (deal for sitting in self.sittings for deal in set(sitting.deals) - self._done_at(sitting))
        return {*started, *(deal for sitting in self.planned if not sitting.table_id for deal in sitting.deals)}

    def _done_at(self, sitting: Sitting) -> set[int | None]:
        """The deals that were played or ruled there. At a table that is closed, all: what is missing stays so."""
        table: Any = sitting.table
        if not table.is_open:
            return set(sitting.deals)
        return {*self.deals_in(sitting), *(deal for deal in sitting.deals if (sitting.pk, deal) in self._ruled)}

    @cached_property
    def _played_by_reader(self) -> set[int | None]:
        """The deals that the reader's contestant has done with, if the event lets contestants see those."""
        own = self.reader.contestant
        if own is None or not self.event.played_shown:
            return set()
        return {deal for at in self.sittings if own in self._planned_at[at.pk] for deal in self._done_at(at)}

    def shows(self, deal: int | None) -> bool:
        """Whether the reader sees the results of a deal. None stands for those that are only counted."""
        return deal is None or self.reader.directs or deal not in self.sealed_deals or deal in self._played_by_reader

    @cached_property
    def lines(self) -> list[Line]:
        """In the order of the rounds. Only where each side is ranked by itself, those in which somebody sat on the
        other side come last: a contestant is ranked on the side of its first result.
        """
        every = (line for sitting in self.sittings for line in self._lines_of(sitting))
        found = [line for line in every if self.shows(line.result.deal)]
        if self.event.winners == 1:
            return found
        usual = _usual_sides(self._planned_at.values())
        return sorted(
            found, key=lambda line: any(usual[n] != side for side, n in enumerate(line.result.contestants, 1))
        )

    @cached_property
    def extras(self) -> list[Extra]:
        """What contestants have besides their results."""
        ruled = [read_extra(fields.Line(line_of(ruling))) for ruling in self.rulings if ruling.contestant]
        return [*ruled, *self.adjusted, *self.byes, *self.without_standing]

    @cached_property
    def without_standing(self) -> list[Extra]:
        """Those who have results, but no place in the ranking."""
        playing = {place.contestant for sitting in self.sittings for place in sitting.places.all()}
        playing |= {ruling.contestant for ruling in self.rulings if ruling.contestant}
        return [Extra(one.number, "without_standing") for one in playing if one.without_standing]

    @cached_property
    def byes(self) -> list[Extra]:
        """Who rests in a round that has started, where that is worth something."""
        if not self.comparison.byes:
            return []
        playing: dict[int, set[int]] = {}
        for sitting in self.sittings:
            playing.setdefault(sitting.round.number, set()).update(self._planned_at[sitting.pk])
        contestants = list(self.event.contestants.prefetch_related("players"))
        return [
            Extra(one.number, "bye", round=number, section=one.section)
            for number, numbers in playing.items()
            for one in contestants
            if one.number not in numbers and one.competes_in(number)
        ]

    @cached_property
    def adjusted(self) -> list[Extra]:
        """What was adjusted at the tables, where points are what is compared."""
        if self.comparison.by_deal:
            return []
        return [
            Extra(contestant, "penalty", -points, round=sitting.round.number, section=sitting.section)
            for sitting in self.sittings
            for line in self._sheet_of(sitting)
            if not line.is_hand
            for contestant, points in zip(self._seated_at(sitting, line), self._by_side(sitting, line), strict=True)
            if points
        ]

    @cached_property
    def ranking(self) -> Ranking:
        """Of all that the reader sees."""
        return self._rank([line.result for line in self.lines], self.extras)

    def _rank(self, results: Sequence[Result], extras: Sequence[Extra]) -> Ranking:
        how = rank if self.event.one_field else rank_by_section
        return how(self.comparison, results, extras)

    @cached_property
    def ranking_shown(self) -> Ranking | None:
        """The ranking for the reader at this time, or None if it is shown later."""
        event = self.event
        if self.reader.directs or event.state == Event.State.FINISHED:
            return self.ranking
        match event.ranking_shown:
            case Event.RankingShown.AT_THE_END:
                return None
            case Event.RankingShown.EACH_ROUND:
                running = {sitting.round.number for sitting in self.sittings if sitting.round.is_running}
                results = [line.result for line in self.lines if line.result.round not in running]
                extras = [extra for extra in self.extras if extra.round not in running]
                return self._rank(results, extras)
        return self.ranking

    @property
    def scored(self) -> Iterable[tuple[Line, Scores]]:
        return zip(self.lines, self.ranking.scores, strict=True)

    def deals_in(self, sitting: Sitting) -> list[int | None]:
        """Of each hand that was played there, its number or None."""
        return [line.deal for line in self._sheet_of(sitting) if line.is_hand]

    def is_ruled(self, sitting: Sitting, deal: int | None) -> bool:
        return (sitting.pk, deal) in self._ruled

    def contestants_at(self, sitting: Sitting, deal: int) -> tuple[int, ...]:
        """By side, as they sat when the deal was played; by the plan if it was not."""
        played = (line for line in self._sheet_of(sitting) if line.is_hand and line.deal == deal)
        line = next(played, None)
        return self._seated_at(sitting, line) if line else self._planned_at[sitting.pk]

    def _sheet_of(self, sitting: Sitting) -> list[SheetLine]:
        return self._sheets.get(sitting.table_id or 0, [])

    def _seated_at(self, sitting: Sitting, line: SheetLine) -> tuple[int, ...]:
        """The contestants of the sitting by the side on which they sat. Nearly all lines of a sheet have the same."""
        key = sitting.pk, tuple(sorted(line.players.items()))
        if key not in self._seated:
            table: Any = sitting.table
            sides = self.event.config.rules.sides(table.size)
            players = [[line.players.get(position, 0) for position in side] for side in sides]
            self._seated[key] = _seated(self._planned_at[sitting.pk], players, self._numbers)
        return self._seated[key]

    def _lines_of(self, sitting: Sitting) -> Iterable[Line]:
        contestants, number = self._planned_at[sitting.pk], sitting.round.number
        missing = set(sitting.deals)
        for line in self._sheet_of(sitting):
            if line.is_hand:
                points, seated = tuple(self._by_side(sitting, line)), self._seated_at(sitting, line)
                missing.discard(line.deal or 0)
                result = Result(seated, points, number, line.deal, section=sitting.section)
                yield self._line(sitting, result, line.number)
        for deal in sorted(missing) if self.comparison.by_deal else ():
            yield self._line(sitting, Result(contestants, None, number, deal, section=sitting.section))

    def _line(self, sitting: Sitting, result: Result, hand: int | None = None) -> Line:
        """Return a line with what was ruled, or else with the result."""
        ruling = self._ruled.get((sitting.pk, result.deal))
        if ruling:
            result = read_result(fields.Line(line_of(ruling)))
        table: Any = sitting.table
        return Line(sitting, table, result, hand, ruling)

    def _by_side(self, sitting: Sitting, line: SheetLine) -> list[Fraction]:
        table: Any = sitting.table
        sides, at = self.event.config.rules.sides(table.size), line.points
        return [Fraction(max((at[position] for position in side if position in at), default=0)) for side in sides]


def contestants_of(sitting: Sitting) -> tuple[int, ...]:
    """Their numbers by side."""
    return tuple(place.contestant.number for place in sitting.places.all())


def _seated(planned: tuple[int, ...], players: list[list[int]], numbers: Mapping[int, set[int]]) -> tuple[int, ...]:
    """Who sat on each side: the players that are known there say it, and the others follow the plan."""
    known: list[int | None] = []
    for side in players:
        of_side = [numbers.get(player, set()).intersection(planned) for player in side]
        known.append(next((min(one) for one in of_side if len(one) == 1), None))
    left = [number for number in planned if number not in known]
    if len(left) != known.count(None):  # one contestant on two sides
        return planned
    return tuple(left.pop(0) if number is None else number for number in known)


def _usual_sides(planned: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """The side of each contestant in most sittings of the plan."""
    counted: dict[int, Counter[int]] = {}
    for contestants in planned:
        for side, number in enumerate(contestants, start=1):
            counted.setdefault(number, Counter())[side] += 1
    return {number: sides.most_common(1)[0][0] for number, sides in counted.items()}
