"""Merge two players of the roster who are one person, at every table where one of them sat.

Wherever players and tables are locked, players are locked first, which prevents deadlocks.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, QuerySet
from django.dispatch import Signal

from scorer.club.models import Player, User
from scorer.history.models import Revision
from scorer.play.models import Merge, Score, Seat, Table
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.shared import lock_all, lock_players, log, update_locked
from scorer.play.sheets import revision_values
from scorer.scoring import Problem

pre_merge = Signal()
"""Sent before a merge with `player` and `into`, both locked. A receiver raises Conflict if they are two people."""


@transaction.atomic
def merge_players(player: Player, into: Player, *, by: User | None, why: str) -> Player:
    """Give everything that `player` played to `into`. `player` stays on record as inactive and cannot be seated again.

    The seats are kept as a Merge, so that `unmerge_player` can give them back. Each table gets a Revision, too.
    """
    player, into = _lock(player, into)
    if player.merged_into_id == into.pk:
        return player
    if not why.strip():
        raise Refused(Problem("why", "required"))
    if player.pk == into.pk or player.club_id != into.club_id:
        raise Refused(Problem("into", "other_player"))
    if player.merged_into_id or into.merged_into_id:
        raise Conflict(ConflictCode.MERGED)
    lock_all(Seat.objects.filter(player=player).values_list("table", flat=True))
    seats = list(Seat.objects.filter(player=player).select_related("table"))
    _refuse_seated_together(seats, into)
    pre_merge.send(sender=Player, player=player, into=into)
    _reassign(seats, into, "merge", by, why)
    before = {"active": player.active}
    player.active, player.merged_into, player.link = False, into, None
    player.save(update_fields=["active", "merged_into", "link"])
    into.hidden = into.hidden or player.hidden
    into.save(update_fields=["hidden"])
    held = [[seat.pk, seat.since, seat.until] for seat in seats]
    Merge.objects.update_or_create({"was_active": before["active"], "seats": held}, player=player)
    Revision.objects.log(
        Revision.Kind.PLAYER, player, "merge", by, why=why, before=before, after={"into": into.pk, "seats": held}
    )
    return player


@transaction.atomic
def unmerge_player(player: Player, *, by: User | None, why: str) -> Player:
    """Undo `merge_players`: `player` gets the earlier seats back, and later ones stay with the other player."""
    merge, into = _merge_of(player), Player.objects.filter(merged=player).first()
    player, into = _lock(player, into or player)
    if player.merged_into_id is None:
        return player
    if not why.strip():
        raise Refused(Problem("why", "required"))
    if into.merged_into_id:
        raise Conflict(ConflictCode.MERGED_ON)
    held = {pk: (since, until) for pk, since, until in merge.seats}
    lock_all(Seat.objects.filter(pk__in=held).values_list("table", flat=True))
    seats = list(Seat.objects.filter(pk__in=held).select_related("table"))
    for seat in seats:
        if not _is_unchanged(seat, *held[seat.pk]):
            raise Conflict(ConflictCode.SWAPPED, table=seat.table)
    if len(seats) < len(held):
        raise Conflict(ConflictCode.SWAPPED)
    _reassign([seat for seat in seats if seat.player_id == into.pk], player, "unmerge", by, why)
    player.active, player.merged_into = merge.was_active, None
    player.save(update_fields=["active", "merged_into"])
    Revision.objects.log(
        Revision.Kind.PLAYER, player, "unmerge", by, why=why, before={"into": into.pk}, after={"active": player.active}
    )
    return player


def tables_of_merge(player: Player) -> QuerySet[Table]:
    """Return the tables where `player` sat before the last merge."""
    seats = [pk for pk, _since, _until in _merge_of(player).seats]
    return Table.objects.filter(seats__in=seats).distinct()


def _merge_of(player: Player) -> Merge:
    merge = Merge.objects.filter(player=player).first()
    if merge is None:
        raise Conflict(ConflictCode.NOT_MERGED)
    return merge


def _lock(player: Player, other: Player) -> tuple[Player, Player]:
    locked = {row.pk: row for row in lock_players([player.pk, other.pk])}
    return locked[player.pk], locked[other.pk]


def _refuse_seated_together(seats: Sequence[Seat], into: Player) -> None:
    """Raise Conflict if the two sat at one table at the same time: then they are two people."""
    others: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(player=into):
        others.setdefault(seat.table_id, []).append(seat)
    for seat in seats:
        for other in others.get(seat.table_id, ()):
            together = max(seat.since, other.since)
            if seat.holds(together) and other.holds(together):
                raise Conflict(ConflictCode.TOGETHER, table=seat.table)
    playing = Seat.objects.current().filter(player=into, table__state=Table.State.OPEN)
    if playing.exists() and any(seat.until is None and seat.table.is_open for seat in seats):
        raise Conflict(ConflictCode.BOTH_SEATED)


def _is_unchanged(seat: Seat, since: int, until: int | None) -> bool:
    """Whether the seat still covers its original hands. A player who sat there to the end may have left since.

    If the same player continues at another position, seats were swapped, and this seat is only a part of the original.
    """
    if (seat.since, seat.until) == (since, until):
        return True
    sits_on = Seat.objects.filter(table=seat.table_id, player=seat.player_id, since=(seat.until or 0) + 1)
    return seat.since == since and until is None and not sits_on.exists()


def _reassign(seats: Sequence[Seat], player: Player, action: str, by: User | None, why: str) -> None:
    """Give the seats and their scores to another player. The tables must be locked."""
    if not seats:
        return
    ids = [seat.pk for seat in seats]
    Score.objects.filter(seat__in=ids).update(player=player)
    Seat.objects.filter(pk__in=ids).update(player=player)
    tables = Table.objects.filter(pk__in={seat.table_id for seat in seats})
    update_locked(tables, version=F("version") + 1, layout=F("layout") + 1)
    for table in tables.prefetch_related("seats"):
        log(table, table, action, by, after=revision_values.seat_values(table.seats.all()), why=why)
