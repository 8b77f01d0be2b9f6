"""Open tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorer.club.models import Club, Player, Season, User
from scorer.club.suspension import refuse_suspended
from scorer.history.models import Revision
from scorer.live import publish_change
from scorer.play.models import Seat, Table
from scorer.play.services.errors import Conflict, ConflictCode, Refused
from scorer.play.services.shared import earlier_change, refuse_merged, revision_of, scoped_key
from scorer.play.sheets import ledger, revision_values
from scorer.registry import GameConfig
from scorer.scoring import Problem


@transaction.atomic
def open_table(
    club: Club,
    game: GameConfig,
    variant: Any,
    players: Sequence[Player],
    *,
    first_dealer: int,
    by: User | None,
    confirms: bool = False,
    first_deal: int | None = None,
    deal_count: int | None = None,
    key: str | None = None,
    number: int = 1,
    at: datetime | None = None,
) -> Table:
    """Open a table in the club's open season, with `players` at positions 1, 2, ...

    If an open table has its number, it gets the next free one. With `deal_count` it plays that many deals, which are
    numbered from `first_deal` on if that is given.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    repeated = opened_before(club, key)
    if repeated:
        return repeated
    season = club.seasons.open().first()
    if season is None:
        raise Conflict(ConflictCode.NO_SEASON)
    new = NewTable(number, variant, players, first_deal, deal_count, first_dealer=first_dealer, confirms=confirms)
    (table,) = _open(club, season, game, [new], by=by, key=scoped_key(club, key), at=at)
    return table


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to open, with its players by position. If its number is taken, it gets the next free one."""

    number: int
    variant: Any
    players: Sequence[Player]
    first_deal: int | None = None
    deal_count: int | None = None
    sealed: bool = False
    first_dealer: int = 1
    confirms: bool = False


@transaction.atomic
def open_tables(
    season: Season, game: GameConfig, new_tables: Sequence[NewTable], *, by: User | None, has_occasion: bool
) -> list[Table]:
    """Open many tables in few statements.

    `has_occasion` says that the tables are part of something larger (scorer.play.occasions), which is in this season.
    """
    club = Club.objects.select_for_update().get(pk=season.club_id)
    return _open(club, season, game, new_tables, by=by, has_occasion=has_occasion)


def _open(
    club: Club,
    season: Season,
    game: GameConfig,
    new_tables: Sequence[NewTable],
    *,
    by: User | None,
    has_occasion: bool = False,
    key: str | None = None,
    at: datetime | None = None,
) -> list[Table]:
    """Insert the tables, each with its house rules, its players and its Revision. The club is locked."""
    refuse_suspended(club)
    problems = [problem for new in new_tables for problem in seating_problems(game, new.players, new.first_dealer)]
    if problems:
        raise Refused(*problems)
    refuse_merged([player for new in new_tables for player in new.players])
    taken = set(club.tables.filter(state=Table.State.OPEN).values_list("number", flat=True))
    opened_at, tables = at or timezone.now(), []
    for new in new_tables:
        number = next(number for number in count(new.number) if number not in taken)
        taken.add(number)
        own = {name: getattr(new, name) for name in ("first_dealer", "confirms", "first_deal", "deal_count", "sealed")}
        tables.append(
            Table(
                club=club,
                season=season,
                game=game.slug,
                number=number,
                size=len(new.players),
                has_occasion=has_occasion,
                opened_by=by,
                opened_at=opened_at,
                **own,
            )
        )
    seated = list(zip(tables, new_tables, strict=True))
    Table.objects.bulk_create(tables)
    game.table_model.objects.bulk_create(game.table_model.from_variant(table, new.variant) for table, new in seated)
    seats = [
        [
            Seat(table=table, position=position, player=player, result=ledger.result_at_first(game, new.variant))
            for position, player in enumerate(new.players, start=1)
        ]
        for table, new in seated
    ]
    Seat.objects.bulk_create(seat for at_table in seats for seat in at_table)
    Revision.objects.bulk_create(
        revision_of(table, table, "open", by, key=key, after=revision_values.table_values(table, new.variant, at_table))
        for (table, new), at_table in zip(seated, seats, strict=True)
    )
    publish_change(*(table.pk for table in tables), club.pk, version=tables[0].version)
    return tables


def opened_before(club: Club, key: str | None) -> Table | None:
    """Return the table that the form with this key has opened already."""
    done = earlier_change(club, key)
    return Table.objects.get(pk=done.object_id) if done else None


def seating_problems(game: GameConfig, players: Sequence[Player], first_dealer: int) -> list[Problem]:
    """Return why these players, by position, cannot sit at a table of the game."""
    problems = []
    if len(players) not in game.seat_counts:
        problems.append(Problem("players", "seats", {"counts": ", ".join(map(str, game.seat_counts))}))
    if len({player.pk for player in players}) < len(players):
        problems.append(Problem("players", "twice"))
    if not 1 <= first_dealer <= len(players):
        problems.append(Problem("first_dealer", "choice"))
    return problems


def free_numbers(club: Club, count: int) -> list[int]:
    """Return the lowest numbers that no open table has."""
    taken = set(club.tables.filter(state=Table.State.OPEN).values_list("number", flat=True))
    return [number for number in range(1, len(taken) + count + 1) if number not in taken][:count]
