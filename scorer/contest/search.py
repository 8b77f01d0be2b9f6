"""Tables of three or more, drawn by lot so that as few contestants as possible meet again.

The search is simulated annealing in a fixed number of steps. A step looks at one contestant of a round and at another
one at a different table of that round. They change places if that costs nothing, or by chance if it costs a little. The
cost of a plan is the sum over all couples of k (k - 1) / 2 for k meetings. The cost of a swap is read off one matrix,
which says how often any two contestants meet.
"""

import math
from collections.abc import Sequence
from random import Random

STEPS = 700_000
BLOCK = 10_000
"""How many steps are taken at the same heat."""
PATIENCE = 25
"""The search ends after this many blocks without anything cheaper, because there is hardly more to find."""
HOT, COLD = 0.3, 0.2
"""The heat at the start and at the end, found by trial over the numbers of players whose fewest repeats are known."""
LEFT_ALONE = 0.7
"""The probability that a step passes over a contestant who meets nobody again."""
DEAREST = 8
"""A swap that costs this much or more is never taken. It would hardly ever be taken anyway."""
NEVER = [0.0] * (DEAREST + 1)
TIDYING = 50_000
"""How many steps are taken at the end, where no swap may cost anything."""

Tables = list[list[int]]


class Evening:
    """The tables of all rounds. Contestants are numbered from 0.

    `at_other_sizes` says how often each contestant was at a table that is not of the usual size. Among plans of the
    same cost, the one in which everybody is there equally often is preferred.
    """

    def __init__(
        self, rounds: Sequence[Tables], met: list[list[int]], random: Random, usual: int, at_other_sizes: list[int]
    ) -> None:
        self.random, self.usual, self.at_other_sizes = random, usual, at_other_sizes[:]
        self.met = [row[:] for row in met]
        """How often any two contestants have met, before and in these rounds."""
        self.least = _cost(self.met)
        """The cost of the meetings before these rounds, which no plan can undo."""
        self.playing = [[one for table in tables for one in table] for tables in rounds]
        self.tidying = False
        self._take(rounds)

    def anneal(self, steps: int = STEPS) -> None:
        """Search, and take the cheapest rounds that were found."""
        cheapest, kept, found = self.cost, self._copy(), 0
        for block in range(steps // BLOCK):
            if cheapest == self.least or block - found > PATIENCE:
                break
            heat = HOT + (COLD - HOT) * block * BLOCK / steps
            chances = [*(math.exp(-cost / heat) for cost in range(DEAREST)), 0.0]
            for _step in range(BLOCK):
                self._step(chances)
                if self.cost < cheapest:
                    cheapest, kept, found = self.cost, self._copy(), block
        self._count(self.rounds, -1)
        self._take(kept)
        if any(len(table) != self.usual for table in self.rounds[0]):
            self.tidying = True
            for _step in range(TIDYING):
                self._step(NEVER)

    def _step(self, chances: list[float]) -> None:
        random, met = self.random.random, self.met
        number = int(random() * len(self.playing))
        playing, places = self.playing[number], self.places[number]
        one = playing[int(random() * len(playing))]
        mine, row = places[one], met[one]
        cost = len(mine) - 1
        for each in mine:
            cost -= row[each]
        if not cost and random() < LEFT_ALONE:
            return
        other = playing[int(random() * len(playing))]
        theirs, other_row = places[other], met[other]
        if theirs is mine:
            return
        cost += len(theirs) - 1 - 2 * row[other]
        for each in mine:
            cost += other_row[each]
        for each in theirs:
            cost += row[each] - other_row[each]
        if cost > 0 and random() >= chances[min(cost, DEAREST)]:
            return
        if self.tidying and not cost and not self._evens_out(one, len(mine), other, len(theirs)):
            return
        self._swap(places, one, other)
        self.cost += cost

    def _evens_out(self, one: int, here: int, other: int, there: int) -> bool:
        """Return False if whoever moves to a table of another size was there at least as often as whoever leaves it."""
        if (here == self.usual) == (there == self.usual):
            return True
        comes, goes = (one, other) if here == self.usual else (other, one)
        return self.at_other_sizes[comes] < self.at_other_sizes[goes]

    def _swap(self, places: Tables, one: int, other: int) -> None:
        mine, theirs = places[one], places[other]
        mine.remove(one)
        theirs.remove(other)
        met, row, other_row = self.met, self.met[one], self.met[other]
        for each in mine:
            row[each] -= 1
            met[each][one] -= 1
            other_row[each] += 1
            met[each][other] += 1
        for each in theirs:
            row[each] += 1
            met[each][one] += 1
            other_row[each] -= 1
            met[each][other] -= 1
        mine.append(other)
        theirs.append(one)
        places[one], places[other] = theirs, mine
        moved = (len(theirs) != self.usual) - (len(mine) != self.usual)
        self.at_other_sizes[one] += moved
        self.at_other_sizes[other] -= moved

    def _copy(self) -> list[Tables]:
        return [[table[:] for table in tables] for tables in self.rounds]

    def _take(self, rounds: Sequence[Tables]) -> None:
        self.rounds = [[table[:] for table in tables] for tables in rounds]
        self.places: list[Tables] = []
        for tables in self.rounds:
            places: Tables = [[] for _ in self.met]
            for table in tables:
                for one in table:
                    places[one] = table
            self.places.append(places)
        self._count(self.rounds, 1)
        self.cost = _cost(self.met)

    def _count(self, rounds: Sequence[Tables], times: int) -> None:
        for tables in rounds:
            for table in tables:
                for one in table:
                    self.at_other_sizes[one] += times * (len(table) != self.usual)
                    for other in table:
                        self.met[one][other] += times * (one != other)


def _cost(met: list[list[int]]) -> int:
    return sum(times * (times - 1) // 2 for row in met for times in row) // 2
