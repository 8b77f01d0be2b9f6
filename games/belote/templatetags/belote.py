"""A hand as the sheet shows it: "90♥ × 2 Boris", "95 points"."""

from collections.abc import Sequence

from django import template

from games.belote.labels import CHOICES, RANKS
from games.belote.rules.cards import rank_of, suit_of, team_points
from games.belote.rules.entry import SLAMS, Entry
from games.belote.rules.house import TIMES
from games.belote.rules.paper import Paper
from scorer.play.table_context import Chair, TableContext

register = template.Library()


@register.filter
def bidder(entry: Entry, chairs: Sequence[Chair]) -> str:
    return next((chair.short for chair in chairs if chair.position == entry.bidder), "")


@register.filter
def contract(entry: Entry) -> str:
    return str(CHOICES["value"].get(str(entry.value), entry.value))


@register.filter
def times(entry: Entry) -> str:
    return f" × {TIMES[entry.coinche]}" if entry.coinche != "none" else ""


@register.filter
def counted(entry: Entry) -> int:
    """The card points of the bidder's side, as written down or counted from the cards."""
    if entry.tricks is not None and entry.trump is not None and entry.bidder is not None:
        return team_points(entry.tricks, entry.trump, entry.bidder).contracting
    return entry.points or 0


@register.filter
def points_left_out(entry: Entry) -> bool:
    """Whether a contract of capot or générale was only said to have failed."""
    return entry.value in SLAMS and entry.points == 0 and entry.capot is None


@register.filter
def rank(card: str) -> str:
    return letter(rank_of(card))


@register.filter
def letter(rank: str) -> str:
    """As it is printed on the cards of the reader's country."""
    return str(RANKS.get(rank, rank))


@register.filter
def suit(card: str) -> str:
    return suit_of(card)


@register.filter
def sides_at(table_context: TableContext, party: Paper) -> list[tuple[tuple[int, ...], str]]:
    """Return the sides with the names of those who sat there when the party began."""
    line, _entry = table_context.sheet.hands[party.lines[0].hand - 1]
    return table_context.sides_at(line.number)


@register.filter
def strokes(count: int) -> str:
    """Draw a stroke for each party won, as on paper."""
    return "|" * count
