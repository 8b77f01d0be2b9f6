"""Hands that a club might play, for the demo and the tests."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Final

from games.doppelkopf.rules import sheet
from games.doppelkopf.rules.checks import IMPOSSIBLE_AUGEN, MOST_EXTRAS, least_augen
from games.doppelkopf.rules.entry import ABSAGEN, ALL_AUGEN, AT_PLAY, Absage, Entry, Extras, Kind
from games.doppelkopf.rules.ranges import ranges
from games.doppelkopf.rules.variant import Variant
from scorer.scoring import after

# Roughly how a club's hands end. These are our own estimates for the demo, from no source.
_PARTNERS: Final[dict[Kind, int]] = {"normal": 93, "hochzeit": 7}
_CALLED: Final[dict[Kind, int]] = {"damen": 30, "buben": 30, "farbe": 15, "trumpf": 10, "fleischlos": 15}
_UNCALLED: Final[dict[Kind, int]] = {"stille_hochzeit": 60, "ungeklaerte_hochzeit": 40}
_PFLICHTSOLO: Final = 0.12
_LUSTSOLO: Final = 0.05
_UNCALLED_SOLO: Final = 0.01
_AUGEN: Final = 124
_SPREAD: Final = 27
_COUNTED: Final = 0.3
"""The share of hands with exact Augen where a range would be enough."""
_STRONG: Final = 135
"""A party with so many Augen tends to announce, and with every 20 more it may make a further Absage."""
_SAID: Final = 0.55
_SAID_IN_ERROR: Final = 0.06
_DARED: Final = 0.35
_EXTRAS: Final = {"fuchs": 0.18, "doppelkopf": 0.07, "karlchen": 0.08}
_BOCK: Final = 0.04
_EVENT: Final = 0.04


def random_entry(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, dealer: int) -> Entry:
    """Return a hand in the order of the list: Pflichtsolo before Lustsolo, and a Vorführung when it is due."""
    resting = sheet.resting(dealer, seats)
    from_left_of_dealer = [after(dealer, seats, steps) for steps in range(1, seats + 1)]
    at_play = [seat for seat in from_left_of_dealer if seat not in resting]
    hand = replace(_kind_and_re(random, entries, variant, seats, at_play), sitting_out=resting, re_augen=_augen(random))
    hand = _with_announcements(random, hand)
    if hand.kind in _PARTNERS:
        hand = _with_extras(random, hand)
    if variant.scoring == "ddv" and hand.re_augen in (0, ALL_AUGEN):
        hand = replace(hand, schwarz="kontra" if hand.re_augen else "re")
    hand = _with_range(random, hand, variant)
    return replace(hand, bock=_bock(random, entries, variant), bock_event=_event(random, variant))


def _kind_and_re(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, at_play: list[int]) -> Entry:
    """Return an entry with the kind of hand and who is Re."""
    owing = sheet.owing(sheet.duty_done(entries), variant, seats)
    due = [seat for seat in at_play if seat in owing]
    hands = variant.length(seats)
    if due and hands is not None and 0 < hands - len(entries) <= len(owing):
        return Entry(kind=_one_of(random, _CALLED), re=(due[0],), duty="vorfuehrung")
    if due and random.random() < _PFLICHTSOLO:
        return Entry(kind=_one_of(random, _CALLED), re=(random.choice(due),), duty="pflicht")
    free = [seat for seat in at_play if seat not in owing]
    if free and random.random() < _LUSTSOLO:
        return Entry(kind=_one_of(random, _CALLED), re=(random.choice(free),))
    if random.random() < _UNCALLED_SOLO:
        return Entry(kind=_one_of(random, _UNCALLED), re=(random.choice(at_play),))
    first, second = sorted(random.sample(at_play, 2))
    return Entry(kind=_one_of(random, _PARTNERS), re=(first, second))


def _one_of(random: Random, weights: dict[Kind, int]) -> Kind:
    return random.choices(list(weights), list(weights.values()))[0]


def _augen(random: Random) -> int:
    augen = min(ALL_AUGEN, max(0, round(random.gauss(_AUGEN, _SPREAD))))
    return {IMPOSSIBLE_AUGEN[0]: 0, IMPOSSIBLE_AUGEN[1]: ALL_AUGEN}.get(augen, augen)


def _with_range(random: Random, hand: Entry, variant: Variant) -> Entry:
    """Return the hand with only the range of its Augen, unless somebody counted them."""
    part = next(part for part in ranges(variant) if (hand.re_augen or 0) in part)
    if part.is_number or random.random() < _COUNTED:
        return hand
    return replace(hand, re_augen=part.highest, augen_exact=False)


def _with_announcements(random: Random, hand: Entry) -> Entry:
    """Add announcements and Absagen, mostly of the party that will win, and rarely higher than it will reach."""
    augen = hand.re_augen or 0
    re, re_absage = _announcement(random, augen)
    kontra, kontra_absage = _announcement(random, ALL_AUGEN - augen)
    return replace(hand, re_announced=re, re_absage=re_absage, kontra_announced=kontra, kontra_absage=kontra_absage)


def _announcement(random: Random, augen: int) -> tuple[bool, Absage | None]:
    said = random.random() < (_SAID if augen >= _STRONG else _SAID_IN_ERROR)
    steps = 0
    while said and steps < len(ABSAGEN) and augen >= _STRONG + 20 * steps and random.random() < _DARED:
        steps += 1
    return said, ABSAGEN[steps - 1] if steps else None


def _with_extras(random: Random, hand: Entry) -> Entry:
    """Add Sonderpunkte: at most one of each sort, and only those that the party's Augen allow."""
    re_augen = hand.re_augen or 0
    augen, extras = [re_augen, ALL_AUGEN - re_augen], [Extras(), Extras()]
    for name in MOST_EXTRAS:
        party = random.randrange(2)
        more = replace(extras[party], **{name: 1})
        if random.random() < _EXTRAS[name] and least_augen(more) <= augen[party]:
            extras[party] = more
    return replace(hand, re_extras=extras[0], kontra_extras=extras[1])


def _bock(random: Random, entries: Sequence[Entry], variant: Variant) -> bool:
    """Return whether Bock is ticked, where the sheet does not find the rounds: for four hands, now and then."""
    if variant.scoring == "ddv" or variant.has_bock_rounds:
        return False
    running = sum(1 for _ in takewhile(lambda entry: entry.bock, reversed(entries)))
    return running % AT_PLAY > 0 or random.random() < _BOCK


def _event(random: Random, variant: Variant) -> bool:
    return variant.bock_after_event and random.random() < _EVENT
