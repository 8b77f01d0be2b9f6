"""Phones without a login: how they join a table, what they may do there, and how their access ends."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership, Player, Role
from scorer.history.models import Revision
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.play.phones import Link
from scorer.play.rights import may_listen
from scorer.web import address_limits
from tests.factories import make_table
from tests.play.test_listeners import session_of, ticket_on

HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(club: Club) -> Table:
    return make_table(club, "bridge")


def address(name: str, table: Table, *more: Any) -> str:
    return reverse(f"play:{name}", args=[table.pk, *more])


def joined(table: Table, link: Link = Link.ENTRY, player: Player | None = None) -> Client:
    """Return the browser of a phone that has scanned the table's code and chosen a name."""
    client = Client()
    path = phones.path_of(table, link)
    assert path
    answer = client.post(path, {"player": player.pk if player else ""})
    assert answer["Location"] == address("table", table)
    return client


HAND = {"board": "1", "passed_out": "on", "number": "1", "layout": "1"}


def record(client: Client, table: Table) -> Any:
    return client.post(address("record", table), HAND | {"key": uuid4().hex}, headers=HTMX)


def test_a_phone_enters_hands_under_the_name_it_chose(table: Table) -> None:
    chloe = Player.objects.get(name="Chloé")
    phone = joined(table, player=chloe)
    assert record(phone, table).status_code == 200
    hand = table.hands.get()
    assert (hand.entered_by, hand.entered_as) == (None, chloe)
    revision = Revision.objects.get(object_id=hand.pk)
    assert (revision.actor_id, revision.player_id) == (None, chloe.pk)
    assert "Entered by Chloé" in phone.get(address("hand", table, 1)).content.decode()


def test_a_phone_without_a_name_may_enter_hands(table: Table) -> None:
    phone = joined(table)
    assert record(phone, table).status_code == 200
    assert table.hands.get().entered_as is None
    assert "Entered by somebody" in phone.get(address("hand", table, 1)).content.decode()


def test_only_names_of_players_at_the_table_can_be_chosen(table: Table, club: Club) -> None:
    zoe = Player.objects.create(club=club, name="Zoé")
    record(joined(table, player=zoe), table)
    assert table.hands.get().entered_as is None


def test_opening_the_link_gives_no_access_until_the_button_is_tapped(table: Table) -> None:
    client = Client()
    page = client.get(phones.path_of(table, Link.ENTRY) or "").content.decode()
    assert "Who are you?" in page
    assert "Chloé" in page
    assert client.get(address("table", table)).status_code == 302


def test_a_watching_phone_sees_the_sheet_and_cannot_write(table: Table, ada: Membership) -> None:
    phone = joined(table, Link.WATCHING)
    page = phone.get(address("table", table))
    assert page.status_code == 200
    assert "form" not in page.context
    assert record(phone, table).status_code == 403
    assert phone.get(address("phones", table)).status_code == 403
    assert not table.hands.exists()


@pytest.mark.parametrize("name", ["close", "cancel", "reopen"])
def test_a_phone_cannot_open_or_close_tables(name: str, table: Table) -> None:
    assert joined(table).post(address(name, table)).status_code == 403
    table.refresh_from_db()
    assert table.is_open


def test_a_phone_sees_only_its_table(table: Table, club: Club) -> None:
    phone = joined(table)
    other = make_table(club, "belote")
    home = reverse("standings:home", args=[club.pk])
    for path in (address("table", other), home, reverse("play:tables", args=[club.pk])):
        assert phone.get(path)["Location"].startswith(reverse("club:login"))
    page = phone.get(address("table", table)).content.decode()
    assert home not in page
    assert reverse("club:logout") not in page


def test_a_phone_may_be_at_two_tables(table: Table, club: Club) -> None:
    other = make_table(club, "belote")
    phone = joined(table)
    phone.post(phones.path_of(other, Link.WATCHING) or "")
    assert phone.get(address("table", table)).status_code == phone.get(address("table", other)).status_code == 200


@pytest.mark.parametrize("end", ["renew", "revoke", "close"])
def test_phones_are_out_at_once_when_their_link_ends(end: str, table: Table, ada: Membership) -> None:
    phone, watcher = joined(table), joined(table, Link.WATCHING)
    old = phones.path_of(table, Link.ENTRY) or ""
    ticket = ticket_on(phone.get(address("table", table)))
    assert may_listen(ticket, session_of(phone))
    if end == "close":
        services.close_table(table, by=ada.user)
    else:
        {"renew": services.renew_link, "revoke": services.revoke_link}[end](table, Link.ENTRY, by=ada.user)
    assert phone.get(address("table", table)).status_code == 403
    told = phone.get(address("table", table)).content.decode()
    assert ("This table is closed" if end == "close" else "The table has a new code.") in told
    assert record(phone, table).status_code == (409 if end == "close" else 401)
    assert record(watcher, table).status_code == (410 if end == "close" else 403)
    assert not may_listen(ticket, session_of(phone))
    assert Client().get(old).status_code == 403
    assert watcher.get(address("table", table)).status_code == (403 if end == "close" else 200)


def test_a_reopened_table_has_new_links(table: Table, ada: Membership) -> None:
    phone = joined(table)
    before = phones.code_of(table, Link.ENTRY)
    services.close_table(table, by=ada.user)
    table = services.reopen_table(table, by=ada.user)
    assert phones.code_of(table, Link.ENTRY) not in {None, before}
    assert phone.get(address("table", table)).status_code == 403


def test_a_link_that_is_switched_off_stays_off_when_the_table_is_reopened(table: Table, ada: Membership) -> None:
    services.revoke_link(table, Link.WATCHING, by=ada.user)
    services.close_table(table, by=ada.user)
    table = services.reopen_table(table, by=ada.user)
    assert phones.code_of(table, Link.WATCHING) is None
    assert phones.code_of(table, Link.ENTRY)


def test_the_codes_are_not_stored(table: Table) -> None:
    for link in Link:
        code = phones.code_of(table, link) or ""
        token = (phones.path_of(table, link) or "").split("/")[-2]
        assert {len(code), len(token)} == {6, 16}
        row = str(Table.objects.filter(pk=table.pk).values().get()).lower()
        assert code.lower() not in row
        assert token not in row


def test_all_codes_differ(table: Table, club: Club) -> None:
    tables = [table, make_table(club, "belote"), make_table(club, "bridge")]
    assert len({phones.code_of(table, link) for table in tables for link in Link}) == 6


@pytest.mark.parametrize(
    "write", [str, str.lower, lambda code: f" {code[:3]} {code[3:]} ", lambda code: f"{code[:3]}-{code[3:]}"]
)
def test_a_code_may_be_typed_in_several_ways(write: Any, table: Table) -> None:
    code = phones.code_of(table, Link.WATCHING)
    answer = Client().post(reverse("play:code"), {"code": write(code)})
    assert answer["Location"] == phones.path_of(table, Link.WATCHING)


@pytest.mark.parametrize("code", ["", "nonono", "ü\x00", "x" * 21, "000000"])
def test_a_wrong_code_is_refused_and_shown_again(code: str, table: Table) -> None:
    answer = Client().post(reverse("play:code"), {"code": code})
    assert answer.status_code == 422
    assert answer.context["form"]["code"].value() == code


def test_guessing_codes_is_limited(table: Table) -> None:
    guesser, code = Client(), phones.code_of(table, Link.ENTRY)
    for _ in range(address_limits.MAX_GUESSES):
        guesser.post(reverse("play:code"), {"code": "000000"})
    refused = guesser.post(reverse("play:code"), {"code": code})
    assert "Too many codes were wrong" in refused.content.decode()
    elsewhere = Client(REMOTE_ADDR="192.0.2.7").post(reverse("play:code"), {"code": code})
    assert elsewhere.status_code == 302


def test_guessing_from_ten_addresses_does_not_lock_out_others(table: Table) -> None:
    for guess in range(300):
        address_limits.CODES.count(RequestFactory(REMOTE_ADDR=f"192.0.2.{guess % 10}").get("/"))
    last = Client(REMOTE_ADDR="192.0.2.99").post(reverse("play:code"), {"code": phones.code_of(table, Link.ENTRY)})
    assert last["Location"] == phones.path_of(table, Link.ENTRY)


def test_forty_people_behind_one_address_may_mistype_the_code(table: Table) -> None:
    code = phones.code_of(table, Link.ENTRY)
    for person in range(40):
        phone = Client(REMOTE_ADDR="192.0.2.7")
        assert phone.post(reverse("play:code"), {"code": f"00000{person % 10}"}).status_code == 422
        assert phone.post(reverse("play:code"), {"code": code}).status_code == 302


def test_a_scorer_shows_and_renews_the_codes_and_a_phone_only_shows_them(
    table: Table, boris: Membership, client_of: Any
) -> None:
    phone = joined(table)
    shown = phone.get(address("phones", table)).content.decode()
    assert (phones.code_of(table, Link.ENTRY) or "")[:3] in shown
    assert "New code" not in shown
    assert phone.post(address("renew_link", table, "entry_link")).status_code == 403
    scorer = client_of(boris)
    assert "New code" in scorer.get(address("phones", table)).content.decode()
    before = table.entry_link
    assert scorer.post(address("renew_link", table, "entry_link")).status_code == 302
    assert scorer.post(address("revoke_link", table, "watching_link")).status_code == 302
    version, layout = table.version, table.layout
    table.refresh_from_db()
    assert (table.version, table.layout) == (version + 2, layout)
    assert table.entry_link not in {None, before}
    assert table.watching_link is None
    assert "Switched off." in scorer.get(address("phones", table)).content.decode()
    assert scorer.post(address("renew_link", table, "version")).status_code == 404
    actions = Revision.objects.of(Revision.Kind.TABLE, table.pk).values_list("action", "after", "actor_id")
    assert list(actions)[1:] == [
        ("renew_link", {"link": "entry_link"}, boris.user_id),
        ("revoke_link", {"link": "watching_link"}, boris.user_id),
    ]


@pytest.mark.parametrize(
    ("host", "network", "shown"),
    [
        ("scores.example", [], "http://scores.example"),
        ("127.0.0.1:8000", ["192.168.7.20"], "http://192.168.7.20:8000"),
        ("localhost:8000", ["127.0.0.1"], None),
    ],
)
def test_the_code_leads_to_an_address_that_phones_can_open(
    host: str,
    network: list[str],
    shown: str | None,
    table: Table,
    boris: Membership,
    client_of: Any,
    settings: Any,
) -> None:
    settings.ALLOWED_HOSTS, settings.NETWORK_HOSTS = ["*"], network
    page = client_of(boris).get(address("phones", table), headers={"host": host})
    assert page.context["site"] == shown
    assert ("no phone can reach it" in page.content.decode()) == (shown is None)


def test_a_login_that_scans_the_code_keeps_its_rights(table: Table, boris: Membership, client_of: Any) -> None:
    client = client_of(boris)
    client.post(phones.path_of(table, Link.ENTRY) or "", {"player": Player.objects.get(name="Chloé").pk})
    record(client, table)
    assert table.hands.get().entered_by == boris.user


def test_a_login_of_another_club_that_scans_the_code_becomes_a_phone(
    table: Table, zoe: Membership, client_of: Any
) -> None:
    client = client_of(zoe)
    client.post(phones.path_of(table, Link.ENTRY) or "")
    assert record(client, table).status_code == 200
    assert table.hands.get().entered_by is None


def test_others_see_the_name_of_a_phones_holder_typing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whispered: list[str] = []
    monkeypatch.setattr("scorer.play.views.entry.publish_typing", lambda _topic, text: whispered.append(text))
    joined(table, player=Player.objects.get(name="Chloé")).post(address("preview", table), HAND)
    assert whispered[0].endswith(" Chloé")


def test_a_phone_that_only_tells_the_others_gets_an_empty_answer(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whispered: list[str] = []
    monkeypatch.setattr("scorer.play.views.entry.publish_typing", lambda _topic, text: whispered.append(text))
    answer = joined(table).post(address("preview", table) + "?typing", HAND)
    assert (answer.status_code, answer.content, len(whispered)) == (204, b"", 1)


@pytest.mark.parametrize(("role", "words"), [(Role.DIRECTOR, "a director"), (Role.SCORER, "a scorer")])
def test_a_phone_sees_the_role_but_not_the_name_of_a_login(
    role: Role, words: str, table: Table, boris: Membership, client_of: Any
) -> None:
    Membership.objects.filter(pk=boris.pk).update(role=role)
    phone, scorer = joined(table), client_of(boris)
    record(scorer, table)
    assert f"Entered by {words}," in phone.get(address("hand", table, 1)).content.decode()
    assert "Entered by boris," in scorer.get(address("hand", table, 1)).content.decode()
    late = phone.post(address("record", table), HAND | {"key": "late"}, headers=HTMX).content.decode()
    assert f"Board 1 has already been entered by {words}:" in late
    assert "boris" not in late
    four_spades = Entry(board=1, level=4, strain="S", declarer="S", tricks=10)
    services.correct_hand(table.hands.get(), four_spades, by=boris.user, why="misread")
    for reader, name in (
        (scorer, "boris"),
        (phone, words),
        (scorer, "boris"),
    ):  # each of them may find the row already created
        assert f"by {name}," in reader.get(address("table", table)).content.decode()


def test_others_do_not_see_the_name_of_a_login_typing(
    table: Table, boris: Membership, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    whispered: list[str] = []
    monkeypatch.setattr("scorer.play.views.entry.publish_typing", lambda _topic, text: whispered.append(text))
    page = client_of(boris).post(address("preview", table), HAND)
    assert whispered == [f"{page.context['form'].fingerprint} "]


def test_a_phone_takes_no_more_queries_than_a_login(table: Table, django_assert_num_queries: Any) -> None:
    phone = joined(table, player=Player.objects.get(name="Chloé"))
    with django_assert_num_queries(8):  # session, table, its players; its last number, hands, seats, totals; the log
        phone.get(address("changes", table) + "?since=0")


def test_the_log_names_the_player_who_held_the_phone(table: Table, ada: Membership, client_of: Any) -> None:
    record(joined(table, player=Player.objects.get(name="Chloé")), table)
    record(joined(table), table)
    page = client_of(ada).get(reverse("admin:history_revision_changelist")).content.decode()
    assert '<td class="field-actor">Chloé</td>' in page


def test_only_those_who_may_close_the_table_see_the_button(club: Club, boris: Membership, client_of: Any) -> None:
    table = make_table(club, "belote")
    services.record_adjustment(table, [2000, 0, 2000, 0], why="to the end", by=None, key=None)
    for client, offered in ((client_of(boris), True), (joined(table), False), (joined(table, Link.WATCHING), False)):
        for path in (address("table", table), address("changes", table) + "?since=1"):
            page = client.get(path).content.decode()
            assert "have reached" in page
            assert (">Close the table<" in page) == offered
