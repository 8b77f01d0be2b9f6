"""How the site writes its figures, and draws its keys. Loaded into every template (settings: builtins)."""

from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.forms import BoundField
from django.template import Context, Node
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_url
from django.urls import get_script_prefix, reverse
from django.utils.formats import date_format, number_format
from django.utils.html import conditional_escape, format_html_join
from django.utils.translation import get_language

from scorer.db.memory import Memory

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


MOST_ADDRESSES = 5_000


class AddressNode(URLNode):
    """Django's tag looks each address up anew, which takes as long as the rest of a small template."""

    def render(self, context: Context) -> str:
        if self.kwargs or self.asvar:
            return str(super().render(context))
        site = settings.ROOT_URLCONF, get_script_prefix(), self.view_name.resolve(context)
        args = tuple(arg.resolve(context) for arg in self.args)
        if len(args) > 1 and type(args[-1]) is int and (form := _numbered(*site, args[:-1])):
            return form.format(args[-1])
        return _address(*site, args)


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """As Django's, for a site without instances of one app under several names."""
    node = parse_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)


@lru_cache(MOST_ADDRESSES)
def _address(_urls: str, _prefix: str, view_name: str, args: tuple[Any, ...]) -> str:
    return conditional_escape(reverse(view_name, args=args))


@lru_cache(MOST_ADDRESSES)
def _numbered(_urls: str, _prefix: str, view_name: str, args: tuple[Any, ...]) -> str:
    """For the hands of a table, of which there is always a new one: their address as a form for str.format; empty where
    the number that comes last does not stand there as it is."""
    one, other = (conditional_escape(reverse(view_name, args=(*args, number))) for number in (31_001, 31_002))
    form = one.replace("{", "{{").replace("}", "}}").replace("31001", "{}")
    return form if form.format(31_002) == other else ""


KEYS = ("columns", "first", "more", "suits", "words", "narrow", "bare", "when")
"""What parts/keys.html can be told beside its field."""

MOST_DRAWN = 2_000
"""Fields; a field of seven keys takes some 2 kB."""

_drawn: Memory[str] = Memory(MOST_DRAWN)


@register.simple_tag(takes_context=True)
def keys(context: Context) -> str:
    """A choice as buttons. From one hand to the next hardly a key changes, and to draw them was half of a save: as long
    as all that parts/keys_drawn.html makes of a field is the same, it is drawn once."""
    field: BoundField = context["field"]
    told = {name: context.get(name) for name in KEYS}

    def draw(_before: str | None = None) -> str:
        drawing = context.template.engine.get_template("parts/keys_drawn.html")  # type: ignore[union-attr]  # while it renders
        return drawing.render(Context({"field": field, **told}))

    if field.errors:
        return draw()
    return _drawn.get((get_language(), *told.values(), *_looks(field)), None, draw)


def _looks(field: BoundField) -> tuple[Any, ...]:
    """All of a field without errors that its drawing depends on."""
    widget = field.field.widget
    return (
        type(widget),
        repr(widget.attrs),
        tuple((str(value), conditional_escape(label)) for value, label in getattr(widget, "choices", ())),
        repr(field.value()),
        field.html_name,
        field.auto_id,
        conditional_escape(field.label),
        conditional_escape(field.help_text),
        field.field.required,
        field.field.disabled,
    )
