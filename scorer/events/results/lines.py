"""The results of deals as pages show them, and the traveller of one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.translation import get_language, gettext

from scorer.contest.ranking import Scores
from scorer.contest.results import Result, ScoreUnit
from scorer.events.contestants import ContestantRow, by_side, rows_of
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.hands import PlayedHand, hands_of
from scorer.events.results.played import ResultLine
from scorer.events.results.ranking import float_or_none
from scorer.events.results.rulings import OTHER_CARDS, OtherCards
from scorer.events.results.units import COLUMNS, deal_unit, figure_in, has_decimals
from scorer.registry.config import ShownHand


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
