"""Words for the sheet on paper."""

from django import template
from django.utils.translation import pgettext

register = template.Library()


@register.filter
def bock_letters(times: int) -> str:
    """Return a B for each Bock round that doubles the hand: "BB" for one that counts four times."""
    return pgettext("doppelkopf, Bock", "B") * (times.bit_length() - 1)
