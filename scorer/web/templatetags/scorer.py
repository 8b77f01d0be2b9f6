"""How the site writes its figures, and draws its keys. Loaded into every template (settings: builtins)."""

from collections.abc import Iterable
from datetime import date, datetime

from django import template
from django.conf import settings
from django.utils.formats import date_format, number_format
from django.utils.html import format_html_join
from django.utils.translation import get_language

register = template.Library()

MINUS, NARROW_SPACE = "\N{MINUS SIGN}", "\N{NARROW NO-BREAK SPACE}"
THOUSANDS = {"en": ",", "de": ".", "fr": NARROW_SPACE, "sr": ".", "sr-latn": "."}
BEFORE_PERCENT = {"de": NARROW_SPACE, "fr": NARROW_SPACE}
"""By language, and a narrow space or nothing in the others."""

DAYS = {"de": "d.m.Y", "fr": "d/m/Y", "sr": "d.m.Y.", "sr-latn": "d.m.Y."}
OTHER_DAYS = "j M Y"


@register.filter
def figure(number: int) -> str:
    """1250 as "1,250", "1.250" or "1 250", as the reader's language has it, and with a real minus sign."""
    between = THOUSANDS.get(get_language() or "", NARROW_SPACE)
    return f"{number:,}".replace(",", between).replace("-", MINUS)


@register.filter
def signed(number: int) -> str:
    """A gain or a loss: "+1,250", "−76", "0"."""
    return f"+{figure(number)}" if number > 0 else figure(number)


@register.simple_tag
def cells(pairs: Iterable[tuple[int, int]]) -> str:
    """What a line of a sheet brings, and what there is then, a cell for each side: most of a long sheet."""
    return format_html_join(
        "",
        '<td class="num{}">{}<small>{}</small></td>',
        ((" minus" if points < 0 else "", signed(points), figure(running)) for points, running in pairs),
    )


@register.filter
def average(number: float) -> str:
    """Points a hand: "+1.25", "−0.40"; the reader's language says what stands before the decimals."""
    rounded = round(number, 2) + 0.0  # and never "−0.00"
    return ("+" if rounded > 0 else "") + number_format(rounded, 2, force_grouping=False).replace("-", MINUS)


@register.filter
def percent(share: float) -> str:
    """A part of the whole, from 0 to 1: "63%" or "63 %"."""
    return f"{round(100 * share)}{BEFORE_PERCENT.get(get_language() or '', '')}%"


@register.filter(expects_localtime=True)
def day(when: date) -> str:
    """A date, short: "21 Nov 2026", "21.11.2026"."""
    return date_format(when, DAYS.get(get_language() or "", OTHER_DAYS))


@register.filter(expects_localtime=True)
def moment(when: datetime) -> str:
    """A date with the time of day: "21 Nov 2026, 20:15"."""
    return f"{day(when)}, {when:%H:%M}"


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Each with its own name: Django's tag would translate that, and nobody would find theirs."""
    return list(settings.LANGUAGES)
