"""The deals that a table plays, if it was given any: certain numbers, such as boards, or just a number of deals."""

from collections.abc import Collection, Sequence
from typing import Any

from scorer.play.models import Table
from scorer.registry import GameConfig
from scorer.scoring import Problem

MAX_DEALS = 200
"""Deals at one table."""


def numbers_deals(game: GameConfig, variant: Any = None) -> bool:
    """Return whether deals are numbered, in some house rules or under this `variant`."""
    fields = game.rules.deal_fields(1).keys()
    if variant is None:
        return bool(fields)
    return bool(fields and fields <= game.rules.initial_values([], 1, variant, game.seat_counts[0]).keys())


def deal_problems(table: Table, entry: Any, others: Sequence[Any]) -> list[Problem]:
    """Return why a hand cannot be one of the table's deals. `others` are the other hands that count."""
    if table.deal_count is None:
        return []
    if table.deals is None:
        full = len(others) >= table.deal_count
        return [Problem("", "all_deals_played")] if full else []
    rules = table.config.rules
    deal = rules.deal(entry)
    (field,) = rules.deal_fields(table.deals[0])
    if deal not in table.deals:
        return [Problem(field, "other_deal", {"first": table.deals[0], "last": table.deals[-1]})]
    if deal in map(rules.deal, others):
        return [Problem(field, "deal_played", {"deal": deal})]
    return []


def next_deal(table: Table, entries: Sequence[Any], ruled: Collection[int] = ()) -> int | None:
    """Return the deal to suggest: the next one that was not played, starting again after the last.

    Return None if the table has no numbered deals, or if all of them have been played or `ruled` on.
    """
    if table.deals is None:
        return None
    played = [table.config.rules.deal(entry) or 0 for entry in entries]
    left = [deal for deal in table.deals if deal not in played and deal not in ruled]
    return min(left, key=lambda deal: (deal < played[-1] if played else False, deal), default=None)


def count_done(deals: Collection[int], played: Collection[int | None], ruled: Collection[int]) -> int:
    """Return how many deals a table is done with: those that were played, and those of its `deals` that were `ruled` on
    without having been played.

    Where deals are only counted, `played` has None for each.
    """
    return len(played) + sum(deal in deals and deal not in played for deal in ruled)
