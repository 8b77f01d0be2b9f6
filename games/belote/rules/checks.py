"""Finds what is wrong with an entry, all problems at once, and what is improbable (digest section 6)."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.belote.rules.cards import CARDS, ROUND_POINTS, SEATS, trick_winner
from games.belote.rules.entry import (
    HAND_KINDS,
    HIGHEST,
    LOWEST,
    STEP,
    SUITS,
    TRICKS,
    VALUES,
    Entry,
    PerSide,
    Trick,
    contract_value,
    kind_of,
)
from games.belote.rules.parties import Standing
from games.belote.rules.variant import Variant
from scorer.scoring import Problem, coerce, kind_problems, repeat_problems, without_repeats

IMPOSSIBLE_POINTS: Final = (1, ROUND_POINTS - 1)  # digest section 2: every other total is possible, also in SA and TA
IMPOSSIBLE_DECLARATIONS: Final = (10, 30)  # digest section 6; 20, 50, 100, 150 and 200 add up to every other ten
MAX_DECLARATIONS: Final = 550  # the 16 cards of a side have at most four carrés: 200 + 150 + 100 + 100
MAX_BELOTES: Final = 4  # in TA, one in each suit


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    kind = kind_of(entry)  # before ill-shaped tricks are replaced: they are wrong, and no points are missing
    entry, wrong = coerce(entry)
    return without_repeats([*wrong, *kind_problems(entry, HAND_KINDS, kind), *_played(entry, variant, seats)])


def _played(entry: Entry, variant: Variant, seats: int) -> Iterator[Problem]:
    if not entry.passed_out:
        yield from _contract(entry, seats)
        yield from _house(entry) if variant.scoring == "house" else _ffb(entry)
        yield from _points(entry)
        yield from _tricks(entry, seats)


def _contract(entry: Entry, seats: int) -> Iterator[Problem]:
    if entry.bidder is not None and not 1 <= entry.bidder <= seats:
        yield Problem("bidder", "no_such_seat", {"last": seats})
    if isinstance(entry.value, int) and entry.value not in VALUES:
        yield Problem("value", "value_range", {"least": LOWEST, "most": HIGHEST, "step": STEP})


def _house(entry: Entry) -> Iterator[Problem]:
    if isinstance(entry.value, str):
        yield Problem("value", "value_house", {"least": LOWEST, "most": HIGHEST})
    if entry.trump is not None and entry.trump not in SUITS:
        yield Problem("trump", "trump_house")
    if entry.capot is not None:
        yield Problem("capot", "capot_house")
    if entry.declarations != PerSide():
        yield Problem("declarations", "declarations_house")
    if entry.belotes != PerSide():
        yield Problem("belotes", "belotes_only_ta")


def _ffb(entry: Entry) -> Iterator[Problem]:
    yield from _belotes(entry)
    yield from _declarations(entry.declarations)


def _belotes(entry: Entry) -> Iterator[Problem]:
    """Which of belote and belotes the trump allows. `_tricks` reports them if the cards were entered."""
    if entry.belote is not None and entry.trump == "SA":
        yield Problem("belote", "belote_sa")
    if entry.belote is not None and entry.trump == "TA":
        yield Problem("belote", "belote_ta")
    counts = entry.belotes
    if counts != PerSide() and entry.trump not in ("TA", None):
        yield Problem("belotes", "belotes_only_ta")
    elif min(counts.contracting, counts.opponent) < 0 or counts.contracting + counts.opponent > MAX_BELOTES:
        yield Problem("belotes", "belotes_range", {"most": MAX_BELOTES})


def _declarations(declared: PerSide) -> Iterator[Problem]:
    for name, points in (("contracting", declared.contracting), ("opponent", declared.opponent)):
        field = f"declarations.{name}"
        if not 0 <= points <= MAX_DECLARATIONS:
            yield Problem(field, "declarations_range", {"most": MAX_DECLARATIONS})
        elif points % 10 or points in IMPOSSIBLE_DECLARATIONS:
            yield Problem(field, "declarations_sum", {"points": points})
    if declared.contracting and declared.opponent:
        yield Problem("declarations", "declarations_both")


def _points(entry: Entry) -> Iterator[Problem]:
    points = entry.points
    if points is None:
        return
    if not 0 <= points <= ROUND_POINTS:
        yield Problem("points", "points_range", {"most": ROUND_POINTS})
    elif points in IMPOSSIBLE_POINTS:
        yield Problem("points", "points_impossible", {"points": points})
    if entry.capot is not None:
        needed = 0 if entry.capot == "opponent" else ROUND_POINTS
        if points != needed:
            yield Problem("capot", "capot_points", {"points": needed})


def _tricks(entry: Entry, seats: int) -> Iterator[Problem]:
    if entry.tricks is None:
        return
    if len(entry.tricks) != TRICKS:
        yield Problem("tricks", "eight_tricks", {"n": len(entry.tricks), "needed": TRICKS})
    seen: set[str] = set()
    winner: int | None = None
    for number, trick in enumerate(entry.tricks):
        at = f"tricks.{number}"
        wrong = [*_leader(trick, winner, f"{at}.leader", seats), *_cards(trick, seen, f"{at}.cards")]
        yield from wrong
        winner = None if wrong or entry.trump is None else trick_winner(trick, entry.trump)


def _leader(trick: Trick, winner: int | None, at: str, seats: int) -> Iterator[Problem]:
    """`winner` won the previous trick. None if something is wrong with that trick."""
    if trick.leader is None:
        yield Problem(at, "required")
    elif not 1 <= trick.leader <= seats:
        yield Problem(at, "no_such_seat", {"last": seats})
    elif winner is not None and trick.leader != winner:
        yield Problem(at, "winner_leads", {"seat": winner})


def _cards(trick: Trick, seen: set[str], at: str) -> Iterator[Problem]:
    """`seen` has the cards of the previous tricks. Those of this trick are added to it."""
    if len(trick.cards) != SEATS:
        yield Problem(at, "four_cards", {"n": len(trick.cards), "needed": SEATS})
    for place, card in enumerate(trick.cards):
        if card not in CARDS:
            yield Problem(f"{at}.{place}", "no_such_card", {"card": card[:10]})
        elif card in seen:
            yield Problem(f"{at}.{place}", "card_twice", {"card": card})
        seen.add(card)


# What is improbable

HIGH_CONTRACT: Final = 150
MISSED_BY_FAR: Final = 60
HIGH_DECLARATIONS: Final = 200
"""Limits of what is improbable. They are our own, from no rule book."""


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: Standing | None = None
) -> tuple[Problem, ...]:
    entry = entries[-1]
    another = _another_match(carry or Standing(), variant)
    if entry.passed_out:
        return tuple(another)
    repeated = repeat_problems(entries, "points" if entry.tricks is None else "tricks")
    return (*_improbable(entry), *_mistyped(entry, variant), *repeated, *another)


def _improbable(entry: Entry) -> Iterator[Problem]:
    value = contract_value(entry)
    if value >= HIGH_CONTRACT:
        yield Problem("value", "high_contract", {"points": value})
    if entry.coinche == "surcoinche":
        yield Problem("coinche", "surcoinche")
    declared = entry.declarations.contracting + entry.declarations.opponent
    if declared >= HIGH_DECLARATIONS:
        yield Problem("declarations", "high_declarations", {"points": declared})


def _mistyped(entry: Entry, variant: Variant) -> Iterator[Problem]:
    """Ask about points that may be the other side's, and about a capot that nobody entered. Cards leave no doubt, and
    for a contract of capot or générale the points change nothing.
    """
    if entry.points is None:
        return
    if isinstance(entry.value, int) and entry.value - entry.points > MISSED_BY_FAR:
        yield Problem("points", "missed_by_far", {"points": entry.points, "value": entry.value})
    doubtful = entry.capot is None and entry.points in (0, ROUND_POINTS) and isinstance(entry.value, int)
    if variant.scoring == "ffb" and doubtful:
        yield Problem("capot", "no_capot", {"points": entry.points})


def _another_match(now: Standing, variant: Variant) -> Iterator[Problem]:
    """Ask about a hand after the end of a match. It begins another one."""
    if now.is_over and now.is_decided(variant):
        code = "another_party" if variant.parties == "one" else "another_match"
        yield Problem("bidder", code, {"number": now.number})
