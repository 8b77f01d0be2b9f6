"""Settle a session: turn points into money, and find out who pays whom with the fewest payments."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor

MAX_EXACT = 12
"""The number of people up to which the fewest payments are found. The search takes twice as long with each one more.
Among more people, there may be more payments than necessary, but fewer than people."""

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Rate:
    """`amount` of money for `points` points. What people pay is a multiple of `rounded_to`.

    `currency` is only for display, and may be empty.
    """

    amount: Decimal
    points: int = 1
    rounded_to: Decimal = Decimal("0.01")
    currency: str = ""

    def __post_init__(self) -> None:
        if self.amount <= 0 or self.points <= 0 or self.rounded_to <= 0:
            raise ValueError(self)

    def units(self, points: Fraction) -> Fraction:
        """Return the exact worth of `points` in multiples of `rounded_to`."""
        return points * Fraction(self.amount) / self.points / Fraction(self.rounded_to)


IN_POINTS = Rate(Decimal(1), 1, Decimal(1))
"""The rate of people who settle in whole points, without money."""


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` and `payee` are indexes of `balances`."""

    payer: int
    payee: int
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Settlement:
    amounts: tuple[Decimal, ...]
    """What each person receives; negative for those who pay. They add up to zero."""
    payments: tuple[Payment, ...]
    losers: tuple[int, ...] = ()
    """Those who receive a unit less, or pay one more, than if each amount were rounded on its own."""
    winners: tuple[int, ...] = ()
    """Those who receive a unit more, or pay one less. There are no losers then: the amounts add up to zero."""


def against_mean(points: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    """Return how far each number is above the mean. If the points add up to zero, these are the points themselves."""
    mean = Fraction(sum(points)) / max(len(points), 1)
    return tuple(Fraction(own) - mean for own in points)


def settle(balances: Sequence[int | Fraction], rate: Rate = IN_POINTS) -> Settlement:
    """Settle `balances`, the points that each person is to receive or to pay. They must add up to zero.

    Each amount is rounded up or down to a multiple of `rate.rounded_to`. So many are rounded up, those with the largest
    remainders, that the amounts add up to zero; of equal remainders the one of the larger balance goes first.
    """
    if sum(balances):
        raise ValueError(balances)
    exact = [rate.units(Fraction(balance)) for balance in balances]
    units = [floor(worth) for worth in exact]
    by_remainder = sorted(range(len(units)), key=lambda person: (units[person] - exact[person], -exact[person], person))
    rounded_up = -sum(units)
    for person in by_remainder[:rounded_up]:
        units[person] += 1
    by_themselves = sum(_round(worth) > floor(worth) for worth in exact)
    payments = sorted(payment for group in _groups(units) for payment in _payments(group, units))
    return Settlement(
        tuple(number * rate.rounded_to for number in units),
        tuple(Payment(payer, payee, number * rate.rounded_to) for payer, payee, number in payments),
        tuple(sorted(by_remainder[rounded_up:by_themselves])),
        tuple(sorted(by_remainder[by_themselves:rounded_up])),
    )


def _round(worth: Fraction) -> int:
    """Round to the nearest whole number, and half of one away from zero."""
    return floor(worth + HALF) if worth > 0 else -floor(HALF - worth)


def _groups(units: Sequence[int]) -> list[list[int]]:
    """Split those who pay or are paid into as many groups as possible whose sums are zero.

    A group of n people needs n - 1 payments, so each group saves one.
    """
    people = [person for person, own in enumerate(units) if own]
    if len(people) > MAX_EXACT:
        return [people]
    sums, most = [0], [0]
    for chosen in range(1, 1 << len(people)):
        lowest = (chosen & -chosen).bit_length() - 1
        sums.append(sums[chosen & (chosen - 1)] + units[people[lowest]])
        most.append(max(most[rest] for _person, rest in _without_one(chosen, people)) + (sums[chosen] == 0))
    groups: list[list[int]] = []
    chosen = len(sums) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        person, chosen = max(_without_one(chosen, people), key=lambda step: most[step[1]])
        groups[-1].append(person)
    return groups


def _without_one(chosen: int, people: Sequence[int]) -> list[tuple[int, int]]:
    """Return each person of a set, which is a bit for each of `people`, with the set of the others."""
    return [(person, chosen ^ 1 << bit) for bit, person in enumerate(people) if chosen >> bit & 1]


def _payments(group: Sequence[int], units: Sequence[int]) -> list[tuple[int, int, int]]:
    """Let whoever owes most pay whoever is owed most, again and again: each payment makes one of the two even."""
    open_units = {person: units[person] for person in group}
    payments = []
    while any(open_units.values()):
        payer = min(open_units, key=lambda person: open_units[person])
        payee = max(open_units, key=lambda person: open_units[person])
        paid = min(-open_units[payer], open_units[payee])
        open_units[payer] += paid
        open_units[payee] -= paid
        payments.append((payer, payee, paid))
    return payments
