"""How the site writes its figures. Loaded into every template (settings: builtins)."""

from django import template

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
