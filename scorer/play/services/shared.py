"""What all writes share: locks, checks for conflicts, and the Revision that each write leaves."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from scorer.club.models import Club, Player, User
from scorer.club.suspension import ClubSuspended
from scorer.history.models import Revision
from scorer.live import publish_change
from scorer.play.models import Hand, LateHand, Reply, Table
from scorer.play.occasions import table_changed
from scorer.play.phones import Link, Phone
from scorer.play.services.errors import Conflict, ConflictCode
from scorer.play.sheets import ledger
from scorer.play.sheets.sheet import Sheet, cache_on_commit

Actor = User | Phone | None
"""A login, a phone without one, or None for the command line."""


def login_of(by: Actor) -> User | None:
    return by if isinstance(by, User) else None


def player_of(by: Actor) -> Player | None:
    return by.player if isinstance(by, Phone) else None


@dataclass(frozen=True, slots=True)
class Saved:
    """The result of a save.

    `repeated` means that the form was saved before and this is the first result, and `differs` that it had other values
    then.
    """

    hand: Hand
    repeated: bool = False
    differs: bool = False
    sheet: Sheet | None = None
    """The sheet right after a new hand was added, whatever happens there afterwards."""


def saved_before(table: Table, key: str | None, values: dict[str, Any] | None = None) -> Saved | None:
    """Return the result of an earlier save with this key. `differs` is set if `values` were others then."""
    done = earlier_change(table, key)
    if done is None:
        return None
    if done.kind != Revision.Kind.HAND:
        raise Conflict(ConflictCode.HANDED_IN if done.kind == Revision.Kind.LATE else ConflictCode.KEY, table=table)
    differs = values is not None and any(done.after.get(name) != value for name, value in values.items())
    return Saved(table.hands.get(pk=done.object_id), repeated=True, differs=differs)


def next_number(table: Table) -> int:
    """Return the number of the next line. Numbers have no gaps, and voided hands keep theirs."""
    return (table.hands.aggregate(last=Max("number"))["last"] or 0) + 1


def lock(table: Table) -> Table:
    return Table.objects.select_for_update().get(pk=table.pk)


def lock_not_cancelled(table: Table) -> Table:
    """Lock a table that may be closed, but not cancelled."""
    table = lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict(ConflictCode.CANCELLED, table=table)
    return table


def lock_all(ids: Collection[int]) -> dict[int, Table]:
    """Lock several tables in order of their ids, which prevents deadlocks. Return them by id."""
    tables = Table.objects.select_for_update(of=("self",)).select_related("club")
    return {table.pk: table for table in tables.filter(pk__in=ids).order_by("pk")}


def lock_players(ids: Collection[int]) -> list[Player]:
    # no_key: saving a score must not wait for this lock
    return list(Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def refuse_merged(players: Sequence[Player]) -> None:
    """Raise Conflict if one of the players has been merged. The lock prevents that until the transaction ends."""
    if any(player.merged_into_id for player in lock_players([player.pk for player in players])):
        raise Conflict(ConflictCode.MERGED)


def lock_open(table: Table) -> Table:
    table = lock(table)
    if not table.is_open:
        raise Conflict(ConflictCode(table.state), table=table)
    return table


def lock_hand(hand: Hand) -> tuple[Table, Hand]:
    table = lock_not_cancelled(hand.table)
    hand = Hand.objects.get(pk=hand.pk)
    hand.table = table
    return table, hand


def expect(table: Table, number: int | None, layout: int | None, *, following: int | None = None) -> int:
    """Return the next number, and raise Conflict if the form was made for another one or an older layout.

    `following` is the next number if the caller knows it.
    """
    if not table.is_open:
        raise Conflict(ConflictCode(table.state), table=table)
    following = following or next_number(table)
    if number is not None and number != following:
        hand = table.hands.filter(number=number).first()
        raise Conflict(ConflictCode.TAKEN if hand else ConflictCode.NUMBER, table=table, hand=hand)
    if layout is not None and layout != table.layout:
        raise Conflict(ConflictCode.LAYOUT, table=table)
    return following


def expect_basis(hand: Hand, basis: int | None, layout: int | None) -> None:
    """Raise Conflict if the hand or the table has changed since the form was made."""
    if basis is not None and basis != hand.version:
        raise Conflict(ConflictCode.CORRECTED, table=hand.table, hand=hand)
    if layout is not None and layout != hand.table.layout:
        raise Conflict(ConflictCode.LAYOUT, table=hand.table, hand=hand)


def scoped_key(scope: Table | Club, key: str | None) -> str | None:
    """Return a form's key as the log stores it. The same key at another table or in another club is another form."""
    return f"{scope.pk}:{key}" if key else None


def earlier_change(scope: Table | Club, key: str | None) -> Revision | None:
    """Return the Revision that this form has left already."""
    logged = scoped_key(scope, key)
    return Revision.objects.filter(key=logged).first() if logged else None


def entered_values(table: Table, by: Actor, at: datetime | None) -> dict[str, Any]:
    """Return the columns of a new line that say who enters it, and when. The caller logs it."""
    login, player = login_of(by), player_of(by)
    changed = {"version": table.version + 1, "changed_by": login, "changed_as": player}
    return {"entered_by": login, "entered_as": player, "entered_at": at or timezone.now(), **changed}


CHANGEABLE = ("voided", "dealer", "deal", "points", "why")
LAST_CHANGE = ("version", "changed_by", "changed_as", "taken_back", "moved_to")


def save_line(
    table: Table,
    line: Hand,
    action: str,
    by: Actor,
    *,
    sheet: Sheet | None = None,
    taken_back: bool = False,
    moved_to: Hand | None = None,
    **values: Any,
) -> None:
    """Save a changed line, recalculate the ledger, and log the change.

    `sheet` is the changed sheet if the caller knows it. Otherwise it is read.
    """
    line.version, line.changed_by, line.changed_as = table.version + 1, login_of(by), player_of(by)
    line.taken_back, line.moved_to = taken_back, moved_to
    line.save(update_fields=[*CHANGEABLE, *LAST_CHANGE])
    cache_on_commit(table, replace(ledger.replay(table, sheet), version=line.version))
    log_version(table, line, action, by, **values)


def log_version(table: Table, changed: Table | Hand | LateHand | Reply, action: str, by: Actor, **values: Any) -> None:
    """Increment the version of a locked table, and log its change. For the `values`, see `revision_of`."""
    table.version += 1
    save_locked(table, "version")
    log(table, changed, action, by, **values)


def save_locked(table: Table, *fields: str) -> None:
    update_locked(Table.objects.filter(pk=table.pk), **{field: getattr(table, field) for field in fields})


def update_locked(tables: QuerySet[Table], **columns: Any) -> None:
    """Update locked tables of one club. Raise ClubSuspended if the club was suspended before they were locked.

    The statement sees that without a query of its own. It sees what was committed before it began, while the one that
    waited for the lock may have read the club before it waited.
    """
    if not tables.filter(club__in=Club.objects.filter(suspended=False)).update(**columns):
        raise ClubSuspended


def log(table: Table, changed: Table | Hand | LateHand | Reply, action: str, by: Actor, **values: Any) -> None:
    """Add a Revision, and tell all phones at the table, pages of the club and the occasion about the new version."""
    publish_change(table.pk, table.club_id, version=table.version)
    if table.has_occasion:
        table_changed(table)
    revision_of(table, changed, action, by, **values).save()


KINDS: dict[type[Any], Revision.Kind] = {
    Table: Revision.Kind.TABLE,
    Hand: Revision.Kind.HAND,
    LateHand: Revision.Kind.LATE,
    Reply: Revision.Kind.REPLY,
}


def revision_of(
    table: Table,
    changed: Table | Hand | LateHand | Reply,
    action: str,
    by: Actor,
    *,
    at: datetime | None = None,
    **values: Any,
) -> Revision:
    """Return an unsaved Revision. That of a reply is about its hand."""
    login, player = login_of(by), player_of(by)
    return Revision(
        at=at or timezone.now(),
        actor_id=login.pk if login else None,
        player_id=player.pk if player else None,
        club_id=table.club_id,
        table_id=table.pk,
        kind=KINDS[type(changed)],
        object_id=changed.hand_id if isinstance(changed, Reply) else changed.pk,
        action=action,
        **values,
    )


def save_table(table: Table, action: str, by: Actor, **values: Any) -> Table:
    """Save a locked table whose seats, variant or state have changed, and log the change."""
    table.version += 1
    table.layout += 1
    save_locked(table, "number", "state", "closed_at", "sealed", "version", "layout", *Link)
    log(table, table, action, by, **values)
    return table
