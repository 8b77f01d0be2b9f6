"""Words for the sheet on paper and the rules page."""

from typing import NamedTuple

from django import template

from games.bridge.rules.paper import Paper
from scorer.club.names import join_names
from scorer.play.table_context import TableContext

register = template.Library()


class SideOnPaper(NamedTuple):
    seats: tuple[int, ...]
    name: str
    players: str
    """Those who began the rubber, where others have sat there too. Otherwise empty."""


@register.simple_tag
def sides_on_paper(table_context: TableContext, paper: Paper) -> list[SideOnPaper]:
    line, _entry = table_context.sheet.hands[paper.first - 1]
    called = [chair.short_player for chair in table_context.chairs_at(line.number)]
    return [
        SideOnPaper(
            seats, name, join_names((called[seat - 1] for seat in seats), " & ") if have_moved(table_context) else ""
        )
        for seats, name in table_context.sides
    ]


@register.filter
def have_moved(table_context: TableContext) -> bool:
    """Whether somebody has left their seat: partners were cut anew, or there was a substitute."""
    return any(seat.until is not None for seat in table_context.seats)
