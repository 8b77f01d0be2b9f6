"""What the phones at a table share when they fetch what is new, and what each has for itself."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorer.club.models import Club, Membership, Player
from scorer.play import services
from scorer.play.models import Table
from scorer.play.phones import Link, Phone, path_of
from scorer.registry import get_game
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)  # what is shared is kept once it is committed

HTMX = {"HX-Request": "true"}
OWN = r'(csrfmiddlewaretoken" value|"key" value|"writer" value|data-mark|data-live)="([^"]+)"'


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "bridge")
    for board in (1, 2):
        services.record_hand(table, passed_out(board), by=None, key=None)
    return Table.objects.get(pk=table.pk)


def passed_out(board: int) -> Any:
    return get_game("bridge").rules.Entry(board=board, passed_out=True)


def phone_of(table: Table, name: str, **headers: str) -> Client:
    phone = Client(headers=HTMX | headers)
    phone.post(path_of(table, Link.ENTRY) or "", {"player": str(table.seats.get(player__name=name).player_id)})
    return phone


def changes(client: Client, table: Table) -> str:
    answer = client.get(reverse("play:changes", args=[table.pk]), {"since": table.version - 1, "form": ""})
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_phones_share_the_rows_and_the_form_but_not_their_keys(table: Table) -> None:
    boris, chloe = phone_of(table, "Boris"), phone_of(table, "Chloé")
    first = changes(boris, table)
    with CaptureQueriesContext(connection) as asked:
        second = changes(chloe, table)
    assert len(asked) <= 5, asked.captured_queries  # BEGIN, the session, the table, its people, COMMIT
    of_boris, of_chloe = dict(re.findall(OWN, first)), dict(re.findall(OWN, second))
    assert len(of_boris) == 5
    assert all(of_boris[name] != of_chloe[name] for name in of_boris)
    assert re.sub(OWN, "", first) == re.sub(OWN, "", second)


def test_a_refusal_shows_after_further_saves_and_no_more_once_it_is_read(table: Table) -> None:
    """It is asked for only where the sheet in memory says that there is one."""
    chloe, hand = phone_of(table, "Chloé"), table.hands.get(number=1)
    assert "stays as it is" not in changes(chloe, table), "and the sheet is in memory"
    holder = Phone(Link.ENTRY, Player.objects.get(name="Chloé"))
    ask = services.ask_for_correction(hand, note="We made ten", basis=hand.version, by=holder)
    services.refuse_request(ask, why="All four agreed", by=None)
    for board in (3, 4):
        services.record_hand(table, passed_out(board), by=None, key=None)
        table.refresh_from_db()
        assert "All four agreed" in changes(chloe, table)
    services.note_seen(ask, by=holder)
    assert "stays as it is" not in changes(chloe, table), "though the table has the same version"


def test_a_phone_in_another_language_has_rows_and_form_of_its_own(table: Table) -> None:
    changes(phone_of(table, "Boris"), table)
    shown = changes(phone_of(table, "Chloé", **{"Accept-Language": "de"}), table)
    assert "Durchgepasst" in shown
    assert "Passed out" not in shown


def test_a_new_name_shows_at_once(table: Table, club: Club) -> None:
    boris = phone_of(table, "Boris")
    changes(boris, table)
    club.players.filter(name="Ada").update(name="Adele")
    assert "Adele" in changes(boris, table)


def test_only_logins_read_who_corrected_a_line(
    table: Table, boris: Membership, client_of: Callable[[Membership], Client]
) -> None:
    services.correct_hand(table.hands.get(number=1), passed_out(3), by=boris.user, why="typed wrong")
    table.refresh_from_db()
    assert f"by {boris.user.username}" in changes(client_of(boris), table)
    phone = changes(phone_of(table, "Boris"), table)
    assert "by a scorer" in phone
    assert boris.user.username not in phone
