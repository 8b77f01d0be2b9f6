"""Who sits together at tables of three or more, by simulated annealing in fixed numbers of steps.

A step looks at one contestant of a round and at another one at a different table of that round. They change places if
that costs nothing, or by chance if it costs a little, and the less so the colder it is. What it costs is read off one
matrix, which has a price for any two contestants who meet.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from random import Random

Tables = list[list[int]]
"""The tables of a round. Contestants who rest are at none of them."""
Matrix = list[list[int]]

LEFT_ALONE = 0.7
"""The probability that a step passes over a contestant whose meetings cost nothing."""


class Seating:
    """The tables of some rounds. Contestants are numbered from 0."""

    def __init__(self, rounds: Sequence[Tables], prices: Matrix, random: Random, *, rise: int = 0) -> None:
        """`prices` has what it costs if two contestants meet. Each of their meetings raises this by `rise`."""
        self.random, self.prices_before, self.rise = random, prices, rise
        self.playing = [[one for table in tables for one in table] for tables in rounds]
        self._take(rounds)

    def anneal(self, heats: Iterable[float], steps: int, patience: float = math.inf) -> None:
        """Search with each of `heats` in so many steps, and take the cheapest rounds that were found.

        The search ends if nothing is cheaper with `patience` heats, because there is hardly more to find.
        """
        cheapest, kept, in_vain = self.cost, self._copy(), 0
        for heat in heats:
            if not cheapest or in_vain > patience:
                break
            in_vain += 1
            for _step in range(steps):
                self._step(heat)
                if self.cost < cheapest:
                    cheapest, kept, in_vain = self.cost, self._copy(), 0
        self._take(kept)

    def _step(self, heat: float) -> None:
        random, prices = self.random.random, self.prices
        number = int(random() * len(self.playing))
        playing, places = self.playing[number], self.places[number]
        one = playing[int(random() * len(playing))]
        mine, row = places[one], prices[one]
        leaves = -self.rise * (len(mine) - 1)
        for each in mine:
            leaves += row[each]
        if not leaves and random() < LEFT_ALONE:
            return
        other = playing[int(random() * len(playing))]
        theirs = places[other]
        if theirs is mine:
            return
        cost = self._cost_of_swap(one, mine, other, theirs)
        if cost <= 0 or (heat and random() < math.exp(-cost / heat)):
            self._swap(number, one, other)
            self.cost += cost

    def try_swap(self, number: int, one: int, other: int) -> bool:
        """Let two contestants at different tables of a round change places if that costs nothing."""
        places = self.places[number]
        cost = self._cost_of_swap(one, places[one], other, places[other])
        if cost <= 0:
            self._swap(number, one, other)
            self.cost += cost
        return cost <= 0

    def _cost_of_swap(self, one: int, mine: list[int], other: int, theirs: list[int]) -> int:
        row, other_row = self.prices[one], self.prices[other]
        cost = self.rise * (len(mine) + len(theirs) - 2) - 2 * row[other]
        for each in mine:
            cost += other_row[each] - row[each]
        for each in theirs:
            cost += row[each] - other_row[each]
        return cost

    def _swap(self, number: int, one: int, other: int) -> None:
        places = self.places[number]
        mine, theirs = places[one], places[other]
        self._raise_prices(mine, one, -self.rise)
        self._raise_prices(theirs, other, -self.rise)
        mine[mine.index(one)], theirs[theirs.index(other)] = other, one
        places[one], places[other] = theirs, mine
        self._raise_prices(mine, other, self.rise)
        self._raise_prices(theirs, one, self.rise)

    def _raise_prices(self, table: list[int], one: int, rise: int) -> None:
        """Raise what it costs if `one` meets any of the others at the table once more."""
        row = self.prices[one]
        for each in table if rise else ():
            if each != one:
                row[each] += rise
                self.prices[each][one] += rise

    def _copy(self) -> list[Tables]:
        return [[table[:] for table in tables] for tables in self.rounds]

    def _take(self, rounds: Sequence[Tables]) -> None:
        self.rounds, self.cost = [[table[:] for table in tables] for tables in rounds], 0
        self.prices = [row[:] for row in self.prices_before]
        self.places = [{one: table for table in tables for one in table} for tables in self.rounds]
        for tables in self.rounds:
            for one, other in chain.from_iterable(combinations(table, 2) for table in tables):
                self.cost += self.prices[one][other]
                self.prices[one][other] += self.rise
                self.prices[other][one] += self.rise
