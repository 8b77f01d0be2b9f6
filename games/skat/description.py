"""A hand as the sheet shows it: "♣ Hand with 2 Ada won", "Grand without 1 Boris lost · Schneider"."""

from collections.abc import Iterator

from django.utils.translation import pgettext

from games.skat.labels import CHOICES, LETTERS
from games.skat.rules.entry import Entry
from games.skat.rules.value import worth
from scorer.registry.description import SUITS, Description, Subject, Words, dotted, suit


def describe(hand: Subject) -> Description:
    details = dotted([*_details(hand.entry)])
    for seat in hand.entry.sitting_out:
        out = pgettext("skat", "%(name)s sits out") % {"name": hand.name(seat)}
        details.append(Words(f"· {out}" if details else out, "rest"))
    return Description([*_played(hand)], [details])


def _played(hand: Subject) -> Iterator[Words]:
    entry: Entry = hand.entry
    if entry.kind is None:
        yield Words(pgettext("skat", "Nobody bid"), "main", pgettext("skat, letters", "Passed"))
        return
    yield (
        suit(entry.kind, "main")
        if entry.kind in SUITS
        else Words(CHOICES["kind"][entry.kind], "main", str(LETTERS[entry.kind]))
    )
    if entry.announced == "ouvert":
        yield Words(CHOICES["announced"]["ouvert"], "main", pgettext("skat, letters", "o"))
    if entry.in_hand:
        yield Words(pgettext("skat", "Hand"), "main", pgettext("skat, letters", "H"))
    if entry.matadors:
        words = pgettext("skat", "with %(n)d") if entry.matadors > 0 else pgettext("skat", "without %(n)d")
        yield Words(words % {"n": abs(entry.matadors)}, brief=f"{entry.matadors:+d}".replace("-", "−"))
    yield Words(hand.name(entry.declarer or entry.loser or 0), "who")
    if entry.declarer:
        yield Words(pgettext("skat", "won") if worth(entry).won else pgettext("skat", "lost"), brief="")
    elif entry.augen:
        yield Words(pgettext("skat", "%(n)d Augen") % {"n": entry.augen}, "points", str(entry.augen))


def _details(entry: Entry) -> Iterator[Words]:
    """Yield what else was said and reached: "Schneider announced", "overbid: 33", "Kontra"."""
    if entry.announced in ("schneider", "schwarz"):
        words = pgettext("skat", "%(step)s announced") % {"step": CHOICES["announced"][entry.announced]}
        yield Words(words, brief=pgettext("skat, letters", "a."))
    elif entry.result not in (None, "won", "lost"):
        yield Words(CHOICES["result"][entry.result], brief="")
    if entry.declarer and worth(entry).overbid:
        yield Words(pgettext("skat", "overbid: %(bid)d") % {"bid": entry.bid}, brief=f"> {entry.bid}")
    elif entry.bid:
        yield Words(pgettext("skat", "bid %(bid)d") % {"bid": entry.bid}, "rest")
    if entry.kontra:
        yield Words(CHOICES["kontra"][entry.kontra], brief=pgettext("skat, letters", "K"))
    if entry.bock_event:
        yield Words(pgettext("skat", "starts a Bock round"), brief=pgettext("skat, letters", "→B"))
