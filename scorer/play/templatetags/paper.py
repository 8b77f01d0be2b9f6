"""Names at the heads of the columns of a sheet drawn as on paper."""

from collections.abc import Sequence
from typing import NamedTuple

from django import template

from scorer.club.names import short_names
from scorer.play.table_context import Chair

register = template.Library()

ROOM = {3: (7.4, 16), 4: (4.7, 11), 5: (4.7, 9), 6: (4.9, 8), 7: (4.2, 6.2)}
"""For a name, by the number of columns: on a phone, and elsewhere (see `names.width`)."""


class Head(NamedTuple):
    label: str
    narrow: str
    wide: str


@register.simple_tag
def heads_on_paper(chairs: Sequence[Chair]) -> list[Head]:
    """The name of each player, as short as a column of their own needs it."""
    names = [chair.player for chair in chairs]
    narrow, wide = (short_names(names, room) for room in ROOM[len(names)])
    return list(map(Head, [chair.label for chair in chairs], narrow, wide))
