"""How the site writes its figures. Loaded into every template (settings: builtins)."""

from django import template
from django.utils.formats import number_format

register = template.Library()

MINUS, NARROW_SPACE = "\N{MINUS SIGN}", "\N{NARROW NO-BREAK SPACE}"


@register.filter
def figure(number: int) -> str:
    """1250 as "1 250", with a real minus sign."""
    return f"{number:,}".replace(",", NARROW_SPACE).replace("-", MINUS)


@register.filter
def signed(number: int) -> str:
    """A gain or a loss: "+1 250", "−76", "0"."""
    return f"+{figure(number)}" if number > 0 else figure(number)


@register.filter
def average(number: float) -> str:
    """Points a hand: "+1.25", "−0.40"; the reader's language says what stands before the decimals."""
    rounded = round(number, 2) + 0.0  # and never "−0.00"
    return ("+" if rounded > 0 else "") + number_format(rounded, 2, force_grouping=False).replace("-", MINUS)


@register.filter
def percent(share: float) -> str:
    """A part of the whole, from 0 to 1: "63 %"."""
    return f"{round(100 * share)}{NARROW_SPACE}%"
