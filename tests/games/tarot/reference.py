"""Scores tarot a second time, from the tables of the rule books and in other ways than the code."""

from fractions import Fraction
from functools import cmp_to_key

NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
TIMES = {"petite": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
HANDFUL = {"single": 20, "double": 30, "triple": 40}
SLAM = {None: 0, "made": 200, "announced_made": 400, "announced_failed": -200, "defence": -200}
PETIT = {None: 0, "attack": 10, "defence": -10}

TRUMPS = {
    3: {"single": 13, "double": 15, "triple": 18},
    4: {"single": 10, "double": 13, "triple": 15},
    5: {"single": 8, "double": 10, "triple": 13},
    6: {"single": 6, "double": 8, "triple": 10},
}

# Players, how many in the dispute: rates from the winner to the last one.
RATES = {
    (3, 0): [1, 0, -1],
    (3, 2): [2, -1, -1],
    (4, 0): [2, 1, -1, -2],
    (4, 2): [3, 1, -2, -2],
    (4, 3): [6, -2, -2, -2],
    (5, 0): [2, 1, 0, -1, -2],
    (5, 2): [3, 1, 0, -2, -2],
    (5, 3): [6, 0, -2, -2, -2],
    (5, 4): [8, -2, -2, -2, -2],
    (6, 0): [3, 2, 1, -1, -2, -3],
    (6, 2): [3, 2, 1, 0, -3, -3],
    (6, 3): [4, 2, 0, -2, -2, -2],
    (6, 4): [8, 0, -2, -2, -2, -2],
    (6, 5): [10, -2, -2, -2, -2, -2],
}
PAIR_RATES = {(2, 0): [1, -1], (3, 0): [1, 0, -1], (3, 2): [2, -1, -1]}


def unit(contract, oudlers, points, petit=None, handfuls=(), slam=None):
    """What each defender pays. Counts in half points: a missing half is a missing whole point."""
    halves = round(2 * points) - 2 * NEEDED[oudlers]
    won = halves >= 0
    by = (abs(halves) + 1) // 2
    signed = 25 + by if won else -25 - by
    shown = sum(HANDFUL[size] for size in handfuls)
    return (signed + PETIT[petit]) * TIMES[contract] + (shown if won else -shown) + SLAM[slam]


def pay(each, players, taker, partner=None, seats=None):
    """Every defender pays the unit into a pot. A called partner takes one unit from it, and the taker the rest."""
    seats = seats or list(range(1, players + 1))
    purse = dict.fromkeys(seats, 0)
    pot = 0
    for seat in seats:
        if seat not in (taker, partner):
            purse[seat] -= each
            pot += each
    if partner not in (None, taker):
        purse[partner] += each
        pot -= each
    purse[taker] += pot
    return purse


class Side:
    """One player of a one-for-one deal, or a pair with its cards pooled."""

    def __init__(self, seats, points, oudlers, declared, trickless, court=(), first=None):
        self.seats = tuple(seats)
        self.points = Fraction(points)
        self.oudlers = set(oudlers)
        self.declared = declared
        self.trickless = trickless
        self.court = sorted(court, key="KQCJ".index)
        self.first = first

    @property
    def difference(self):
        return self.points - NEEDED[len(self.oudlers)]


def compare(one, other):
    """Negative if `one` ranks above `other`: the source text, sentence by sentence."""
    if one.difference != other.difference:
        return -1 if one.difference > other.difference else 1
    if one.trickless != other.trickless:
        return -1 if other.trickless else 1
    if one.trickless:
        return 0
    if len(one.oudlers) != len(other.oudlers):
        return len(other.oudlers) - len(one.oudlers)
    if len(one.oudlers) == 1:
        order = ["21", "excuse", "petit"]
        return order.index(*one.oudlers) - order.index(*other.oudlers)
    if one.oudlers:
        raise AssertionError("there are three oudlers: two sides cannot have two each")
    return compare_characters(one, other)


def compare_characters(one, other):
    if len(one.court) != len(other.court):
        return len(other.court) - len(one.court)
    for mine, yours in zip(one.court, other.court, strict=True):
        if mine != yours:
            return "KQCJ".index(mine) - "KQCJ".index(yours)
    return one.first - other.first


def up(number):
    return -((-number) // 1)


def one_for_one(sides, dog, *, floor="none", rounding="each"):
    """Points by seat. `declared` has the points of each side's handfuls and Petit au bout, without the slam."""
    order = sorted(sides, key=cmp_to_key(compare))
    trickless = [side for side in order if side.trickless]
    level = [side for side in trickless if sum(side.difference == other.difference for other in trickless) > 1]
    best = order[0].difference
    if floor == "zero":
        best = max(best, Fraction(0))
    stake = 25 + (up(best) + up(Fraction(dog)) if rounding == "each" else up(best + Fraction(dog)))
    size = len(order[0].seats)
    rates = (PAIR_RATES if size == 2 else RATES)[len(order), len(level)]
    if len(trickless) == len(order) - 1:
        order[0].declared += 200
    points = {}
    for rate, side in zip(rates, order, strict=True):
        others = sum(other.declared for other in order if other is not side)
        for seat in side.seats:
            points[seat] = 4 * (rate * stake + (len(order) - 1) * size * side.declared - size * others)
    return [int(points[seat]) for seat in sorted(points)]
