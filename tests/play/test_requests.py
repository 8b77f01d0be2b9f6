"""A phone at a table asks for the correction of a hand, and whoever may correct it decides."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.play import phones, services
from scorer.play.models import Hand, Reply, Table
from scorer.play.phones import Link, Phone
from scorer.play.sheets.sheet import load_sheet
from scorer.registry import get_game
from tests.factories import make_table


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "bridge")
    entry = get_game("bridge").rules.Entry(board=1, level=3, strain="NT", declarer="N", tricks=9)
    services.record_hand(table, entry, by=None, key=None)
    return table


def joined(table: Table, name: str = "", link: Link = Link.ENTRY) -> Client:
    client = Client()
    player = Player.objects.get(name=name).pk if name else ""
    client.post(phones.path_of(table, link) or "", {"player": player})
    return client


def address(name: str, table: Table, *more: Any) -> str:
    return reverse(f"play:{name}", args=[table.pk, 1, *more])


def filled_in(client: Client, table: Table, **values: str) -> dict[str, str]:
    page = client.get(address("ask", table))
    form, said = page.context["form"], page.context["said"]
    shown = {name: form[name].value() for name in form.fields} | {"basis": said["basis"].value(), "way": form.way}
    return {name: value for name, value in shown.items() if value not in (None, False, "")} | {"why": ""} | values


def text(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def sheet(table: Table) -> str:
    return reverse("play:table", args=[table.pk])


def hand_of(table: Table) -> Hand:
    hand: Hand = table.hands.get(number=1)
    return hand


def test_a_phone_asks_with_the_hand_filled_in_and_another_one_corrects_it_so(table: Table) -> None:
    chloe, boris = joined(table, "Chloé"), joined(table, "Boris")
    assert address("ask", table) in text(chloe, address("hand", table))
    page = chloe.post(address("ask", table), filled_in(chloe, table, tricks="+1"), follow=True)
    assert "Your request is on the sheet." in page.content.decode()
    assert "correction asked for" in text(boris, sheet(table))
    shown = text(boris, address("hand", table))
    assert "Asked by Chloé" in shown
    ask = Reply.objects.get()
    assert address("decide", table, ask.pk) in shown
    boris.post(address("decide", table, ask.pk), {"accept": "1"})
    assert load_sheet(table).entry_at(1).tricks == 10
    assert "correction asked for" not in text(boris, sheet(table))
    assert list(faults(Table.objects.get())) == []
    assert boris.post(address("decide", table, ask.pk), {"accept": "1"}).status_code == 409


def test_a_refusal_takes_a_sentence_that_stands_in_the_history(table: Table, ada: Membership, client: Client) -> None:
    chloe = joined(table, "Chloé")
    chloe.post(address("ask", table), filled_in(chloe, table, why="We made ten"))
    ask = Reply.objects.get()
    client.force_login(ada.user)
    client.post(address("decide", table, ask.pk), {"why": ""})
    assert Reply.objects.open_requests().exists()
    client.post(address("decide", table, ask.pk), {"why": "All four agreed"})
    assert not Reply.objects.open_requests().exists()
    assert "All four agreed" in text(chloe, address("hand", table))
    assert list(faults(Table.objects.get())) == []


def refused(table: Table, asker: Client, note: str = "We made ten") -> Reply:
    asker.post(address("ask", table), filled_in(asker, table, why=note))
    ask: Reply = Reply.objects.requests().latest("pk")
    services.refuse_request(ask, why="All four agreed", by=None)
    return ask


def test_whoever_has_asked_sees_the_refusal_on_the_sheet_until_they_have_read_it(table: Table) -> None:
    chloe, boris = joined(table, "Chloé"), joined(table, "Boris")
    ask = refused(table, chloe)
    assert "Board 1 stays as it is" in text(chloe, sheet(table))
    assert "All four agreed" in text(chloe, sheet(table))
    changes = chloe.get(reverse("play:changes", args=[table.pk]), {"since": table.version})
    assert "All four agreed" in changes.content.decode()
    assert "All four agreed" not in text(boris, sheet(table))
    boris.post(address("seen", table, ask.pk))
    assert "All four agreed" in text(chloe, sheet(table)), "only whoever has asked has read it"
    for _twice in range(2):
        assert chloe.post(address("seen", table, ask.pk)).status_code == 302
    assert "All four agreed" not in text(chloe, sheet(table))
    assert "All four agreed" in text(chloe, address("hand", table))
    assert list(faults(Table.objects.get())) == []


def test_a_refusal_is_gone_once_the_player_asks_again_or_the_hand_is_corrected(table: Table, ada: Membership) -> None:
    chloe = joined(table, "Chloé")
    refused(table, chloe)
    chloe.post(address("ask", table), filled_in(chloe, table, why="We made eleven"))
    assert "stays as it is" not in text(chloe, sheet(table))
    ask: Reply = Reply.objects.requests().latest("pk")
    services.refuse_request(ask, why="No", by=ada.user)
    assert text(chloe, sheet(table)).count("stays as it is") == 1
    services.void_hand(hand_of(table), by=ada.user)
    assert "stays as it is" not in text(chloe, sheet(table))


def test_an_open_request_is_not_read_before_it_is_refused(table: Table) -> None:
    chloe = joined(table, "Chloé")
    chloe.post(address("ask", table), filled_in(chloe, table, why="We made ten"))
    ask = Reply.objects.get()
    chloe.post(address("seen", table, ask.pk))
    services.refuse_request(ask, why="All four agreed", by=None)
    assert "All four agreed" in text(chloe, sheet(table))
    assert chloe.post(address("seen", table, ask.pk + 1)).status_code == 409


def test_somebody_who_has_not_said_who_holds_the_phone_is_told_to(
    table: Table, ada: Membership, client: Client
) -> None:
    client.force_login(ada.user)
    for reader in (joined(table), client):
        assert "First say which player holds this phone." in text(reader, address("ask", table))
        assert reader.post(address("ask", table), {"why": "Wrong"}).status_code == 422
    assert not Reply.objects.exists()


def test_a_phone_that_watches_and_one_at_a_closed_table_ask_nothing(table: Table) -> None:
    watching, chloe = joined(table, link=Link.WATCHING), joined(table, "Chloé")
    assert watching.get(address("ask", table)).status_code == 403
    services.close_table(table, by=None)
    assert chloe.post(address("ask", table), {"why": "Wrong"}).status_code == 403


def test_the_newest_of_six_requests_is_refused(table: Table) -> None:
    by = Phone(Link.ENTRY, Player.objects.get(name="Chloé"))
    for number in range(5):
        services.ask_for_correction(hand_of(table), note=f"Wrong {number}", basis=hand_of(table).version, by=by)
    with pytest.raises(services.Conflict):
        services.ask_for_correction(hand_of(table), note="Wrong", basis=hand_of(table).version, by=by)


@pytest.mark.postgres
def test_the_database_keeps_no_request_without_a_word_and_no_refused_reply(table: Table) -> None:
    chloe = Player.objects.get(name="Chloé")
    for values in ({"kind": "ask"}, {"kind": "accept", "refusal": "No"}, {"kind": "accept", "entry": {"level": 1}}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Reply.objects.create(hand=hand_of(table), version=1, player=chloe, **values)
