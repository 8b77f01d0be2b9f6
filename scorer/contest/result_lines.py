"""Read lines of results and rulings in JSON, and write the ranking as lines. The format: docs/event-format.md.

{"deal": 7, "contestants": [3, 12], "points": 420}
{"contestant": 5, "penalty": 10, "unit": "top"}
{"place": 1, "contestant": 4, "score": 182.5, "percent": 63.3681, "deals": 24}
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, cast, get_args

from scorer.contest.json_line import JsonLine
from scorer.contest.plan import SIDES
from scorer.contest.ranking import Comparison, Ranked, rank, rank_by_section
from scorer.contest.results import Extra, Name, Result, Unit
from scorer.contest.rounding import four_decimals
from scorer.scoring import Problem

KINDS = ("points", "split", "weighted", "average", "not_played")
"""The kinds of results. Each line has one of them."""
RESULT = ("contestants", *KINDS, "round", "deal", "section", "sections", "sides", "group", "match", "expected")

ExtraKind = Literal["penalty", "carry", "handicap", "bye", "without_standing"]
EXTRA: Mapping[ExtraKind, tuple[str, ...]] = {
    "penalty": ("penalty", "unit"),
    "carry": ("carry",),
    "handicap": ("handicap",),
    "bye": ("bye", "points"),
    "without_standing": ("without_standing",),
}
MAX_PERCENT = 100
BOTH_SIDES = (1, 2)


def read_result(line: JsonLine) -> Result:
    contestants = line.once_each("contestants")
    if not contestants:
        line.add_problem("contestants", "required")
    kind = line.one_of(KINDS)
    line.allow_only(RESULT)
    count = None if line.has_problem("contestants") else len(contestants)
    listed = isinstance(line.get("points"), list)
    if (kind in {"split", "weighted"} or (kind == "points" and not listed)) and count not in {None, SIDES}:
        line.add_problem("contestants", "two_sides")
    points: tuple[Fraction, ...] | None = None
    sat_out: tuple[int, ...] = ()
    weighted: tuple[tuple[Fraction, Fraction], ...] = ()
    average: tuple[Fraction, ...] = ()
    if kind == "points":
        sat_out = _sat_out(line, contestants) if listed else ()
        points = line.amounts(kind, count, null_is_0=bool(sat_out)) if listed else _both(line.amount(kind))
    elif kind == "split":
        first, second = line.amounts(kind, SIDES)
        points = first, -second
    elif kind == "weighted":
        weighted = _weighted(line)
        points = _both(sum((weight * each for weight, each in weighted), Fraction(0)))
    elif kind == "average":
        average = _average(line, count)
    elif kind == "not_played":
        line.require_true(kind)
    return Result(
        contestants,
        points,
        line.whole_or_none("round"),
        line.whole_or_none("deal"),
        split=kind == "split",
        weighted=weighted,
        average=average,
        group=line.name_or_none("group"),
        match=line.name_or_none("match"),
        expected=line.whole_or_none("expected"),
        section=line.name("section", 1),
        sections=line.names("sections", count),
        sides=_sides(line, count),
        sat_out=sat_out,
    )


def _sides(line: JsonLine, count: int | None) -> tuple[Name, ...]:
    sides = line.names("sides", count)
    if not set(sides) <= set(BOTH_SIDES):
        line.add_problem("sides", "choice", choices="1, 2")
    return sides


def read_extra(line: JsonLine) -> Extra:
    contestant = line.whole("contestant")
    number = line.whole_or_none("round")
    kind = cast("ExtraKind | None", line.one_of(tuple(EXTRA)))
    line.allow_only(("contestant", "round", "section", *(EXTRA[kind] if kind else ())))
    unit: Unit = "points"
    amount = None
    if kind in {"bye", "without_standing"}:
        line.require_true(kind)
        if line.has("points"):
            amount = line.amount("points")
    elif kind:
        amount = line.amount(kind)
    if kind == "penalty":
        unit = cast("Unit", line.choice("unit", get_args(Unit)))
    return Extra(contestant, kind or "bye", amount, unit, number, line.name("section", 1))


class ResultReader:
    """Reads the lines of results and rulings.

    `take` returns the problems of a line. It skips a line that has any, and the lines of a plan.
    """

    def __init__(self, comparison: Comparison, *, by_section: bool = False) -> None:
        self.comparison, self.by_section = comparison, by_section
        self.results: list[Result] = []
        self.extras: list[Extra] = []
        self._lines: list[Mapping[str, Any]] = []
        self._expected: dict[tuple[Name, int | None], int] = {}
        self._played: set[tuple[int, int | None]] = set()

    def take(self, data: object) -> list[Problem]:
        line = JsonLine(data)
        if line.has("station") or line.has("resting"):
            return []
        if line.has("contestants"):
            self._take_result(line)
        elif line.has("contestant"):
            self._take_extra(line)
        else:
            line.add_problem("", "no_plan_line")
        return line.problems

    def ranking_lines(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of the results with their scores, then the ranking."""
        how = rank_by_section if self.by_section else rank
        ranking = how(self.comparison, self.results, self.extras)
        for line, scores in zip(self._lines, ranking.scores, strict=True):
            yield {**line, "scores": [_or_none(score) for score in scores]}
        for each in ranking.places:
            yield _ranking_line(each, percent="percent" in self.comparison.units)

    def _take_result(self, line: JsonLine) -> None:
        result = read_result(line)
        if not line.has_problem("contestants"):
            for problem in self.comparison.result_problems(result):
                line.add_problem(problem.field, problem.code, **problem.params)
        if line.has("average") and not self.comparison.averages:
            line.add_problem("average", "no_average")
        if self.comparison.by_deal:
            self._look_at_deal(line, result)
        if not line.problems:
            self._lines.append(line.data)
            self.results.append(result)

    def _look_at_deal(self, line: JsonLine, result: Result) -> None:
        if result.deal is None:
            line.add_problem("deal", "required")
        played = result.contestants if result.points is not None else ()
        again = [one for one in played if (one, result.deal) in self._played]
        if again:
            line.add_problem("contestants", "deal_again", contestant=again[0], deal=result.deal)
        compared = result.section if self.by_section else 1, result.deal
        expected = self._expected.get(compared, result.expected)
        if result.expected != expected and result.expected is not None:
            line.add_problem("expected", "expected_differs", deal=result.deal, expected=expected)
        if not line.problems:
            self._played.update((one, result.deal) for one in played)
            if result.expected is not None:
                self._expected[compared] = result.expected

    def _take_extra(self, line: JsonLine) -> None:
        extra = read_extra(line)
        if extra.unit not in self.comparison.units:
            line.add_problem("unit", "choice", choices=", ".join(self.comparison.units))
        if not line.problems:
            self.extras.append(extra)


def _both(points: Fraction) -> tuple[Fraction, Fraction]:
    return points, -points


def _sat_out(line: JsonLine, contestants: Sequence[int]) -> tuple[int, ...]:
    """Return the contestants who have null in place of points, if at least two have points."""
    found = tuple(one for one, points in zip(contestants, line.get("points"), strict=False) if points is None)
    return found if len(contestants) - len(found) >= SIDES else ()


def _weighted(line: JsonLine) -> tuple[tuple[Fraction, Fraction], ...]:
    parts = line.get("weighted")
    if not isinstance(parts, list) or not all(isinstance(part, list) and len(part) == SIDES for part in parts):
        line.add_problem("weighted", "weights")
        return ()
    weighted = tuple((line.fraction("weighted", weight), line.fraction("weighted", points)) for weight, points in parts)
    if sum(weight for weight, _points in weighted) != 1 or any(weight < 0 for weight, _points in weighted):
        line.add_problem("weighted", "weights")
    return weighted


def _average(line: JsonLine, count: int | None) -> tuple[Fraction, ...]:
    average = line.amounts("average", count)
    if not all(0 <= percent <= MAX_PERCENT for percent in average):
        line.add_problem("average", "number_range", least=0, most=MAX_PERCENT)
    return average


def _ranking_line(ranked: Ranked, *, percent: bool) -> dict[str, Any]:
    standing = ranked.standing
    line: dict[str, Any] = {
        "place": ranked.place,
        "contestant": standing.contestant,
        "score": four_decimals(standing.score),
    }
    if percent:
        line["percent"] = _or_none(standing.percent)
    line["deals"] = standing.deals
    if ranked.tied_by:
        line["tied_by"] = ranked.tied_by
    if standing.field is not None:
        line["field"] = standing.field
    if ranked.section is not None:
        line["section"] = ranked.section
    if ranked.handicapped:
        value = _or_none(ranked.handicapped.value)
        line["with_handicap"] = {"place": ranked.handicapped.place, "percent" if percent else "score": value}
    return line


def _or_none(value: Fraction | None) -> float | None:
    return None if value is None else four_decimals(value)
