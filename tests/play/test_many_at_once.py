"""Tables that are closed or sealed together are as those that are closed one by one, in fewer statements."""

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules import PRESETS, Entry
from scorer.audit.check import faults_of
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.live import hub as live_hub
from scorer.live.hub import RECHECK, News
from scorer.play import services
from scorer.play.models import Table
from tests.factories import make_table

pytestmark = pytest.mark.django_db

GAME = Entry(None, 4, "S", "", "N", 10)


def rubber(club: Club) -> Table:
    table = make_table(club, "bridge", variant=PRESETS["rubber"])
    services.record_hand(table, GAME, by=None, key=None)
    return table


def state_of(table: Table) -> tuple[object, ...]:
    """What a table is after a change, and what the log says about it, without times and ids."""
    now = Table.objects.get(pk=table.pk)
    revisions = Revision.objects.for_table(table.pk).exclude(action="open").values_list("kind", "action", "actor_id")
    lines = list(now.hands.values_list("number", "kind", "points", "closing"))
    return now.state, now.sealed, now.version, now.layout, list(revisions), lines


def test_tables_closed_together_are_as_those_closed_one_by_one(club: Club, ada: Membership) -> None:
    alone, *together = (rubber(club) for _ in range(3))
    closed = services.close_table(make_table(club, "tarot"), by=None)
    before = state_of(closed)
    services.close_table(alone, by=ada.user)
    services.close_tables([table.pk for table in (*together, closed)], by=ada.user)
    assert [state_of(table) for table in together] == [state_of(alone)] * 2
    assert state_of(closed) == before
    for table in together:
        now = Table.objects.get(pk=table.pk)
        logged = Revision.objects.for_table(table.pk).get(action="close").after
        assert now.closed_at
        assert now.closed_at <= timezone.now()
        assert logged == {"state": "closed", "closed_at": now.closed_at.isoformat()}
    assert list(faults_of(Table.objects.all())) == []


def test_seals_are_set_and_taken_away_and_logged_only_where_that_changes_something(club: Club) -> None:
    sealed, plain = make_table(club), make_table(club)
    services.seal_tables([sealed.pk], by=None)
    services.seal_tables([sealed.pk, plain.pk], by=None)
    services.unseal_tables([sealed.pk], by=None)
    services.unseal_tables([], by=None)
    sealed.refresh_from_db()
    plain.refresh_from_db()
    assert (sealed.sealed, sealed.version) == (False, 3)
    assert (plain.sealed, plain.version) == (True, 2)
    logged = Revision.objects.for_table(sealed.pk).exclude(action="open").values_list("action", "after")
    assert list(logged) == [("seal", {"sealed": True}), ("unseal", {"sealed": False})]


def test_forty_tables_are_sealed_in_as_few_statements_as_two(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tables = [make_table(club).pk for _ in range(40)]
    with django_assert_max_num_queries(8):  # PostgreSQL is told the news in two more
        services.seal_tables(tables, by=None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "postgresql", reason="PostgreSQL distributes the news")
def test_the_pages_of_all_tables_hear_of_it(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [make_table(club).pk for _ in range(3)]
    heard: list[News] = []
    monkeypatch.setattr(live_hub.hub, "publish", lambda *pieces: heard.extend(pieces))
    services.close_tables(tables, by=None)
    assert {news.topic for news in heard if news.kind == RECHECK} == set(tables)
    assert {(news.topic, news.text) for news in heard if news.kind != RECHECK} == {
        *((table, "2") for table in tables),
        (club.pk, "2"),
    }
