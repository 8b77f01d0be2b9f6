"""A hand as the sheet shows it: "♥ × 2 Ada 6", "Boris counters, 4 together"."""

from collections.abc import Iterator

from django.utils.translation import pgettext

from games.preferans.labels import CHOICES, SUITS
from games.preferans.rules.entry import AT_PLAY, Entry
from games.preferans.rules.played import TIMES, Played, played
from scorer.registry.description import Description, Subject, Words, suit


def describe(hand: Subject) -> Description:
    """Describe a hand. Without names, as on the rules page, the players are A, B, C."""
    entry: Entry = hand.entry
    names = hand.names or dict(enumerate("ABCD", 1))
    what = played(entry, AT_PLAY + len(entry.sitting_out))
    if what is None:
        brief = pgettext("preferans, letters", "Passed")
        return Description([Words(pgettext("preferans", "Nobody bid"), "main", brief)])
    said = [*_game(what), Words(names[what.seat_of("declarer")], "who"), *_result(what)]
    details: list[Words] = []
    if what.defence == "nobody" and not what.is_betl:
        details.append(Words(pgettext("preferans", "nobody follows"), brief=""))
    for seat, did, letters in _defenders(what):
        details += [Words(",", brief="", glued=True)] if details else []
        details += [Words(names[seat], "name", brief=""), Words(did, brief=letters)]
    for seat in entry.sitting_out:
        out = pgettext("preferans", "%(name)s sits out") % {"name": names[seat]}
        details.append(Words(f"· {out}" if details else out, "rest"))
    return Description(said, [details])


def game(level: int) -> Words:
    """Return what the game is called: its suit, betl or sans."""
    return suit(SUITS[level], "main") if level in SUITS else Words(str(CHOICES["level"].get(level, level)), "main")


def _game(what: Played) -> Iterator[Words]:
    yield game(what.level)
    if what.in_hand:
        yield Words(pgettext("preferans", "in hand"), "main", pgettext("preferans, in hand", "h"))
    if what.counter and TIMES[what.counter] > 1:
        yield Words(f"× {TIMES[what.counter]}", "main", f"×{TIMES[what.counter]}")


def _result(what: Played) -> Iterator[Words]:
    """Yield nothing if nobody follows, because then no tricks are played."""
    if what.is_betl:
        made = pgettext("preferans", "failed") if what.taken else pgettext("preferans", "made")
        yield Words(made, brief="−" if what.taken else "+")
    elif what.defence != "nobody":
        yield Words(str(what.taken))


def _defenders(what: Played) -> Iterator[tuple[int, str, str]]:
    """Yield the defenders with something to show, what that is, and its letters for a sheet with little room.

    There, the points show who followed, and × who countered.
    """
    together = pgettext("preferans", "%(n)d together") % {"n": what.defended}
    for seat, role, tricks in zip(what.seats, what.roles, what.tricks, strict=True):
        if role == "call":
            yield seat, pgettext("preferans row", "calls") + f", {together}", pgettext("preferans, letters", "calls")
        elif role == "counter":
            words = pgettext("preferans row", "counters")
            if what.counter == "double_counter":
                words = pgettext("preferans row", "counters, double counter")
            yield seat, words if what.is_betl else f"{words}, {together}", ""
        elif role == "pass" and what.defence == "one":
            yield seat, pgettext("preferans row", "passes"), ""
        elif role == "follow" and what.defence in ("one", "both") and not what.is_betl:
            yield seat, str(tricks), ""
