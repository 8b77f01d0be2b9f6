"""Several matches of teams that go round: at each table, the N-S pair of one team plays the E-W pair of another.

There are as many tables as teams, T. The N-S pair of a team stays at the table with its number. A match has two halves,
which have the same deals: at the table of either team, the other one sends its E-W pair.

    t and r from 0, all modulo T      E-W at table t          set at table t
    odd T                             team t + 2 (r + 1)      t + r                     T - 1 rounds
    even T                            team t + k              t + b(k)                  T - 2 rounds
    relay                             both halves at once                               all meet

With an even T, k goes from 1 to T - 1 without T / 2, so that everybody plays all but one. The halves of a match are the
rounds with k and with -k. These have the same deals if b(-k) = b(k) - k. So the b are pairs of numbers with each
difference from 1 to T / 2 - 1: those with odd differences stand around the middle between two numbers, those with even
differences around a number, which stays free.

In a relay, the rounds are those of a round robin. All matches of a round have the same deals, and the two tables of a
match share a copy of them. With an odd T, a team rests in each round.

Source: the club's text on events, A1.6.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from scorer.contest.families import MAX_CONTESTANTS, MAX_DEFAULT_ROUNDS, Family, Task, within
from scorer.contest.movements.round_robin import circle
from scorer.contest.plan import Plan, Resting, Round, Sitting

FEWEST = 3


@dataclass(frozen=True, slots=True)
class Teams(Family):
    relay: bool = False
    """Whether both halves of a match are played at once, at two tables that share the deals."""

    def complete(self, task: Task) -> tuple[Self, Task]:
        teams = within("contestants", task.contestants, FEWEST, MAX_CONTESTANTS)
        most = teams - 2 + teams % 2 + self.relay
        # Without a relay, the second halves are in the last rounds, so that fewer rounds leave matches with one half.
        usual = min(most, MAX_DEFAULT_ROUNDS) if self.relay else most
        return self, task.with_deals(task.rounds_or(usual, most))

    def plan(self, task: Task) -> Plan:
        one_round = _relay if self.relay else _halves
        return Plan(tuple(one_round(task, r) for r in range(task.rounds or 0)))


def _halves(task: Task, r: int) -> Round:
    teams = task.contestants
    k, b = (2 * (r + 1), r) if teams % 2 else _even(teams, r)
    sittings = (Sitting(t + 1, (t + 1, (t + k) % teams + 1), task.deals((t + b) % teams + 1)) for t in range(teams))
    return Round(r + 1, tuple(sittings))


def _even(teams: int, r: int) -> tuple[int, int]:
    """Return k and b(k) of a round."""
    half = teams // 2
    k = r + 1 + (r + 1 >= half)
    smaller = min(k, teams - k)
    higher = _higher(half, smaller)
    return k, higher if k == smaller else higher - smaller


def _higher(half: int, difference: int) -> int:
    """Return the higher of two numbers with this difference."""
    if difference % 2:
        return half // 2 + difference // 2
    middle = 2 * (half // 2) + (half - 1) // 2
    return middle + difference // 2


def _relay(task: Task, r: int) -> Round:
    teams, sittings, resting = task.contestants, list[Sitting](), list[Resting]()
    for match, couple in enumerate(sorted(circle(teams, r), key=max), start=1):
        if max(couple) > teams:
            resting.append(Resting(min(couple)))
            continue
        sittings += _both_halves(couple, task.deals(r + 1), match)
    stations = sorted(sittings, key=lambda sitting: sitting.station)
    return Round(r + 1, tuple(stations), tuple(resting))


def in_both_rooms(sitting: Sitting) -> tuple[Sitting, Sitting]:
    """Return the two tables of a match that a plan has as one, which share the deals. The odd number is the first."""
    second, turned = 2 * sitting.station, sitting.contestants[::-1]
    return replace(sitting, station=second - 1), replace(sitting, station=second, contestants=turned)


def _both_halves(couple: tuple[int, int], deals: tuple[int, ...], copy: int) -> Iterator[Sitting]:
    for ns, ew in (couple, couple[::-1]):
        yield Sitting(ns, (ns, ew), deals, copy if deals else 1)
