"""Read lines of results and rulings in JSON, and write the ranking as lines. The format: docs/event-format.md.

{"deal": 7, "contestants": [3, 12], "points": 420}
{"contestant": 5, "penalty": 10, "unit": "top"}
{"place": 1, "contestant": 4, "score": 182.5, "percent": 63.3681, "deals": 24}
"""

from collections.abc import Iterator, Mapping, Sized
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeVar, cast

from scorer.contest.plan import SIDES
from scorer.contest.ranking import NO_MINIMUM, Comparison, Ranked, rank, rank_by_section
from scorer.contest.results import PARTNERS, Extra, Result, Unit
from scorer.contest.squads import SquadStanding, rank_squads, ties_of
from scorer.contest.values import (
    Amount,
    BothPoints,
    Games,
    Name,
    Names,
    Number,
    OnceEach,
    Percentages,
    Points,
    Weights,
    four_decimals,
)
from scorer.scoring import Problem, load

KINDS = ("points", "split", "weighted", "average", "not_played", "imps", "games")
"""The kinds of results. Each line has one of them, but one with points may have games, too."""

ExtraKind = Literal["penalty", "adjustment", "carry", "handicap", "bye", "without_standing", "out", "wins"]
EXTRA: Mapping[ExtraKind, tuple[str, ...]] = {
    "penalty": ("unit",),
    "adjustment": (),
    "carry": ("unit",),
    "handicap": (),
    "bye": ("points",),
    "without_standing": (),
    "out": (),
    "wins": (),
}
"""The fields that only lines of this kind have."""
WITHOUT_AMOUNT = {"without_standing", "out", "wins"}
OF_A_ROUND = {"adjustment", "out", "wins"}
"""The kinds that say something about what was played in a round."""
BOTH_SIDES = (1, 2)
SAME = (
    *("round", "deal", "imps", "weighted", "average", "group", "match", "expected", "section", "sections", "sides"),
    *("games", "won", "lost"),
)
"""The fields of a line that a result has as they are."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _ResultRecord:
    contestants: OnceEach
    points: Points = None
    split: BothPoints = None
    weighted: Weights = ()
    average: Percentages = ()
    not_played: bool = False
    imps: Amount = None
    games: Games = ()
    round: Number | None = None
    deal: Number | None = None
    sat_out: OnceEach = ()
    won: OnceEach = ()
    lost: OnceEach = ()
    section: Name = 1
    sections: Names = ()
    sides: Names = ()
    group: Name | None = None
    match: Name | None = None
    expected: Number | None = None


@dataclass(frozen=True, slots=True)
class _ExtraRecord:
    contestant: Number
    penalty: Amount = None
    adjustment: Amount = None
    carry: Amount = None
    handicap: Amount = None
    bye: bool = False
    without_standing: bool = False
    out: bool = False
    wins: bool = False
    points: Amount = None
    unit: Unit | None = None
    round: Number | None = None
    section: Name = 1


@dataclass(frozen=True, slots=True)
class _SquadRecord:
    contestant: Number
    squad: Name


def read_result(data: Mapping[str, Any]) -> tuple[Result, list[Problem]]:
    """Return the result and what is wrong with the line. Of a line that is wrong, only some fields are right."""
    both = {"points", "games"} <= data.keys()
    line, kind, problems = _load(_ResultRecord, data, KINDS[:-1] if both else KINDS)
    named = len(line.contestants or ())
    if not named:
        problems.append(Problem("contestants", "required"))
    listed = isinstance(data.get("points"), list)
    in_pairs = named == SIDES * PARTNERS and kind in {"split", "weighted"}
    of_sides = kind in {"split", "weighted", "imps"} or (kind == "points" and not listed)
    if named not in {0, SIDES} and of_sides and not in_pairs:
        problems.append(Problem("contestants", "two_sides"))
    by_contestant: dict[str, Sized] = {"average": line.average} if kind == "average" else {}
    by_contestant |= {"points": line.points} if isinstance(line.points, tuple) else {}
    by_contestant |= {name: given for name in ("games", "sections", "sides") if (given := getattr(line, name))}
    problems += [
        Problem(name, "as_many", {"count": named})
        for name, given in by_contestant.items()
        if named not in {0, len(given)}
    ]
    if not set(line.sides) <= set(BOTH_SIDES):
        problems.append(Problem("sides", "choice", {"choices": "1, 2"}))
    problems += [
        Problem(name, "choice", {"choices": ", ".join(map(str, line.contestants))})
        for name in ("sat_out", "won", "lost")
        if named and not {*getattr(line, name)} <= {*line.contestants}
    ]
    points, sat_out = _points_and_sat_out(line, PARTNERS if in_pairs else 1)
    same = {name: getattr(line, name) for name in SAME}
    result = Result(line.contestants or (), points, split=kind == "split", sat_out=sat_out, **same)
    return result, _first_of_each_field(problems)


def _points_and_sat_out(
    line: _ResultRecord, players_a_side: int
) -> tuple[tuple[Fraction, ...] | None, tuple[int, ...]]:
    """Return the points of each contestant, if any are known, and the contestants who sat out.

    These have null in place of points, or are named because they have points nonetheless.
    """
    if isinstance(line.points, tuple):
        pairs = zip(line.contestants or (), line.points, strict=False)
        sat_out = tuple(contestant for contestant, points in pairs if points is None or contestant in line.sat_out)
        return tuple(points or Fraction(0) for points in line.points), sat_out
    if line.split:
        return (line.split[0], -line.split[1]) * players_a_side, ()
    first = sum((weight * points for weight, points in line.weighted), Fraction(0)) if line.weighted else line.points
    return (None if first is None else (first, -first) * players_a_side), ()


def read_extra(data: Mapping[str, Any]) -> tuple[Extra, list[Problem]]:
    """Return what a contestant has apart from sittings, and what is wrong with the line, as `read_result` does."""
    line, kind, problems = _load(_ExtraRecord, data, tuple(EXTRA))
    own = next((names for known, names in EXTRA.items() if known == kind), ())
    others = {name for names in EXTRA.values() for name in names}.difference(own)
    problems += [Problem(name, "unknown") for name in sorted(others) if kind and name in data]
    if kind == "penalty" and line.unit is None:
        problems.append(Problem("unit", "required"))
    if kind in OF_A_ROUND and line.round is None:
        problems.append(Problem("round", "required"))
    amount = line.points if kind in {"bye", *WITHOUT_AMOUNT} else getattr(line, kind or "penalty")
    extra = Extra(line.contestant, cast("ExtraKind", kind), amount, line.unit or "points", line.round, line.section)
    return extra, _first_of_each_field(problems)


def _load(shape: type[T], data: Mapping[str, Any], kinds: tuple[str, ...]) -> tuple[T, str | None, list[Problem]]:
    """Load a line that has one of `kinds`, and return this too. One that is false counts as absent."""
    there = [name for name in kinds if data.get(name, False) is not False]
    several = [Problem(name, "one_of", {"names": ", ".join(kinds)}) for name in (there[1:] if there else [""])]
    line, problems = load(shape, {name: data[name] for name in data if name in there or name not in kinds})
    return line, there[0] if there else None, several + problems


def _first_of_each_field(problems: list[Problem]) -> list[Problem]:
    """Return only the first problem of each field, because the others follow from it."""
    first: dict[str, Problem] = {}
    for problem in problems:
        first.setdefault(problem.field, problem)
    return list(first.values())


def read_squad(data: Mapping[str, Any]) -> tuple[int, str, list[Problem]]:
    """Return a contestant, the squad that it scores for, and what is wrong with the line."""
    record, problems = load(_SquadRecord, data)
    return record.contestant, str(record.squad), problems


class ResultReader:
    """Reads the lines of results and rulings.

    `take` returns the problems of a line. It skips a line that has any, and the lines of a plan.
    """

    def __init__(
        self,
        comparison: Comparison,
        *,
        by_section: bool = False,
        minimum: Fraction = NO_MINIMUM,
        squad_best: int | None = None,
        match_points: bool = False,
    ) -> None:
        """`squad_best`: how many members of a squad count. `match_points`: whether squads are those of a league."""
        self.comparison, self.by_section, self.minimum = comparison, by_section, minimum
        self.squad_best, self.match_points = squad_best, match_points
        self.squads: dict[int, str] = {}
        self.results: list[Result] = []
        self.extras: list[Extra] = []
        self._lines: list[Mapping[str, Any]] = []
        self._expected: dict[tuple[Name, int | None], int] = {}
        self._played: set[tuple[int, int | None]] = set()

    def take(self, data: object) -> list[Problem]:
        if not isinstance(data, dict):
            return [Problem("", "not_json")]
        if "station" in data or "resting" in data:
            return []
        if "contestants" in data:
            return self._take_result(data)
        if "squad" in data:
            return self._take_squad(data)
        if "contestant" in data:
            return self._take_extra(data)
        return [Problem("", "no_plan_line")]

    def ranking_lines(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of the results with their scores, then the ranking, and that of the squads."""
        how = rank_by_section if self.by_section else rank
        ranking = how(self.comparison, self.results, self.extras, self.minimum)
        for line, scores in zip(self._lines, ranking.scores, strict=True):
            yield {**line, "scores": [_or_none(score) for score in scores]}
        for ranked in ranking.places:
            yield _ranking_line(ranked, percent=self.comparison.in_percent)
        standings = [ranked.standing for ranked in ranking.places]
        by_contestant = {standing.contestant: standing.score for standing in standings if standing.ranks_by}
        tables = [result.contestants for result in self.results] if self.match_points else None
        for squad in rank_squads(
            self.squads, by_contestant, self.squad_best, tables, ties_of(self.comparison, standings)
        ):
            yield _squad_line(squad)

    def _take_result(self, data: Mapping[str, Any]) -> list[Problem]:
        result, problems = read_result(data)
        problems += compared_problems(self.comparison, result)
        if self.comparison.by_deal:
            problems += self._deal_problems(result)
        problems = _first_of_each_field(problems)
        if not problems:
            self._lines.append(data)
            self.results.append(result)
            if result.points is not None:
                self._played.update((contestant, result.deal) for contestant in result.contestants)
            if result.expected is not None:
                self._expected[self._compared_deal(result)] = result.expected
        return problems

    def _deal_problems(self, result: Result) -> Iterator[Problem]:
        if result.deal is None:
            yield Problem("deal", "required")
        again = [number for number in result.contestants if (number, result.deal) in self._played]
        if again and result.points is not None:
            yield Problem("contestants", "deal_again", {"contestant": again[0], "deal": result.deal})
        expected = self._expected.get(self._compared_deal(result), result.expected)
        if result.expected not in {None, expected}:
            yield Problem("expected", "expected_differs", {"deal": result.deal, "expected": expected})

    def _compared_deal(self, result: Result) -> tuple[Name, int | None]:
        return result.section if self.by_section else 1, result.deal

    def _take_squad(self, data: Mapping[str, Any]) -> list[Problem]:
        contestant, squad, problems = read_squad(data)
        if not problems:
            self.squads[contestant] = squad
        return problems

    def _take_extra(self, data: Mapping[str, Any]) -> list[Problem]:
        extra, problems = read_extra(data)
        problems = _first_of_each_field([*problems, *unit_problems(self.comparison, extra)])
        if not problems:
            self.extras.append(extra)
        return problems


def compared_problems(comparison: Comparison, result: Result) -> list[Problem]:
    """Return why the comparison cannot have such a result."""
    problems = comparison.result_problems(result) if result.contestants else []
    if result.average and not comparison.averages:
        problems.append(Problem("average", "no_average"))
    if result.games and not comparison.games:
        problems.append(Problem("games", "no_games"))
    if result.imps is not None and not comparison.imps:
        problems.append(Problem("imps", "no_imps"))
    return problems


def unit_problems(comparison: Comparison, extra: Extra) -> list[Problem]:
    """Return why the comparison cannot have such an extra."""
    if extra.unit in comparison.units:
        return []
    return [Problem("unit", "choice", {"choices": ", ".join(comparison.units)})]


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
    if ranked.place is None:
        line["too_few_deals"] = True
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


def _squad_line(squad: SquadStanding) -> dict[str, Any]:
    line: dict[str, Any] = {"place": squad.place, "squad": squad.squad, "score": four_decimals(squad.score)}
    if squad.match_points is not None:
        line["match_points"] = four_decimals(squad.match_points)
    if squad.tied_by:
        line["tied_by"] = squad.tied_by
    return line | {"contestants": list(squad.counting)} | ({"others": list(squad.others)} if squad.others else {})


def _or_none(value: Fraction | None) -> float | None:
    return None if value is None else four_decimals(value)
