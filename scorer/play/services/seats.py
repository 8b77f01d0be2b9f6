"""Change who sits where: substitutes, partners, and seats that were mixed up."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from scorer.club.models import Player
from scorer.play.models import Seat, Table
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.shared import (
    Actor,
    earlier_change,
    lock_all,
    lock_not_cancelled,
    lock_open,
    next_number,
    refuse_merged,
    save_table,
    scoped_key,
)
from scorer.play.sheets import ledger, revision_values
from scorer.scoring import Problem

NO_POSITION = 0
"""A position that no table has."""


@transaction.atomic
def substitute(table: Table, position: int, player: Player, *, by: Actor) -> Seat:
    """Seat `player` at `position` from the next hand on. Earlier hands stay with whoever played them."""
    refuse_merged([player])
    table = lock_open(table)
    if table.seats.current().filter(player=player).exists():
        raise Conflict(ConflictCode.SEATED, table=table)
    leaving = table.seats.current().get(position=position)
    following = next_number(table)
    if leaving.since == following:  # nothing was played yet, so the player at the position is simply replaced
        before, leaving.player = leaving.player_id, player
        leaving.save(update_fields=["player"])
        seat = leaving
    else:
        before, leaving.until = leaving.player_id, following - 1
        leaving.save(update_fields=["until"])
        result = None if leaving.result is None else 0
        seat = Seat.objects.create(table=table, position=position, player=player, since=following, result=result)
    save_table(
        table,
        "substitute",
        by,
        before={"position": position, "player": before},
        after={
            "position": position,
            "player": player.pk,
            "since": following,
            **revision_values.seat_values(table.seats.all()),
        },
    )
    return seat


@transaction.atomic
def change_partners(table: Table, partner: int, *, by: Actor) -> Table:
    """Seat the player at position `partner` opposite position 1 from the next hand on.

    The player who sat there moves to `partner`. Earlier hands stay with those who played them.
    """
    table = lock_open(table)
    opposite = next(side for side in table.config.rules.sides(table.size) if 1 in side)[-1]
    if partner == opposite:
        return table
    if partner == 1 or not 1 <= partner <= table.size:
        raise Refused(Problem("partner", "choice"))
    following = next_number(table)
    swap_positions(table, opposite, partner, since=following)
    return _save_swap(table, [opposite, partner], following, None, by)


@transaction.atomic
def swap_seats(
    table: Table,
    position: int,
    other: int,
    *,
    since: int,
    until: int | None = None,
    by: Actor,
    why: str,
    key: str | None = None,
) -> Table:
    """Swap the players of two positions from line `since` to line `until`, or to the end. Swapping again undoes this.

    The seats change positions, with their players and substitutes, and the replay moves the points.
    """
    table = lock_not_cancelled(table)
    if earlier_change(table, key):
        return table
    problems = swap_problems(table, position, other, since=since, until=until, why=why)
    if problems:
        raise Refused(*problems)
    swap_positions(table, position, other, since=since, until=until)
    ledger.replay(table)
    return _save_swap(table, [position, other], since, until, by, why=why, key=scoped_key(table, key))


def swap_problems(table: Table, position: int, other: int, *, since: int, until: int | None, why: str) -> list[Problem]:
    problems = []
    if not why.strip():
        problems.append(Problem("why", "required"))
    if position == other or not (1 <= position <= table.size and 1 <= other <= table.size):
        problems.append(Problem("other", "two_seats"))
    last = max(next_number(table) - 1, 1)
    if not 1 <= since <= last:
        problems.append(Problem("since", "no_hand"))
    elif until is not None and not since <= until <= last:
        problems.append(Problem("until", "no_hand"))
    return problems


def swap_positions(table: Table, position: int, other: int, *, since: int, until: int | None = None) -> None:
    """Swap the seats of two positions for these lines. The caller scores them again if any has been played."""
    both = table.seats.filter(position__in=(position, other))
    edges = [since] if until is None else [since, until + 1]
    for edge in edges:
        for seat in both.filter(Q(until=None) | Q(until__gte=edge), since__lt=edge):
            _split(seat, edge)
    swapped = both.filter(since__gte=since) if until is None else both.filter(since__gte=since, until__lte=until)
    ones = list(swapped.filter(position=position).values_list("pk", flat=True))
    # Only one seat may have a position at a time, so one of the two groups steps aside first.
    table.seats.filter(pk__in=ones).update(position=NO_POSITION)
    swapped.filter(position=other).update(position=position)
    table.seats.filter(pk__in=ones).update(position=other)
    for edge in reversed(edges):
        for seat in both.filter(until=edge - 1):
            _rejoin(seat)


def _split(seat: Seat, since: int) -> None:
    """Split a seat in two: until the hand before `since`, and from then on."""
    until, seat.until = seat.until, since - 1
    seat.save(update_fields=["until"])
    result = None if seat.result is None else 0
    Seat.objects.create(
        table=seat.table, position=seat.position, player_id=seat.player_id, since=since, until=until, result=result
    )


def _rejoin(seat: Seat) -> None:
    """Undo `_split` if the same player continues where this seat ends."""
    tail = Seat.objects.filter(
        table=seat.table, position=seat.position, player=seat.player_id, since=(seat.until or 0) + 1
    ).first()
    if tail:
        tail.scores.update(seat=seat)
        tail.delete()
        seat.until = tail.until
        seat.save(update_fields=["until"])


def _save_swap(table: Table, positions: list[int], since: int, until: int | None, by: Actor, **values: Any) -> Table:
    after = {"positions": positions, "since": since, **({"until": until} if until else {})}
    after |= revision_values.seat_values(table.seats.all())
    return save_table(table, "swap", by, after=after, **values)


@transaction.atomic
def exchange_players(table: Table, other: Table | None, players: Mapping[int, int], *, by: Actor, why: str) -> None:
    """Give the seats of some players to those who really sat there, from the first hand on.

    `players` maps the id of each player on the sheet of `table` who did not sit there to that of the player who did. If
    these were on the sheet of the `other` table, the two exchange their seats. Exchanging them again undoes this.
    """
    tables = lock_all({table.pk, other.pk} if other else {table.pk})
    moves = [(tables[table.pk], players)]
    moves += [(tables[other.pk], {came: left for left, came in players.items()})] if other else []
    for locked, reseated in moves:
        if locked.state == Table.State.CANCELLED:
            raise Conflict(ConflictCode.CANCELLED, table=locked)
        if locked.seats.filter(player__in=reseated.values()).exists():
            raise Conflict(ConflictCode.SEATED, table=locked)
        for seat in locked.seats.filter(player__in=reseated):
            seat.player_id = reseated[seat.player_id]
            seat.save(update_fields=["player"])
            seat.scores.update(player=seat.player_id)
        after = revision_values.seat_values(locked.seats.all())
        save_table(locked, "exchange", by, after=after, why=why)
