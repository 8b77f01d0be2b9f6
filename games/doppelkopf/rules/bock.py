"""Bock rounds: hands that count double because of what happened in an earlier one.

A hand with one or more of the variant's triggers starts one round, which begins with the next hand. The triggers are
those of the digest (section 7), in its order:

    bock_after_120          120 : 120
    bock_after_event        the entry's `bock_event`, for example that a heart trick went through
    bock_after_zero         the hand is worth 0
    bock_after_re_lost      Re was announced, and Kontra won
    bock_after_kontra_lost  Kontra was announced, and Re won
    bock_after_both         Re and Kontra were announced
    bock_after_solo_lost    Kontra won against a soloist
    bock_after_schwarz      a party was schwarz
    bock_after_extras       a party has three Sonderpunkte or more, gegen die Alten among them

A round has one hand for every seat of the table (`bock_length` "each") or a single hand ("one"). `bock_overlap` says
what a trigger does during a round:

    ignore    nothing
    extend    the round gets the hands of another one
    stack     a second round runs at the same time: each round doubles, so a hand in two rounds counts four times
    restart   the round starts again

With `bock_pauses` a solo is not a Bock hand and does not use one up.
"""

from collections.abc import Mapping
from typing import Final

from games.doppelkopf.rules.entry import Entry, is_solo
from games.doppelkopf.rules.lines import Result, parties
from games.doppelkopf.rules.variant import TRIGGERS, Variant

TIMES: Final = 2  # club's text 6: "Alle berechneten Punkte werden verdoppelt (×2)"
MANY_EXTRAS: Final = 3  # digest section 7: "party with 3 Sonderpunkte"

Rounds = tuple[int, ...]
"""How many hands are left of each running round. There is at most one unless the variant stacks them."""


def hands_of_round(variant: Variant, seats: int) -> int:
    return seats if variant.bock_length == "each" else 1


def times(entry: Entry, rounds: Rounds, variant: Variant) -> int:
    """Return how many times the hand counts. A tick doubles a hand only if no round does."""
    by_rounds = 1 if _pauses(entry, variant) else TIMES ** len(rounds)
    return max(by_rounds, TIMES if entry.bock else 1)


def after(entry: Entry, result: Result, rounds: Rounds, variant: Variant, seats: int) -> Rounds:
    """Return the rounds that are running after this hand."""
    left = rounds if _pauses(entry, variant) else tuple(hands - 1 for hands in rounds if hands > 1)
    happened = _triggers(entry, result, variant)
    starts = any(happened[name] for name in TRIGGERS if getattr(variant, name))
    if not starts or (rounds and variant.bock_overlap == "ignore"):
        return left
    fresh = hands_of_round(variant, seats)
    if variant.bock_overlap == "extend":
        return (sum(left) + fresh,)
    return (*left, fresh) if variant.bock_overlap == "stack" else (fresh,)


def _pauses(entry: Entry, variant: Variant) -> bool:
    return variant.bock_pauses and is_solo(entry)


def _triggers(entry: Entry, result: Result, variant: Variant) -> Mapping[str, bool]:
    """Return whether the hand has each trigger, also for those that do not start a round in this variant."""
    re, kontra = parties(entry, variant)
    return {
        "bock_after_120": re.augen == kontra.augen,
        "bock_after_event": entry.bock_event,
        "bock_after_zero": result.value == 0,
        "bock_after_re_lost": re.announced and result.winner == "kontra",
        "bock_after_kontra_lost": kontra.announced and result.winner == "re",
        "bock_after_both": re.announced and kontra.announced,
        "bock_after_solo_lost": is_solo(entry) and result.winner == "kontra",
        "bock_after_schwarz": re.schwarz or kontra.schwarz,
        "bock_after_extras": max(_extras(entry, result)) >= MANY_EXTRAS,
    }


def _extras(entry: Entry, result: Result) -> tuple[int, int]:
    """Return the numbers of Sonderpunkte of Re and of Kontra, including gegen die Alten."""
    if is_solo(entry):
        return 0, 0
    re, kontra = (
        extras.fuchs + extras.doppelkopf + extras.karlchen for extras in (entry.re_extras, entry.kontra_extras)
    )
    return re, kontra + (result.winner == "kontra")
