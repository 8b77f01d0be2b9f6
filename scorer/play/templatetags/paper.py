"""Names at the heads of the columns of a record that players keep on paper."""

from collections.abc import Sequence
from typing import NamedTuple

from django import template

from scorer.club.names import short_names
from scorer.play.table_context import Chair

register = template.Library()

NAME_WIDTHS = {3: (7.4, 16), 4: (4.7, 11), 5: (4.7, 9), 6: (4.9, 8), 7: (4.2, 6.2)}
"""The greatest width of a name, by the number of columns: on a phone, and on wider screens (see `names.width`)."""


class Head(NamedTuple):
    label: str
    narrow: str
    wide: str


@register.simple_tag
def heads_on_paper(chairs: Sequence[Chair]) -> list[Head]:
    """Return the name of each player, as short as a column of their own needs it."""
    names = [chair.player for chair in chairs]
    narrow, wide = (short_names(names, width) for width in NAME_WIDTHS[len(names)])
    return list(map(Head, [chair.label for chair in chairs], narrow, wide))
