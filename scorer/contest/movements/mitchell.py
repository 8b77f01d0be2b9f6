"""Mitchell movements: N-S stay at their tables. After each round E-W go up a table, and the deals go down one.

    T tables, t and r from 0, all modulo T   E-W at table t   set at table t
    odd T                                    t - r            t + r
    skip (even)                              t - r, from round T/2 + 1 on t - r - 1; T - 1 rounds
                                                              t + r
    relay (even)                             t - r            t + r below T/2, t + r + 1 from there on: the last table
                                                              shares with the first, a set waits in the middle
    weave (multiples of 4)                   t + u at even t, t - u at odd t; u is r in odd rounds r, else -r
                                                              t + b at even t, t - b at odd t; b is -u before T/2,
                                                              then k + 1 for even k = r - T/2, -(k + 1) for odd k
    web (even, from 10; two copies)          t - r            t + r in the first half, T - 2 - t - r in the second,
                                                              modulo an odd number of sets from T/2 to T - 1

    barometer (any T)                        t - r            r, each table with its own copy

N-S are 1 to T, E-W are T + 1 to 2T. In arrow-switched rounds all tables are turned, which makes one field of two.

Source: the club's text on events, A1.1. A web of an even number of rounds is a web with one more set that stops a round
early.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Literal, Self

from scorer.contest.families import MAX_CONTESTANTS, MAX_DEFAULT_ROUNDS, Family, Impossible, Task, within
from scorer.contest.plan import NOBODY, Plan, Round, Sitting, balance

Even = Literal["relay", "skip", "weave", "web"]

FEWEST_PAIRS = 3
FEWEST_WEB = 10
WEAVE_STEP = 4
MAX_SWITCHED = 4
"""One round in this many, and one more, are switched at most: no movement is more even with more switched rounds."""
SHARED_ANYWAY = (2, 6)
"""With this many tables, all rounds cannot be played without sharing, and leaving out a round would cost too much."""


@dataclass(frozen=True, slots=True)
class Mitchell(Family):
    even: Even | None = None
    """How the movement treats an even number of tables."""
    switch: int = 0
    """How many of the last rounds are arrow-switched."""
    missing: Literal["ns", "ew"] | None = None
    """The side that lacks its last pair if the number of pairs is odd."""
    barometer: bool = False
    """Whether all tables play the same deals in each round, which makes a ranking after it. `even` is None then."""
    section_tables: ClassVar = (5, 14)

    def complete(self, task: Task) -> tuple[Self, Task]:
        pairs = within("contestants", task.contestants, FEWEST_PAIRS, MAX_CONTESTANTS)
        tables = (pairs + 1) // 2
        even = None if tables % 2 or self.barometer else self.even
        rounds = task.rounds
        if rounds is None:
            usual = tables if self.barometer else _default_rounds(tables)
            rounds = min(usual if even is None else _most_rounds(tables, even), MAX_DEFAULT_ROUNDS)
        if even is None and tables % 2 == 0 and not self.barometer:
            even = _without_sharing(tables, rounds)
        within("rounds", rounds, 1, _most_rounds(tables, even))
        within("switch", self.switch, 0, rounds)
        missing = self.missing
        if pairs % 2 == 0:
            missing = None
        elif missing is None:
            missing = "ns" if even == "relay" else "ew"  # without the last N-S pair, nobody shares with the first table
        return replace(self, even=even, missing=missing), task.with_deals(rounds)

    def plan(self, task: Task) -> Plan:
        tables, rounds = (task.contestants + 1) // 2, task.rounds or 0
        return Plan(tuple(self._round(task, tables, rounds, r) for r in range(rounds)))

    @property
    def variant(self) -> str:
        return "switched" if self.switch else ""

    def variants(self, *, by_side: bool, day: int | None) -> tuple[Self, ...]:  # noqa: ARG002  # no league has it
        return (replace(self, switch=1),) if by_side else ()

    def switched(self, contestants: int, rounds: int, switch: int | None) -> Self:
        if not self.switch:
            return self
        return replace(self, switch=switch or best_switch(contestants, rounds, self.even, barometer=self.barometer))

    def _round(self, task: Task, tables: int, rounds: int, r: int) -> Round:
        absent = {"ns": tables, "ew": 2 * tables, None: None}[self.missing]
        sittings = []
        for t in range(tables):
            numbers = t + 1, tables + 1 + self._east_west(tables, t, r)
            pairs = tuple(NOBODY if pair == absent else pair for pair in numbers)
            if r >= rounds - self.switch:
                pairs = pairs[::-1]
            number, copy = (r, t + 1) if self.barometer else self._set(tables, rounds, t, r)
            sittings.append(Sitting(t + 1, pairs, task.deals(number + 1), copy))
        return Round.of(r + 1, sittings)

    def _east_west(self, tables: int, t: int, r: int) -> int:
        if self.even == "skip" and r >= tables // 2:
            return (t - r - 1) % tables
        if self.even == "weave":
            return (t + _weave_shift(t, r)) % tables
        return (t - r) % tables

    def _set(self, tables: int, rounds: int, t: int, r: int) -> tuple[int, int]:
        """Return the number of the set, from 0, and which copy of it is played."""
        half = tables // 2
        match self.even:
            case "relay":
                return (t + r + (t >= half)) % tables, 1
            case "weave":
                k = r - half
                return (t - _weave_shift(t, r) if k < 0 else t + _sign(t) * (k + 1) * _sign(k)) % tables, 1
            case "web":
                sets = _web_sets(tables, rounds)
                return ((t + r) % sets, 1) if t < half else ((tables - 2 - t - r) % sets, 2)
            case _:
                return (t + r) % tables, 1


@cache
def best_switch(pairs: int, rounds: int, even: Even | None = None, *, barometer: bool = False) -> int:
    """Return how many switched rounds compare all pairs most evenly, which is about one round in eight.

    Switching half of the rounds is worse than switching none.
    """
    sds = []
    for switch in range(1, rounds // MAX_SWITCHED + 2):
        tried = Mitchell(even, switch, barometer=barometer)
        family, task = tried.complete(Task(pairs, rounds=rounds, per_round=1, evening=rounds))
        sds.append((balance(family.plan(task)).sd, switch))
    return min(sds)[1]


def _sign(number: int) -> int:
    return 1 if number % 2 == 0 else -1


def _weave_shift(t: int, r: int) -> int:
    """Return how far the E-W pair at table t in round r is from its own table."""
    return _sign(t) * r * -_sign(r)


def _web_sets(tables: int, rounds: int) -> int:
    return max(rounds, tables // 2) | 1


def _default_rounds(tables: int) -> int:
    complete = tables % 2 or tables % WEAVE_STEP == 0 or tables in SHARED_ANYWAY
    return tables if complete else tables - 1


def _without_sharing(tables: int, rounds: int) -> Even:
    """Return the way in which no tables share deals, if there is one."""
    if rounds < tables:
        return "skip"
    return "weave" if tables % WEAVE_STEP == 0 else "relay"


def _most_rounds(tables: int, even: Even | None) -> int:
    if even == "weave" and tables % WEAVE_STEP:
        raise Impossible("even", "weave_tables")
    if even == "web" and tables < FEWEST_WEB:
        raise Impossible("even", "web_tables", least=FEWEST_WEB)
    return tables - 1 if even in {"skip", "web"} else tables
