import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from scorer.db.rows import insert_rows, read_with
from scorer.play.models import Hand, Score, Seat, Table
from tests.factories import ClubFactory, make_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_inserted_rows_are_those_that_save_would_store() -> None:
    table = make_table(ClubFactory())
    hand = Hand(table=table, number=1, kind=Hand.Kind.ADJUSTMENT, points=[10, -10], why="Chloé's clock")
    names = [field.attname for field in Hand._meta.concrete_fields]
    insert_rows(Hand, names, [[getattr(hand, name) for name in names]])
    stored = Hand.objects.get()
    assert [getattr(stored, name) for name in names] == [getattr(hand, name) for name in names]


def test_a_row_that_breaks_a_constraint_raises_djangos_error() -> None:
    hand = make_table(ClubFactory()).hands.create(number=1, dealer=1)
    names = ["id", "table_id", "number", "kind", "dealer", "why", "entered_at", "voided", "closing"]
    row = [hand.pk + 1, *(getattr(hand, name) for name in names[1:])]
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(Hand, names, [row])


def test_inserting_no_rows_makes_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        insert_rows(Score, ["hand_id", "seat_id", "points"], [])


def test_rows_are_read_like_select_related(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    table = make_table(ClubFactory())
    usual = list(table.seats.select_related("player"))
    with django_assert_num_queries(1):
        seats = read_with("player", Seat, "play_seat.table_id = %s ORDER BY position, since", table.pk)
        assert [(seat, seat.player, seat.player.shown) for seat in seats] == [
            (seat, seat.player, seat.player.shown) for seat in usual
        ]
    with django_assert_num_queries(1):
        assert [found.club for found in read_with("club", Table, "play_table.id = %s", table.pk)] == [table.club]
