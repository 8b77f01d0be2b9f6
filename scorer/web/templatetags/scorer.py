"""Formats numbers, dates and points. Loaded into every template (settings: builtins)."""

from collections.abc import Iterable
from datetime import date, datetime

from django import template
from django.conf import settings
from django.forms import BoundField
from django.template.defaultfilters import floatformat
from django.utils.formats import date_format, number_format
from django.utils.html import format_html_join
from django.utils.translation import get_language

from scorer import __version__
from scorer.registry.description import suit_html

register = template.Library()
register.filter("suit_sign", suit_html)

MINUS, DASH, NARROW_SPACE = "\N{MINUS SIGN}", "\N{EN DASH}", "\N{NARROW NO-BREAK SPACE}"
THOUSANDS = {"en": ",", "de": ".", "fr": NARROW_SPACE, "sr": ".", "sr-latn": "."}
BEFORE_PERCENT = {"de": NARROW_SPACE, "fr": NARROW_SPACE}
"""By language. In others, thousands are separated by a narrow space, and nothing precedes the percent sign."""


@register.simple_tag
def version() -> str:
    return __version__


@register.filter
def figure(number: int) -> str:
    """Format 1250 as "1,250", "1.250" or "1 250", depending on the language, with a real minus sign."""
    between = THOUSANDS.get(get_language() or "", NARROW_SPACE)
    return f"{number:,}".replace(",", between).replace("-", MINUS)


@register.filter
def signed(number: int) -> str:
    """Format a gain or a loss: "+1,250", "−76", "0"."""
    return f"+{figure(number)}" if number > 0 else figure(number)


@register.simple_tag
def cells(line: Iterable[tuple[int, int, str]]) -> str:
    """Render the points of a line and the running total of each side as table cells.

    `line` has these and the side's part in the hand, which is a class of its cell; a side that sat out has a dash.
    This is Python rather than a template since it is most of a long sheet.
    """
    return format_html_join(
        "",
        '<td class="num {}"><span class="{}">{}</span><small class="{}">{}</small></td>',
        (
            (part, _classes(points), DASH if part == "out" else signed(points), _classes(running), figure(running))
            for points, running, part in line
        ),
    )


FOUR_FIGURES = 1000


def _classes(number: int) -> str:
    """A loss is red; a large number has smaller figures where there is little room."""
    return ("minus" if number < 0 else "") + (" long" if abs(number) >= FOUR_FIGURES else "")


@register.filter
def is_chosen_after(field: BoundField, first: int) -> bool:
    """Whether what is chosen comes after the `first` choices."""
    return any(choice.data["selected"] for choice in list(field)[first:])


@register.filter
def average(number: float) -> str:
    """Format points per hand: "+1.25", "−0.40", with the decimal separator of the language."""
    rounded = round(number, 2) + 0.0  # which turns -0.0 into 0.0
    return ("+" if rounded > 0 else "") + number_format(rounded, 2, force_grouping=False).replace("-", MINUS)


@register.filter
def score(number: float | None) -> str:
    """Format a score with two decimals, or none if it is whole: "12.50", "1,250", "−3"; "–" if there is none."""
    return "–" if number is None else str(floatformat(number, "-2g")).replace("-", MINUS)


@register.filter
def percent(share: float) -> str:
    """Format a share from 0 to 1: "63%" or "63 %"."""
    return f"{round(100 * share)}{BEFORE_PERCENT.get(get_language() or '', '')}%"


@register.filter(expects_localtime=True)
def day(when: date) -> str:
    """Format a date: "21 Nov 2026", "21.11.2026"."""
    return date_format(when, "DATE_FORMAT")


@register.filter(expects_localtime=True)
def moment(when: datetime) -> str:
    """Format a date with the time: "21 Nov 2026, 20:15"."""
    return date_format(when, "DATETIME_FORMAT")


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return the languages with their own names. Django's tag would translate them, and nobody would find theirs."""
    return list(settings.LANGUAGES)
