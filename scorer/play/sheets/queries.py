"""The queries that every save of a hand makes.

Three are plain SQL. To build the two widest, the ORM needs a tenth of the time of a save, five times as long as for
everything else about them. To build the one that locks, it needs another twentieth (docs/bench.md).
"""

from functools import cache
from typing import Any, TypeVar, cast

from django.db import connection
from django.db.models import F, Max, Model, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorer.club.models import Player
from scorer.history.models import Revision
from scorer.play.models import Score, Seat, Table, VersionKey
from scorer.registry import GameConfig, find_game

Row = TypeVar("Row", bound=Model)


def table(pk: int) -> Table | None:
    """Return a table with its club, or None if there is no such table or its game is not installed."""
    found = _with_related(Table, "club", "play_table.id = %s", pk)
    return found[0] if found and find_game(found[0].game) else None


def is_open_by_link(pk: int, link: int) -> bool:
    return Table.objects.open().filter(Q(entry_link=link) | Q(watching_link=link), pk=pk).exists()


def lock_table(pk: int) -> Table:
    return Table.objects.select_related("club").select_for_update(of=("self",)).get(pk=pk)


def lock_version_key(pk: int) -> VersionKey | None:
    for_update = "FOR UPDATE" if connection.features.has_select_for_update else ""  # SQLite locks at BEGIN
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT era, version FROM play_table WHERE id = %s {for_update}", [pk])  # noqa: S608  # one of two
        return cast("VersionKey | None", cursor.fetchone())


def seats(table: int) -> list[Seat]:
    """Return the past and present seats with their players, in the model's order."""
    return _with_related(Seat, "player", "play_seat.table_id = %s ORDER BY position, since", table)


def seats_now(table: int) -> list[Seat]:
    return list(Seat.objects.current().filter(table=table))


def player_of_club(pk: int, club: int) -> Player | None:
    return Player.objects.filter(pk=pk, club=club).first()


def change_by_key(key: str) -> Revision | None:
    return Revision.objects.filter(key=key).first()


def totals(table: int) -> dict[int, int]:
    """Return the score points by position."""
    rows = Score.objects.filter(table=table).values_list("seat__position").annotate(Sum("points")).order_by()
    return dict(rows)


def results(table: int) -> dict[int, int]:
    """Return the result by position, at a table where that is not the points."""
    rows = Seat.objects.filter(table=table).values_list("position").annotate(Sum("result")).order_by()
    return dict(rows)


def variant_row(game: GameConfig, table: int) -> Any:
    """Return the row of a table's variant, annotated with the table's era and version and its last line number."""
    rows: QuerySet[Any] = game.table_model.objects.filter(table=table)
    last = Coalesce(Max("table__hands__number"), 0)
    return rows.annotate(era=F("table__era"), version=F("table__version"), last=last).get()


def _with_related(model: type[Row], relation: str, where: str, value: int) -> list[Row]:
    """Read rows like `select_related`: each with the row that its foreign key `relation` points to."""
    sql, related, columns = _select(model, relation)
    rows = list(model._default_manager.raw(f"{sql} WHERE {where}", [value]))
    for row in rows:
        values = [getattr(row, f"{relation}__{column}") for column in columns]
        setattr(row, relation, related.from_db(row._state.db, columns, values))
    return rows


@cache
def _select(model: type[Model], relation: str) -> tuple[str, type[Model], list[str]]:
    """Return the statement without its condition, the related model, and the names of that model's columns."""
    key: Any = model._meta.get_field(relation)
    own, other = model._meta.db_table, key.related_model._meta.db_table
    columns = [field.attname for field in key.related_model._meta.concrete_fields]
    related_columns = ", ".join(f"{other}.{column} AS {relation}__{column}" for column in columns)
    sql = f"SELECT {own}.*, {related_columns} FROM {own} JOIN {other} ON {other}.id = {own}.{key.attname}"  # noqa: S608  # our own names
    return sql, key.related_model, columns
