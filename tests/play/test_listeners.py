"""Who may listen to a table or a club, and when that right ends."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club import services as club_services
from scorer.club.models import Club, Membership, Role
from scorer.live import ComeBackLater, Ticket, browser_id, live_path
from scorer.live import hub as live_hub
from scorer.live.hub import RECHECK, News, hub
from scorer.live.stream import stream
from scorer.live.tickets import read_ticket
from scorer.live.watch import watch
from scorer.play import phones, services
from scorer.play.models import Table
from scorer.play.phones import Link
from scorer.play.rights import may_listen
from tests.factories import PASSWORD, make_table

NEW = "purple elephants play tarot"


def ticket_on(page: Any) -> Ticket:
    ticket = read_ticket(page.content.decode().split('data-live="')[1].split('"')[0])
    assert ticket
    return ticket


def session_of(client: Client) -> str:
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


@pytest.fixture
def table(club: Club) -> Table:
    return make_table(club, "bridge")


@pytest.fixture
def public(club: Club) -> Club:
    club.public = True
    club.save()
    return club


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[News]:
    told: list[News] = []
    monkeypatch.setattr(live_hub, "_publish", told.extend)
    return told


def sheet(table: Table) -> str:
    return reverse("play:table", args=[table.pk])


def home(club: Club) -> str:
    return reverse("standings:home", args=[club.pk])


def joined(table: Table, client: Client | None = None) -> Client:
    client = client or Client()
    client.post(phones.path_of(table, Link.ENTRY) or "")
    return client


# Who gets which ticket


@pytest.mark.postgres
def test_a_login_listens_in_its_own_browser(table: Table, boris: Membership, client_of: Any) -> None:
    client = client_of(boris)
    browser = browser_id(session_of(client))
    of_table, of_club = ticket_on(client.get(sheet(table))), ticket_on(client.get(home(table.club)))
    assert of_table == Ticket((table.pk,), table.club_id, login=boris.user_id, browser=browser)
    assert of_club == Ticket((table.club_id,), table.club_id, login=boris.user_id, browser=browser)
    assert may_listen(of_table, session_of(client))
    assert may_listen(of_club, session_of(client))


def test_a_phone_listens_by_the_link_it_joined_with(table: Table) -> None:
    phone = joined(table)
    ticket = ticket_on(phone.get(sheet(table)))
    assert ticket == Ticket((table.pk,), table.club_id, link=table.entry_link, browser=browser_id(session_of(phone)))
    assert may_listen(ticket, session_of(phone))


@pytest.mark.postgres
def test_nobody_loses_the_right_to_listen_while_the_club_is_suspended(
    table: Table, boris: Membership, client_of: Any
) -> None:
    phone, client = joined(table), client_of(boris)
    tickets = [(ticket_on(reader.get(sheet(table))), session_of(reader)) for reader in (phone, client)]
    assert all(table.club_id in ticket.rights for ticket, _session in tickets), "they are checked again"
    club_services.suspend(table.club, suspended=True, by=None)
    for ticket, session in tickets:
        with pytest.raises(ComeBackLater):
            may_listen(ticket, session)
    club_services.suspend(table.club, suspended=False, by=None)
    assert all(may_listen(ticket, session) for ticket, session in tickets)


def test_a_login_of_another_club_listens_by_its_link(table: Table, zoe: Membership, client_of: Any) -> None:
    phone = joined(table, client_of(zoe))
    ticket = ticket_on(phone.get(sheet(table)))
    assert (ticket.login, ticket.link) == (None, table.entry_link)
    assert may_listen(ticket, session_of(phone))


def test_a_login_of_the_club_that_has_scanned_the_code_listens_as_itself(
    table: Table, boris: Membership, client_of: Any
) -> None:
    phone = joined(table, client_of(boris))
    services.close_table(table, by=boris.user)
    ticket = ticket_on(phone.get(sheet(table)))
    assert (ticket.login, ticket.link) == (boris.user_id, None)
    assert may_listen(ticket, session_of(phone))


def test_listening_to_a_public_club_needs_no_session(table: Table, public: Club) -> None:
    client = Client()
    for path, topic in ((sheet(table), table.pk), (home(public), public.pk)):
        ticket = ticket_on(client.get(path))
        assert ticket == Ticket((topic,), public.pk)
        assert may_listen(ticket, "")


def test_a_login_of_another_club_may_listen_to_a_public_club(
    table: Table, public: Club, zoe: Membership, client_of: Any
) -> None:
    client = client_of(zoe)
    ticket = ticket_on(client.get(sheet(table)))
    assert ticket.login == zoe.user_id
    assert may_listen(ticket, session_of(client))


# When a right ends


@pytest.fixture
def listening(table: Table, boris: Membership, client_of: Any) -> tuple[Client, Ticket]:
    client = client_of(boris)
    return client, ticket_on(client.get(sheet(table)))


def test_a_blocked_login_cannot_listen_even_to_a_public_club(
    listening: tuple[Client, Ticket], public: Club, ada: Membership, boris: Membership, told: list[News]
) -> None:
    client, ticket = listening
    club_services.change_login(boris, role=boris.role, active=False, by=ada.user)
    assert News(RECHECK, boris.user_id, "") in told
    assert not may_listen(ticket, session_of(client))


def test_logging_out_ends_the_streams(listening: tuple[Client, Ticket], boris: Membership, told: list[News]) -> None:
    client, ticket = listening
    session = session_of(client)
    client.post(reverse("club:logout"))
    assert News(RECHECK, boris.user_id, "") in told
    assert not may_listen(ticket, session)


def test_a_new_password_ends_streams_begun_with_the_old_one(
    listening: tuple[Client, Ticket], boris: Membership, told: list[News]
) -> None:
    client, ticket = listening
    other = Client()
    other.force_login(boris.user)
    told.clear()
    values = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert other.post(reverse("club:password"), values).status_code == 302
    assert News(RECHECK, boris.user_id, "") in told
    assert not may_listen(ticket, session_of(client))
    assert may_listen(ticket_on(other.get(sheet(Table.objects.get()))), session_of(other))


def test_the_session_of_another_login_gives_no_right_to_listen(
    listening: tuple[Client, Ticket], ada: Membership, client_of: Any
) -> None:
    _client, ticket = listening
    assert not may_listen(ticket, session_of(client_of(ada)))
    assert not may_listen(ticket, "")
    assert not may_listen(ticket, "0" * 32)


def test_a_former_member_cannot_listen(listening: tuple[Client, Ticket], boris: Membership) -> None:
    client, ticket = listening
    boris.delete()
    assert not may_listen(ticket, session_of(client))


def test_nobody_can_listen_to_a_deleted_club(listening: tuple[Client, Ticket]) -> None:
    client, ticket = listening
    assert not may_listen(Ticket(ticket.topics, 1, ticket.login, browser=ticket.browser), session_of(client))


def test_only_its_logins_listen_to_a_club_that_is_no_longer_public(
    listening: tuple[Client, Ticket], table: Table, public: Club, ada: Membership, told: list[News]
) -> None:
    spectator = ticket_on(Client().get(sheet(table)))
    client, ticket = listening
    values = {field: getattr(public, field) for field in ("name", "language", "correction_days")}
    board = {field: getattr(public, field) for field in ("board_rule", "board_hands", "board_tables")}
    club_services.change_club(public, **values, **board, public=False, by=ada.user)
    assert told == [News(RECHECK, public.pk, "")]
    assert not may_listen(spectator, "")
    assert may_listen(ticket, session_of(client))


@pytest.mark.parametrize("act", [services.renew_link, services.revoke_link])
def test_phones_are_told_when_their_link_ends(act: Any, table: Table, ada: Membership, told: list[News]) -> None:
    act(table, Link.ENTRY, by=ada.user)
    assert News(RECHECK, table.pk, "") in told


def test_the_right_to_listen_depends_on_the_club_of_the_stream(table: Table, zoe: Membership, client_of: Any) -> None:
    client = client_of(zoe)
    browser = browser_id(session_of(client))
    assert not may_listen(Ticket((table.pk,), table.club_id, zoe.user_id, browser=browser), session_of(client))
    assert may_listen(Ticket((zoe.club_id,), zoe.club_id, zoe.user_id, browser=browser), session_of(client))


# What it costs, and everything together


def test_after_a_restart_a_phone_costs_one_query_and_a_login_four(
    listening: tuple[Client, Ticket], table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, ticket = listening
    phone = joined(table)
    of_phone = ticket_on(phone.get(sheet(table)))
    with django_assert_num_queries(1):
        assert may_listen(of_phone, session_of(phone))
    with django_assert_num_queries(4):
        assert may_listen(ticket, session_of(client))


class Page:
    """An open page, with the cookies of its browser."""

    def __init__(self, ticket: Ticket, client: Client) -> None:
        cookie = f"{settings.SESSION_COOKIE_NAME}={session_of(client)}".encode()
        self.scope = {"type": "http", "method": "GET", "path": live_path(ticket), "headers": [(b"cookie", cookie)]}
        self.scope["client"] = ("192.0.2.7", 40_000)
        self.heard = ""
        self.something = asyncio.Event()
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.heard += message.get("body", b"").decode()
        self.something.set()

    async def hears(self, text: str) -> None:
        while text not in self.heard:
            self.something.clear()
            await self.something.wait()


def in_a_thread(work: Callable[[], object]) -> Awaitable[object]:
    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    return asyncio.to_thread(run)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_blocking_a_login_ends_only_its_own_streams(
    table: Table, ada: Membership, boris: Membership, client_of: Any
) -> None:
    """Serve it as in production: by the hub, and on PostgreSQL through the database."""
    browsers = [client_of(boris), client_of(ada), joined(table)]
    ours, adas, phones_ = pages = [Page(ticket_on(client.get(sheet(table))), client) for client in browsers]
    again = Page(ticket_on(browsers[0].get(sheet(table))), browsers[0])

    async def story() -> None:
        hub.start()
        watching = asyncio.create_task(watch())
        streams = [asyncio.create_task(stream(page.scope, page.receive, page.send)) for page in pages]
        async with asyncio.timeout(20):
            for page in pages:
                await page.hears("event: hb")
            while connection.vendor == "postgresql" and "changed" not in adas.heard:
                await adas.hears("changed")  # the listening connection is ready, and makes everybody check
            await in_a_thread(lambda: club_services.change_login(boris, role=Role.SCORER, active=False, by=ada.user))
            await streams[0]
            await stream(again.scope, again.receive, again.send)
            for page in (adas, phones_):
                page.gone.set()
            await asyncio.gather(*streams)
        watching.cancel()

    asyncio.run(story())
    assert ours.heard.endswith("event: ended\ndata:\n\n")
    assert again.heard.endswith("event: ended\ndata:\n\n")
    assert "ended" not in adas.heard + phones_.heard
    assert not hub.by_quota
