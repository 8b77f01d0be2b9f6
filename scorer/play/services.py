"""Every write at a table. Each is one transaction, takes the table's lock first and leaves one Revision.

Whether the actor may do it has been answered before (scorer.play.rights); what is decided here is whether it can be
done now. Refused says what is wrong with the values, Conflict what has happened at the table meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scorer.club.models import Club, Player, User
from scorer.history.models import Revision
from scorer.play import ledger
from scorer.play.models import Hand, Seat, Table
from scorer.registry import GameConfig
from scorer.scoring import MAX_NUMBER, Problem, dump

Actor = User | None
"""None is the command line."""


class Refused(Exception):
    """The values cannot be: `problems` names every one of them."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


class Conflict(Exception):
    """It cannot be done any more, or not yet.

    Codes: closed, cancelled, layout (seats, variant or state changed meanwhile), taken (`hand` has that
    number), number (the number is not the next one), key (used for something else), has_hands, no_season, not_last,
    seated, corrected (the hand has been changed since the correction's form was made).
    """

    def __init__(self, code: str, *, table: Table | None = None, hand: Hand | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.table = table
        self.hand = hand


@dataclass(frozen=True, slots=True)
class Saved:
    """`repeated`: the form had been saved before, and this is its first result; `differs` if its values were others."""

    hand: Hand
    repeated: bool = False
    differs: bool = False


# Tables


@transaction.atomic
def open_table(
    club: Club,
    game: GameConfig,
    variant: Any,
    players: Sequence[Player],
    *,
    first_dealer: int,
    by: Actor,
    key: str | None = None,
    number: int | None = None,
    at: datetime | None = None,
) -> Table:
    """Opens a table in the club's open season with `players` at positions 1, 2, ...

    Without a `number` it gets the lowest that no open table has.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    repeated = opened_before(club, key)
    if repeated:
        return repeated
    season = club.seasons.open().first()
    if season is None:
        raise Conflict("no_season")
    problems = seating_problems(game, players, first_dealer)
    if problems:
        raise Refused(*problems)
    table = Table.objects.create(
        club=club,
        season=season,
        game=game.slug,
        number=number or free_numbers(club, 1)[0],
        size=len(players),
        first_dealer=first_dealer,
        opened_by=by,
        opened_at=at or timezone.now(),
    )
    game.table_model.of(table, variant).save()
    Seat.objects.bulk_create(
        Seat(table=table, position=position, player=player) for position, player in enumerate(players, start=1)
    )
    after = {"game": game.slug, "variant": dump(variant), "players": [player.pk for player in players]}
    _log(table, Revision.Kind.TABLE, table.pk, "open", by, key=key, after=after)
    return table


def opened_before(club: Club, key: str | None) -> Table | None:
    """The table that the form with this key has opened already."""
    done = _done(key)
    if done is None:
        return None
    if (done.club_id, done.kind, done.action) != (club.pk, Revision.Kind.TABLE, "open"):
        raise Conflict("key")
    return Table.objects.get(pk=done.object_id)


def seating_problems(game: GameConfig, players: Sequence[Player], first_dealer: int) -> list[Problem]:
    problems = []
    if len(players) not in game.seat_counts:
        problems.append(Problem("players", "seats", {"counts": ", ".join(map(str, game.seat_counts))}))
    if len({player.pk for player in players}) < len(players):
        problems.append(Problem("players", "twice"))
    if not 1 <= first_dealer <= len(players):
        problems.append(Problem("first_dealer", "choice"))
    return problems


def free_numbers(club: Club, count: int) -> list[int]:
    """The lowest numbers in the room that no open table has."""
    taken = set(club.tables.open().values_list("number", flat=True))
    return [number for number in range(1, len(taken) + count + 1) if number not in taken][:count]


@transaction.atomic
def close_table(table: Table, *, by: Actor, at: datetime | None = None) -> Table:
    table = _lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict("cancelled", table=table)
    if not table.is_open:
        return table
    table.state, table.closed_at = Table.State.CLOSED, at or timezone.now()
    return _changed(table, "close", by)


@transaction.atomic
def reopen_table(table: Table, *, by: Actor) -> Table:
    table = _lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict("cancelled", table=table)
    if table.is_open:
        return table
    table.state, table.closed_at = Table.State.OPEN, None
    return _changed(table, "reopen", by)


@transaction.atomic
def cancel_table(table: Table, *, by: Actor) -> Table:
    """For a table opened by mistake: only while it has no hand, voided ones counted."""
    table = _lock_open(table)
    if table.hands.exists():
        raise Conflict("has_hands", table=table)
    table.state = Table.State.CANCELLED
    return _changed(table, "cancel", by)


def _changed(table: Table, action: str, by: Actor) -> Table:
    table.version += 1
    table.layout += 1
    table.save(update_fields=["state", "closed_at", "version", "layout"])
    _log(table, Revision.Kind.TABLE, table.pk, action, by)
    return table


@transaction.atomic
def substitute(table: Table, position: int, player: Player, *, by: Actor) -> Seat:
    """From the next hand on `player` sits at `position`; the hands so far stay with who played them."""
    table = _lock_open(table)
    if table.seats.current().filter(player=player).exists():
        raise Conflict("seated", table=table)
    leaving = table.seats.current().get(position=position)
    following = next_number(table)
    if leaving.since == following:  # nothing played yet: the chair was meant for somebody else
        before, leaving.player = leaving.player_id, player
        leaving.save(update_fields=["player"])
        seat = leaving
    else:
        before, leaving.until = leaving.player_id, following - 1
        leaving.save(update_fields=["until"])
        seat = Seat.objects.create(table=table, position=position, player=player, since=following)
    table.version += 1
    table.layout += 1
    table.save(update_fields=["version", "layout"])
    _log(
        table,
        Revision.Kind.TABLE,
        table.pk,
        "substitute",
        by,
        before={"position": position, "player": before},
        after={"position": position, "player": player.pk, "since": following},
    )
    return seat


# Hands


@transaction.atomic
def record_hand(
    table: Table,
    entry: Any,
    *,
    by: Actor,
    key: str | None,
    number: int | None = None,
    layout: int | None = None,
    dealer: int | None = None,
    at: datetime | None = None,
) -> Saved:
    """Adds one hand to the sheet.

    `number` and `layout` are what the form was made for: if they have been overtaken, Conflict. `dealer` overrides
    whose turn it is. The same `key` again gives the first result.
    """
    table = _lock(table)
    saved = saved_before(table, key, {"entry": dump(entry)})
    if saved:
        return saved
    following = expect(table, number, layout)
    sheet = ledger.Sheet.of(table)
    problems = sheet.game.rules.problems(entry, sheet.variant, table.size)
    if problems or (dealer is not None and not 1 <= dealer <= table.size):
        raise Refused(*problems or [Problem("dealer", "choice")])
    hand = Hand.objects.create(
        table=table,
        number=following,
        dealer=dealer or sheet.game.rules.dealer(entry, sheet.turn),
        entered_by=by,
        entered_at=at or timezone.now(),
    )
    sheet.game.hand_model(hand=hand).write(entry)
    outcome = sheet.outcome_of_next(entry)
    seats = list(table.seats.current())
    ledger.write(table, ledger.points_due(hand, outcome.points, seats, outcome.sitting_out), seats)
    _bump(table)
    _log(table, Revision.Kind.HAND, hand.pk, "record", by, key=key, after=_snapshot(hand, entry), at=at)
    return Saved(hand)


@transaction.atomic
def record_adjustment(
    table: Table,
    points: Sequence[int],
    *,
    why: str,
    by: Actor,
    key: str | None,
    number: int | None = None,
    layout: int | None = None,
    at: datetime | None = None,
) -> Saved:
    """Adds a line that is no hand: a penalty or a manual correction, score points by position."""
    table = _lock(table)
    saved = saved_before(table, key, {"points": list(points)})
    if saved:
        return saved
    following = expect(table, number, layout)
    problems = adjustment_problems(table, points, why)
    if problems:
        raise Refused(*problems)
    hand = Hand.objects.create(
        table=table,
        number=following,
        kind=Hand.Kind.ADJUSTMENT,
        points=list(points),
        why=why,
        entered_by=by,
        entered_at=at or timezone.now(),
    )
    seats = list(table.seats.current())
    ledger.write(table, ledger.points_due(hand, tuple(points), seats), seats)
    _bump(table)
    _log(table, Revision.Kind.HAND, hand.pk, "record", by, key=key, after=_snapshot(hand), why=why, at=at)
    return Saved(hand)


def adjustment_problems(table: Table, points: Sequence[int], why: str) -> list[Problem]:
    problems = []
    if not why.strip():
        problems.append(Problem("why", "required"))
    if len(points) != table.size or any(abs(number) > MAX_NUMBER for number in points):
        problems.append(Problem("points", "whole_number"))
    elif not any(points):
        problems.append(Problem("points", "all_zero"))
    elif any(len({points[seat - 1] for seat in side}) > 1 for side in table.config.rules.sides(table.size)):
        problems.append(Problem("points", "partners_differ"))
    return problems


@transaction.atomic
def correct_hand(
    hand: Hand,
    entry: Any,
    *,
    by: Actor,
    why: str,
    dealer: int | None = None,
    key: str | None = None,
    basis: int | None = None,
) -> Saved:
    """Other values for a played hand; the sheet is replayed. Values that change nothing leave no trace.

    Without a `dealer` the hand keeps its own, unless the new entry tells who dealt. `basis` is the last Revision of
    the hand that the corrector has seen: if it has been overtaken, Conflict.
    """
    table, hand = _lock_hand(hand)
    if _done(key, table):
        return Saved(hand, repeated=True)
    _expect_basis(hand, basis)
    sheet = ledger.Sheet.of(table)
    rules = sheet.game.rules
    problems = [*rules.problems(entry, sheet.variant, table.size)]
    if not why.strip():
        problems.append(Problem("why", "required"))
    if dealer is not None and not 1 <= dealer <= table.size:
        problems.append(Problem("dealer", "choice"))
    if problems:
        raise Refused(*problems)
    detail = sheet.game.hand_model.objects.get(hand=hand)
    before = _snapshot(hand, detail.entry)
    if dealer or rules.dealer(entry, 0) != rules.dealer(detail.entry, 0):
        hand.dealer = dealer or rules.dealer(entry, hand.dealer or 0)
        hand.save(update_fields=["dealer"])
    detail.write(entry)
    return _corrected(table, hand, before, _snapshot(hand, entry), by=by, why=why, key=key)


@transaction.atomic
def correct_adjustment(
    hand: Hand, points: Sequence[int], *, by: Actor, why: str, key: str | None = None, basis: int | None = None
) -> Saved:
    """Other points, or another reason, for a line that is no hand. `basis` as in `correct_hand`."""
    table, hand = _lock_hand(hand)
    if _done(key, table):
        return Saved(hand, repeated=True)
    _expect_basis(hand, basis)
    problems = adjustment_problems(table, points, why)
    if problems:
        raise Refused(*problems)
    before = _snapshot(hand)
    hand.points, hand.why = list(points), why
    hand.save(update_fields=["points", "why"])
    return _corrected(table, hand, before, _snapshot(hand), by=by, why=why, key=key)


def _corrected(
    table: Table, hand: Hand, before: dict[str, Any], after: dict[str, Any], *, by: Actor, why: str, key: str | None
) -> Saved:
    if before == after:
        return Saved(hand, repeated=True)
    ledger.replay(table)
    _bump(table)
    _log(table, Revision.Kind.HAND, hand.pk, "correct", by, key=key, before=before, after=after, why=why)
    return Saved(hand)


@transaction.atomic
def void_hand(hand: Hand, *, by: Actor, why: str = "") -> Hand:
    """Takes a hand out of the count; it keeps its number and its values."""
    return _set_voided(hand, voided=True, by=by, why=why, action="void")


@transaction.atomic
def restore_hand(hand: Hand, *, by: Actor, why: str = "") -> Hand:
    return _set_voided(hand, voided=False, by=by, why=why, action="restore")


@transaction.atomic
def undo_hand(hand: Hand, *, by: Actor) -> Hand:
    """Voids the hand just saved: only while no other has come after it."""
    table = _lock_open(hand.table)
    if hand.number != next_number(table) - 1:
        raise Conflict("not_last", table=table, hand=hand)
    return _set_voided(hand, voided=True, by=by, why="", action="undo")


def _set_voided(hand: Hand, *, voided: bool, by: Actor, why: str, action: str) -> Hand:
    table, hand = _lock_hand(hand)
    if hand.voided == voided:
        return hand
    hand.voided = voided
    hand.save(update_fields=["voided"])
    ledger.replay(table)
    _bump(table)
    _log(
        table,
        Revision.Kind.HAND,
        hand.pk,
        action,
        by,
        before={"voided": not voided},
        after={"voided": voided},
        why=why,
    )
    return hand


# What they share


def saved_before(table: Table, key: str | None, values: dict[str, Any] | None = None) -> Saved | None:
    """What the form with this key has saved already; `differs` if it held other `values` then."""
    done = _done(key, table)
    if done is None:
        return None
    if done.kind != Revision.Kind.HAND:
        raise Conflict("key", table=table)
    differs = values is not None and any(done.after.get(name) != value for name, value in values.items())
    return Saved(table.hands.get(pk=done.object_id), repeated=True, differs=differs)


def next_number(table: Table) -> int:
    """Numbers have no gaps: one more than the last, voided hands counted."""
    return (table.hands.aggregate(last=Max("number"))["last"] or 0) + 1


def _lock(table: Table) -> Table:
    return Table.objects.select_for_update(of=("self",)).select_related("club").get(pk=table.pk)


def _lock_open(table: Table) -> Table:
    table = _lock(table)
    if not table.is_open:
        raise Conflict(table.state, table=table)
    return table


def _lock_hand(hand: Hand) -> tuple[Table, Hand]:
    table = _lock(hand.table)
    if table.state == Table.State.CANCELLED:
        raise Conflict("cancelled", table=table)
    hand = Hand.objects.get(pk=hand.pk)
    hand.table = table
    return table, hand


def expect(table: Table, number: int | None, layout: int | None) -> int:
    """The next number, if that is what the form was made for; else Conflict."""
    if not table.is_open:
        raise Conflict(table.state, table=table)
    following = next_number(table)
    if number is not None and number != following:
        hand = table.hands.filter(number=number).first()
        raise Conflict("taken" if hand else "number", table=table, hand=hand)
    if layout is not None and layout != table.layout:
        raise Conflict("layout", table=table)
    return following


def last_revision(hand: Hand) -> Revision | None:
    return Revision.objects.of(Revision.Kind.HAND, hand.pk).last()


def _expect_basis(hand: Hand, basis: int | None) -> None:
    last = last_revision(hand)
    if basis is not None and last is not None and last.pk != basis:
        raise Conflict("corrected", table=hand.table, hand=hand)


def _done(key: str | None, table: Table | None = None) -> Revision | None:
    """The change that this form has made already."""
    done = Revision.objects.filter(key=key).first() if key else None
    if done and table and done.table_id != table.pk:
        raise Conflict("key", table=table)
    return done


def _bump(table: Table) -> None:
    table.version += 1
    table.save(update_fields=["version"])


def _snapshot(hand: Hand, entry: Any = None) -> dict[str, Any]:
    if hand.is_played:
        return {"entry": dump(entry), "dealer": hand.dealer}
    return {"points": hand.points, "why": hand.why}


def _log(
    table: Table,
    kind: Revision.Kind,
    object_id: int,
    action: str,
    by: Actor,
    *,
    at: datetime | None = None,
    **values: Any,
) -> None:
    Revision.objects.create(
        at=at or timezone.now(),
        actor_id=by.pk if by else None,
        club_id=table.club_id,
        table_id=table.pk,
        kind=kind,
        object_id=object_id,
        action=action,
        **values,
    )
