"""Finds what is wrong with an entry, all problems at once, and what is improbable."""

from collections.abc import Hashable, Iterator, Sequence

from games.skat.rules.entry import ALL_AUGEN, AT_PLAY, HAND_KINDS, RESULTS, TRUMPS, Entry
from games.skat.rules.value import BIDS, CARDS_WON, MATADORS, highest, worth
from games.skat.rules.variant import Variant
from scorer.scoring import (
    Problem,
    coerce,
    kind_of,
    kind_problems,
    seat_problems,
    sitting_out_problems,
    turn_problems,
    without_repeats,
)


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    entry, wrong = coerce(entry)
    found = (*_seats(entry, seats), *_game(entry), *_ramsch(entry), *_house_rules(entry, variant))
    return without_repeats([*wrong, *kind_problems(entry, HAND_KINDS, kind_of(entry)), *found])


def _seats(entry: Entry, seats: int) -> Iterator[Problem]:
    """A hand that was passed out scores nothing, so it does not have to say who rested."""
    resting = seats - AT_PLAY
    yield from sitting_out_problems(entry.sitting_out, seats, (0, resting) if entry.passed_out else (resting,))
    for name, seat in (("declarer", entry.declarer), ("loser", entry.loser)):
        yield from seat_problems(name, [] if seat is None else [seat], seats)
        if seat in entry.sitting_out:
            yield Problem(name, "sits_out", {"seat": seat})


def _game(entry: Entry) -> Iterator[Problem]:
    """ISkO 3.4.4: after the skat was taken up, nothing can be announced. In Null there are no steps."""
    if entry.kind and entry.result and entry.result not in RESULTS[entry.kind]:
        yield Problem("result", "result_of_kind")
    if entry.kind == "null" and entry.announced not in (None, "ouvert"):
        yield Problem("announced", "result_of_kind")
    if entry.kind in TRUMPS and entry.announced and not entry.in_hand:
        yield Problem("announced", "needs_hand")
    if entry.kind in TRUMPS and entry.matadors is not None and not 1 <= abs(entry.matadors) <= MATADORS[entry.kind]:
        yield Problem("matadors", "matadors_range", {"most": MATADORS[entry.kind]})
    if entry.bid is not None and entry.bid not in BIDS:
        below = [value for value in BIDS if value < entry.bid] or BIDS
        yield Problem("bid", "no_bid", {"n": entry.bid, "below": below[-1]})
    elif entry.bid and (entry.kind == "null" or entry.matadors) and entry.bid > highest(entry):
        yield Problem("bid", "out_of_reach", {"n": entry.bid, "most": highest(entry)})


def _ramsch(entry: Entry) -> Iterator[Problem]:
    """In a Durchmarsch, the Augen are known."""
    if entry.augen is None and entry.kind == "ramsch" and entry.result != "durchmarsch":
        yield Problem("augen", "required")
    if entry.augen is not None and entry.result == "durchmarsch":
        yield Problem("augen", "not_in_kind")
    elif entry.augen is not None and not 1 <= entry.augen <= ALL_AUGEN:
        yield Problem("augen", "number_range", {"least": 1, "most": ALL_AUGEN})


def _house_rules(entry: Entry, variant: Variant) -> Iterator[Problem]:
    if entry.kind == "ramsch" and not variant.ramsch:
        yield Problem("kind", "no_house_rule")
    if entry.kontra and not variant.kontra:
        yield Problem("kontra", "no_house_rule")
    if entry.bock_event and not variant.bock:
        yield Problem("bock_event", "no_house_rule")


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: Hashable = None
) -> tuple[Problem, ...]:
    return (*turn_problems(entries, seats), *_surprising(entries[-1]), *_list_full(len(entries), variant.length(seats)))


def _surprising(entry: Entry) -> Iterator[Problem]:
    """Ask about a game that is lost although the cards won it."""
    if entry.declarer and entry.result in CARDS_WON:
        result = worth(entry)
        if result.missed:
            yield Problem("result", "missed")
        elif result.overbid:
            yield Problem("bid", "overbid", {"n": entry.bid})


def _list_full(hands: int, length: int | None) -> Iterator[Problem]:
    if length and hands > length:
        yield Problem("kind", "list_full", {"n": length})
