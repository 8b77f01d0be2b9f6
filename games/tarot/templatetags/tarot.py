"""Words for the sheet on paper and the rules page."""

from django import template

from games.tarot.labels import CARDS, CHOICES, CONTRACT_LETTERS, HANDFULS, SLAMS

register = template.Library()


@register.filter
def card(code: str) -> str:
    return str(CARDS[code])


@register.filter
def contract_word(code: str) -> str:
    return str(CHOICES["contract"][code])


@register.filter
def contract_letters(code: str) -> str:
    """As on a score sheet on paper: GS is a garde sans."""
    return str(CONTRACT_LETTERS[code])


@register.filter
def handful_word(size: str) -> str:
    return str(HANDFULS[size])


@register.filter
def slam_word(code: str) -> str:
    return str(SLAMS[code])
