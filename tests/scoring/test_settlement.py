"""Who pays whom after a session."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.scoring.settlement import IN_POINTS, MAX_EXACT, Payment, Rate, Settlement, against_mean, settle

CENTS = Rate(Decimal("0.05"))

totals = st.lists(st.integers(-5000, 5000), min_size=1, max_size=9)
amounts = st.decimals(min_value=Decimal("0.01"), max_value=100, places=2)
rates = st.builds(
    Rate, amounts, st.sampled_from([1, 10, 100]), st.sampled_from([Decimal(text) for text in ("0.01", "0.1", "5")])
)


def paid(settlement_payments: Sequence[Payment], people: int) -> list[Decimal]:
    """What each has received when everybody has paid."""
    sums = [Decimal(0)] * people
    for payment in settlement_payments:
        sums[payment.payer] -= payment.amount
        sums[payment.payee] += payment.amount
    return sums


def partitions(people: Sequence[int]) -> Iterator[list[list[int]]]:
    if not people:
        yield []
        return
    for rest in partitions(people[1:]):
        yield [[people[0]], *rest]
        for place, group in enumerate(rest):
            yield [*rest[:place], [people[0], *group], *rest[place + 1 :]]


def test_an_evening_of_doppelkopf_at_five_cents_a_point() -> None:
    settlement = settle([35, -12, -30, 7], CENTS)
    assert settlement.amounts == (Decimal("1.75"), Decimal("-0.60"), Decimal("-1.50"), Decimal("0.35"))
    assert settlement.payments == (
        Payment(1, 0, Decimal("0.25")),
        Payment(1, 3, Decimal("0.35")),
        Payment(2, 0, Decimal("1.50")),
    )


def test_two_pairs_need_two_payments() -> None:
    settlement = settle(against_mean([1000, 740, 1000, 740]))
    assert settlement.payments == (Payment(1, 0, Decimal(130)), Payment(3, 2, Decimal(130)))


def test_points_that_do_not_add_up_to_zero_are_settled_against_their_mean() -> None:
    assert against_mean([10, 4, 1]) == (5, -1, -4)
    assert against_mean([3, -3]) == (3, -3)
    assert against_mean([]) == ()


def test_a_rubber_is_settled_in_hundreds_fifty_upwards() -> None:
    hundreds = Rate(Decimal(1), 100, Decimal(1))
    for difference, won in ((1240, 12), (1250, 13), (1260, 13), (50, 1), (49, 0)):
        assert settle([difference, -difference], hundreds).amounts == (won, -won)


def test_thirds_are_rounded_to_whole_points_and_nobody_is_forgotten() -> None:
    assert settle(against_mean([1, 0, 0])).amounts == (1, 0, -1)
    assert settle(against_mean([2, 0, 0])).amounts == (2, -1, -1)
    assert settle(against_mean([5, 0, 0])).amounts == (4, -2, -2)


def test_the_settlement_says_who_bears_what_is_left_over_from_rounding() -> None:
    """The three amounts would be 1, 0, 0 and 1, -1, -1 if each were rounded by itself."""
    one_too_many, one_too_few = settle(against_mean([1, 0, 0])), settle(against_mean([2, 0, 0]))
    assert (one_too_many.losers, one_too_many.winners) == ((2,), ())
    assert (one_too_few.losers, one_too_few.winners) == ((), (0,))


def test_of_two_who_are_owed_half_a_point_each_one_bears_it() -> None:
    settlement = settle([Fraction(1, 2), Fraction(1, 2), -1])
    assert (settlement.amounts, settlement.losers) == ((1, 0, -1), (1,))


def test_nothing_is_left_over_between_two() -> None:
    assert settle([Fraction(1, 2), Fraction(-1, 2)]) == Settlement(
        (Decimal(1), Decimal(-1)), (Payment(1, 0, Decimal(1)),)
    )


def test_level_totals_cost_nobody_anything() -> None:
    assert settle([0, 0, 0]).payments == ()
    assert settle([]).amounts == ()


@pytest.mark.parametrize(
    "wrong", [(Decimal(0), 1, Decimal(1)), (Decimal(1), 0, Decimal(1)), (Decimal(1), 1, Decimal(0))]
)
def test_a_rate_of_nothing_is_none(wrong: tuple[Decimal, int, Decimal]) -> None:
    with pytest.raises(ValueError, match="Rate"):
        Rate(*wrong)


def test_balances_that_are_not_even_are_no_balances() -> None:
    with pytest.raises(ValueError, match="1, 2"):
        settle([1, 2])


@given(totals, rates)
def test_amounts_add_up_to_zero_and_each_is_less_than_one_unit_from_its_exact_worth(
    points: list[int], rate: Rate
) -> None:
    balances = against_mean(points)
    settlement = settle(balances, rate)
    assert sum(settlement.amounts) == 0
    for balance, amount in zip(balances, settlement.amounts, strict=True):
        assert abs(Fraction(amount) - balance * Fraction(rate.amount) / rate.points) < Fraction(rate.rounded_to)
        assert amount % rate.rounded_to == 0


def rounded(worth: Fraction) -> int:
    """Round as people do with money: half a unit up for those who receive it, and for those who pay it."""
    units = int(abs(worth))
    return (units + (abs(worth) - units >= Fraction(1, 2))) * (1 if worth > 0 else -1)


@given(totals, rates)
def test_only_those_who_bear_the_remainder_have_another_amount_than_rounded_by_itself(
    points: list[int], rate: Rate
) -> None:
    settlement = settle(against_mean(points), rate)
    alone = [rounded(rate.units(own)) * rate.rounded_to for own in against_mean(points)]
    differ = {place: amount - alone[place] for place, amount in enumerate(settlement.amounts) if amount != alone[place]}
    assert differ == dict.fromkeys(settlement.losers, -rate.rounded_to) | dict.fromkeys(
        settlement.winners, rate.rounded_to
    )
    assert not (settlement.losers and settlement.winners)
    assert (len(settlement.losers) - len(settlement.winners)) * rate.rounded_to == sum(alone)


@given(totals, rates)
def test_whoever_has_more_points_never_receives_less(points: list[int], rate: Rate) -> None:
    by_points = sorted(zip(points, settle(against_mean(points), rate).amounts, strict=True))
    for (one, less), (other, more) in pairwise(by_points):
        assert less <= more if one < other else abs(less - more) <= rate.rounded_to


@given(totals, rates)
def test_the_payments_make_everybody_even(points: list[int], rate: Rate) -> None:
    settlement = settle(against_mean(points), rate)
    assert paid(settlement.payments, len(points)) == list(settlement.amounts)
    for payment in settlement.payments:
        assert payment.amount > 0
        assert settlement.amounts[payment.payer] < 0 < settlement.amounts[payment.payee]
    assert len(settlement.payments) <= max(len(points) - 1, 0)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=6))
def test_there_are_no_fewer_payments(points: list[int]) -> None:
    balances = [*points, -sum(points)]
    people = [person for person, own in enumerate(balances) if own]
    even = [split for split in partitions(people) if all(sum(balances[one] for one in group) == 0 for group in split)]
    fewest = min(len(people) - len(split) for split in even)
    assert len(settle(balances).payments) == fewest


def test_more_people_than_are_searched_settle_too() -> None:
    people = MAX_EXACT + 8
    points = [(-1) ** place * (place + 3) ** 2 for place in range(people)]
    settlement = settle(against_mean(points), CENTS)
    assert paid(settlement.payments, people) == list(settlement.amounts)
    assert len(settlement.payments) < people


def test_without_a_rate_points_are_whole() -> None:
    assert settle([Fraction(1, 2), Fraction(-1, 2)], IN_POINTS).amounts == (1, -1)
