"""Migrations of tables from earlier versions."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from scorer.audit.check import faults
from scorer.club.models import Club
from scorer.play import services
from scorer.play.models import Table
from tests.factories import make_table

pytestmark = pytest.mark.postgres

one_open_table_a_number = import_module("scorer.play.migrations.0007_one_open_table_a_number")


def test_the_latest_of_open_tables_with_one_number_keeps_it(club: Club) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_open_table_a_number")
    earlier, later, latest, closed = (
        make_table(club, number=1, at=timezone.now() - timedelta(hours=hours)) for hours in (3, 2, 1, 0)
    )
    beside = make_table(club, number=2)
    services.close_table(closed, by=None)
    one_open_table_a_number.give_numbers(apps, None)
    numbers = dict(Table.objects.values_list("pk", "number"))
    assert [numbers[table.pk] for table in (latest, later, earlier, beside, closed)] == [1, 3, 4, 2, 1]
    assert [fault for table in Table.objects.all() for fault in faults(table)] == []
