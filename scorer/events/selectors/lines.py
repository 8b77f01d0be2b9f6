"""The results of a deal, or of a contestant."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from scorer.events.models import Contestant
from scorer.events.results import EventResults, Line
from scorer.events.selectors.people import named
from scorer.events.selectors.ranking import Field, Standing, fields_of
from scorer.events.selectors.rulings import ruling_text


@dataclass(frozen=True, slots=True)
class ScoredLine:
    line: Line
    people: list[Contestant]
    points: list[float] | None
    scores: list[float | None]

    @property
    def ruling_text(self) -> str:
        return ruling_text(self.line.ruling) if self.line.ruling else ""

    @property
    def sides(self) -> Iterable[tuple[Contestant, float | None, float | None]]:
        points: Iterable[float | None] = self.points or [None] * len(self.people)
        return zip(self.people, points, self.scores, strict=True)


def traveller_of(results: EventResults, deal: int, people: dict[int, Contestant]) -> list[ScoredLine]:
    found = [one for one in scored_lines(results, people) if one.line.result.deal == deal]
    return sorted(found, key=best_first)


def best_first(one: ScoredLine) -> tuple[bool, float]:
    """The key of a traveller's order: the best of the first side on top, and what has no points at the bottom."""
    return (one.points is None, -one.points[0] if one.points else 0)


@dataclass(frozen=True, slots=True)
class CardLine:
    """A result as one of its contestants has it."""

    scored: ScoredLine
    others: list[Contestant]
    points: float | None
    score: float | None


@dataclass(frozen=True, slots=True)
class Scorecard:
    """All results of a contestant that the reader sees. `standing` is None until the ranking is shown."""

    contestant: Contestant
    field: Field | None
    standing: Standing | None
    lines: list[CardLine]

    @property
    def scored_lines(self) -> list[ScoredLine]:
        return [line.scored for line in self.lines]


def scorecard_of(results: EventResults, number: int, people: dict[int, Contestant]) -> Scorecard:
    lines = [
        CardLine(one, [other for other in one.people if other != contestant], points, score)
        for one in scored_lines(results, people)
        for contestant, points, score in one.sides
        if contestant.number == number
    ]
    ranked = (
        (field, standing)
        for field in fields_of(results, people)
        for standing in field.standings
        if standing.contestant.number == number
    )
    field, standing = next(ranked, (None, None))
    return Scorecard(people[number], field, standing, lines)


def scored_lines(results: EventResults, people: dict[int, Contestant]) -> Iterable[ScoredLine]:
    for line, scores in results.scored:
        points = None if line.result.points is None else [plain(each) for each in line.result.points]
        yield ScoredLine(line, named(line.result.contestants, people), points, [_float(score) for score in scores])


def plain(points: Fraction) -> float:
    """A whole number stays one."""
    return int(points) if points.denominator == 1 else float(points)


def _float(score: Fraction | None) -> float | None:
    return None if score is None else float(score)
