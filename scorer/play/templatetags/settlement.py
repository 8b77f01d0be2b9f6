"""What the points of a table are worth in money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import template

from scorer.play.result import with_sign
from scorer.play.services import rate_of
from scorer.scoring.settlement import against_mean, settle

register = template.Library()


@dataclass(frozen=True, slots=True)
class Worth:
    currency: str
    amounts: tuple[tuple[str, bool], ...]
    """Each without the currency, and whether it is negative."""


@register.simple_tag(takes_context=True)
def worth_of(context: Mapping[str, Any], totals: Sequence[int]) -> Worth | None:
    """Return what the totals are worth at the rate of the table, or None if it settles in points."""
    rate = rate_of(context["table_context"].table)
    if rate is None:
        return None
    amounts, bare = settle(against_mean(totals), rate).amounts, replace(rate, currency="")
    return Worth(rate.currency, tuple((with_sign(amount, bare), amount < 0) for amount in amounts))
