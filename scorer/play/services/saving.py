"""Save what was typed for the next hand. One call says in one of a few results what has become of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scorer.play.models import Hand, Table
from scorer.play.services.errors import Conflict, ConflictCode
from scorer.play.services.hands import record_hand
from scorer.play.services.late_hands import enter_late, hand_in
from scorer.play.services.shared import Actor, Saved, expect, saved_before
from scorer.play.sheets.sheet import cached_sheet
from scorer.scoring import Problem, dump


@dataclass(frozen=True, slots=True)
class TypedHand:
    """What a form says about the next hand."""

    entry: Any
    """None if the values are no valid hand."""
    problems: tuple[Problem, ...]
    entry_at: Callable[[int], Any]
    """Returns the entry as a correction of that line. As the next hand it may be invalid, since each deal is played
    once."""
    typed: Callable[[], str]
    """Returns all that was typed, for the director."""
    key: str
    number: int | None
    layout: int | None
    dealer: int | None
    is_improbable: bool
    """Whether it has a warning that nobody has seen yet."""
    by_another: bool
    """Whether somebody else typed it on this device, so that it must not be saved under another name."""
    late: int | None
    """The late hand that is entered in this way."""
    same: int | None
    """The line that somebody else has entered for the same hand, as whoever typed this says."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """It is with the director, since the deal has been ruled on or the table closed meanwhile."""

    already: bool = False


@dataclass(frozen=True, slots=True)
class Improbable:
    """It is saved if it is sent again."""


@dataclass(frozen=True, slots=True)
class Faulty:
    """It is no valid hand."""

    instead: Hand | None
    """The line that has its deal already, or any if all deals of the table are on the sheet."""


@dataclass(frozen=True, slots=True)
class Prevented:
    conflict: Conflict


def save_typed(
    table: Table, hand: TypedHand, *, is_ruled: bool, by: Actor
) -> Saved | HandedIn | Improbable | Faulty | Prevented:
    """Save the next hand, or hand it in if its deal has been ruled on. The same key again gets the first result."""
    hands_in = is_ruled and not hand.late and not hand.by_another
    try:
        line = table.hands.filter(number=hand.same).first() if hand.same else None
        if line:
            return Saved(line, repeated=True)
        # `record_hand` finds a hand that was saved before by itself. Here it is looked up if that is not called.
        is_saved_now = hand.entry is not None and not (hands_in or hand.by_another or hand.is_improbable)
        saved = None if is_saved_now else saved_before(table, hand.key)
        if saved:
            return _compared(saved, hand)
        if hand.by_another:
            return Prevented(Conflict(ConflictCode.WRITER, table=table))
        if hands_in:
            hand_in(table, hand.typed(), ruled=True, by=by, key=hand.key)
            return HandedIn()
        if hand.entry is None:
            return _not_saved(table, hand)
        if hand.is_improbable:
            expect(table, hand.number, hand.layout)
            return Improbable()
        save = partial(enter_late, late=hand.late) if hand.late else record_hand
        return save(table, hand.entry, by=by, key=hand.key, number=hand.number, layout=hand.layout, dealer=hand.dealer)
    except Conflict as conflict:
        if hands_in and conflict.code == ConflictCode.HANDED_IN:
            return HandedIn(already=True)
        # The form may have been sent twice at once, and the other request was faster.
        key_is_taken = conflict.code in {ConflictCode.KEY, ConflictCode.HANDED_IN}
        saved = None if key_is_taken else saved_before(table, hand.key)
        return saved or Prevented(conflict)


def save_late(table: Table, hand: TypedHand, *, hands_in: bool, by: Actor) -> Saved | HandedIn | Prevented | None:
    """Say what has become of a hand whose table was closed before it was sent, and hand it in if its phone `hands_in`.

    None means that it can be handed in.
    """
    try:
        saved = saved_before(table, hand.key)
        if saved is None and hand.key and hands_in and not hand.by_another:
            hand_in(table, hand.typed(), by=by, key=hand.key)
            return HandedIn()
    except Conflict as conflict:
        return HandedIn(already=True) if conflict.code == ConflictCode.HANDED_IN else Prevented(conflict)
    return saved


def _compared(saved: Saved, hand: TypedHand) -> Saved:
    """Return an earlier save with `differs` set if the hand had other values than those sent now."""
    entry = hand.entry_at(saved.hand.number)
    same = entry is not None and saved_before(saved.hand.table, hand.key, {"entry": dump(entry)})
    return same or replace(saved, differs=True)


def _not_saved(table: Table, hand: TypedHand) -> Faulty:
    instead = _line_in_its_place(table, hand)
    if instead and (hand.number or 0) <= cached_sheet(table).last:
        raise Conflict(ConflictCode.TAKEN, table=table, hand=instead)
    return Faulty(instead)


def _line_in_its_place(table: Table, hand: TypedHand) -> Hand | None:
    counted = table.hands.counted()
    for problem in hand.problems:
        if problem.code == "deal_played":
            return counted.filter(deal=str(problem.params["deal"])).first()
        if problem.code == "all_deals_played":
            return counted.filter(number=hand.number or 0).first() or counted.last()
    return None
