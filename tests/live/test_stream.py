"""The event stream, spoken to as the server does."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.utils import timezone

from scorer.live import guests
from scorer.live import stream as stream_module
from scorer.live.hub import GUESTS, Hub, News
from scorer.live.stream import stream
from scorer.live.tickets import ID, Ticket, live_path, ticket_of

TABLE, OTHER = 7, 2**62


class Phone:
    """Asks for a stream; `heard` is what came, until `enough` says so and the phone hangs up."""

    def __init__(self, path: str, *, method: str = "GET", enough: Callable[[str], bool] = bool) -> None:
        self.scope = {"type": "http", "path": path, "method": method}
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


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    hub = Hub()
    monkeypatch.setattr(stream_module, "hub", hub)
    return hub


BEGINNING = "retry: 2000\n\nevent: hb\ndata:\n\n"
"""What everybody hears at once: a page that hears nothing knows that a proxy keeps the stream to itself."""


def listen(phone: Phone, tell: Callable[[], None] = lambda: None) -> Phone:
    async def story() -> None:
        listening = asyncio.ensure_future(stream(phone.scope, phone.receive, phone.send))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(tell)
        async with asyncio.timeout(5):
            await listening

    asyncio.run(story())
    return phone


def test_a_phone_is_told_of_its_table_only(hub: Hub) -> None:
    def tell() -> None:
        hub.put(News("changed", OTHER, "3"))
        hub.put(News("changed", TABLE, "4"))

    phone = listen(Phone(live_path([TABLE]), enough=lambda heard: "changed" in heard), tell)
    assert phone.heard == f"{BEGINNING}event: changed\ndata: {ID.to_url(TABLE)} 4\n\n"
    assert (phone.status, phone.headers[b"content-type"]) == (200, b"text/event-stream")
    assert phone.headers[b"cache-control"] == b"no-store"
    assert hub.count == 0


def test_one_stream_serves_many_tables(hub: Hub) -> None:
    def tell() -> None:
        hub.put(News("changed", TABLE, "1"))
        hub.put(News("changed", OTHER, "2"))

    phone = listen(Phone(live_path([TABLE, OTHER]), enough=lambda heard: heard.count("changed") == 2), tell)
    assert f"{ID.to_url(OTHER)} 2" in phone.heard


def test_a_quiet_table_is_heard_to_be_alive(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "HEARTBEAT", 0.01)
    phone = listen(Phone(live_path([TABLE]), enough=lambda heard: heard.count("event: hb") == 2))
    assert phone.heard.endswith("event: hb\ndata:\n\nevent: hb\ndata:\n\n")


def test_a_name_cannot_write_events_of_its_own(hub: Hub) -> None:
    def tell() -> None:
        hub.put(News("typing", TABLE, "mark Bo\n\nevent: changed\ndata: ris"))

    phone = listen(Phone(live_path([TABLE]), enough=lambda heard: "typing" in heard), tell)
    assert phone.heard.count("\n\n") == BEGINNING.count("\n\n") + 1


@pytest.mark.parametrize("path", ["/live/", "/live/x/", "/live/0000000000007:x:y/", "/live/../"])
def test_an_address_that_we_have_not_signed_is_not_found(path: str, hub: Hub) -> None:
    assert listen(Phone(path, enough=lambda _heard: True)).status == 404


def test_an_address_signed_for_something_else_is_not_found() -> None:
    foreign = signing.TimestampSigner(salt="password").sign(ID.to_url(TABLE))
    assert ticket_of(f"/live/{foreign}/") is None
    assert ticket_of(live_path([TABLE, OTHER])) == Ticket(frozenset({TABLE, OTHER}))
    assert ticket_of(live_path([TABLE], 5)) == Ticket(frozenset({TABLE}), 5)


def test_an_address_is_the_same_from_hand_to_hand_and_a_new_one_later(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = timezone.now().replace(minute=0, second=0)
    paths = []
    for seconds in (1, 899, 900):
        monkeypatch.setattr(signing.time, "time", (moment + timedelta(seconds=seconds)).timestamp)
        paths.append(live_path([TABLE]))
    first, soon, later = paths
    assert first == soon != later


def test_an_old_address_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    path = live_path([TABLE])
    later = timezone.now() + timedelta(hours=25)
    monkeypatch.setattr(signing.time, "time", later.timestamp)
    assert ticket_of(path) is None


def test_only_a_get_is_answered(hub: Hub) -> None:
    assert listen(Phone(live_path([TABLE]), method="POST", enough=lambda _heard: True)).status == 405


def test_a_full_house_says_so(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.live.hub.MOST_LISTENERS", 0)
    assert listen(Phone(live_path([TABLE]), enough=lambda _heard: True)).status == 503


GUEST = 11


@pytest.fixture
def welcome(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The guests whose links hold."""
    welcome = {GUEST}
    monkeypatch.setattr(guests, "_ask", [lambda ticket: ticket.guest in welcome])
    return welcome


def test_a_guest_hears_nothing_by_a_link_that_has_ended_before(hub: Hub, welcome: set[int]) -> None:
    welcome.clear()
    hub.put(News("changed", TABLE, "4"))
    assert (
        listen(Phone(live_path([TABLE], GUEST), enough=lambda _: False)).heard == f"{BEGINNING}event: ended\ndata:\n\n"
    )
    assert hub.count == 0


def test_a_guest_is_shown_out_when_the_link_ends_and_a_login_is_not(hub: Hub, welcome: set[int]) -> None:
    def end_links() -> None:
        welcome.clear()
        hub.put(News(GUESTS, TABLE, ""))

    guest = listen(Phone(live_path([TABLE], GUEST), enough=lambda _: False), end_links)
    assert guest.heard.endswith("event: ended\ndata:\n\n")
    login = listen(Phone(live_path([TABLE]), enough=lambda heard: "event: hb" in heard), end_links)
    assert "ended" not in login.heard


def test_a_guest_whose_link_holds_stays(hub: Hub, welcome: set[int]) -> None:
    def other_links_end() -> None:
        hub.put(News(GUESTS, TABLE, ""))
        hub.put(News("changed", TABLE, "5"))

    guest = listen(Phone(live_path([TABLE], GUEST), enough=lambda heard: "changed" in heard), other_links_end)
    assert "ended" not in guest.heard
    assert GUESTS not in guest.heard


def test_every_stream_ends_before_the_server_stops(hub: Hub) -> None:
    phone = Phone(live_path([TABLE, OTHER]), enough=lambda _: False)
    assert listen(phone, hub.end).heard == BEGINNING
    assert phone.ended
    assert listen(Phone(live_path([TABLE]), enough=lambda _: False)).heard == BEGINNING  # nor does another one begin
    assert hub.count == 0


def test_a_stream_that_ends_is_complete(hub: Hub, welcome: set[int]) -> None:
    """Or the server would complain of each."""
    welcome.clear()
    assert listen(Phone(live_path([TABLE], GUEST), enough=lambda _: False)).ended
