"""A hand as the sheet shows it: "♥ × 2 Ada 6, Boris counters, 4 together"."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django import template
from django.utils.translation import pgettext

from games.preferans.forms import SUITS
from games.preferans.labels import CHOICES
from games.preferans.rules.entry import AT_PLAY, Entry
from games.preferans.rules.played import TIMES, Played, played
from scorer.club.names import short_names
from scorer.play.table_context import Chair

register = template.Library()

ROOM_OF_PLAYER, ROOM_OF_SUPE = (8, 11), {3: (4.3, 6), 4: (4.3, 4.3)}
"""For a name on the record: on a phone, and elsewhere (see `names.width`). Four players have more columns of supe."""


class Defender(NamedTuple):
    name: str
    did: str
    letters: str
    """The same for a sheet with little room, where the points show who followed, and × who countered."""


class HandInWords(NamedTuple):
    """A hand for row.html."""

    level: int
    times: int
    in_hand: bool
    declarer: str
    result: str
    """Empty if nobody follows, because then no tricks are played."""
    sign: str
    """The result of a betl for a sheet with little room."""
    defenders: tuple[Defender, ...]
    sitting_out: str


@register.filter
def suit(level: int) -> str:
    """S, D, H or C. Empty for betl and sans."""
    return SUITS.get(level, "")


@register.filter
def game(level: int) -> str:
    return str(CHOICES["level"].get(level, level))


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


@register.filter
def head_at(heads: Mapping[int, tuple[Head, Head]], seat: int) -> tuple[Head, Head]:
    return heads[seat]


@register.filter
def in_words(entry: Entry, chairs: Sequence[Chair] | str) -> HandInWords | None:
    """The hand in words, or None if nobody bid. Without chairs, as on the rules page, the players are A, B, C."""
    names = {chair.position: chair.short for chair in chairs if isinstance(chair, Chair)} or dict(enumerate("ABCD", 1))
    hand = played(entry, AT_PLAY + len(entry.sitting_out))
    if hand is None:
        return None
    return HandInWords(
        hand.level,
        TIMES[hand.counter],
        hand.in_hand,
        names.get(hand.seat_of("declarer"), ""),
        _result(hand),
        ("−" if hand.taken else "+") if hand.is_betl else "",
        tuple(Defender(names.get(seat, ""), did, letters) for seat, did, letters in _defenders(hand)),
        names.get(entry.sitting_out[0], "") if entry.sitting_out else "",
    )


def _result(hand: Played) -> str:
    if hand.is_betl:
        return pgettext("preferans", "failed") if hand.taken else pgettext("preferans", "made")
    return "" if hand.defence == "nobody" else str(hand.taken)


def _defenders(hand: Played) -> Iterator[tuple[int, str, str]]:
    """Yield the defenders with something to show, and what that is."""
    together = pgettext("preferans", "%(n)d together") % {"n": hand.defended}
    for seat, role, tricks in zip(hand.seats, hand.roles, hand.tricks, strict=True):
        if role == "call":
            yield seat, pgettext("preferans row", "calls") + f", {together}", pgettext("preferans, letters", "calls")
        elif role == "counter":
            words = pgettext("preferans row", "counters")
            if hand.counter == "double_counter":
                words = pgettext("preferans row", "counters, double counter")
            yield seat, words if hand.is_betl else f"{words}, {together}", ""
        elif role == "pass" and hand.defence == "one":
            yield seat, pgettext("preferans row", "passes"), ""
        elif role == "follow" and hand.defence in ("one", "both") and not hand.is_betl:
            yield seat, str(tricks), ""
