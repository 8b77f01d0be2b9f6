"""The event stream, called as the server calls it."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import astuple, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import signing
from django.db import OperationalError
from django.utils import timezone

from scorer.live import hub as hub_module
from scorer.live import quotas
from scorer.live import stream as stream_module
from scorer.live.hub import RECHECK, Hub, News
from scorer.live.quotas import Quota
from scorer.live.stream import ID, ComeBackLater, stream
from scorer.live.tickets import SALT, Ticket, browser_id, live_path, read_ticket, session_key_in
from tests.server import clock

TABLE, OTHER = 7, 2**62


CLUB, ADA, LINK = 3, 5, 11
SESSION = "abcdefghijklmnopqrstuvwxyz012345"
PUBLIC = Ticket((TABLE,), CLUB)
BY_LOGIN = Ticket((TABLE,), CLUB, login=ADA, browser=browser_id(SESSION))
BY_LINK = Ticket((TABLE,), CLUB, link=LINK, browser=browser_id(SESSION))
EACH = [PUBLIC, BY_LOGIN, BY_LINK]


class Phone:
    """Requests a stream. `heard` is what it received until `enough` returned True and it disconnected."""

    def __init__(
        self,
        ticket: Ticket | str = PUBLIC,
        *,
        method: str = "GET",
        session: str = SESSION,
        host: str = "192.0.2.7",
        enough: Callable[[str], bool] = bool,
    ) -> None:
        path = live_path(ticket) if isinstance(ticket, Ticket) else ticket
        cookies = f"language=de; {settings.SESSION_COOKIE_NAME}={session}"
        headers = [(b"host", b"localhost"), (b"cookie", cookies.encode())]
        self.scope = {"type": "http", "path": path, "method": method, "headers": headers, "client": (host, 40_000)}
        self.enough = enough
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.heard = ""
        self.ended = False
        self.hung_up = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.heard += message["body"].decode()
            self.ended = not message.get("more_body")
            if self.enough(self.heard):
                self.hung_up.set()

    async def listen(self) -> None:
        await stream(self.scope, self.receive, self.send)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    hub = Hub()
    monkeypatch.setattr(stream_module, "hub", hub)
    return hub


@pytest.fixture(autouse=True)
def _no_delay_for_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "SPECTATOR_DELAY", 0)


@pytest.fixture(autouse=True)
def ended(monkeypatch: pytest.MonkeyPatch) -> set[Ticket]:
    """Tickets that are no longer valid."""
    ended: set[Ticket] = set()
    monkeypatch.setattr(stream_module, "_checks", [lambda ticket, _session: ticket not in ended])
    return ended


def never(_heard: str) -> bool:
    return False


BEGINNING = "retry: 2000\n\nevent: hb\ndata:\n\n"
"""What everybody hears at once. A page that does not hear it knows that a proxy buffers the stream."""


def listen(phone: Phone, tell: Callable[[], None] = lambda: None) -> Phone:
    async def story() -> None:
        listening = asyncio.ensure_future(phone.listen())
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(tell)
        async with asyncio.timeout(5):
            await listening

    asyncio.run(story())
    return phone


def test_a_phone_hears_only_of_its_table(hub: Hub) -> None:
    def tell() -> None:
        hub.put(News("changed", OTHER, "3"))
        hub.put(News("changed", TABLE, "4"))

    phone = listen(Phone(enough=lambda heard: "changed" in heard), tell)
    assert phone.heard == f"{BEGINNING}event: changed\ndata: {ID.to_url(TABLE)} 4\n\n"
    assert (phone.status, phone.headers[b"content-type"]) == (200, b"text/event-stream")
    assert phone.headers[b"cache-control"] == b"no-store"
    assert is_empty(hub)


def is_empty(hub: Hub) -> bool:
    return not (hub.by_topic or hub.by_right or hub.by_quota)


def test_one_stream_serves_many_tables(hub: Hub) -> None:
    def tell() -> None:
        hub.put(News("changed", TABLE, "1"))
        hub.put(News("changed", OTHER, "2"))

    both = Ticket((TABLE, OTHER), CLUB)
    phone = listen(Phone(both, enough=lambda heard: heard.count("changed") == 2), tell)
    assert f"{ID.to_url(OTHER)} 2" in phone.heard


@pytest.mark.parametrize(("ticket", "heard"), [(PUBLIC, ["3", "4"]), (BY_LOGIN, list("1234")), (BY_LINK, list("1234"))])
def test_spectators_hear_the_last_news_later_and_players_hear_everything_at_once(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, ticket: Ticket, heard: list[str]
) -> None:
    async def is_admitted(*_: object) -> bool:  # without a thread, which the test's clock would not wait for
        return True

    monkeypatch.setattr(stream_module, "_is_admitted", is_admitted)
    monkeypatch.setattr(stream_module, "SPECTATOR_DELAY", 0.25)
    monkeypatch.setattr(hub_module, "uniform", lambda _least, limit: limit)
    phone = Phone(ticket, enough=lambda heard: f"{ID.to_url(TABLE)} 4" in heard)

    async def evening() -> None:
        listening = asyncio.ensure_future(phone.listen())
        for version in "1234":
            await asyncio.sleep(0.1)
            hub.put(News("changed", TABLE, version))
        await listening

    clock.run(evening())
    assert re.findall(r"changed\ndata: \S+ (\d)", phone.heard) == heard


def test_a_quiet_stream_has_heartbeats(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "HEARTBEAT", 0.01)
    phone = listen(Phone(enough=lambda heard: heard.count("event: hb") == 2))
    assert phone.heard.endswith("event: hb\ndata:\n\nevent: hb\ndata:\n\n")


def test_a_name_cannot_inject_events(hub: Hub) -> None:
    def tell() -> None:
        hub.put(News("typing", TABLE, "mark Bo\n\nevent: changed\ndata: ris"))

    phone = listen(Phone(enough=lambda heard: "typing" in heard), tell)
    assert phone.heard.count("\n\n") == BEGINNING.count("\n\n") + 1


@pytest.mark.parametrize("path", ["/live/", "/live/x/", "/live/0000000000007:x:y/", "/live/../", "/live/ü/"])
def test_an_unsigned_path_is_not_found(path: str, hub: Hub) -> None:
    assert listen(Phone(path, enough=lambda _heard: True)).status == 404


@pytest.mark.parametrize("ticket", [*EACH, Ticket((TABLE, OTHER), CLUB)])
def test_a_path_contains_the_ticket(ticket: Ticket) -> None:
    assert read_ticket(live_path(ticket)) == ticket
    foreign = signing.dumps(astuple(ticket), salt="password")
    assert read_ticket(f"/live/{foreign}/") is None


def test_a_path_does_not_contain_the_session() -> None:
    assert SESSION not in str(signing.loads(live_path(BY_LOGIN).split("/")[2], salt=SALT))


@pytest.mark.parametrize("session", ["", "another", SESSION + "x"])
@pytest.mark.parametrize("ticket", [BY_LOGIN, BY_LINK])
def test_the_path_of_a_login_or_phone_works_only_in_its_own_browser(ticket: Ticket, session: str, hub: Hub) -> None:
    assert listen(Phone(ticket, session=session, enough=lambda _heard: True)).status == 404
    assert listen(Phone(ticket)).status == 200


def test_the_session_key_is_read_from_the_cookies() -> None:
    assert session_key_in([(b"host", b"localhost")]) == ""
    assert session_key_in([(b"cookie", b'\xff; x="'), (b"cookie", f"sessionid={SESSION}".encode())]) == SESSION


def test_a_path_is_reused_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = timezone.now().replace(minute=0, second=0)
    paths = []
    for seconds in (1, 899, 900):
        monkeypatch.setattr(signing.time, "time", (moment + timedelta(seconds=seconds)).timestamp)
        paths.append(live_path(PUBLIC))
    first, soon, later = paths
    assert first == soon != later


def test_an_expired_path_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    path = live_path(PUBLIC)
    later = timezone.now() + timedelta(hours=25)
    monkeypatch.setattr(signing.time, "time", later.timestamp)
    assert read_ticket(path) is None


def test_only_get_is_allowed(hub: Hub) -> None:
    assert listen(Phone(method="POST", enough=lambda _heard: True)).status == 405


@pytest.mark.parametrize("ticket", EACH)
def test_a_listener_of_a_suspended_club_is_told_to_come_back_later(
    ticket: Ticket, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_now(_ticket: Ticket, _session: str) -> bool:
        raise ComeBackLater

    monkeypatch.setattr(stream_module, "_checks", [not_now])
    phone = listen(Phone(ticket, enough=never))
    assert phone.heard == f"{BEGINNING}retry: 10000\n\n"
    assert phone.ended
    assert is_empty(hub)


@pytest.mark.parametrize("ticket", EACH)
def test_a_listener_without_a_right_hears_nothing(ticket: Ticket, hub: Hub, ended: set[Ticket]) -> None:
    ended.add(ticket)
    hub.put(News("changed", TABLE, "4"))
    phone = listen(Phone(ticket, enough=never))
    assert phone.heard == f"{BEGINNING}event: ended\ndata:\n\n"
    assert phone.ended  # or the server would log an error
    assert is_empty(hub)


@pytest.mark.parametrize(
    ("ticket", "right"), [(PUBLIC, CLUB), (BY_LOGIN, ADA), (BY_LOGIN, CLUB), (BY_LINK, TABLE), (BY_LINK, CLUB)]
)
def test_a_stream_ends_when_its_right_ends(ticket: Ticket, right: int, hub: Hub, ended: set[Ticket]) -> None:
    def end() -> None:
        ended.add(ticket)
        hub.put(News(RECHECK, right, ""))

    assert listen(Phone(ticket, enough=never), end).heard.endswith("event: ended\ndata:\n\n")


def test_the_right_is_checked_with_the_session(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Ticket, str]] = []
    monkeypatch.setattr(stream_module, "_checks", [lambda *what: asked.append(what)])
    listen(Phone(BY_LOGIN, enough=never))
    assert asked == [(BY_LOGIN, SESSION)]


def test_without_a_database_a_stream_ends_without_an_event(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_ticket: Ticket, _session: str) -> bool:
        raise OperationalError

    def goes_away() -> None:
        monkeypatch.setattr(stream_module, "_checks", [away])
        hub.put(News(RECHECK, ADA, ""))

    for phone in (listen(Phone(BY_LOGIN, enough=never), goes_away), listen(Phone(BY_LOGIN, enough=never))):
        assert phone.heard == BEGINNING
        assert phone.ended
    assert is_empty(hub)


@pytest.mark.parametrize("right", [CLUB, ADA, TABLE])
@pytest.mark.parametrize("ticket", EACH)
def test_a_stream_whose_right_still_holds_goes_on(ticket: Ticket, right: int, hub: Hub) -> None:
    def others_end() -> None:
        hub.put(News(RECHECK, right, ""))
        hub.put(News("changed", TABLE, "5"))

    phone = listen(Phone(ticket, enough=lambda heard: "changed" in heard), others_end)
    assert "ended" not in phone.heard
    assert RECHECK not in phone.heard


def test_every_stream_ends_before_the_server_stops(hub: Hub) -> None:
    phone = Phone(enough=never)
    assert listen(phone, hub.end).heard == BEGINNING
    assert phone.ended
    assert listen(Phone(enough=never)).heard == BEGINNING  # and no other stream begins
    assert is_empty(hub)


def evening(*phones: Phone, then: Callable[[], None] = lambda: None) -> None:
    """Let phones connect one after another, call `then`, and let those that still listen disconnect."""

    async def story() -> None:
        listening = []
        for phone in phones:
            listening.append(asyncio.ensure_future(phone.listen()))
            while not phone.status:
                await asyncio.sleep(0)
        then()
        for phone in phones:
            phone.hung_up.set()
        async with asyncio.timeout(5):
            await asyncio.gather(*listening)

    asyncio.run(story())


def test_spectators_at_one_address_have_a_quota(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_PER_ADDRESS", 2)
    spectators = [Phone(enough=never, session=f"another {number}") for number in range(3)]
    elsewhere, boris, chloe = Phone(host="192.0.2.8", enough=never), Phone(BY_LOGIN, enough=never), Phone(BY_LINK)
    evening(*spectators, elsewhere, boris, chloe)
    assert [phone.status for phone in spectators] == [200, 200, 503]
    assert [phone.status for phone in (elsewhere, boris, chloe)] == [200, 200, 200]
    assert is_empty(hub)


def test_spectators_at_many_addresses_leave_room_for_logins_and_phones(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_PUBLIC", 3)
    spectators = [Phone(host=f"192.0.2.{place}", enough=never) for place in range(4)]
    boris, chloe = Phone(BY_LOGIN, enough=never), Phone(BY_LINK, enough=never)
    evening(*spectators, boris, chloe)
    assert [phone.status for phone in (*spectators, boris, chloe)] == [200, 200, 200, 503, 200, 200]


@pytest.mark.parametrize("ticket", [BY_LOGIN, BY_LINK])
def test_in_one_browser_a_new_page_replaces_the_oldest(
    ticket: Ticket, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAX_PER_BROWSER", 2)
    pages = [Phone(ticket, enough=never) for _ in range(4)]
    went: list[bool] = []

    async def story() -> None:
        listening = []
        for page in pages:
            listening.append(asyncio.ensure_future(page.listen()))
            async with asyncio.timeout(5):
                while page.heard != BEGINNING:
                    await asyncio.sleep(0)
        async with asyncio.timeout(5):
            await asyncio.gather(*listening[:2])
        went.extend(page.ended for page in pages)
        for page in pages:
            page.hung_up.set()
        await asyncio.gather(*listening)

    asyncio.run(story())
    assert went == [True, True, False, False]
    assert is_empty(hub)


@pytest.mark.parametrize(
    ("name", "ticket"), [("MAX_PER_LINK", BY_LINK), ("MAX_PER_LOGIN", BY_LOGIN), ("MAX_PER_CLUB", BY_LINK)]
)
def test_each_link_login_and_club_has_a_quota(
    name: str, ticket: Ticket, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, name, 2)
    browsers = [f"session {number}" for number in range(3)]
    phones = [
        Phone(replace(ticket, browser=browser_id(session)), session=session, enough=never) for session in browsers
    ]
    other = Ticket((OTHER,), CLUB + 1, ticket.login and ADA + 1, ticket.link and LINK + 1, browser_id(SESSION))
    elsewhere = Phone(other, enough=never)
    evening(*phones, elsewhere)
    assert [phone.status for phone in (*phones, elsewhere)] == [200, 200, 503, 200]


BY_CARD = Ticket((TABLE,), CLUB, link=LINK, card="contestant 1")


def test_the_phones_of_one_card_leave_places_to_those_of_the_others(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_PER_CARD", 2)
    phones = [Phone(BY_CARD, host=f"192.0.2.{place}", enough=never) for place in range(3)]
    other = Phone(replace(BY_CARD, card="contestant 2"), enough=never)
    evening(*phones, other)
    assert [phone.status for phone in (*phones, other)] == [200, 200, 503, 200]
    assert is_empty(hub)


def test_one_address_leaves_places_of_a_link_to_others(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_PER_ADDRESS", 2)
    cards = [replace(BY_CARD, card=f"contestant {number}") for number in range(4)]
    phones = [Phone(card, enough=never) for card in cards[:3]]
    elsewhere = Phone(cards[3], host="192.0.2.8", enough=never)
    of_a_table = Phone(replace(BY_LINK, link=LINK + 1), enough=never)
    evening(*phones, elsewhere, of_a_table)
    assert [phone.status for phone in (*phones, elsewhere, of_a_table)] == [200, 200, 503, 200, 200]


def test_the_documentation_has_the_numbers_of_places() -> None:
    numbers = [value for name, value in vars(quotas).items() if name.startswith("MAX_")]
    (row,) = [
        line for line in Path("docs/security.md").read_text().splitlines() if line.startswith("| event streams |")
    ]
    assert sorted(map(int, re.findall(r"[0-9]+", row.replace(",", "")))) == sorted(numbers)


def test_without_a_free_place_the_response_is_503(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "EVERYBODY", Quota("everybody", 0))
    assert listen(Phone(enough=lambda _heard: True)).status == 503
