"""A hand as the sheet shows it: "155 : 85 Ada & Chloé" or, if only a range was entered, "151–180"; "Re, keine 90"."""

from collections.abc import Iterator

from django.utils.translation import pgettext

from games.doppelkopf.labels import CHOICES, KIND_LETTERS, LETTERS, PARTIES, SORTS
from games.doppelkopf.rules import ranges
from games.doppelkopf.rules.bock import TIMES
from games.doppelkopf.rules.entry import ALL_AUGEN, Entry, is_solo
from scorer.registry.description import Description, Subject, Words, dotted


def describe(hand: Subject) -> Description:
    entry: Entry = hand.entry
    details = dotted([*_announcements(entry), *_sonderpunkte(entry), *_duty_and_event(entry)])
    if entry.sitting_out:
        out = pgettext("doppelkopf", "out: %(names)s") % {"names": ", ".join(map(hand.name, entry.sitting_out))}
        details.append(Words(f"· {out}" if details else out, "rest"))
    times = _bock(hand)
    marks = [Words(pgettext("doppelkopf", "Bock × %(times)s") % {"times": times}, "mark", f"× {times}")]
    said = [*_augen(hand, is_usual=times == 1 and not details), *_players(hand), *(marks if times > 1 else ())]
    return Description(said, [details])


def _augen(hand: Subject, *, is_usual: bool) -> Iterator[Words]:
    """Yield the Augen of Re, or their range if only that was entered; no example has one. And what was played."""
    entry: Entry = hand.entry
    part = None if entry.augen_exact else ranges.augen_of(entry, hand.variant)
    augen = str(part.figure if part else entry.re_augen)
    is_normal = entry.kind == "normal"
    lowest, dash, _highest = augen.partition("–")
    is_brief = not (is_usual and is_normal)
    yield Words(augen, "points", (f"{lowest}+" if dash else augen) if is_brief else None)
    if entry.augen_exact:
        yield Words(f" : {ALL_AUGEN - (entry.re_augen or 0)}", "rest", glued=True)
    if not is_normal:
        kind = entry.kind or "normal"
        yield Words(CHOICES["kind"][kind], "kind", str(KIND_LETTERS[kind]))


def _players(hand: Subject) -> Iterator[Words]:
    for place, seat in enumerate(hand.entry.re):
        if place:
            yield Words("&", "who")
        yield Words(hand.name(seat), "who")


def _announcements(entry: Entry) -> Iterator[Words]:
    """Yield the announcement of each party that made one: "Re, keine 90"."""
    for party in PARTIES:
        announced, absage = getattr(entry, f"{party}_announced"), getattr(entry, f"{party}_absage")
        if announced and absage:
            words = f"{PARTIES[party]}, {CHOICES['re_absage'][absage]}"
            yield Words(words, brief=f"{LETTERS[party]}{LETTERS[absage]}")
        elif announced:
            yield Words(PARTIES[party], brief=str(LETTERS[party]))


def _sonderpunkte(entry: Entry) -> Iterator[Words]:
    """Yield the Sonderpunkte of each party that has some: "Re + Fuchs, 2 × Doppelkopf"."""
    for party in PARTIES:
        counts = {sort: n for sort in SORTS if (n := getattr(getattr(entry, f"{party}_extras"), sort))}
        words = [f"{n} × {SORTS[sort]}" if n > 1 else str(SORTS[sort]) for sort, n in counts.items()]
        if counts:
            brief = f"{LETTERS[party]}+{sum(counts.values())}"
            yield Words(f"{PARTIES[party]} + {', '.join(words)}", brief=brief)


def _duty_and_event(entry: Entry) -> Iterator[Words]:
    if is_solo(entry) and entry.duty and entry.duty != "lust":
        yield Words(CHOICES["duty"][entry.duty], brief=str(LETTERS[entry.duty]))
    if entry.bock_event:
        yield Words(pgettext("doppelkopf", "starts a Bock round"), brief=str(LETTERS["bock_event"]))


def _bock(hand: Subject) -> int:
    """How many times the hand counts, by the Bock rounds that the replay finds, or else by the tick."""
    outcome = hand.outcome() if hand.variant and hand.variant.has_bock_rounds else None
    if outcome is None:
        return TIMES if hand.entry.bock else 1
    times = next((reason.params["times"] for reason in outcome.reasons if reason.code == "bock"), 1)
    return times if isinstance(times, int) else 1
