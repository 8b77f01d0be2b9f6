"""Finds what is improbable about an entry, or does not fit the rest of the sheet."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from games.belote.rules.cards import ROUND_POINTS
from games.belote.rules.entry import Entry, contract_value
from games.belote.rules.parties import Standing
from games.belote.rules.variant import Variant
from scorer.scoring import Problem

HIGH_CONTRACT: Final = 150
MISSED_BY_FAR: Final = 60
HIGH_DECLARATIONS: Final = 200
"""Limits of what is improbable. They are our own, from no rule book."""


def warnings(
    entries: Sequence[Entry],
    variant: Variant,
    seats: int,
    later: Sequence[Entry] = (),
    carry: Hashable = None,
) -> tuple[Problem, ...]:
    entry = entries[-1]
    another = _another_match(Standing.of(carry), variant)
    if entry.passed_out:
        return tuple(another)
    before = entries[-2] if len(entries) > 1 else None
    return (*_improbable(entry), *_mistyped(entry, variant), *_repeated(entry, before), *another)


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


def _repeated(entry: Entry, before: Entry | None) -> Iterator[Problem]:
    if entry == before:
        yield Problem("points" if entry.tricks is None else "tricks", "same_as_before")


def _another_match(now: Standing, variant: Variant) -> Iterator[Problem]:
    """Ask about a hand after the end of a match. It begins another one."""
    if now.is_over and now.is_decided(variant):
        code = "another_party" if variant.parties == "one" else "another_match"
        yield Problem("bidder", code, {"number": now.number})
