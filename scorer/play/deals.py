"""The deals that a table was given when it was opened: by number, as boards are, or only so many of them."""

from collections.abc import Sequence
from typing import Any

from scorer.play.models import Table
from scorer.registry import GameConfig
from scorer.scoring import Problem

MOST_DEALS = 200
"""At one table."""


def numbers_deals(game: GameConfig) -> bool:
    return bool(game.rules.deal_fields(1))


def deal_problems(table: Table, entry: Any, others: Sequence[Any]) -> list[Problem]:
    """Why a hand cannot be one of the deals that its table plays. `others` are the other hands that count there."""
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


def next_deal(table: Table, entries: Sequence[Any]) -> int | None:
    """The number to offer after the hands of a sheet: the next one that was not played, and after the last the first.

    None where the table was given no numbers, or all of them are played.
    """
    if table.deals is None:
        return None
    played = [table.config.rules.deal(entry) or 0 for entry in entries]
    left = [deal for deal in table.deals if deal not in played]
    return min(left, key=lambda deal: (deal < played[-1] if played else False, deal), default=None)


def all_played(table: Table, entries: Sequence[Any]) -> bool:
    return table.deal_count is not None and len(entries) >= table.deal_count
