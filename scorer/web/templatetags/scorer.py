"""What every page may need. Loaded into every template (settings: builtins)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.conf import settings
from django.forms import BoundField
from django.utils.html import format_html_join

from scorer import __version__
from scorer.registry.description import suit_html
from scorer.web.formatting import average, day, figure, moment, ordinal, percent, score, signed
from scorer.web.phones import only_here

register = template.Library()
register.filter("suit_sign", suit_html)

DASH = "\N{EN DASH}"

for write in (figure, signed, average, score, percent, ordinal):
    register.filter(write.__name__, write)
for write_time in (day, moment):
    register.filter(write_time.__name__, write_time, expects_localtime=True)


@register.simple_tag
def version() -> str:
    return __version__


@register.filter
def lookup(values: Mapping[Any, Any], key: Any) -> Any:
    """The value of a key that is a variable: `game.labels.FIELDS|lookup:name`."""
    return values[key]


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
def any_chosen(keys: Iterable[Any]) -> bool:
    """Whether the choice of one of these keys is chosen."""
    return any(key.choice.data["selected"] for key in keys)


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return the languages with their own names. Django's tag would translate them, and nobody would find theirs."""
    return list(settings.LANGUAGES)


@register.simple_tag
def command(words: str) -> str:
    """Return a command for whoever runs the server, such as "manage.py passwordlink NAME"."""
    return f"{settings.MANAGE} {words}"


register.simple_tag(only_here)
