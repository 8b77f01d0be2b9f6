"""Publishing news of writes."""

from typing import Any

import pytest
from django.db import connection, transaction

from scorer.club.models import Club
from scorer.live import hub as live_hub
from scorer.live.hub import RECHECK, News, decode, encode, publish_change, publish_typing
from scorer.play import services
from scorer.registry import get_game
from tests.factories import make_table
from tests.rollback import rolled_back

pytestmark = pytest.mark.postgres

TABLE, CLUB = 7, 8
NEWS = [News("changed", TABLE, "12"), News("changed", CLUB, "12"), News(RECHECK, TABLE, "")]


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[News]:
    news: list[News] = []
    monkeypatch.setattr(live_hub.hub, "publish", lambda *pieces: news.extend(pieces))
    return news


def test_news_can_be_encoded_and_decoded() -> None:
    assert decode(encode(NEWS)) == NEWS


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL distributes the news")
def test_changes_are_published_on_commit_and_never_after_a_rollback(published: list[News]) -> None:
    with transaction.atomic():
        publish_change(TABLE, version=2)
        assert published == []
    assert published == [News("changed", TABLE, "2")]
    with rolled_back():
        publish_change(TABLE, version=3)
    assert len(published) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL distributes the news")
def test_an_error_in_publishing_does_not_undo_the_write(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    monkeypatch.setattr(live_hub.hub, "publish", lambda *_pieces: 1 / 0)
    assert make_table(club, "bridge").version


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL distributes the news")
def test_every_write_at_a_table_is_published_to_the_table_and_the_club(club: Club, published: list[News]) -> None:
    table = make_table(club, "bridge")
    entry: Any = get_game("bridge").rules.Entry(board=1, passed_out=True)
    hand = services.record_hand(table, entry, by=None, key=None).hand
    services.void_hand(hand, by=None)
    services.close_table(table, by=None)
    assert [(news.topic, news.text) for news in published if (news.topic, news.kind) == (table.pk, "changed")] == [
        (table.pk, version) for version in "1234"
    ]
    assert len([news for news in published if news.topic == club.pk]) == 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL distributes the news")
def test_postgresql_notifies_every_process_of_a_commit() -> None:
    connection.ensure_connection()
    listening = connection.connection.cursor()
    listening.execute(f"LISTEN {live_hub.CHANNEL}")
    publish_change(TABLE, CLUB, version=5)
    (notice,) = connection.connection.notifies(timeout=5, stop_after=1)
    assert decode(notice.payload) == [News("changed", TABLE, "5"), News("changed", CLUB, "5")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL distributes the news")
def test_postgresql_is_given_no_more_news_at_once_than_a_notice_holds() -> None:
    connection.ensure_connection()
    listening = connection.connection.cursor()
    listening.execute(f"LISTEN {live_hub.CHANNEL}")
    topics = [2**62 + number for number in range(500)]
    publish_change(*topics, version=5)
    notices = connection.connection.notifies(timeout=5, stop_after=5)
    assert [news.topic for notice in notices for news in decode(notice.payload)] == topics


def test_typing_is_published_at_once(published: list[News]) -> None:
    publish_typing(TABLE, "mark Boris")
    assert published == [News("typing", TABLE, "mark Boris")]
