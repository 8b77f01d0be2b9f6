"""The prize list: what places and the best of each group get of the entry fees, and what the club keeps."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from operator import itemgetter

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext, override

from scorer.contest.prizes import prizes, read_group_shares, read_shares
from scorer.events.models import Event
from scorer.events.results.ranking import Field, StandingRow

HUNDREDTHS = 100
"""Prizes are whole amounts of the currency, in hundredths."""
BEST_OF_GROUP = 3
"""The last place of a group that is on the list, unless more are paid."""


def money(amount: int, currency: str) -> str:
    """Format hundredths of the currency, without decimals if there are none."""
    decimals = 0 if amount % HUNDREDTHS == 0 else 2
    figure = number_format(Decimal(amount) / HUNDREDTHS, decimals, force_grouping=True)
    return f"{figure}\N{NO-BREAK SPACE}{currency}" if currency else figure


@dataclass(frozen=True, slots=True)
class Prize:
    """`place` is that in the field, or in the group. `amount` is in hundredths, and 0 on a list of the best."""

    place: int
    standing: StandingRow
    amount: int
    shown: str


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Of a field. The sums are in words."""

    field: Field
    prizes: list[Prize]
    """Of those who get something, the best first."""
    groups: list[tuple[str, list[Prize]]]
    """The best of each group. None for one that gets something and has nobody."""
    players: int
    fees: str
    paid: str
    kept: str

    def won_by(self, number: int) -> int:
        """Return what a contestant gets, for its place and in groups, in the currency."""
        won = [*self.prizes, *(prize for _group, best in self.groups for prize in best)]
        return sum(prize.amount for prize in won if prize.standing.contestant.number == number) // HUNDREDTHS


def prize_lists(event: Event, fields: Iterable[Field]) -> list[PrizeList]:
    return [_prize_list(event, field) for field in fields]


def _prize_list(event: Event, field: Field) -> PrizeList:
    players = sum(standing.contestant.size for standing in field.standings)
    fees = event.entry_fee * players
    currency = event.club.currency

    def best(standings: list[StandingRow], shares: list[int], most: int) -> Iterator[Prize]:
        """Yield whoever gets something, and the others down to the place `most`."""
        in_field = [standing.place for standing in standings]
        places = [place and in_field.index(place) + 1 for place in in_field]
        amounts = prizes(places, fees, shares, HUNDREDTHS)
        for standing, place, amount in zip(standings, places, amounts, strict=True):
            if place and (amount or place <= most):
                yield Prize(place, standing, amount, money(amount, currency) if amount else "")

    by_place = list(best([*field.standings], read_shares(event.prize_shares), 0))
    of_groups = read_group_shares(event.group_shares)
    shares = {_key(group): own for group, own in of_groups.items()}
    named = {_key(group): group for group in of_groups}
    members: dict[str, list[StandingRow]] = {}
    for standing in field.standings:
        for group in standing.contestant.groups:
            key = _key(group)
            members.setdefault(key, []).append(standing)
            named[key] = group
    listed = [
        (group, list(best(members.get(key, []), shares.get(key, []), BEST_OF_GROUP))) for key, group in named.items()
    ]
    groups = sorted(listed, key=itemgetter(0))
    paid = sum(prize.amount for prize in [*by_place, *(prize for _group, own in groups for prize in own)])
    sums = (money(amount, currency) for amount in (fees, paid, fees - paid))
    return PrizeList(field, by_place, groups, players, *sums)


def _key(group: str) -> str:
    """Return what a group is compared by. Directors call the guests what their own language does."""
    return "" if group.casefold() in _guests() else group.casefold()


@cache
def _guests() -> frozenset[str]:
    """What the guests are called, in every language."""
    names = []
    for code, _name in settings.LANGUAGES:
        with override(code):
            names.append(gettext("Guests").casefold())
    return frozenset(names)
