"""Scored hands, published and our own, and hands that a club might play."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from games.skat.rules.checks import problems
from games.skat.rules.entry import AT_PLAY, RESULTS, Announced, Entry, Kind, Kontra, Result
from games.skat.rules.value import BIDS, MATADORS, worth
from games.skat.rules.variant import Variant
from scorer.scoring import Example, at_play
from scorer.scoring import gettext_noop as _


def _hand(
    kind: Kind,
    matadors: int | None,
    result: Result = "won",
    *,
    in_hand: bool = False,
    announced: Announced | None = None,
    bid: int | None = None,
    kontra: Kontra | None = None,
) -> Entry:
    """Seat 1 declares."""
    return Entry(kind, 1, matadors, in_hand, announced, result, bid, kontra)


def _isko(caption: str, entry: Entry, declarer: int) -> Example:
    """At a table of three. `declarer` is what seat 1 gets; each of the others has 40 if that is lost."""
    others = 40 if declarer < 0 else 0
    return Example(caption, entry, (declarer, others, others), "isko", seats=3)


def _plain(caption: str, entry: Entry, declarer: int) -> Example:
    return Example(caption, entry, (declarer, 0, 0), "plain", seats=3)


def _pub(caption: str, entry: Entry, points: int, *before: Entry) -> Example:
    return Example(caption, entry, (points, 0, 0), "pub", seats=3, before=before)


_PASSED_OUT: Final = Entry(passed_out=True)
_STARTS_BOCK: Final = Entry("D", 1, 1, result="lost", bock_event=True)

EXAMPLES: Final[tuple[Example, ...]] = (
    _isko(_("Clubs with 1, won: 2 × 12 and 50"), _hand("C", 1), 74),
    _isko(_("Diamonds without 2, lost: 3 × 9, twice"), _hand("D", -2, "lost"), -54 - 50),
    _isko(_("Grand with 4, Schneider"), _hand("grand", 4, "schneider"), 144 + 50),
    _isko(_("Grand Hand with 2"), _hand("grand", 2, in_hand=True), 146),
    _isko(_("Clubs ouvert with 2"), _hand("C", 2, "schwarz", in_hand=True, announced="ouvert"), 108 + 50),
    _isko(
        _("The highest game: Grand ouvert with 4"),
        _hand("grand", 4, "schwarz", in_hand=True, announced="ouvert"),
        264 + 50,
    ),
    _isko(
        _("Schneider announced, but only 80 Augen: lost, and both steps count"),
        _hand("H", -3, in_hand=True, announced="schneider"),
        -190,
    ),
    _isko(_("The declarer has 30 Augen or fewer: Schneider counts"), _hand("C", 1, "lost_schneider"), -72 - 50),
    _isko(_("Bid 22, diamonds with 1 and 80 Augen: overbid, 27 count"), _hand("D", 1, bid=22), -54 - 50),
    _isko(_("Bid 33, diamonds with 1: overbid, 36 count"), _hand("D", 1, bid=33), -122),
    _isko(_("The same with all tricks: 36 reach the bid"), _hand("D", 1, "schwarz", bid=33), 36 + 50),
    _isko(
        _("Bid 72, spades Hand without 5; the jack of clubs is in the skat, so it is with 1"),
        _hand("S", 1, in_hand=True, bid=72),
        -154 - 50,
    ),
    _isko(_("Null ouvert, won"), _hand("null", None, announced="ouvert"), 96),
    _isko(_("Null ouvert, lost"), _hand("null", None, "lost", announced="ouvert"), -142),
    _isko(_("Null, lost"), _hand("null", None, "lost"), -96),
    _isko(_("Nobody bid"), _PASSED_OUT, 0),
    Example(
        _("At a table of four, the dealer who sits out gets 30 like the opponents"),
        Entry("C", 2, -2, result="lost", sitting_out=(4,)),
        (30, -72 - 50, 30, 30),
        "isko",
    ),
    _plain(_("The plain list: the value"), _hand("C", 1), 24),
    _plain(_("The plain list: twice the value, if the game is lost"), _hand("D", -2, "lost"), -54),
    _pub(_("Kontra, and the game is lost"), _hand("C", 1, "lost", kontra="kontra"), -96),
    _pub(_("Kontra and Re, and the game is won"), _hand("C", 1, kontra="re"), 96),
    _pub(_("In a Bock round"), _hand("C", 1), 48, _STARTS_BOCK),
    _pub(_("Ramsch"), Entry("ramsch", result="lost", loser=1, augen=55), -55),
    _pub(_("Ramsch with a Jungfrau"), Entry("ramsch", result="jungfrau", loser=1, augen=70), -140),
    _pub(_("Durchmarsch"), Entry("ramsch", result="durchmarsch", loser=1), 120),
)

# Hands that a club might play, for the demo and the tests. How they end are our own estimates, from no source.
_KINDS: Final[dict[Kind, int]] = {"D": 12, "H": 15, "S": 18, "C": 22, "grand": 25, "null": 8}
_RESULTS: Final = {6: (62, 16, 2, 17, 2, 1), 2: (65, 35), 3: (76, 20, 4)}
"""By how many results a kind of hand has."""
_MATADORS: Final = {1: 50, 2: 26, 3: 13, 4: 9, 5: 2}
_ANNOUNCED: Final = {None: 80, "schneider": 10, "schwarz": 3, "ouvert": 7}
_NOBODY_BIDS: Final = 0.05
_IN_HAND: Final = 0.15
_BID: Final = 0.3
_OVERBID: Final = 0.1
_KONTRA: Final = 0.12
_BOCK: Final = 0.06
_AUGEN: Final = (42, 78)


def random_entry(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, dealer: int) -> Entry:
    resting = (dealer,) if seats > AT_PLAY else ()
    seat = random.choice(at_play(resting, seats))
    bock = variant.bock and random.random() < _BOCK
    while True:  # until nothing contradicts anything else
        hand = replace(_random_hand(random, variant, seat), sitting_out=resting, bock_event=bock)
        if not problems(hand, variant, seats):
            return hand


def _random_hand(random: Random, variant: Variant, seat: int) -> Entry:
    if random.random() < _NOBODY_BIDS:
        return _random_ramsch(random, seat) if variant.ramsch else Entry(passed_out=True)
    kind = _one_of(random, _KINDS)
    matadors = None if kind == "null" else min(_one_of(random, _MATADORS), MATADORS[kind]) * random.choice((1, -1))
    in_hand, announced = random.random() < _IN_HAND, _one_of(random, _ANNOUNCED)
    announced = announced if in_hand or (kind == "null" and announced == "ouvert") else None
    hand = Entry(kind, seat, matadors, in_hand, announced, _random_result(random, kind))
    if random.random() < _BID:
        reached = sum(bid <= worth(hand).value for bid in BIDS)
        hand = replace(hand, bid=BIDS[reached if random.random() < _OVERBID else random.randrange(reached)])
    if variant.kontra and random.random() < _KONTRA:
        hand = replace(hand, kontra=random.choice(("kontra", "re")))
    return hand


def _random_ramsch(random: Random, loser: int) -> Entry:
    result = _random_result(random, "ramsch")
    augen = None if result == "durchmarsch" else random.randint(*_AUGEN)
    return Entry("ramsch", result=result, loser=loser, augen=augen)


def _random_result(random: Random, kind: Kind) -> Any:
    return random.choices(RESULTS[kind], _RESULTS[len(RESULTS[kind])])[0]


def _one_of(random: Random, weights: dict[Any, int]) -> Any:
    return random.choices(list(weights), list(weights.values()))[0]
