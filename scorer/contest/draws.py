"""Draws: the tables of the next rounds by lot or by standing, for sides of two and for tables of three to six.

Members of a squad do not meet as long as that is possible, and then nobody meets again. After that there are as few
repeats as possible, counted as k (k - 1) / 2 for a couple that meets k times. If a draw does not depend on standings,
all rounds are planned together. If it does, each round is the best for the current standings.

The contestants who have rested least rest. If there are too many of them, those rest who stand last, and of those who
are level, the ones whose rest leaves the fewest repeats.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, islice, permutations, product
from random import Random
from typing import ClassVar, Literal, Self, TypeVar

from scorer.contest.annealing import Seating, Tables
from scorer.contest.close_tables import close_tables
from scorer.contest.earlier_rounds import Couple, EarlierRounds
from scorer.contest.families import MAX_CONTESTANTS, Family, Impossible, Task, within
from scorer.contest.known_evenings import known_evening
from scorer.contest.movements.round_robin import circle
from scorer.contest.pairing import couple, pair
from scorer.contest.plan import Plan, Resting, Round, Sitting

SMALLEST, LARGEST = 2, 6
FOUR = 4
MAX_ROUNDS = 100
DEFAULT_ROUNDS = 4
"""How many rounds an evening usually has. A round that is drawn by itself gets its share of the deals."""
TRIES = 8
"""How many times rounds of couples are drawn, at most, if somebody meets again."""
RESTS_TRIED = 3
"""How many choices of who rests are tried for tables of more than two, where each choice takes a search."""

APART = 1_000
"""Members of a squad count as if they had met so often: keeping them apart comes before all repeats."""
GROUP_SIZES = (4, 5, 3, 6)
"""How many squads a group of a league has, the best number first."""
MATCH_DAYS = 5
"""So many days take 16 squads of a league to meet all others in groups of four."""

T = TypeVar("T")

HEATS, STEPS, PATIENCE = 70, 10_000, 25
"""An evening is searched for with so many heats, in so many steps each, but not with more than so many in vain."""
HOT, COLD = 0.3, 0.2
"""The first and the last heat, found by trial over the numbers of players whose fewest repeats are known."""


@dataclass(frozen=True, slots=True)
class Draw(Family):
    by: Literal["random", "standing", "swiss", "comparison"] = "random"
    """By lot, by total points, by wins, where a bye counts as a win, or by the standing in the event's comparison."""
    sizes: tuple[int, ...] = (2,)
    """How many contestants a table may have, the best number first."""
    absent: tuple[int, ...] = ()
    partners: bool = False
    """Whether the first plays with the third at a table of four, against the others."""
    day: int | None = None
    """Of a league of squads: the number of its match day, on which only those of one group meet. None elsewhere."""
    together: int | None = None
    """How many of the first rounds are planned together by lot, as in a league. The rounds after them go by standing
    alone, so that people may meet again. With None, all rounds are drawn alike."""
    is_drawn: ClassVar = True
    minds_squads: ClassVar = True
    usual_rounds: ClassVar = DEFAULT_ROUNDS

    @property
    def by_standing(self) -> bool:
        return self.by != "random"

    @property
    def variant(self) -> str:
        return "league" if self.day else self.by if self.by in {"standing", "swiss"} else ""

    @property
    def notes(self) -> tuple[str, ...]:
        return ("from_results",) if self.by_standing and not self.together else ()

    def variants(self, *, by_side: bool, day: int | None) -> tuple[Self, ...]:  # noqa: ARG002  # draws have no sides
        if self.by_standing:
            return ()
        of_league = (replace(self, day=day),) if day else ()
        of_couples = (replace(self, by="swiss"),) if self.sizes == (SMALLEST,) else ()
        return (replace(self, by="standing"), *of_league, *of_couples)

    def complete(self, task: Task) -> tuple[Self, Task]:
        within("contestants", task.contestants, SMALLEST, MAX_CONTESTANTS)
        for size in self.sizes or (0,):
            within("sizes", size, SMALLEST, LARGEST)
        if self.day is not None:
            within("day", self.day, 1, MAX_ROUNDS)
        for number in self.absent:
            within("absent", number, 1, task.contestants)
        if self.together is not None:
            within("together", self.together, 1, MAX_ROUNDS)
        if not table_sizes(len(self._present(task)), self.sizes):
            raise Impossible("contestants", "too_few_contestants", least=min(self.sizes))
        rounds = task.rounds_or(1, MAX_ROUNDS)
        return self, task.with_deals(rounds, of=max(rounds, DEFAULT_ROUNDS))

    def plan(self, task: Task) -> Plan:
        if self.day is None:
            return Plan(tuple(_DrawState(self, task, self._present(task)).rounds()))
        groups = league_groups(task.squads, self._present(task), self.day)
        return _together([self._plan_of_group(task, group) for group in groups])

    def _plan_of_group(self, task: Task, group: Collection[int]) -> Plan:
        others = tuple(number for number in range(1, task.contestants + 1) if number not in group)
        return replace(self, day=None, absent=others).plan(task)

    def standings(self, earlier: EarlierRounds) -> dict[int, Fraction]:
        match self.by:
            case "standing":
                return earlier.totals()
            case "swiss":
                return earlier.wins()
            case "comparison":
                return earlier.standings()
        return {}

    def tie_breaks(self, earlier: EarlierRounds) -> dict[int, tuple[Fraction, ...]]:
        """Return what ranks those who are level in that; nothing where that is all it goes by."""
        ranks = earlier.ranks() if self.by == "comparison" else {}
        return {contestant: tuple(others) for contestant, (_first, *others) in ranks.items()}

    def _present(self, task: Task) -> list[int]:
        return [number for number in range(1, task.contestants + 1) if number not in self.absent]


def league_groups(squads: Mapping[int, str], present: Collection[int], day: int) -> list[list[int]]:
    """Return the contestants of each group of squads on a match day. Whoever has no squad is a squad by itself.

    Squads are taken by name, so that those of the same league meet as many others as possible from day to day.
    """
    members: dict[str, list[int]] = {}
    for number in present:
        members.setdefault(squads.get(number) or f"\N{DEL}{number:03}", []).append(number)
    names = sorted(members)
    if len(names) <= GROUP_SIZES[0]:
        return [sorted(present)]
    groups = Draw(sizes=GROUP_SIZES).plan(Task(len(names), rounds=MATCH_DAYS)).rounds[(day - 1) % MATCH_DAYS].sittings
    return [sorted(number for place in group.contestants for number in members[names[place - 1]]) for group in groups]


def _together(plans: Sequence[Plan]) -> Plan:
    """Return plans of the same rounds as one, with stations one after the other."""
    rounds = []
    for parts in zip(*(plan.rounds for plan in plans), strict=True):
        sittings = chain.from_iterable(part.sittings for part in parts)
        numbered = tuple(replace(sitting, station=station) for station, sitting in enumerate(sittings, start=1))
        rounds.append(Round(parts[0].number, numbered, tuple(rest for part in parts for rest in part.resting)))
    return Plan(tuple(rounds))


def table_sizes(contestants: int, sizes: Sequence[int]) -> list[int]:
    """Return the sizes of the tables at which as many contestants as possible play.

    There are as few tables as possible of the last size, then of the size before it.
    """
    for playing in range(contestants, 0, -1):
        for counts in _counts(playing, sizes):
            return [size for size, count in zip(sizes, counts, strict=True) for _ in range(count)]
    return []


def _counts(contestants: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield how many tables there may be of each size, the best choice first."""
    *better, last = sizes
    if not better:
        if contestants % last == 0:
            yield (contestants // last,)
        return
    for count in range(contestants // last + 1):
        for counts in _counts(contestants - count * last, better):
            yield (*counts, count)


class _DrawState:
    """The state that each round hands on to the next."""

    def __init__(self, draw: Draw, task: Task, present: list[int]) -> None:
        self.draw, self.task, self.present = draw, task, present
        self.random = Random(f"{task.seed}/{task.earlier.last_round()}")  # noqa: S311  # lots need no secrecy
        self.sizes = table_sizes(len(present), draw.sizes)
        self.couples = set(self.sizes) == {SMALLEST}
        self.met: Counter[Couple] = Counter()
        self.first: Counter[int] = Counter()
        """How much more often each contestant was the first side than the second."""
        self.partners: Counter[Couple] = Counter()
        self.at_other_sizes: Counter[int] = Counter()
        """How often each contestant was at a table of another size than the best."""
        for meeting in task.earlier.meetings():
            self._note(meeting.contestants)
        self.met.update(dict.fromkeys(_mates(task.squads), APART))
        self.byes = task.earlier.byes()
        self.tie_breaks = draw.tie_breaks(task.earlier)

    def rounds(self) -> Iterator[Round]:
        for number, tables in enumerate(self._drawn(self.task.rounds or 0), start=1):
            seated = [self._seated(table) for table in tables]
            resting = sorted(set(self.present).difference(*seated))
            for table in seated:
                self._note(table)
            self.byes.update(resting)
            deals = self.task.deals(number)
            yield Round(
                self.task.earlier.last_round() + number,
                tuple(Sitting(k, table, deals, k if deals else 1) for k, table in enumerate(seated, start=1)),
                tuple(map(Resting, resting)),
            )

    def _drawn(self, rounds: int) -> Iterable[Tables]:
        points = self._points()
        if self.draw.together:
            by_lot = min(max(0, self.draw.together - self.task.earlier.last_round()), rounds)
            nobody: Counter[Couple] = Counter()
            by_standing = (self._best_round(points, nobody, self.byes) for _ in range(rounds - by_lot))
            return chain(self._evening(by_lot) if by_lot else (), by_standing)
        if len(set(points.values())) > 1:
            return (self._best_round(points, self.met, self.byes) for _ in range(rounds))
        if not self.couples:
            return self._evening(rounds)
        if self.met or self.byes:
            return self._further_couples(rounds, points)
        return self._all_couples(rounds)

    def _points(self) -> dict[int, Fraction]:
        points = self.draw.standings(self.task.earlier)
        return {contestant: points.get(contestant, Fraction(0)) for contestant in self.present}

    def _best_round(self, points: Mapping[int, Fraction], met: Counter[Couple], byes: Counter[int]) -> Tables:
        """Return the best tables by points. Who rests is settled before who plays whom."""
        trials: list[tuple[int, Tables]] = []
        for resting in self._who_may_rest(points, byes):
            order = [contestant for contestant in self._shuffled(self.present) if contestant not in resting]
            order.sort(key=lambda contestant: -points[contestant])
            tables = (
                [list(both) for both in pair(order, points, met)]
                if self.couples
                else close_tables(order, points, met, self.sizes, self.random)
            )
            trials.append((_repeats(tables, met), tables))
            if trials[-1][0] == 0:
                break
        return min(trials, key=lambda trial: trial[0])[1]

    def _who_may_rest(self, points: Mapping[int, Fraction], byes: Counter[int]) -> Iterator[set[int]]:
        """Yield the sets of contestants who may rest: those who have rested least, then those who stand last.

        There is one set for each choice among contestants who are level.
        """

        def turn(contestant: int) -> tuple[int, Fraction, tuple[Fraction, ...]]:
            return byes[contestant], points[contestant], self.tie_breaks.get(contestant, ())

        count = len(self.present) - sum(self.sizes)
        order = sorted(self._shuffled(self.present), key=turn)
        if not count:
            yield set()
            return
        level = [contestant for contestant in order if turn(contestant) == turn(order[count - 1])]
        sure = order[: order.index(level[0])]
        choices = combinations(level, count - len(sure))
        for choice in choices if self.couples else islice(choices, RESTS_TRIED):
            yield {*sure, *choice}

    def _further_couples(self, rounds: int, points: Mapping[int, Fraction]) -> list[Tables]:
        """Draw round by round, and once more if somebody meets again: earlier rounds may have left no other way."""
        trials: list[tuple[int, list[Tables]]] = []
        for _try in range(TRIES):
            met, byes, drawn, repeats = self.met.copy(), self.byes.copy(), [], 0
            for _round in range(rounds):
                tables = self._best_round(points, met, byes)
                repeats += _repeats(tables, met)
                met.update(couple(*table) for table in tables)
                byes.update(set(self.present).difference(*tables))
                drawn.append(self._shuffled(tables))
            trials.append((repeats, drawn))
            if not repeats:
                break
        return min(trials, key=lambda trial: trial[0])[1]

    def _all_couples(self, rounds: int) -> list[Tables]:
        """Return the rounds of a round robin. The order of the contestants and of the rounds is drawn by lot."""
        names = self._shuffled(self.present)
        whole = len(names) - 1 + len(names) % 2
        turns = [turn for _again in range(-(-rounds // whole)) for turn in self._shuffled(range(whole))]
        return [
            self._shuffled(
                [[names[number - 1] for number in both] for both in circle(len(names), turn) if max(both) <= len(names)]
            )
            for turn in turns[:rounds]
        ]

    def _evening(self, rounds: int) -> list[Tables]:
        """Draw all rounds together: the best evening known, with contestants and rounds by lot, or else by a search."""
        known = [] if self.met or sum(self.sizes) < len(self.present) else known_evening(self.sizes, rounds)
        if not known:
            return self._annealed([self._by_lot(resting) for resting in self._rests(rounds)])
        names = self._shuffled(self.present)
        rounds_by_lot = [[[names[number] for number in table] for table in self._shuffled(tables)] for tables in known]
        for tables in rounds_by_lot:
            tables.sort(key=lambda table: self.draw.sizes.index(len(table)))  # the same chairs at a station all evening
        return self._shuffled(rounds_by_lot)

    def _rests(self, rounds: int) -> Iterator[set[int]]:
        byes, count = self.byes.copy(), len(self.present) - sum(self.sizes)
        for _round in range(rounds):
            resting = sorted(self._shuffled(self.present), key=byes.__getitem__)[:count]
            byes.update(resting)
            yield set(resting)

    def _by_lot(self, resting: set[int]) -> Tables:
        playing = iter(contestant for contestant in self._shuffled(self.present) if contestant not in resting)
        return [list(islice(playing, size)) for size in self.sizes]

    def _annealed(self, rounds: list[Tables]) -> list[Tables]:
        place = {contestant: index for index, contestant in enumerate(self.present)}
        met = [[0] * len(place) for _ in place]
        for (contestant, other), times in self.met.items():
            if contestant in place and other in place:
                met[place[contestant]][place[other]] = met[place[other]][place[contestant]] = times
        numbered = [[[place[contestant] for contestant in table] for table in tables] for tables in rounds]
        evening = Seating(numbered, met, self.random, rise=1)
        evening.anneal([HOT + (COLD - HOT) * step / HEATS for step in range(HEATS)], STEPS, PATIENCE)
        self._even_out(evening)
        return [[[self.present[index] for index in table] for table in tables] for tables in evening.rounds]

    def _even_out(self, evening: Seating) -> None:
        """Let everybody be equally often at tables of another size than the best, as far as that costs no repeat."""
        times = Counter({index: self.at_other_sizes[contestant] for index, contestant in enumerate(self.present)})
        best_size = self.draw.sizes[0]
        at_others = [set(chain(*(table for table in tables if len(table) != best_size))) for tables in evening.rounds]
        times.update(chain.from_iterable(at_others))
        swapped = True
        while swapped:
            swapped = False
            for number, (there, tables) in enumerate(zip(at_others, evening.rounds, strict=True)):
                others = set(chain.from_iterable(tables)) - there
                for index, other in product(sorted(there), sorted(others)):
                    helps = index in there and other not in there and times[index] > times[other] + 1
                    if helps and evening.try_swap(number, index, other):
                        there ^= {index, other}
                        times.update({index: -1, other: 1})
                        swapped = True

    def _seated(self, table: list[int]) -> tuple[int, ...]:
        """Return the contestants of a table in the order of sides or positions.

        They are the first side in turn, and have the partners with whom they have played least.
        """
        lot = self._shuffled(table)
        if len(lot) == SMALLEST:
            lot.sort(key=self.first.__getitem__)
        elif self.draw.partners and len(lot) == FOUR:
            return with_new_partners(lot, self.partners)
        return tuple(lot)

    def _note(self, table: tuple[int, ...]) -> None:
        self.met.update(couple(*both) for both in combinations(table, 2))
        if len(table) == SMALLEST:
            self.first.update({table[0]: 1, table[1]: -1})
        if len(table) != self.draw.sizes[0]:
            self.at_other_sizes.update(table)
        self.partners.update(partnerships(table))

    def _shuffled(self, items: Iterable[T]) -> list[T]:
        order = list(items)
        self.random.shuffle(order)
        return order


def partnerships(table: Sequence[int]) -> list[Couple]:
    """Return who plays with whom at a table of four. Other tables have no partnerships."""
    return [couple(table[0], table[2]), couple(table[1], table[3])] if len(table) == FOUR else []


def with_new_partners(table: Sequence[int], partners: Counter[Couple]) -> tuple[int, ...]:
    """Return those at a table of four in the order of their positions, with the partners they have had least."""
    first, *others = table
    ways = [(first, *order) for order in permutations(others)]
    return min(ways, key=lambda way: sum(partners[both] for both in partnerships(way)))


def _mates(squads: Mapping[int, str]) -> Iterator[Couple]:
    """Yield any two members of one squad."""
    return (both for both in combinations(sorted(squads), 2) if squads[both[0]] and squads[both[0]] == squads[both[1]])


def _repeats(tables: Tables, met: Mapping[Couple, int]) -> int:
    return sum(met.get(couple(*both), 0) for table in tables for both in combinations(table, 2))
