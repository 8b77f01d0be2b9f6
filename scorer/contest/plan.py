"""Plans, which say who sits where, against whom and with which deals, round by round; and one judge of all plans.

A contestant is the number, from 1, of a player, a pair or a team. The judge does not need to know who made a plan.

    balance, the sum for two contestants over every set of deals that both have played
    opponents                              results of the set - 1
    sat the same way, at two tables        + 1
    sat opposite ways, at two tables       - 1

A standard deviation of 0 over all couples is perfect. The deals that the same sittings play are one set, however many
they are. Tables of more than two contestants have no ways to sit, so they do not count.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Self

SIDES = 2
SECOND = 2
NOBODY = 0
"""The number that stands for a missing contestant."""


@dataclass(frozen=True, slots=True)
class Sitting:
    station: int
    contestants: tuple[int, ...]
    """In the order of the game's sides; individuals in the order of the positions."""
    deals: tuple[int, ...] = ()
    """The numbers of the deals; empty if deals are only counted."""
    copy: int = 1
    """Which copy of the deals is played, if several tables play them at once."""
    section: str | int = 1


@dataclass(frozen=True, slots=True)
class Resting:
    contestant: int
    half_table: Sitting | None = None
    """The sitting that would take place if the opponent were not missing. NOBODY stands for the opponent."""


@dataclass(frozen=True, slots=True)
class Round:
    number: int
    sittings: tuple[Sitting, ...]
    resting: tuple[Resting, ...] = ()

    @classmethod
    def of(cls, number: int, sittings: Iterable[Sitting]) -> Self:
        """Return a round in which those whose opponent is NOBODY rest."""
        there = tuple(sittings)
        resting = (Resting(max(one.contestants), one) for one in there if NOBODY in one.contestants)
        return cls(number, tuple(one for one in there if NOBODY not in one.contestants), tuple(resting))

    def contestants(self) -> Iterator[int]:
        """Yield every mention of a contestant who plays or rests."""
        for sitting in self.sittings:
            yield from sitting.contestants
        for resting in self.resting:
            yield resting.contestant


@dataclass(frozen=True, slots=True)
class Plan:
    rounds: tuple[Round, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect or warning: its code, and the round, contestants, deals and stations that it concerns."""

    code: str
    round: int | None = None
    contestants: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()
    stations: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Balance:
    mean: Fraction
    sd: float


@dataclass(frozen=True, slots=True)
class Verdict:
    defects: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    balance: Balance

    @property
    def sound(self) -> bool:
        return not self.defects


def judge(plan: Plan) -> Verdict:
    """Return everything that is wrong with a plan, and what a director may want to know about it."""
    defects = [*_unknown_numbers(plan), *_two_places(plan), *_deals_again(plan), *_no_opponent(plan), *_missing(plan)]
    warnings = [*_shared(plan), *_met_again(plan), *_one_direction(plan), *_rests_again(plan)]
    return Verdict(tuple(defects), tuple(warnings), balance(plan))


def balance(plan: Plan) -> Balance:
    everybody = _everybody(plan)
    couples = math.comb(len(everybody), 2)
    if not couples:
        return Balance(Fraction(0), 0.0)
    played, sat_second = dict.fromkeys(everybody, 0), dict.fromkeys(everybody, 0)  # one bit per set
    against: Counter[tuple[int, int]] = Counter()
    for place, sittings in enumerate(_sets(plan)):
        for sitting in sittings:
            first, second = sitting.contestants
            played[first] |= 1 << place
            played[second] |= 1 << place
            sat_second[second] |= 1 << place
            against[min(first, second), max(first, second)] += len(sittings)
    values = []
    for one, other in combinations(everybody, 2):
        both = played[one] & played[other]
        opposite = both & (sat_second[one] ^ sat_second[other])
        values.append(both.bit_count() - 2 * opposite.bit_count() + against[one, other])
    mean = Fraction(sum(values), couples)
    return Balance(mean, math.sqrt(Fraction(sum(value * value for value in values), couples) - mean**2))


def is_number(value: object) -> bool:
    """Return whether the value is a whole number from 1. A value from a file may be anything."""
    return type(value) is int and value >= 1


def _known(values: Iterable[int]) -> tuple[int, ...]:
    """Return the values that are numbers. The others are reported once, and break no further rule."""
    return tuple(filter(is_number, values))


def _everybody(plan: Plan) -> list[int]:
    return sorted({contestant for each in plan.rounds for contestant in _known(each.contestants())})


def _sets(plan: Plan) -> list[tuple[Sitting, ...]]:
    """Return, for each set of deals, the sittings that have two sides."""
    played: defaultdict[int, list[tuple[int, Sitting]]] = defaultdict(list)
    for each in plan.rounds:
        for sitting in each.sittings:
            if len(sitting.contestants) == len(set(_known(sitting.contestants))) == SIDES:
                for deal in dict.fromkeys(_known(sitting.deals)):
                    played[deal].append((each.number, sitting))
    return [tuple(sitting for _round, sitting in sittings) for sittings in dict.fromkeys(map(tuple, played.values()))]


def _unknown_numbers(plan: Plan) -> Iterator[Finding]:
    for each in plan.rounds:
        yield from (Finding("unknown_number", each.number, (one,)) for one in each.contestants() if not is_number(one))
        for sitting in each.sittings:
            yield from (
                Finding("unknown_number", each.number, deals=(deal,)) for deal in sitting.deals if not is_number(deal)
            )


def _two_places(plan: Plan) -> Iterator[Finding]:
    for each in plan.rounds:
        counted = Counter(_known(each.contestants()))
        yield from (Finding("two_places", each.number, (one,)) for one, times in counted.items() if times > 1)


def _deals_again(plan: Plan) -> Iterator[Finding]:
    """Yield one finding for a contestant and a deal, however often the contestant plays it."""
    times: Counter[tuple[int, int]] = Counter()
    for each in plan.rounds:
        for sitting in each.sittings:
            for contestant in _known(dict.fromkeys(sitting.contestants)):
                for deal in _known(sitting.deals):
                    times[contestant, deal] += 1
                    if times[contestant, deal] == SECOND:
                        yield Finding("deal_again", each.number, (contestant,), (deal,))


def _no_opponent(plan: Plan) -> Iterator[Finding]:
    for each in plan.rounds:
        for sitting in each.sittings:
            if len(sitting.contestants) < SIDES:
                yield Finding("no_opponent", each.number, _known(sitting.contestants))


def _missing(plan: Plan) -> Iterator[Finding]:
    """Yield the contestants who are somewhere in the plan, but neither play nor rest in a round.

    A number that is nowhere in the plan is absent: the missing pair of a Mitchell, or somebody left out of a draw.
    """
    everybody = _everybody(plan)
    for each in plan.rounds:
        there = set(_known(each.contestants()))
        yield from (Finding("missing", each.number, (one,)) for one in everybody if one not in there)


def _shared(plan: Plan) -> Iterator[Finding]:
    for each in plan.rounds:
        stations: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for sitting in each.sittings:
            for deal in dict.fromkeys(_known(sitting.deals)):
                stations[deal, sitting.copy].append(sitting.station)
        shared: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for (deal, _copy), where in stations.items():
            if len(where) > 1:
                shared[tuple(where)].append(deal)
        yield from (Finding("shared", each.number, deals=tuple(deals), stations=at) for at, deals in shared.items())


def _met_again(plan: Plan) -> Iterator[Finding]:
    met: set[tuple[int, int]] = set()
    for each in plan.rounds:
        for sitting in each.sittings:
            for couple in combinations(sorted(set(_known(sitting.contestants))), 2):
                if couple in met:
                    yield Finding("met_again", each.number, couple)
                met.add(couple)


def _one_direction(plan: Plan) -> Iterator[Finding]:
    """Yield the contestants who always sit the same way while others change, if deals are compared."""
    ways: defaultdict[int, list[int]] = defaultdict(list)
    for each in plan.rounds:
        for sitting in each.sittings:
            if sitting.deals and len(sitting.contestants) == SIDES:
                for way, contestant in enumerate(sitting.contestants):
                    if is_number(contestant):
                        ways[contestant].append(way)
    if any(len(set(sat)) > 1 for sat in ways.values()):
        always = (contestant for contestant, sat in sorted(ways.items()) if len(sat) > 1 and len(set(sat)) == 1)
        yield from (Finding("one_direction", contestants=(contestant,)) for contestant in always)


def _rests_again(plan: Plan) -> Iterator[Finding]:
    rested: set[int] = set()
    for each in plan.rounds:
        for contestant in _known(resting.contestant for resting in each.resting):
            if contestant in rested:
                yield Finding("rests_again", each.number, (contestant,))
            rested.add(contestant)
