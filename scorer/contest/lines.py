"""Write and read plans as lines of JSON, with the results of the rounds so far. The format: docs/event-format.md.

{"round": 1, "station": 1, "contestants": [1, 8], "deals": [1, 2, 3], "copy": 2}
{"round": 1, "resting": [7]}
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from scorer.contest.earlier_rounds import EarlierRounds
from scorer.contest.plan import Finding, Plan, Resting, Round, Sitting, Verdict
from scorer.contest.ranking import Comparison
from scorer.contest.result_lines import compared_problems, read_extra, read_result, read_squad, unit_problems
from scorer.contest.results import Extra, Result
from scorer.contest.values import Name, Number, OnceEach, PerhapsNumbers, four_decimals
from scorer.scoring import Problem, load


@dataclass(frozen=True, slots=True)
class _SittingRecord:
    round: Number
    station: Number
    contestants: PerhapsNumbers
    deals: PerhapsNumbers = ()
    copy: Number = 1
    section: Name = 1
    late: bool = False


@dataclass(frozen=True, slots=True)
class _RestingRecord:
    round: Number
    resting: PerhapsNumbers


@dataclass(frozen=True, slots=True)
class _ListsOfNumbers:
    contestants: OnceEach = ()
    deals: OnceEach = ()
    resting: OnceEach = ()


LISTS = tuple(field.name for field in fields(_ListsOfNumbers))


def plan_lines(plan: Plan) -> Iterator[dict[str, Any]]:
    for planned in plan.rounds:
        for sitting in planned.sittings:
            line: dict[str, Any] = {
                "round": planned.number,
                "station": sitting.station,
                "contestants": list(sitting.contestants),
            }
            if sitting.deals:
                line["deals"] = list(sitting.deals)
            if sitting.copy != 1:
                line["copy"] = sitting.copy
            if sitting.section != 1:
                line["section"] = sitting.section
            if sitting.late:
                line["late"] = True
            yield line
        if planned.resting:
            yield {"round": planned.number, "resting": [resting.contestant for resting in planned.resting]}


def verdict_line(verdict: Verdict) -> dict[str, Any]:
    return {
        "sound": verdict.sound,
        "defects": [_finding(finding, "deal") for finding in verdict.defects],
        "warnings": [_finding(finding, "deals") for finding in verdict.warnings],
        "balance": {"mean": four_decimals(verdict.balance.mean), "sd": four_decimals(Fraction(verdict.balance.sd))},
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


class PlanReader:
    """Reads the lines of a plan, and of the results so far.

    `take` and `take_planned` return the problems of a line, and skip a line that has any.
    """

    def __init__(self, comparison: Comparison | None = None) -> None:
        """`comparison`: the one by which the next round is drawn, if not by wins. It may refuse a line."""
        self.comparison = comparison
        self.sittings: dict[int, list[Sitting]] = {}
        self.resting: dict[int, list[Resting]] = {}
        self.results: list[Result] = []
        self.extras: list[Extra] = []
        self.squads: dict[int, str] = {}

    def plan(self) -> Plan:
        numbers = sorted(self.sittings.keys() | self.resting.keys())
        return Plan(
            tuple(
                Round(number, tuple(self.sittings.get(number, ())), tuple(self.resting.get(number, ())))
                for number in numbers
            )
        )

    def earlier(self) -> EarlierRounds:
        return EarlierRounds(self.plan().rounds, tuple(self.results), tuple(self.extras), self.comparison)

    def take_planned(self, data: object) -> list[Problem]:
        """Take a line of a plan and skip a line of results. The judge checks the numbers."""
        if not isinstance(data, dict):
            return [Problem("", "not_json")]
        if "station" in data:
            line, problems = load(_SittingRecord, data)
            if not problems:
                sitting = Sitting(line.station, line.contestants, line.deals, line.copy, line.section, line.late)
                self.sittings.setdefault(line.round, []).append(sitting)
        elif "resting" in data:
            rest, problems = load(_RestingRecord, data)
            if not problems:
                self.resting.setdefault(rest.round, []).extend(map(Resting, rest.resting))
        else:
            problems = [] if "contestants" in data or "contestant" in data else [Problem("", "no_plan_line")]
        return problems

    def take(self, data: object) -> list[Problem]:
        """Take a line of a plan or of results."""
        if not isinstance(data, dict):
            return [Problem("", "not_json")]
        if "station" in data or "resting" in data:
            _lists, problems = load(_ListsOfNumbers, {name: data[name] for name in LISTS if name in data})
            return problems or self.take_planned(data)
        if "contestants" in data:
            result, problems = read_result(data)
            problems += compared_problems(self.comparison, result) if self.comparison else []
            self.results += [] if problems else [result]
        elif "squad" in data:
            contestant, squad, problems = read_squad(data)
            self.squads |= {} if problems else {contestant: squad}
        elif "contestant" in data:
            extra, problems = read_extra(data)
            problems += unit_problems(self.comparison, extra) if self.comparison else []
            self.extras += [] if problems else [extra]
        else:
            problems = [Problem("", "no_plan_line")]
        return problems
