"""What is drawn once and kept, with places in it that are drawn anew each time.

    {% once form.looks %} ... {% anew %}{{ form.heading }}{% endanew %} ... {% endonce %}

The value says all that the rest is drawn from; where it is None everything is drawn each time. A place has to do with
what the block itself is drawn with: a variable of a loop or a {% with %} around it in the block is gone the next time.
"""

import re
from collections.abc import Hashable
from secrets import token_hex

from django import template
from django.template import Context, Node, NodeList
from django.template.base import FilterExpression, Parser, Token
from django.utils.translation import get_language

from scorer.db.memory import Memory

register = template.Library()

MOST_DRAWN = 2_500
"""Forms, of 5 to 30 kB, of rarely more than 500 tables at one time; the others are single fields, of 1 kB at most."""

Pieces = tuple[str | NodeList, ...]

_drawn: Memory[Pieces] = Memory(MOST_DRAWN)

PLACES = "places drawn anew"
"""In the context while a block is drawn for the first time: the places found so far."""

MARK = token_hex(8)
"""Nobody's name has it in it."""


class Once(Node):
    child_nodelists = ("nodelist",)

    def __init__(self, looks: FilterExpression, nodelist: NodeList) -> None:
        self.looks = looks
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        looks: Hashable = self.looks.resolve(context)
        if looks is None or PLACES in context:
            return self.nodelist.render(context)

        pieces = _drawn.get((self, get_language(), looks), None, lambda _before: self._draw(context))
        return "".join([piece if isinstance(piece, str) else piece.render(context) for piece in pieces])

    def _draw(self, context: Context) -> Pieces:
        places: list[NodeList] = []
        with context.push(**{PLACES: places}):
            text = self.nodelist.render(context)
        between = re.split(f"{MARK}([0-9]+){MARK}", text)
        return tuple(places[int(piece)] if number % 2 else piece for number, piece in enumerate(between))


class Anew(Node):
    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        places: list[NodeList] | None = context.get(PLACES)
        if places is None:
            return self.nodelist.render(context)
        places.append(self.nodelist)
        return f"{MARK}{len(places) - 1}{MARK}"


@register.tag
def once(parser: Parser, token: Token) -> Node:
    try:
        _once, looks = token.split_contents()
    except ValueError:
        raise template.TemplateSyntaxError("once takes one value") from None
    nodelist = parser.parse(["endonce"])
    parser.delete_first_token()
    return Once(parser.compile_filter(looks), nodelist)


@register.tag
def anew(parser: Parser, _token: Token) -> Node:
    nodelist = parser.parse(["endanew"])
    parser.delete_first_token()
    return Anew(nodelist)
