"""The fields of an entry form that open from its header."""

from django import template
from django.forms import BoundField
from django.template import Context
from django.utils.translation import get_language

from scorer.db.memory import Memory

register = template.Library()

MOST_DRAWN = 2_000
"""Fields; one takes up to 1 kB."""

_drawn: Memory[str] = Memory(MOST_DRAWN)


@register.simple_tag(takes_context=True)
def field(context: Context) -> str:
    """What parts/field.html makes of `field`, which all forms of a table share: drawn once for each of its values."""
    field: BoundField = context["field"]

    def draw(_before: str | None = None) -> str:
        drawing = context.template.engine.get_template("parts/field.html")  # type: ignore[union-attr]  # while it renders
        return drawing.render(Context({"field": field}))

    if field.errors:
        return draw()
    return _drawn.get((field.field, get_language(), repr(field.value()), field.auto_id), None, draw)
