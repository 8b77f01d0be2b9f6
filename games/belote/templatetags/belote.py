"""Words for the cards, the sheet on paper and the rules page."""

from collections.abc import Sequence

from django import template

from games.belote.description import contract, times
from games.belote.labels import RANKS
from games.belote.rules.cards import rank_of, suit_of
from games.belote.rules.entry import Entry
from scorer.play.table_context import Chair

register = template.Library()
register.filter(contract)
register.filter(times)


@register.filter
def bidder(entry: Entry, chairs: Sequence[Chair]) -> str:
    return next((chair.short for chair in chairs if chair.position == entry.bidder), "")


@register.filter
def rank(card: str) -> str:
    return letter(rank_of(card))


@register.filter
def letter(rank: str) -> str:
    """As it is printed on the cards of the reader's country."""
    return str(RANKS.get(rank, rank))


@register.filter
def suit(card: str) -> str:
    return suit_of(card)


@register.filter
def strokes(count: int) -> str:
    """Draw a stroke for each party won, as on paper."""
    return "|" * count
