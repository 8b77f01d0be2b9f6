"""Words for the record on paper and the rules page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django import template

from games.preferans.description import describe, game
from games.preferans.rules.entry import Entry
from scorer.club.names import short_names
from scorer.play.table_context import Chair
from scorer.registry.description import Description, Subject

register = template.Library()

ROOM_OF_PLAYER, ROOM_OF_SUPE = (8, 11), {3: (4.3, 6), 4: (4.3, 4.3)}
"""For a name on the record: on a phone, and elsewhere (see `names.width`). Four players have more columns of supe."""


@register.filter
def game_sign(level: int) -> str:
    return Description([game(level)._replace(look="")]).html


@register.filter
def in_words(entry: Entry) -> str:
    return describe(Subject(entry, {}, None)).html


@register.filter
def player_name(seat: int, chairs: Sequence[Chair]) -> str:
    return chairs[seat - 1].short


class Head(NamedTuple):
    narrow: str
    wide: str


@register.simple_tag
def heads_of_record(chairs: Sequence[Chair]) -> Mapping[int, tuple[Head, Head]]:
    """By seat: a player's name above their own three columns, and above a single one of somebody else."""
    names = tuple(chair.player for chair in chairs)
    own, single = (
        map(Head, *(short_names(names, room) for room in rooms)) for rooms in (ROOM_OF_PLAYER, ROOM_OF_SUPE[len(names)])
    )
    return dict(zip((chair.position for chair in chairs), zip(own, single, strict=True), strict=True))
