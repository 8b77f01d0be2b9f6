"""Words for the sheet on paper and the rules page."""

from django import template
from django.utils.translation import pgettext

from games.doppelkopf.labels import CHOICES, KIND_LETTERS, SITUATIONS, VARIANT_FIELDS, WORTH
from games.doppelkopf.rules.variant import Variant

register = template.Library()


@register.filter
def kind_letters(kind: str) -> str:
    return str(KIND_LETTERS[kind])


@register.filter
def bock_letters(times: int) -> str:
    """Return a B for each Bock round that doubles the hand: "BB" for one that counts four times."""
    return pgettext("doppelkopf, Bock", "B") * (times.bit_length() - 1)


@register.filter
def kind_word(kind: str) -> str:
    return str(CHOICES["kind"][kind])


@register.filter
def absage(step: str) -> str:
    return str(CHOICES["re_absage"][step])


@register.filter
def situation(code: str) -> str:
    return str(SITUATIONS[code])


@register.filter
def worth(code: str, variant: Variant) -> str:
    words = WORTH[code]
    return str(words[variant.scoring] if isinstance(words, dict) else words)


@register.filter
def variant_field(name: str) -> str:
    return str(VARIANT_FIELDS[name][0])
