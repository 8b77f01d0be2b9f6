from collections.abc import Iterable

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.db.rows import insert, insert_rows, together
from scorer.history.models import Revision
from scorer.play.models import Hand, Score, Table
from tests.factories import ClubFactory, make_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_row_is_there_as_if_it_had_been_saved() -> None:
    table = make_table(ClubFactory())
    hand = Hand(table=table, number=1, kind=Hand.Kind.ADJUSTMENT, points=[10, -10], why="Chloé's clock")
    insert(hand)
    stored = Hand.objects.get()
    names = [field.attname for field in Hand._meta.concrete_fields]
    assert [getattr(stored, name) for name in names] == [getattr(hand, name) for name in names]
    hand.voided = True
    hand.save()
    assert Hand.objects.get().voided


def test_the_database_gives_the_id_where_it_gives_all_of_them() -> None:
    before = set(Revision.objects.values_list("pk", flat=True))
    for number in (1, 2):
        after = {"entry": {"größe": [number, None, True]}}
        insert(Revision(at=timezone.now(), club_id=1, kind="table", object_id=number, action="record", after=after))
    new = Revision.objects.exclude(pk__in=before)
    assert [revision.after for revision in new] == [{"entry": {"größe": [number, None, True]}} for number in (1, 2)]


def test_what_the_database_refuses_is_refused() -> None:
    table = make_table(ClubFactory())
    insert(Hand(table=table, number=1, dealer=1))
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(Hand(table=table, number=1, dealer=2))


def test_no_rows_ask_nothing_of_the_database(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        insert_rows(Score, ["hand_id", "seat_id", "points"], [])


def test_what_is_written_together_is_there() -> None:
    table = make_table(ClubFactory())
    with transaction.atomic(), together():
        insert(Hand(table=table, number=1, dealer=1))
        insert(Hand(table=table, number=2, dealer=2))
    assert list(Hand.objects.values_list("number", "dealer")) == [(1, 1), (2, 2)]


@transaction.atomic
def write_together(table: Table, numbers: Iterable[int]) -> None:
    with together():
        for number in numbers:
            insert(Hand(table=table, number=number, dealer=1))


@pytest.mark.parametrize("numbers", [(1, 1, 2), (2, 1, 1)], ids=["first", "last"])
def test_of_what_is_written_together_nothing_is_there_if_one_is_refused(numbers: tuple[int, ...]) -> None:
    table = make_table(ClubFactory())
    with pytest.raises(IntegrityError):
        write_together(table, numbers)
    assert not Hand.objects.exists()


def test_a_fault_between_two_writes_is_that_fault() -> None:
    table = make_table(ClubFactory())
    with pytest.raises(ZeroDivisionError):
        write_together(table, (1 // number for number in (1, 0)))
    assert not Hand.objects.exists()
