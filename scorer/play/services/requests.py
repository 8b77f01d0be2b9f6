"""Requests for corrections: a player asks, and whoever may correct the hand does so or refuses."""

from typing import Any

from django.db import transaction

from scorer.play.models import Hand, RepliesQuerySet, Reply
from scorer.play.phones import Phone
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.hands import correct_hand
from scorer.play.services.shared import Actor, Saved, expect_basis, lock_hand, log_version
from scorer.play.sheets.sheet import cached_sheet
from scorer.scoring import Problem, dump, load

MAX_OPEN = 5
"""Requests that one contestant may have open in an event, or one player at a table."""


@transaction.atomic
def ask_for_correction(
    hand: Hand, *, note: str, entry: Any = None, basis: int, by: Phone, together: RepliesQuerySet | None = None
) -> Reply:
    """Ask for a correction of a played hand, in a sentence, or with the hand as it should be in `entry`.

    `basis` is the version of the hand that the player has seen. Asking the same again changes nothing. `together` are
    the requests that count together; usually those of the player at this table.
    """
    table, hand = lock_hand(hand)
    if by.player is None:
        raise Conflict(ConflictCode.NO_HOLDER, table=table, hand=hand)
    expect_basis(hand, basis, None)
    sheet = cached_sheet(table)
    problems = [] if entry is None else [*sheet.game.rules.problems(entry, sheet.variant, table.size)]
    if entry is None and not note.strip():
        problems = [Problem("why", "required")]
    if problems:
        raise Refused(*problems)
    ask = Reply(hand=hand, version=basis, kind=Reply.Kind.ASK, player=by.player, note=note)
    ask.entry = None if entry is None else dump(entry)
    if together is None:
        together = Reply.objects.filter(hand__table=table, player=by.player)
    still_open = list(together.open_requests())
    for other in still_open:
        if (other.hand_id, other.note, other.entry) == (hand.pk, ask.note, ask.entry):
            return other
    if len(still_open) >= MAX_OPEN:
        raise Conflict(ConflictCode.ASKED_ENOUGH, table=table, hand=hand)
    ask.save()
    log_version(table, ask, ask.kind, by, at=ask.at, why=note, after=_logged(ask, entry=ask.entry))
    return ask


@transaction.atomic
def accept_request(ask: Reply, *, by: Actor, why: str) -> Saved:
    """Correct the hand as it was filled in. The log of the correction says who has asked for it."""
    table, hand = lock_hand(ask.hand)
    entry = load(table.config.rules.Entry, _open(ask).entry)[0]
    return correct_hand(hand, entry, by=by, why=why, basis=ask.version)


@transaction.atomic
def refuse_request(ask: Reply, *, why: str, by: Actor) -> None:
    table, _hand = lock_hand(ask.hand)
    ask = _open(ask)
    if not why.strip():
        raise Refused(Problem("why", "required"))
    ask.refusal = why
    ask.save(update_fields=["refusal"])
    log_version(table, ask, "refuse", by, why=why, after=_logged(ask))


@transaction.atomic
def note_seen(ask: Reply, *, by: Phone) -> None:
    """Show a refusal no more to whoever has asked. It stays in the history of the hand, so this is not logged."""
    Reply.objects.requests().filter(pk=ask.pk, player=by.player).exclude(refusal="").update(seen=True)


def _open(ask: Reply) -> Reply:
    still_open = Reply.objects.open_requests().filter(pk=ask.pk).first()
    if still_open is None:
        raise Conflict(ConflictCode.DECIDED, table=ask.hand.table, hand=ask.hand)
    return still_open


def _logged(ask: Reply, **values: Any) -> dict[str, Any]:
    return {"request": ask.pk} | {name: value for name, value in values.items() if value is not None}
