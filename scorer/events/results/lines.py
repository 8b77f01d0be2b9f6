"""The results of a deal, or of a contestant."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import get_language, gettext

from scorer.contest.results import Result
from scorer.events.contestants import ContestantRow, rows_by_number, rows_of
from scorer.events.results.event_results import EventResults, ResultLine
from scorer.events.results.hands import PlayedHand, hands_of
from scorer.events.results.ranking import StandingRow, float_or_none, standing_row
from scorer.events.results.rows import SittingRow
from scorer.events.results.rulings import OTHER_CARDS, AnyRuling, OtherCards


@dataclass(frozen=True, slots=True)
class ScoredLine:
    line: ResultLine
    people: list[ContestantRow]
    points: list[float | None]
    scores: list[float | None]
    hand: PlayedHand | None = None
    """What was played, under a ruling too."""

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it, except whether the reader has a link to the hand."""
        line = self.line
        sealed = line.sitting.table and line.sitting.table.sealed
        people = [person.name for person in self.people]
        what = self.hand and self.hand.cache_key, self.ruled, line.result.group, line.result.sat_out
        return f"{self.choice_key} {line.hand} {sealed} {people} {what} {self.points} {self.scores}"

    @property
    def choice_key(self) -> str:
        """Everything that is shown of it where a director chooses one of several lines."""
        line = self.line
        place = line.sitting.pk, line.sitting.station, line.result.round, line.result.deal, line.result.contestants
        return f"{get_language()} {place} {bool(line.ruling)}"

    @property
    def played_text(self) -> str:
        return self.hand.description.text if self.hand else ""

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
        return gettext("does not count: %(number)s had this deal in round %(round)s") % said

    @property
    def ruling_text(self) -> str:
        texts = [self.ruled, gettext("other cards") if self.other_cards else ""]
        return ", ".join(filter(None, texts))

    @property
    def sides(self) -> Iterable[tuple[ContestantRow, float | None, float | None]]:
        return zip(self.people, self.points, self.scores, strict=True)


def traveller_of(results: EventResults, deal: int, people: dict[int, ContestantRow]) -> list[ScoredLine]:
    lines = scored_lines(results, people, lambda line: line.result.deal == deal)
    return sorted(lines, key=traveller_order)


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
    others: list[ContestantRow]
    points: float | None
    score: float | None
    sat_out: bool


@dataclass(frozen=True, slots=True)
class CardRound:
    """What a contestant has from one sitting, against the same others and on the same side."""

    sitting: SittingRow
    others: list[ContestantRow]
    side: str
    """N–S, where the game names its sides."""
    lines: list[CardLine]
    score: float | None
    """The score of all lines; None if none has one yet, or if an earlier part has the score of the meeting."""

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it."""
        lines = [(line.side, line.scored.cache_key) for line in self.lines]
        return f"{self.sitting.round.number} {self.sitting.station} {self.side} {self.score} {lines}"


@dataclass(frozen=True, slots=True)
class CardExtra:
    """What a contestant has besides its results."""

    text: str
    why: str
    """The reason; empty for a bye."""
    score: float
    """What it adds to the score."""
    round: int | None

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
            [other for other in line.people if other != contestant],
            points,
            score,
            sat_out=number in line.line.result.sat_out,
        )
        for line in sorted(scored_lines(results, people, is_own), key=lambda line: line.line.sitting.round.number)
        for side, (contestant, points, score) in enumerate(line.sides, start=1)
        if contestant.number == number
    ]
    places = results.ranking_shown.places if results.ranking_shown else ()
    own = next((ranked for ranked in places if ranked.standing.contestant == number), None)
    ranked = [
        place for place in places if own and (place.section, place.standing.field) == (own.section, own.standing.field)
    ]
    return Scorecard(
        people[number],
        len(ranked),
        standing_row(own, people) if own else None,
        list(_rounds_of(results, lines)),
        extras_of(results, number),
    )


def _rounds_of(results: EventResults, lines: list[CardLine]) -> Iterator[CardRound]:
    names = results.event.config.side_names
    counted: set[tuple[int, frozenset[int]]] = set()
    for (sitting, side, others), group in groupby(lines, key=_meeting):
        of_round = list(group)
        first, meeting = of_round[0], (sitting, frozenset(others))
        scores = [line.score for line in of_round if line.score is not None]
        if results.comparison.by_meeting:  # each line has the score of its whole meeting
            scores = [] if meeting in counted else scores[:1]
            counted |= {meeting} if scores else set()
        score = sum(scores) if scores else None
        yield CardRound(first.scored.line.sitting, first.others, str(names[side - 1]) if names else "", of_round, score)


def extras_of(results: EventResults, number: int) -> list[CardExtra]:
    """Return the rulings, adjustments at tables and byes that add to the score of a contestant."""
    ruled = [(ruling.text, ruling.reason) for ruling in results.of_contestants]
    adjusted = [(gettext("Adjustment"), why) for _extra, why in results.adjustments]
    byes = [(gettext("rests"), "")] * len(results.byes)
    said = [*ruled, *adjusted, *byes]
    return [
        CardExtra(text, why, float(worth), extra.round)
        for (text, why), extra, worth in zip(said, results.extras, results.ranking.extras, strict=False)
        if extra.contestant == number
    ]


def _meeting(line: CardLine) -> tuple[int, int, list[int]]:
    return line.scored.line.sitting.pk, line.side, [other.number for other in line.others]


def scored_lines(
    results: EventResults, people: dict[int, ContestantRow], wanted: Callable[[ResultLine], bool] = lambda _line: True
) -> Iterable[ScoredLine]:
    scored = [(line, scores) for line, scores in results.scored if wanted(line)]
    hands = hands_of(results.event, [line for line, _scores in scored])
    uncompared = {place.standing.contestant for place in results.ranking.places if not place.standing.ranks_by}
    for line, scores in scored:
        points = points_of(line.result)
        hand = hands.get((line.sitting.table_id or 0, line.hand or 0))
        contestants = rows_of(line.result.contestants, people)
        of_contestants = zip(line.result.contestants, scores, strict=True)
        shown = [None if number in uncompared else float_or_none(score) for number, score in of_contestants]
        yield ScoredLine(line, contestants, points, shown, hand)


def points_of(result: Result) -> list[float | None]:
    """Return the points of each contestant as they are shown: whole numbers as integers."""
    return [None if points is None else _plain(points) for points in result.by_contestant]


def _plain(points: Fraction) -> float:
    return int(points) if points.denominator == 1 else float(points)


def rulings_of(results: EventResults, people: dict[int, ContestantRow]) -> list[tuple[AnyRuling, list[ContestantRow]]]:
    """Return the rulings that the viewer of the results may see, each with whom it concerns."""
    shown = (ruling for ruling in results.rulings if results.shows(ruling.deal))
    return [(ruling, rows_of(ruling.contestants, people)) for ruling in shown]
