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
        self.playing = [list(chain.from_iterable(tables)) for tables in rounds]
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
        contestant = playing[int(random() * len(playing))]
        mine, row = places[contestant], prices[contestant]
        leaves = -self.rise * (len(mine) - 1)
        for mate in mine:
            leaves += row[mate]
        if not leaves and random() < LEFT_ALONE:
            return
        other = playing[int(random() * len(playing))]
        theirs = places[other]
        if theirs is mine:
            return
        cost = self._cost_of_swap(contestant, mine, other, theirs)
        if cost <= 0 or (heat and random() < math.exp(-cost / heat)):
            self._swap(number, contestant, other)
            self.cost += cost

    def try_swap(self, number: int, contestant: int, other: int) -> bool:
        """Let two contestants at different tables of a round change places if that costs nothing."""
        places = self.places[number]
        cost = self._cost_of_swap(contestant, places[contestant], other, places[other])
        if cost <= 0:
            self._swap(number, contestant, other)
            self.cost += cost
        return cost <= 0

    def _cost_of_swap(self, contestant: int, mine: list[int], other: int, theirs: list[int]) -> int:
        row, other_row = self.prices[contestant], self.prices[other]
        cost = self.rise * (len(mine) + len(theirs) - 2) - 2 * row[other]
        for mate in mine:
            cost += other_row[mate] - row[mate]
        for mate in theirs:
            cost += row[mate] - other_row[mate]
        return cost

    def _swap(self, number: int, contestant: int, other: int) -> None:
        places = self.places[number]
        mine, theirs = places[contestant], places[other]
        self._raise_prices(mine, contestant, -self.rise)
        self._raise_prices(theirs, other, -self.rise)
        mine[mine.index(contestant)], theirs[theirs.index(other)] = other, contestant
        places[contestant], places[other] = theirs, mine
        self._raise_prices(mine, other, self.rise)
        self._raise_prices(theirs, contestant, self.rise)

    def _raise_prices(self, table: list[int], contestant: int, rise: int) -> None:
        """Raise what it costs if `one` meets any of the others at the table once more."""
        row = self.prices[contestant]
        for mate in table if rise else ():
            if mate != contestant:
                row[mate] += rise
                self.prices[mate][contestant] += rise

    def _copy(self) -> list[Tables]:
        return [[table[:] for table in tables] for tables in self.rounds]

    def _take(self, rounds: Sequence[Tables]) -> None:
        self.rounds, self.cost = [[table[:] for table in tables] for tables in rounds], 0
        self.prices = [row[:] for row in self.prices_before]
        self.places = [{contestant: table for table in tables for contestant in table} for tables in self.rounds]
        for tables in self.rounds:
            for contestant, other in chain.from_iterable(combinations(table, 2) for table in tables):
                self.cost += self.prices[contestant][other]
                self.prices[contestant][other] += self.rise
                self.prices[other][contestant] += self.rise
