"""Plans as lines of JSON, and back; of results, what a draw wants to know. The format: docs/event-format.md.

{"round": 1, "station": 1, "contestants": [1, 8], "deals": [1, 2, 3], "copy": 2}
{"round": 1, "resting": [7]}
{"round": 1, "contestants": [1, 8], "points": 420}
{"contestant": 7, "bye": true, "round": 1}
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scorer.contest.past import Extra, Past, Result
from scorer.contest.plan import SIDES, Finding, Plan, Resting, Round, Sitting, Verdict, is_number
from scorer.scoring import Problem

SITTING = ("round", "station", "contestants", "deals", "copy")
RESTING = ("round", "resting")
MOST = 10**9
"""No points are more than that, of any game."""
FINEST = 10**12
"""Nor finer than one part in so many."""
FRACTION = re.compile(r"[0-9]{1,9}/[1-9][0-9]{0,8}")
SHOWN = 10**4


def written(plan: Plan) -> Iterator[dict[str, Any]]:
    for each in plan.rounds:
        for sitting in each.sittings:
            line: dict[str, Any] = {
                "round": each.number,
                "station": sitting.station,
                "contestants": list(sitting.contestants),
            }
            if sitting.deals:
                line["deals"] = list(sitting.deals)
            if sitting.copy != 1:
                line["copy"] = sitting.copy
            yield line
        if each.resting:
            yield {"round": each.number, "resting": [resting.contestant for resting in each.resting]}


def in_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "sound": verdict.sound,
        "defects": [_finding(each, "deal") for each in verdict.defects],
        "warnings": [_finding(each, "deals") for each in verdict.warnings],
        "balance": {"mean": shown(verdict.balance.mean), "sd": shown(Fraction(verdict.balance.sd))},
    }


def _finding(finding: Finding, deals: str) -> dict[str, Any]:
    line: dict[str, Any] = {"code": finding.code}
    if finding.round is not None:
        line["round"] = finding.round
    if len(finding.contestants) == 1:
        line["contestant"] = finding.contestants[0]
    elif finding.contestants:
        line["contestants"] = list(finding.contestants)
    if finding.deals:
        line[deals] = finding.deals[0] if deals == "deal" else list(finding.deals)
    if finding.stations:
        line["stations"] = list(finding.stations)
    return line


class Reader:
    """Takes lines one by one. What is wrong with one is told, and it is passed over."""

    def __init__(self) -> None:
        self.sittings: dict[int, list[Sitting]] = {}
        self.resting: dict[int, list[Resting]] = {}
        self.results: list[Result] = []
        self.extras: list[Extra] = []

    def plan(self) -> Plan:
        numbers = sorted(self.sittings.keys() | self.resting.keys())
        return Plan(
            tuple(
                Round(number, tuple(self.sittings.get(number, ())), tuple(self.resting.get(number, ())))
                for number in numbers
            )
        )

    def past(self) -> Past:
        return Past(self.plan().rounds, tuple(self.results), tuple(self.extras))

    def take_planned(self, data: object) -> list[Problem]:
        """A line of a plan; one of results is passed over. Numbers are for the judge to look at."""
        line = _Line(data)
        if line.has("station"):
            line.only(SITTING)
            number, station, copy = line.whole("round"), line.whole("station"), line.whole("copy", 1)
            sitting = Sitting(station, line.numbers("contestants"), line.numbers("deals", ()), copy)
            if not line.problems:
                self.sittings.setdefault(number, []).append(sitting)
        elif line.has("resting"):
            line.only(RESTING)
            number, resting = line.whole("round"), line.numbers("resting")
            if not line.problems:
                self.resting.setdefault(number, []).extend(map(Resting, resting))
        elif not (line.has("contestants") or line.has("contestant")):
            line.wrong("", "no_plan_line")
        return line.problems

    def take(self, data: object) -> list[Problem]:
        """A line of a plan or of results."""
        line = _Line(data)
        if line.has("station") or line.has("resting"):
            for name in filter(line.has, ("contestants", "resting", "deals")):
                line.once_each(name)
            return line.problems or self.take_planned(data)
        if line.has("contestants"):
            self._take_result(line)
        elif line.has("contestant"):
            self._take_extra(line)
        else:
            line.wrong("", "no_plan_line")
        return line.problems

    def _take_result(self, line: "_Line") -> None:
        contestants = line.once_each("contestants")
        points = line.points(len(contestants))
        result = Result(contestants, points, line.whole_or_none("round"), line.whole_or_none("deal"))
        if not line.problems:
            self.results.append(result)

    def _take_extra(self, line: "_Line") -> None:
        """A penalty counts where it is one in points; a handicap stands in another ranking."""
        contestant, number = line.whole("contestant"), line.whole_or_none("round")
        bye, points = line.get("bye") is True, Fraction(0)
        if bye and line.has("points"):
            points = line.amount("points")
        elif line.has("carry"):
            points = line.amount("carry")
        elif line.has("penalty") and line.get("unit") == "points":
            points = -line.amount("penalty")
        if not line.problems:
            self.extras.append(Extra(contestant, points, bye, number))


class _Line:
    """The fields of one line, and what is wrong with them. What is wrong is replaced, so that the rest can be read."""

    def __init__(self, data: object) -> None:
        self.problems: list[Problem] = []
        self.data: Mapping[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.wrong("", "object")

    def wrong(self, field: str, code: str) -> None:
        """Only the first complaint about a field: the second follows from it."""
        if not any(problem.field == field for problem in self.problems):
            self.problems.append(Problem(field, code))

    def has(self, name: str) -> bool:
        return name in self.data

    def get(self, name: str) -> Any:
        return self.data.get(name)

    def only(self, names: Sequence[str]) -> None:
        for name in self.data:
            if name not in names:
                self.wrong(name[:40], "unknown")

    def whole(self, name: str, default: int | None = None) -> int:
        if not self.has(name) and default is not None:
            return default
        value = _plain(self.get(name))
        if not is_number(value):
            self.wrong(name, "whole_number" if self.has(name) else "required")
            return 1
        return int(value)

    def whole_or_none(self, name: str) -> int | None:
        return self.whole(name) if self.has(name) else None

    def numbers(self, name: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """A list of anything that might be meant as numbers."""
        value = self.data.get(name, default)
        if not isinstance(value, list | tuple):
            self.wrong(name, "list" if self.has(name) else "required")
            return ()
        if any(isinstance(item, list | dict) for item in value):
            self.wrong(name, "whole_number")
            return ()
        return tuple(map(_plain, value))

    def once_each(self, name: str) -> tuple[int, ...]:
        """As `numbers`, but numbers, and none twice."""
        found = self.numbers(name)
        if not all(map(is_number, found)):
            self.wrong(name, "whole_number")
            return ()
        if len(set(found)) < len(found):
            self.wrong(name, "number_twice")
        return found

    def points(self, contestants: int) -> tuple[Fraction, ...] | None:
        """Of each contestant. The first side's points are the second one's losses."""
        if isinstance(self.get("points"), list):
            return self.amounts("points", contestants)
        if self.has("split"):
            first, second = self.amounts("split", SIDES)
        elif self.has("weighted"):
            first = second = self.weighted()
        elif self.has("points"):
            first = second = self.amount("points")
        else:
            return None
        if contestants != SIDES:
            self.wrong("contestants", "two_sides")
        return first, -second

    def weighted(self) -> Fraction:
        parts = self.get("weighted")
        if not isinstance(parts, list) or not all(isinstance(part, list) and len(part) == SIDES for part in parts):
            self.wrong("weighted", "list")
            return Fraction(0)
        worth = [self._amount("weighted", weight) * self._amount("weighted", points) for weight, points in parts]
        return sum(worth, Fraction(0))

    def amounts(self, name: str, count: int) -> tuple[Fraction, ...]:
        values = self.get(name)
        if not isinstance(values, list) or len(values) != count:
            self.wrong(name, "list")
            return (Fraction(0),) * count
        return tuple(self._amount(name, value) for value in values)

    def amount(self, name: str) -> Fraction:
        return self._amount(name, self.get(name))

    def _amount(self, name: str, value: Any) -> Fraction:
        """A number as it is written; or a fraction as text."""
        number = type(value) in {int, float} and abs(value) <= MOST  # which infinity and no number are not
        if number or (isinstance(value, str) and FRACTION.fullmatch(value)):
            return Fraction(str(value)).limit_denominator(FINEST)
        self.wrong(name, "number")
        return Fraction(0)


def shown(value: Fraction) -> float:
    """With four decimals; exact halves away from zero."""
    scaled = abs(value) * SHOWN
    whole = math.floor(scaled + Fraction(1, 2))
    return math.copysign(whole / SHOWN, value) if whole else 0.0


def _plain(value: Any) -> Any:
    """1.0 is a whole number in JSON."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
