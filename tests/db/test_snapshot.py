"""Ada reads while Boris, in a thread with a connection of his own, renames a player."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from scorer.club.models import Player
from scorer.db.snapshot import is_committed, snapshot_read
from tests.factories import PlayerFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

T = TypeVar("T")


def in_another_thread(work: Callable[[], T]) -> T:
    def run() -> T:
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result(10)


def rename() -> None:
    Player.objects.update(name="Chloé")


def name() -> str:
    return Player.objects.get().name


@pytest.fixture(autouse=True)
def _dirk() -> None:
    PlayerFactory(name="Dirk")


def test_everything_read_inside_is_of_one_moment() -> None:
    with snapshot_read():
        assert name() == "Dirk"
        in_another_thread(rename)
        assert name() == "Dirk"
    assert name() == "Chloé"


def test_it_does_not_wait_for_a_writer() -> None:
    def reads() -> str:
        with snapshot_read():
            return name()

    with transaction.atomic():
        rename()
        assert in_another_thread(reads) == "Dirk"


def test_what_is_read_is_committed_except_within_a_writing_transaction() -> None:
    assert is_committed()
    with snapshot_read():
        assert is_committed()
    with transaction.atomic():
        assert not is_committed()
        with snapshot_read():
            assert not is_committed()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no such lock")
def test_the_next_transaction_takes_the_write_lock_again_even_after_an_error() -> None:
    connection.close()
    with pytest.raises(LookupError), snapshot_read():
        raise LookupError("Ada closed the page")
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        pass
    assert asked[0]["sql"] == "BEGIN IMMEDIATE"
