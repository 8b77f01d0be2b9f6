"""Only directors may write to a table that was closed longer ago than the club's correction period."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import rights, services
from scorer.play.models import Hand, Score, Seat, Table
from tests.factories import PlayerFactory, make_table

LogIn = Callable[[Membership], Client]
DAYS = 14
(PLAY,) = (part for part in get_resolver().url_patterns if getattr(part, "app_name", None) == "play")
WRITES = [page.name for page in PLAY.url_patterns if page.callback.who_may in rights.WRITES]


@pytest.fixture
def table(club: Club) -> Table:
    """A table from two weeks ago with two boards and a penalty."""
    table = make_table(club)
    for board in (1, 2):
        entry = Entry(board=board, level=4, strain="S", declarer="N", tricks=10)
        services.record_hand(table, entry, by=None, key=None)
    services.record_adjustment(table, [-50, 0, -50, 0], why="late", by=None, key=None)
    PlayerFactory(club=club, name="Élise")
    return close(table, days=DAYS + 1)


def close(table: Table, *, days: int) -> Table:
    return services.close_table(table, by=None, at=timezone.now() - timedelta(days=days))


def address(name: str, table: Table) -> str:
    hand, last, link = [2], [3], ["entry_link"]
    more: dict[str, list[Any]] = dict.fromkeys(
        ("hand", "correct", "preview_correction", "void", "restore", "ask"), hand
    )
    more |= {
        "decide": [2, 1],
        "undo": last,
        "substitute": [1],
        "renew_link": link,
        "revoke_link": link,
        "put_aside": [1],
    }
    return reverse(f"play:{name}", args=[table.pk, *more.get(name, [])])


def posted(table: Table) -> dict[str, Any]:
    """Values that any of the forms would accept."""
    elise = table.club.players.get(name="Élise")
    hand = {"board": 2, "level": 3, "strain": "S", "doubled": "", "declarer": "N", "tricks": "="}
    line = {"points_0": "-60", "points_1": ""}
    form = {"key": "k", "number": 4, "layout": table.layout, "seen": "same_board", "why": "misread"}
    return hand | line | form | {"player": elise.pk}


def state() -> tuple[Any, ...]:
    return tuple(list(model._default_manager.order_by("pk").values()) for model in (Table, Seat, Hand, Score))


def test_the_list_of_writing_urls_is_complete() -> None:
    assert set(WRITES) >= {"record", "correct", "void", "restore", "undo", "adjust", "substitute", "close", "reopen"}


@pytest.mark.parametrize("name", WRITES)
def test_a_scorer_cannot_write_to_a_locked_table(name: str, boris: Membership, client_of: LogIn, table: Table) -> None:
    before = state()
    client = client_of(boris)
    assert client.post(address(name, table), posted(table)).status_code == 403
    assert client.get(address(name, table)).status_code in {403, 405}
    assert state() == before


@pytest.mark.parametrize("name", WRITES)
def test_a_director_may_post_to_a_locked_table(name: str, ada: Membership, client_of: LogIn, table: Table) -> None:
    assert client_of(ada).post(address(name, table), posted(table)).status_code not in {403, 404}


@pytest.mark.parametrize("name", ["correct", "void", "reopen"])
def test_a_director_changes_a_locked_table(name: str, ada: Membership, client_of: LogIn, table: Table) -> None:
    before = state()
    assert client_of(ada).post(address(name, table), posted(table)).status_code == 302
    assert state() != before


@pytest.mark.parametrize("name", ["correct", "void", "reopen"])
def test_a_scorer_may_correct_until_the_table_is_locked(
    name: str, boris: Membership, client_of: LogIn, club: Club, table: Table
) -> None:
    club.correction_days = DAYS + 2
    club.save()
    before = state()
    assert client_of(boris).post(address(name, table), posted(table)).status_code == 302
    assert state() != before


def test_a_scorer_can_read_a_locked_table_without_buttons(boris: Membership, client_of: LogIn, table: Table) -> None:
    client = client_of(boris)
    for name in ("table", "hand", "rules"):
        page = client.get(address(name, table))
        assert page.status_code == 200
        text = page.content.decode()
        assert not [write for write in WRITES if f'"{address(write, table)}"' in text]
