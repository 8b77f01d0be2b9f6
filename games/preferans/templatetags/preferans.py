"""Words for the rules page."""

from django import template

from games.preferans.description import describe, game
from games.preferans.rules.entry import Entry
from scorer.registry.description import Description, Subject

register = template.Library()


@register.filter
def game_sign(level: int) -> str:
    return Description([game(level)._replace(look="")]).html


@register.filter
def in_words(entry: Entry) -> str:
    return describe(Subject(entry, {}, None)).html
