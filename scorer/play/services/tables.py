"""A table itself: opened, closed, opened again or cancelled; who sits there."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorer.club.models import Club, Player
from scorer.history.models import Revision
from scorer.play.models import Seat, Table
from scorer.play.services.shared import Actor, Conflict, Refused, done_before, lock, lock_open, log, next_number
from scorer.registry import GameConfig
from scorer.scoring import Problem, dump


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
    log(table, Revision.Kind.TABLE, table.pk, "open", by, key=key, after=after)
    return table


def opened_before(club: Club, key: str | None) -> Table | None:
    """The table that the form with this key has opened already."""
    done = done_before(key)
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
    table = lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict("cancelled", table=table)
    if not table.is_open:
        return table
    table.state, table.closed_at = Table.State.CLOSED, at or timezone.now()
    return _changed(table, "close", by)


@transaction.atomic
def reopen_table(table: Table, *, by: Actor) -> Table:
    table = lock(table)
    if table.state == Table.State.CANCELLED:
        raise Conflict("cancelled", table=table)
    if table.is_open:
        return table
    table.state, table.closed_at = Table.State.OPEN, None
    return _changed(table, "reopen", by)


@transaction.atomic
def cancel_table(table: Table, *, by: Actor) -> Table:
    """For a table opened by mistake: only while it has no hand, voided ones counted."""
    table = lock_open(table)
    if table.hands.exists():
        raise Conflict("has_hands", table=table)
    table.state = Table.State.CANCELLED
    return _changed(table, "cancel", by)


def _changed(table: Table, action: str, by: Actor) -> Table:
    table.version += 1
    table.layout += 1
    table.save(update_fields=["state", "closed_at", "version", "layout"])
    log(table, Revision.Kind.TABLE, table.pk, action, by)
    return table


@transaction.atomic
def substitute(table: Table, position: int, player: Player, *, by: Actor) -> Seat:
    """From the next hand on `player` sits at `position`; the hands so far stay with who played them."""
    table = lock_open(table)
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
    log(
        table,
        Revision.Kind.TABLE,
        table.pk,
        "substitute",
        by,
        before={"position": position, "player": before},
        after={"position": position, "player": player.pk, "since": following},
    )
    return seat
