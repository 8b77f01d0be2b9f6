"""The scorecard of a contestant: what it has played, round by round, and what else counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Q
from django.utils.translation import get_language, gettext

from scorer.contest.results import Extra, ScoreUnit
from scorer.events.contestants import ContestantRow, rows_by_number
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import ScoredLine, choices_key, scored_lines
from scorer.events.results.played import ResultLine
from scorer.events.results.ranking import StandingRow, needed_in, standing_parts, standing_row
from scorer.events.results.rows import SittingRow
from scorer.events.results.units import COLUMNS, deal_unit, figure_in, has_decimals
from scorer.registry.words import labelled


@dataclass(frozen=True, slots=True)
class CardLine:
    """A result as one of its contestants has it."""

    scored: ScoredLine
    side: int
    partner: ContestantRow | None
    """Where each player competes alone."""
    others: list[ContestantRow]
    points: float | None
    score: float | None
    worth: tuple[str, str]
    """The percentage and the score, or else only the score."""
    about_deal: Sequence[str]
    """What the number of its deal tells, such as who is vulnerable."""
    sat_out: bool


@dataclass(frozen=True, slots=True)
class CardRound:
    """What a contestant has from one sitting, against the same others and on the same side.

    Without a sitting, it sat the round out.
    """

    number: int
    sitting: SittingRow | None
    partner: ContestantRow | None
    others: list[ContestantRow]
    side: str
    """N–S, where the game names its sides."""
    lines: list[CardLine]
    score: float | None
    """Of all lines, or of the bye. None if none has one yet, or if an earlier part has the score of the meeting."""
    unit: ScoreUnit
    match: int | None = None
    """The round in which its match of two teams began."""
    decimals: bool = False
    """Whether a score of the card is not whole, so that all have decimals."""

    @property
    def figure(self) -> str:
        return figure_in(self.unit, self.score, decimals=self.decimals)

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it."""
        lines = [(line.side, line.scored.cache_key) for line in self.lines]
        station = self.sitting and self.sitting.station
        return f"{get_language()} {self.number} {station} {self.side} {self.figure} {lines}"


@dataclass(frozen=True, slots=True)
class CardExtra:
    """What a contestant has besides its results."""

    text: str
    why: str
    """The reason; empty for a bye."""
    score: float
    """What it adds to the score."""
    round: int | None
    unit: ScoreUnit
    decimals: bool = False
    """Whether a score of the card is not whole, so that all have decimals."""

    @property
    def figure(self) -> str:
        return figure_in(self.unit, self.score, decimals=self.decimals)

    @property
    def said(self) -> tuple[str, str]:
        return self.text, self.why


@dataclass(frozen=True, slots=True)
class Scorecard:
    """All results of a contestant that the viewer sees. `standing` is None until the ranking is shown."""

    contestant: ContestantRow
    ranked: int
    """How many are ranked together with the contestant."""
    standing: StandingRow | None
    rounds: list[CardRound]
    extras: list[CardExtra]
    """Apart from byes, which stand in their rounds."""
    unit: Any
    """What its scores are called, if they are not simply scores."""
    deal_unit: Any
    """The same of single deals: IMPs, where the match is worth victory points."""

    @property
    def standing_parts(self) -> list[str]:
        """As `ranking.standing_parts`, or why it has no place. None as long as nothing has been compared."""
        if self.standing is None:
            return []
        if self.standing.place is None:
            return [*filter(None, [self.standing.why_no_place])]
        return standing_parts(self.standing, self.ranked)

    @property
    def choices_key(self) -> str:
        return choices_key(self.scored_lines)

    @property
    def scored_lines(self) -> list[ScoredLine]:
        return [line.scored for round_ in self.rounds for line in round_.lines]


def scorecard_of(results: EventResults, number: int) -> Scorecard | None:
    """Return None if there is no such contestant."""

    def is_own(line: ResultLine) -> bool:
        return number in line.result.contestants

    met = {other for line in results.lines if is_own(line) for other in line.result.contestants}
    people = rows_by_number(results.event.contestants.filter(Q(number=number) | Q(number__in=met)))
    if number not in people:
        return None
    lines = [
        CardLine(
            line,
            side,
            partner,
            [other for other in line.people if other not in {contestant, partner}],
            points,
            score,
            worth,
            results.event.config.about_deal(line.line.result.deal) if line.line.result.deal else (),
            sat_out=number in line.line.result.sat_out,
        )
        for line in sorted(scored_lines(results, people, is_own), key=_card_order)
        for side, ((contestant, points, score), worth) in enumerate(zip(line.sides, line.worths, strict=True), start=1)
        if contestant.number == number
        for partner in [line.partner_of(side)]
    ]
    places = results.ranking_shown.places if results.ranking_shown else ()
    own = next((ranked for ranked in places if ranked.standing.contestant == number), None)
    ranked = [
        place for place in places if own and (place.section, place.standing.field) == (own.section, own.standing.field)
    ]
    rounds = sorted([*_rounds_of(results, lines), *_rests(results, people[number])], key=attrgetter("number"))
    extras = extras_of(results, number, byes=False)
    decimals = has_decimals([*(card_round.score for card_round in rounds), *(extra.score for extra in extras)])
    return Scorecard(
        people[number],
        len([place for place in ranked if place.place is not None]),
        standing_row(own, people, results.comparison.unit, needed=needed_in(results.ranked or results, ranked))
        if own
        else None,
        [replace(card_round, decimals=decimals) for card_round in rounds],
        [replace(extra, decimals=decimals) for extra in extras],
        COLUMNS.get(results.comparison.unit, ""),
        COLUMNS.get(deal_unit(results.comparison), ""),
    )


def _card_order(line: ScoredLine) -> tuple[int, int, int]:
    """Return the sort key of a scorecard: by round, then by deal.

    Deals that are only counted stay in the order in which they were played.
    """
    return line.line.sitting.round.number, line.line.sitting.station, line.line.result.deal or 0


def _rounds_of(results: EventResults, lines: list[CardLine]) -> Iterator[CardRound]:
    names = results.event.side_names
    counted: set[tuple[int, frozenset[int]]] = set()
    matches = results.played.matches
    for (sitting, side, others), group in groupby(lines, key=_meeting):
        of_round = list(group)
        first = of_round[0]
        match = matches and first.scored.line.result.match
        meeting = int(match or sitting), frozenset(others)
        scores = [line.score for line in of_round if line.score is not None]
        if results.comparison.by_meeting:  # each line has the score of its whole meeting
            whole = [line.scored.of_match[line.side - 1] if line.scored.of_match else line.score for line in of_round]
            scores = [score for score in whole if score is not None]
            scores = [] if meeting in counted else scores[:1]
            counted |= {meeting} if scores else set()
        score = sum(scores) if scores else None
        at = first.scored.line.sitting
        yield CardRound(
            at.round.number,
            at,
            first.partner,
            first.others,
            names[side - 1] if names else "",
            of_round,
            score,
            results.comparison.unit,
            int(match) if match else None,
        )


def _rests(results: EventResults, contestant: ContestantRow) -> Iterator[CardRound]:
    """Yield the rounds that the contestant sat out."""
    playing = {sitting.round.number for sitting in results.sittings if contestant.number in sitting.contestants}
    worth = {
        extra.round: float(score)
        for extra, score in zip(results.extras, results.ranking.extras, strict=True)
        if extra.kind == "bye" and extra.contestant == contestant.number
    }
    for number in {sitting.round.number for sitting in results.sittings} - playing:
        if contestant.competes_in(number):
            yield CardRound(number, None, None, [], "", [], worth.get(number), results.comparison.unit)


def extras_of(results: EventResults, number: int, *, byes: bool = True) -> list[CardExtra]:
    """Return the rulings, adjustments at tables and byes of a contestant, each with what it adds to the score.

    An adjustment adds nothing by itself where tables are worth wins or places. Its own points are said then.
    """
    ruled = [(ruling.text, ruling.reason) for ruling in results.of_contestants]
    adjusted = [(_adjustment(results, extra), why) for extra, why in results.adjustments]
    rests = [(gettext("sits out"), "")] * (len(results.byes) if byes else 0)
    said = [*ruled, *adjusted, *rests]
    return [
        CardExtra(text, why, float(worth), extra.round, results.comparison.unit)
        for (text, why), extra, worth in zip(said, results.extras, results.ranking.extras, strict=False)
        if extra.contestant == number
    ]


def _adjustment(results: EventResults, extra: Extra) -> str:
    said = gettext("Adjustment")
    return labelled(said, figure_in("points", float(extra.points))) if results.comparison.by_meeting else said


def _meeting(line: CardLine) -> tuple[int, int, list[int]]:
    return line.scored.line.sitting.pk, line.side, [other.number for other in line.others]
