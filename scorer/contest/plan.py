"""Plans, which say who sits where, against whom and with which deals, round by round; and one judge of all plans.

A contestant is the number, from 1, of a player, a pair or a team. The judge does not need to know who made a plan.

    balance, the sum for two contestants over every set of deals that both have played
    opponents                              results of the set - 1
    sat the same way, at two tables        + 1
    sat opposite ways, at two tables       - 1

A standard deviation of 0 over all couples is perfect. The deals that the same sittings play are one set, however many
they are. Tables of more than two contestants have no ways to sit, so they do not count.

In a plan of teams, every team that plays has two tables in each round: one where its pair sits on the first side, and
one where its other pair sits on the second. The judge takes each pair as one contestant then, and a match as whole if
both teams play its deals on both sides.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
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
    late: bool = False
    """Whether it is not finished, and counts as a draw where the next round is drawn."""


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
        resting = (Resting(max(sitting.contestants), sitting) for sitting in there if NOBODY in sitting.contestants)
        return cls(number, tuple(sitting for sitting in there if NOBODY not in sitting.contestants), tuple(resting))

    def contestants(self) -> Iterator[int]:
        """Yield every mention of a contestant who plays or rests."""
        for sitting in self.sittings:
            yield from sitting.contestants
        for resting in self.resting:
            yield resting.contestant


def sittings_of(rounds: Iterable[Round]) -> Iterator[tuple[int, Sitting]]:
    """Yield each sitting with the number of its round."""
    return ((planned.number, sitting) for planned in rounds for sitting in planned.sittings)


@dataclass(frozen=True, slots=True)
class Plan:
    rounds: tuple[Round, ...]

    @property
    def sides(self) -> list[set[int]]:
        """Who sits on each of the two sides, in whichever round."""
        return [{sitting.contestants[side] for _round, sitting in sittings_of(self.rounds)} for side in range(SIDES)]


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
    warnings = [*_shared(plan), *_met_again(plan), *_half_matches(plan), *_one_direction(plan), *_rests_again(plan)]
    return Verdict(tuple(defects), tuple(warnings), balance(plan))


def is_of_teams(plan: Plan) -> bool:
    """Return whether each contestant that plays in a round is there once on each side."""
    for planned in plan.rounds:
        couples = [sitting.contestants for sitting in planned.sittings]
        if not couples or not all(len(couple) == len(set(_known(couple))) == SIDES for couple in couples):
            return False
        first, second = zip(*couples, strict=True)
        if not len(first) == len(set(first)) == len(set(second)) or set(first) != set(second):
            return False
    return bool(plan.rounds)


def is_barometer(plan: Plan) -> bool:
    """Return whether all tables play the same deals in each round, so that these can be compared after it."""
    sets = [{sitting.deals for sitting in planned.sittings} for planned in plan.rounds]
    return bool(sets) and all(len(played) == 1 and all(played) for played in sets)


def balance(plan: Plan, fields: Iterable[Iterable[int]] = ()) -> Balance:
    """Return the balance over all couples, or over those that are in the same field if there are several."""
    everybody = _everybody(plan)
    couples = [couple for field in list(fields) or [everybody] for couple in combinations(sorted(field), 2)]
    if not couples or is_of_teams(plan):
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
    for contestant, other in couples:
        both = played[contestant] & played[other]
        opposite = both & (sat_second[contestant] ^ sat_second[other])
        values.append(both.bit_count() - 2 * opposite.bit_count() + against[contestant, other])
    mean = Fraction(sum(values), len(couples))
    return Balance(mean, math.sqrt(Fraction(sum(value * value for value in values), len(couples)) - mean**2))


def is_number(value: object) -> bool:
    """Return whether the value is a whole number from 1. A value from a file may be anything."""
    return type(value) is int and value >= 1


def _known(values: Iterable[int]) -> tuple[int, ...]:
    """Return the values that are numbers. The others are reported once, and break no further rule."""
    return tuple(filter(is_number, values))


def _everybody(plan: Plan) -> list[int]:
    return sorted({contestant for planned in plan.rounds for contestant in _known(planned.contestants())})


def _sets(plan: Plan) -> list[tuple[Sitting, ...]]:
    """Return, for each set of deals, the sittings that have two sides."""
    played: defaultdict[int, list[tuple[int, Sitting]]] = defaultdict(list)
    for number, sitting in sittings_of(plan.rounds):
        if len(sitting.contestants) == len(set(_known(sitting.contestants))) == SIDES:
            for deal in dict.fromkeys(_known(sitting.deals)):
                played[deal].append((number, sitting))
    return [tuple(sitting for _round, sitting in sittings) for sittings in dict.fromkeys(map(tuple, played.values()))]


def _unknown_numbers(plan: Plan) -> Iterator[Finding]:
    for planned in plan.rounds:
        finding = partial(Finding, "unknown_number", planned.number)
        yield from (finding((value,)) for value in planned.contestants() if not is_number(value))
        for sitting in planned.sittings:
            yield from (finding(deals=(deal,)) for deal in sitting.deals if not is_number(deal))


def _two_places(plan: Plan) -> Iterator[Finding]:
    places = SIDES if is_of_teams(plan) else 1
    for planned in plan.rounds:
        times = Counter(_known(chain.from_iterable(sitting.contestants for sitting in planned.sittings)))
        times.update(places * _known(resting.contestant for resting in planned.resting))
        again = (number for number, count in times.items() if count > places)
        yield from (Finding("two_places", planned.number, (contestant,)) for contestant in again)


def _deals_again(plan: Plan) -> Iterator[Finding]:
    """Yield one finding for a contestant and a deal, however often the contestant plays it."""
    times: Counter[tuple[int, int, int]] = Counter()
    of_teams = is_of_teams(plan)
    for number, sitting in sittings_of(plan.rounds):
        for contestant in _known(dict.fromkeys(sitting.contestants)):
            pair = sitting.contestants.index(contestant) if of_teams else 0
            for deal in _known(sitting.deals):
                times[contestant, pair, deal] += 1
                if times[contestant, pair, deal] == SECOND:
                    yield Finding("deal_again", number, (contestant,), (deal,))


def _no_opponent(plan: Plan) -> Iterator[Finding]:
    for number, sitting in sittings_of(plan.rounds):
        if len(sitting.contestants) < SIDES:
            yield Finding("no_opponent", number, _known(sitting.contestants))


def _missing(plan: Plan) -> Iterator[Finding]:
    """Yield the contestants who are somewhere in the plan, but neither play nor rest in a round.

    A number that is nowhere in the plan is absent: the missing pair of a Mitchell, or somebody left out of a draw.
    """
    everybody = _everybody(plan)
    for planned in plan.rounds:
        missing = sorted(set(everybody).difference(_known(planned.contestants())))
        yield from (Finding("missing", planned.number, (contestant,)) for contestant in missing)


def _shared(plan: Plan) -> Iterator[Finding]:
    for planned in plan.rounds:
        stations: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for sitting in planned.sittings:
            for deal in dict.fromkeys(_known(sitting.deals)):
                stations[deal, sitting.copy].append(sitting.station)
        shared: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for (deal, _copy), where in stations.items():
            if len(where) > 1:
                shared[tuple(where)].append(deal)
        yield from (Finding("shared", planned.number, deals=tuple(deals), stations=at) for at, deals in shared.items())


def _met_again(plan: Plan) -> Iterator[Finding]:
    met: set[tuple[int, int]] = set()
    of_teams = is_of_teams(plan)
    for number, sitting in sittings_of(plan.rounds):
        there = dict.fromkeys(_known(sitting.contestants))
        for couple in combinations(there if of_teams else sorted(there), 2):  # the halves of a match are one meeting
            if couple in met:
                yield Finding("met_again", number, couple)
            met.add(couple)


def _half_matches(plan: Plan) -> Iterator[Finding]:
    """Yield the matches of teams with deals that only one of the two has on the first side."""
    halves: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    for _number, sitting in sittings_of(plan.rounds) if is_of_teams(plan) else ():
        halves[sitting.contestants].update(_known(sitting.deals))
    for match in sorted({tuple(sorted(contestants)) for contestants in halves}):
        if halves[match] != halves[match[::-1]]:
            yield Finding("half_match", contestants=match)


def _one_direction(plan: Plan) -> Iterator[Finding]:
    """Yield the contestants who always sit the same way while others change, if deals are compared."""
    ways: defaultdict[int, list[int]] = defaultdict(list)
    for _number, sitting in sittings_of(plan.rounds):
        if sitting.deals and len(sitting.contestants) == SIDES:
            for way, contestant in enumerate(sitting.contestants):
                if is_number(contestant):
                    ways[contestant].append(way)
    if any(len(set(sat)) > 1 for sat in ways.values()):
        always = (contestant for contestant, sat in sorted(ways.items()) if len(sat) > 1 and len(set(sat)) == 1)
        yield from (Finding("one_direction", contestants=(contestant,)) for contestant in always)


def _rests_again(plan: Plan) -> Iterator[Finding]:
    rested: set[int] = set()
    for planned in plan.rounds:
        for contestant in _known(resting.contestant for resting in planned.resting):
            if contestant in rested:
                yield Finding("rests_again", planned.number, (contestant,))
            rested.add(contestant)
