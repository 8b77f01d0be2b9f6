from collections.abc import Iterable

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.db.rows import insert, insert_rows, pipelined
from scorer.history.models import Revision
from scorer.play.models import Hand, Score, Table
from tests.factories import ClubFactory, make_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_insert_stores_what_save_would() -> None:
    table = make_table(ClubFactory())
    hand = Hand(table=table, number=1, kind=Hand.Kind.ADJUSTMENT, points=[10, -10], why="Chloé's clock")
    insert(hand)
    stored = Hand.objects.get()
    names = [field.attname for field in Hand._meta.concrete_fields]
    assert [getattr(stored, name) for name in names] == [getattr(hand, name) for name in names]
    hand.voided = True
    hand.save()
    assert Hand.objects.get().voided


def test_an_id_that_the_database_chooses_may_be_left_out() -> None:
    before = set(Revision.objects.values_list("pk", flat=True))
    for number in (1, 2):
        after = {"entry": {"größe": [number, None, True]}}
        insert(Revision(at=timezone.now(), club_id=1, kind="table", object_id=number, action="record", after=after))
    new = Revision.objects.exclude(pk__in=before)
    assert [revision.after for revision in new] == [{"entry": {"größe": [number, None, True]}} for number in (1, 2)]


def test_a_row_that_breaks_a_constraint_raises_djangos_error() -> None:
    table = make_table(ClubFactory())
    insert(Hand(table=table, number=1, dealer=1))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(Hand(table=table, number=1, dealer=2))


def test_inserting_no_rows_makes_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        insert_rows(Score, ["hand_id", "seat_id", "points"], [])


def test_pipelined_writes_are_stored() -> None:
    table = make_table(ClubFactory())
    with transaction.atomic(), pipelined():
        insert(Hand(table=table, number=1, dealer=1))
        insert(Hand(table=table, number=2, dealer=2))
    assert list(Hand.objects.values_list("number", "dealer")) == [(1, 1), (2, 2)]


@transaction.atomic
def write_pipelined(table: Table, numbers: Iterable[int]) -> None:
    with pipelined():
        for number in numbers:
            insert(Hand(table=table, number=number, dealer=1))


@pytest.mark.parametrize("numbers", [(1, 1, 2), (2, 1, 1)], ids=["first", "last"])
def test_if_one_pipelined_write_fails_none_is_stored(numbers: tuple[int, ...]) -> None:
    table = make_table(ClubFactory())
    with pytest.raises(IntegrityError):
        write_pipelined(table, numbers)
    assert not Hand.objects.exists()


def test_an_error_between_two_pipelined_writes_is_raised_as_it_is() -> None:
    table = make_table(ClubFactory())
    with pytest.raises(ZeroDivisionError):
        write_pipelined(table, (1 // number for number in (1, 0)))
    assert not Hand.objects.exists()
