"""The part of an entry form that is the game's own."""

from django import template
from django.template import Context
from django.utils.translation import get_language

from scorer.db.memory import Memory
from scorer.play.forms import EntryForm

register = template.Library()

MOST_DRAWN = 500
"""Forms; one takes 5 to 30 kB. There are rarely more tables at one time."""

_drawn: Memory[str] = Memory(MOST_DRAWN)


@register.simple_tag(takes_context=True)
def game_fields(context: Context) -> str:
    """For the next hand of a table it is mostly what it was for the last one, on each phone: it is drawn once."""
    form: EntryForm = context["form"]

    def draw(_before: str | None = None) -> str:
        return context.template.engine.get_template(form.template).render(context)  # type: ignore[union-attr]  # while it renders

    looks = form.looks
    return draw() if looks is None else _drawn.get((get_language(), *looks), None, draw)
