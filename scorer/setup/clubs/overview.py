"""The clubs of a server at a glance."""

from typing import Any

from django.db import connection
from django.db.models import Count, DateTimeField, Exists, IntegerField, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Round

from scorer.club.models import Club, Membership
from scorer.play.models import Hand, Table


def with_figures(clubs: QuerySet[Club]) -> QuerySet[Any]:
    """Annotate clubs with `table_count`, `hand_count`, `last_opened` (of a table), `size` and `has_logins`.

    The size in bytes is a club's share of the database by its hands: near enough to see who needs room.
    """
    tables = Table.objects.filter(club=OuterRef("pk")).order_by().values("club")
    hands = Hand.objects.counted().filter(table__club=OuterRef("pk")).order_by().values("table__club")
    hand_count = _count(hands)
    bytes_a_hand = database_size() / max(Hand.objects.counted().count(), 1)
    return clubs.annotate(
        table_count=_count(tables),
        hand_count=hand_count,
        last_opened=Subquery(tables.annotate(last=Max("opened_at")).values("last"), output_field=DateTimeField()),
        size=Round(hand_count * Value(bytes_a_hand)),
        has_logins=Exists(Membership.objects.filter(club=OuterRef("pk"))),
    )


def _count(rows: QuerySet[Any]) -> Coalesce:
    return Coalesce(Subquery(rows.annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0)


def database_size() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        else:
            cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
