"""What the tests of all families ask of a plan."""

from collections import Counter
from itertools import combinations

from scorer.contest.families import Family, Task
from scorer.contest.plan import Plan, Verdict, judge

EVENING = 24


def made(family: Family, contestants: int, rounds: int | None = None, per_round: int | None = 1) -> Plan:
    family, task = family.complete(Task(contestants, rounds, per_round, EVENING))
    return family.plan(task)


def sound(plan: Plan) -> Verdict:
    verdict = judge(plan)
    assert verdict.defects == ()
    return verdict


def meetings(plan: Plan) -> Counter[tuple[int, int]]:
    return Counter(
        couple
        for each in plan.rounds
        for sitting in each.sittings
        for couple in combinations(sorted(sitting.contestants), 2)
    )


def rests(plan: Plan) -> Counter[int]:
    return Counter(resting.contestant for each in plan.rounds for resting in each.resting)


def warned(verdict: Verdict) -> Counter[str]:
    return Counter(warning.code for warning in verdict.warnings)
