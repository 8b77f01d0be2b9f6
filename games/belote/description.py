"""A hand as the sheet shows it: "90♥ × 2 Boris", "95 points"."""

from collections.abc import Iterator, Mapping

from django.utils.translation import pgettext

from games.belote.labels import CHOICES
from games.belote.rules.cards import team_points
from games.belote.rules.entry import SLAMS, Entry
from games.belote.rules.house import TIMES
from scorer.registry.description import SUITS, Description, Subject, Words, suit


def describe(hand: Subject) -> Description:
    entry: Entry = hand.entry
    if entry.passed_out:
        return Description([Words(pgettext("belote", "Passed out"), "main")])
    return Description(list(_bid(entry, hand.names)), [list(_made(entry))])


def contract(entry: Entry) -> str:
    return str(CHOICES["value"].get(str(entry.value), entry.value))


def times(entry: Entry) -> str:
    return f"× {TIMES[entry.coinche]}" if entry.coinche != "none" else ""


def _bid(entry: Entry, names: Mapping[int, str]) -> Iterator[Words]:
    yield Words(contract(entry), "main")
    trump = entry.trump or ""
    yield suit(trump, "main") if trump in SUITS else Words(trump, "main")
    yield Words(times(entry), "main")
    yield Words(names.get(entry.bidder or 0, ""), "who")


def _made(entry: Entry) -> Iterator[Words]:
    if entry.value in SLAMS and entry.points == 0 and entry.capot is None:  # it was only said to have failed
        yield Words(pgettext("belote", "failed"))
    else:
        points = _counted(entry)
        yield Words(pgettext("belote", "%(points)s points") % {"points": points}, brief=str(points))
    if entry.belote == "contracting":
        yield from _also(pgettext("belote", "belote"))
    elif entry.belote:
        yield from _also(pgettext("belote", "belote of the opponents"), pgettext("belote", "opp. B"))
    if entry.capot == "opponent":
        yield from _also(pgettext("belote", "all tricks to the opponents"), pgettext("belote", "opp. capot"))
    elif entry.capot:
        yield from _also(pgettext("belote", "all tricks"), pgettext("belote", "capot"))
    if entry.tricks:
        yield Words(", " + pgettext("belote", "from the cards"), "rest", glued=True)


def _also(text: str, brief: str | None = None) -> Iterator[Words]:
    yield Words(",", glued=True)
    yield Words(text, brief=brief)


def _counted(entry: Entry) -> int:
    """The card points of the bidder's side, as written down or counted from the cards."""
    if entry.tricks is not None and entry.trump is not None and entry.bidder is not None:
        return team_points(entry.tricks, entry.trump, entry.bidder).contracting
    return entry.points or 0
