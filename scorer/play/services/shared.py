"""What the writes share: the locks, what has happened meanwhile, and the Revision that each leaves."""

from collections.abc import Collection
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Max
from django.utils import timezone

from scorer.club.models import Club, Player, User
from scorer.db.rows import insert
from scorer.history.models import Revision
from scorer.live import tell
from scorer.play import ledger, queries
from scorer.play.ledger import Sheet
from scorer.play.models import Hand, Table
from scorer.play.phones import Phone
from scorer.play.sheet_cache import cache_on_commit
from scorer.scoring import Problem

Actor = User | Phone | None
"""A login, a phone without one, or the command line."""


def login_of(by: Actor) -> User | None:
    return by if isinstance(by, User) else None


def player_of(by: Actor) -> Player | None:
    return by.player if isinstance(by, Phone) else None


class Refused(Exception):
    """The values cannot be: `problems` names every one of them."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


class Conflict(Exception):
    """It cannot be done any more, or not yet.

    Codes: closed, cancelled, layout (seats, variant or state changed meanwhile), taken (`hand` has that number),
    number (the number is not the next one), key (used at this table for what is no hand), writer (typed by somebody
    else), has_hands, no_season, not_last, seated, corrected (the hand has been changed since the correction's form
    was made), voided (a hand that does not count has no place elsewhere), not_asked (the table asks for no
    answers), own_side (its hand is for somebody else to answer), deal_played (a hand that does not count, and whose
    deal has been played since). Of hands that came too late: handed_in (this one waits for the director), enough
    (more of them do than anybody types), not_closed (the table takes them again), settled (entered or put aside).
    Of players who are to be one: merged (somebody has been merged already), together (they sat at `table` at the
    same time), both_seated (at open tables), not_merged, merged_on (into yet another player), swapped (seats at
    `table`, after the two were merged).
    """

    def __init__(self, code: str, *, table: Table | None = None, hand: Hand | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.table = table
        self.hand = hand


@dataclass(frozen=True, slots=True)
class Added:
    """A table as a hand that was just added leaves it, whatever happens there afterwards."""

    sheet: Sheet
    points: tuple[int, ...]
    """Of the hand, by position."""


@dataclass(frozen=True, slots=True)
class Saved:
    """`repeated`: the form had been saved before, and this is its first result; `differs` if its values were others."""

    hand: Hand
    repeated: bool = False
    differs: bool = False
    added: Added | None = None
    """Where a hand was played and not saved before."""


def saved_before(table: Table, key: str | None, values: dict[str, Any] | None = None) -> Saved | None:
    """What the form with this key has saved already; `differs` if it held other `values` then."""
    done = earlier_change(table, key)
    if done is None:
        return None
    if done.kind != Revision.Kind.HAND:
        raise Conflict("handed_in" if done.kind == Revision.Kind.LATE else "key", table=table)
    differs = values is not None and any(done.after.get(name) != value for name, value in values.items())
    return Saved(table.hands.get(pk=done.object_id), repeated=True, differs=differs)


def next_number(table: Table) -> int:
    """Numbers have no gaps: one more than the last, voided hands counted."""
    return (table.hands.aggregate(last=Max("number"))["last"] or 0) + 1


def lock(table: Table) -> Table:
    return queries.lock_table(table.pk)


def lock_reusing(table: Table) -> Table:
    """The same, but read again only where it has another mark, as after any change of it: its club may be older."""
    version_key = queries.lock_version_key(table.pk)
    return copy(table) if version_key == table.version_key else lock(table)


def lock_not_cancelled(table: Table) -> Table:
    """For what can be done to a closed table too."""
    table = lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict("cancelled", table=table)
    return table


def lock_all(ids: Collection[int]) -> dict[int, Table]:
    """Several tables by id, locked in the order that everybody keeps to, so that nobody waits in a circle."""
    tables = Table.objects.select_for_update(of=("self",)).select_related("club")
    return {table.pk: table for table in tables.filter(pk__in=ids).order_by("pk")}


def lock_open(table: Table) -> Table:
    table = lock(table)
    if not table.is_open:
        raise Conflict(table.state, table=table)
    return table


def lock_hand(hand: Hand) -> tuple[Table, Hand]:
    table = lock_not_cancelled(hand.table)
    hand = Hand.objects.get(pk=hand.pk)
    hand.table = table
    return table, hand


def expect(table: Table, number: int | None, layout: int | None, *, following: int | None = None) -> int:
    """The next number, if that is what the form was made for; else Conflict. It is counted where it is not known."""
    if not table.is_open:
        raise Conflict(table.state, table=table)
    following = following or next_number(table)
    if number is not None and number != following:
        hand = table.hands.filter(number=number).first()
        raise Conflict("taken" if hand else "number", table=table, hand=hand)
    if layout is not None and layout != table.layout:
        raise Conflict("layout", table=table)
    return following


def first_revision(hand: Hand) -> Revision | None:
    return Revision.objects.of(Revision.Kind.HAND, hand.pk).first()


def last_revision(hand: Hand) -> Revision | None:
    return Revision.objects.of(Revision.Kind.HAND, hand.pk).last()


def expect_basis(hand: Hand, basis: int | None, layout: int | None) -> None:
    """Hand and table are still what the form was made for; else Conflict."""
    last = last_revision(hand)
    if basis is not None and last is not None and last.pk != basis:
        raise Conflict("corrected", table=hand.table, hand=hand)
    if layout is not None and layout != hand.table.layout:
        raise Conflict("layout", table=hand.table, hand=hand)


def scoped_key(place: Table | Club, key: str | None) -> str | None:
    """What the log has for the key of a form: at another table, or in another club, the same key is another form."""
    return f"{place.pk}:{key}" if key else None


def earlier_change(place: Table | Club, key: str | None) -> Revision | None:
    """The change that this form has made already."""
    logged = scoped_key(place, key)
    return queries.change_by_key(logged) if logged else None


def bump_version(table: Table) -> None:
    table.version += 1
    with connection.cursor() as cursor:
        cursor.execute("UPDATE play_table SET version = %s WHERE id = %s", [table.version, table.pk])


def replay(table: Table, sheet: Sheet | None = None) -> None:
    """Makes the ledger of a table what it must be after a change of its lines, which is one more version of it.

    `sheet` has that change, where it is known; else it is read.
    """
    sheet = ledger.replay(table, sheet)
    bump_version(table)
    cache_on_commit(table, replace(sheet, version=table.version))


def log(
    table: Table,
    kind: Revision.Kind,
    object_id: int,
    action: str,
    by: Actor,
    *,
    at: datetime | None = None,
    **values: Any,
) -> None:
    """Leaves the Revision, and tells every phone at the table, and every page of the club, of the new version."""
    tell(table.pk, table.club_id, version=table.version)
    login, player = login_of(by), player_of(by)
    revision = Revision(
        at=at or timezone.now(),
        actor_id=login.pk if login else None,
        player_id=player.pk if player else None,
        club_id=table.club_id,
        table_id=table.pk,
        kind=kind,
        object_id=object_id,
        action=action,
        **values,
    )
    insert(revision)
