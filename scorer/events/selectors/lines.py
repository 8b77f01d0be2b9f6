"""The results of a deal, or of a contestant."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.translation import gettext

from scorer.events.reading import SittingRow
from scorer.events.results import EventResults, Line
from scorer.events.selectors.people import ContestantRow, named
from scorer.events.selectors.ranking import Field, Standing, fields_of
from scorer.events.selectors.rulings import ruling_text


@dataclass(frozen=True, slots=True)
class ScoredLine:
    line: Line
    people: list[ContestantRow]
    points: list[float] | None
    scores: list[float | None]

    @property
    def has_other_cards(self) -> bool:
        return self.line.result.group is not None

    @property
    def ruling_text(self) -> str:
        texts = [ruling_text(self.line.ruling)] if self.line.ruling else []
        return ", ".join([*texts, gettext("other cards")] if self.has_other_cards else texts)

    @property
    def sides(self) -> Iterable[tuple[ContestantRow, float | None, float | None]]:
        points: Iterable[float | None] = self.points or [None] * len(self.people)
        return zip(self.people, points, self.scores, strict=True)


def traveller_of(results: EventResults, deal: int, people: dict[int, ContestantRow]) -> list[ScoredLine]:
    found = scored_lines(results, people, lambda line: line.result.deal == deal)
    return sorted(found, key=lambda one: (one.has_other_cards, best_first(one)))


def best_first(one: ScoredLine) -> tuple[bool, float]:
    """The key of a traveller's order: the best of the first side on top, and what has no points at the bottom."""
    return (one.points is None, -one.points[0] if one.points else 0)


@dataclass(frozen=True, slots=True)
class CardLine:
    """A result as one of its contestants has it."""

    scored: ScoredLine
    side: int
    others: list[ContestantRow]
    points: float | None
    score: float | None


@dataclass(frozen=True, slots=True)
class CardRound:
    """What a contestant has from one sitting, against the same others and on the same side."""

    sitting: SittingRow
    others: list[ContestantRow]
    side: str
    """N–S, where the game names its sides."""
    lines: list[CardLine]

    @property
    def score(self) -> float | None:
        """Of all lines; None where none has a score yet."""
        scores = [line.score for line in self.lines if line.score is not None]
        return sum(scores) if scores else None


@dataclass(frozen=True, slots=True)
class Scorecard:
    """All results of a contestant that the reader sees. `standing` is None until the ranking is shown."""

    contestant: ContestantRow
    field: Field | None
    standing: Standing | None
    rounds: list[CardRound]

    @property
    def scored_lines(self) -> list[ScoredLine]:
        return [line.scored for each in self.rounds for line in each.lines]


def scorecard_of(results: EventResults, number: int, people: dict[int, ContestantRow]) -> Scorecard:
    own = scored_lines(results, people, lambda line: number in line.result.contestants)
    lines = [
        CardLine(one, side, [other for other in one.people if other != contestant], points, score)
        for one in sorted(own, key=lambda one: one.line.sitting.round.number)
        for side, (contestant, points, score) in enumerate(one.sides, start=1)
        if contestant.number == number
    ]
    ranked = (
        (field, standing)
        for field in fields_of(results, people)
        for standing in field.standings
        if standing.contestant.number == number
    )
    field, standing = next(ranked, (None, None))
    return Scorecard(people[number], field, standing, list(_rounds_of(results, lines)))


def _rounds_of(results: EventResults, lines: list[CardLine]) -> Iterator[CardRound]:
    names = results.event.config.side_names
    for (_sitting, side, _others), group in groupby(lines, key=_meeting):
        of_round = list(group)
        first = of_round[0]
        yield CardRound(first.scored.line.sitting, first.others, str(names[side - 1]) if names else "", of_round)


def _meeting(line: CardLine) -> tuple[int, int, list[int]]:
    return line.scored.line.sitting.pk, line.side, [other.number for other in line.others]


def scored_lines(
    results: EventResults, people: dict[int, ContestantRow], wanted: Callable[[Line], bool] = lambda _line: True
) -> Iterable[ScoredLine]:
    for line, scores in results.scored:
        if not wanted(line):
            continue
        points = None if line.result.points is None else [plain(each) for each in line.result.points]
        yield ScoredLine(line, named(line.result.contestants, people), points, [_float(score) for score in scores])


def plain(points: Fraction) -> float:
    """A whole number stays one."""
    return int(points) if points.denominator == 1 else float(points)


def _float(score: Fraction | None) -> float | None:
    return None if score is None else float(score)
