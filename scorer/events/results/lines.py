"""The results of a deal, or of a contestant."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby, repeat
from operator import attrgetter
from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.translation import get_language, gettext

from scorer.contest.ranking import Scores
from scorer.contest.results import Extra, Result, ScoreUnit
from scorer.events.contestants import ContestantRow, by_side, rows_by_number, rows_of
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.hands import PlayedHand, hands_of
from scorer.events.results.played import ResultLine
from scorer.events.results.ranking import StandingRow, float_or_none, needed_in, standing_parts, standing_row
from scorer.events.results.rows import SittingRow
from scorer.events.results.rulings import OTHER_CARDS, OtherCards
from scorer.events.results.units import COLUMNS, deal_unit, figure_in, has_decimals
from scorer.registry.config import ShownHand
from scorer.registry.words import labelled


@dataclass(frozen=True, slots=True)
class ScoredLine:
    line: ResultLine
    people: list[ContestantRow]
    points: list[float | None]
    scores: list[float | None]
    hand: PlayedHand | None = None
    """What was played, under a ruling too."""
    percents: list[float | None] = field(default_factory=list)
    """What the scores are of the top; None if it is 0, as no other table has a result. Empty if there are no tops."""
    of_match: list[float | None] = field(default_factory=list)
    """The scores of its whole match, where `scores` are those of this result by itself. Empty elsewhere."""
    unit: ScoreUnit = "points"
    """What the scores are counted in, if they are no percentages of a top."""
    decimals: bool = False
    """Whether one of the scores that are shown beside each other is not whole, so that all have decimals."""
    percent_decimals: bool = False
    """The same of the percentages."""

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it, except whether the reader has a link to the hand."""
        line = self.line
        sealed = line.sitting.table and line.sitting.table.sealed
        people = [person.name for person in self.people]
        what = self.hand and self.hand.cache_key, self.ruled, line.result.group, line.result.sat_out
        scores = self.points, self.scores, self.percents, self.of_match, self.decimals, self.percent_decimals
        return f"{self.choice_key} {line.hand} {sealed} {people} {what} {scores}"

    @property
    def choice_key(self) -> str:
        """Everything that is shown of it where a director chooses one of several lines."""
        line = self.line
        place = line.sitting.pk, line.sitting.station, line.result.round, line.result.deal, line.result.contestants
        return f"{get_language()} {place} {bool(line.ruling)}"

    @property
    def is_settlement(self) -> bool:
        """Whether it is what a whole table is settled by, and not a hand or a deal."""
        return not self.line.hand and not self.line.result.deal and not self.line.ruling

    @property
    def is_of_games(self) -> bool:
        """Whether it says how many games of a match each has won. Its points are these."""
        return bool(self.line.result.games) and not self.line.ruling

    @property
    def played_text(self) -> str:
        if self.hand:
            return self.hand.description.text
        return gettext("games won") if self.is_of_games else ""

    def played_by(self, contestant: ContestantRow) -> str:
        """What was played, or that the contestant sat out."""
        return gettext("sits out") if contestant.number in self.line.result.sat_out else self.played_text

    @property
    def other_cards(self) -> OtherCards | None:
        """The change of the cards after which it was played."""
        return OTHER_CARDS.get(int(self.line.result.group or 0))

    @property
    def ruled(self) -> str:
        """What was ruled in place of the result."""
        ruled = self.line.ruling.text if self.line.ruling else ""
        return ", ".join(filter(None, [ruled, self._uncounted]))

    @property
    def _uncounted(self) -> str:
        """Why a result does not count."""
        if self.line.again is None:
            return ""
        said = {"number": self.line.again.contestant, "round": self.line.again.round}
        return gettext("does not count: %(number)s played this in round %(round)s") % said

    @property
    def ruling_text(self) -> str:
        texts = [self.ruled, gettext("other cards") if self.other_cards else ""]
        return ", ".join(filter(None, texts))

    @property
    def event(self) -> Event:
        return self.line.sitting.round.event

    @property
    def sides(self) -> Iterable[tuple[ContestantRow, float | None, float | None]]:
        return zip(self.people, self.points, self.scores, strict=True)

    @property
    def by_side(self) -> list[list[ContestantRow]]:
        """The contestants by the sides of the game."""
        return by_side(self.event, self.people)

    @property
    def seats(self) -> Iterable[tuple[str, ContestantRow, float | None, tuple[str, str]]]:
        """The name of each seat, who sat there, the points, and what they are worth."""
        return zip(self.event.side_names, self.people, self.points, self.worths, strict=False)

    def partner_of(self, position: int) -> ContestantRow | None:
        """Return the partner of the contestant at a position, where each player competes alone."""
        opposite = self.event.partner_of(position)
        return self.people[opposite - 1] if opposite else None

    @property
    def worths(self) -> list[tuple[str, str]]:
        """The percentage of each contestant, and below it the score; or else only the score."""
        if not self.percents:
            return [(figure_in(self.unit, score, decimals=self.decimals), "") for score in self.scores]
        return [
            (_percent(percent, decimals=self.percent_decimals), figure_in("points", of, decimals=self.decimals))
            for percent, of in zip(self.percents, self.scores, strict=True)
        ]

    @property
    def worths_by_side(self) -> list[tuple[str, str]]:
        """Those of each side of the game; of its first player where each competes alone."""
        return self.worths[: len(self.by_side)]


@dataclass(frozen=True, slots=True)
class Traveller:
    """The results of a deal that the viewer sees, the best of the first side on top."""

    deal: int
    about: Sequence[str]
    """What its number tells, such as who is vulnerable."""
    sides: list[str]
    unit: Any
    """What the columns of scores are called, if they are not in percent."""
    lines: list[ScoredLine]
    previous: int | None
    """The deal before this one, of those of which the viewer sees results."""
    following: int | None
    hands: Sequence[ShownHand]
    """What was dealt, by position: shown like the results, so there are none as long as there is no line."""


def traveller_of(results: EventResults, deal: int, people: dict[int, ContestantRow]) -> Traveller:
    lines = sorted(scored_lines(results, people, lambda line: line.result.deal == deal), key=traveller_order)
    others = {line.result.deal for line in results.lines if line.result.deal}
    return Traveller(
        deal,
        results.event.config.about_deal(deal),
        _names_of_sides(results.event, lines),
        COLUMNS.get(deal_unit(results.comparison), ""),
        lines,
        max((other for other in others if other < deal), default=None),
        min((other for other in others if other > deal), default=None),
        results.event.dealt_hands(deal) if lines else (),
    )


def _names_of_sides(event: Event, lines: list[ScoredLine]) -> list[str]:
    """Return N–S and E–W, if the game names its sides."""
    count = max((len(line.people) for line in lines), default=0)
    numbers = range(1, count + 1)
    return (
        [str(name) for name in event.config.side_names]
        or event.side_names
        or [gettext("Side %(n)s") % {"n": n} for n in numbers]
    )


def choices_key(lines: Iterable[ScoredLine]) -> str:
    return " ".join(line.choice_key for line in lines)


def traveller_order(line: ScoredLine) -> tuple[int, bool, float]:
    """Return the sort key of a traveller: by the cards, then the best of the first side, then what has no points."""
    points = line.points[0]
    return (int(line.line.result.group or 0), points is None, -(points or 0))


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
    people = rows_by_number(results.event.contestants.filter(number__in={number, *met}))
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


def scored_lines(
    results: EventResults, people: dict[int, ContestantRow], wanted: Callable[[ResultLine], bool] = lambda _line: True
) -> Iterable[ScoredLine]:
    tops = results.ranking.tops or repeat(None)
    alone: Iterable[Scores | None] = results.ranking.by_line or repeat(None)
    rows = zip(results.scored, tops, alone, strict=False)
    scored = [
        (line, scores if by_itself is None else by_itself, top, () if by_itself is None else scores)
        for (line, scores), top, by_itself in rows
        if wanted(line)
    ]
    hands = hands_of(results.event, [line for line, *_scores in scored])
    unit = deal_unit(results.comparison) if results.ranking.by_line else results.comparison.unit
    decimals = has_decimals(score for _line, own, _top, _of_match in scored for score in own)
    in_percent = [100 * score / top for _line, own, top, _of_match in scored if top for score in own if score]
    percent_decimals = has_decimals(round(float(percent), 1) for percent in in_percent)
    uncompared = {place.standing.contestant for place in results.ranking.places if not place.standing.ranks_by}
    for line, own, top, scores in scored:
        points = points_of(line.result)
        hand = hands.get((line.sitting.table_id or 0, line.hand or 0))
        contestants = rows_of(line.result.contestants, people)
        of_contestants = zip(line.result.contestants, own, strict=True)
        shown = [None if number in uncompared else float_or_none(score) for number, score in of_contestants]
        percents = [] if top is None else [score and 100 * score / top if top else None for score in shown]
        of_match = [float_or_none(score) for score in scores]
        yield ScoredLine(line, contestants, points, shown, hand, percents, of_match, unit, decimals, percent_decimals)


def unscored_lines(
    results: EventResults, people: dict[int, ContestantRow], lines: list[ResultLine]
) -> list[ScoredLine]:
    """Return lines as they are listed where nobody asks for their scores."""
    hands = hands_of(results.event, lines)
    return [
        ScoredLine(
            line,
            rows_of(line.result.contestants, people),
            points_of(line.result),
            [],
            hands.get((line.sitting.table_id or 0, line.hand or 0)),
        )
        for line in lines
    ]


def _percent(percent: float | None, *, decimals: bool) -> str:
    return "–" if percent is None else str(floatformat(percent, 1 if decimals else 0))


def points_of(result: Result) -> list[float | None]:
    """Return the points of each contestant as they are shown: whole numbers as integers. Or else the games of each."""
    if result.points is None and result.games:
        return list(result.games)
    return [None if points is None else _plain(points) for points in result.by_contestant]


def _plain(points: Fraction) -> float:
    return int(points) if points.denominator == 1 else float(points)
