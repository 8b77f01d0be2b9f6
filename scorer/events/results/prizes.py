"""The prize list: what each place gets of the entry fees, and the best of each group."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.utils.formats import number_format

from scorer.contest.prizes import prizes, read_shares
from scorer.events.models import Event
from scorer.events.results.ranking import Field, StandingRow

HUNDREDTHS = 100
BEST_OF_GROUP = 3
"""The last place of a group that is on the list."""


def money(amount: int) -> str:
    """Format hundredths of the currency, without decimals if there are none."""
    decimals = 0 if amount % HUNDREDTHS == 0 else 2
    return number_format(Decimal(amount) / HUNDREDTHS, decimals, force_grouping=True)


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Of a field. The amounts are in words."""

    field: Field
    prizes: list[tuple[StandingRow, str]]
    """Whoever gets something, the best first."""
    fees: str
    paid: str
    kept: str
    """What remains of the fees."""
    groups: list[tuple[str, list[tuple[int, StandingRow]]]]
    """The best of each group, by place there."""


def prize_lists(event: Event, fields: Iterable[Field]) -> list[PrizeList]:
    shares = read_shares(event.prize_shares)
    return [_prize_list(field, event.entry_fee * event.side_size * len(field.standings), shares) for field in fields]


def _prize_list(field: Field, fees: int, shares: list[int]) -> PrizeList:
    amounts = prizes([standing.place for standing in field.standings], fees, shares)
    paid = [(standing, money(amount)) for standing, amount in zip(field.standings, amounts, strict=True) if amount]
    groups: dict[str, list[tuple[int, StandingRow]]] = {}
    for standing in field.standings:
        for group, place in standing.groups:
            if place <= BEST_OF_GROUP:
                groups.setdefault(group, []).append((place, standing))
    return PrizeList(field, paid, money(fees), money(sum(amounts)), money(fees - sum(amounts)), sorted(groups.items()))
