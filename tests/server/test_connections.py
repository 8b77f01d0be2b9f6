"""Clients that connect and then keep the server waiting, tested with a real server and raw sockets.

Addresses other than 127.0.0.1 stand for other machines.
"""

import asyncio
import contextlib
import errno
import logging
import re
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from inspect import signature
from time import monotonic
from typing import Any

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from scorer.server import connections as module
from scorer.server.connections import Connections, Limits, StageTracker
from scorer.server.request_buffer import Receive, RequestBuffer, Scope, Send
from scorer.server.response_buffer import ResponseBuffer
from tests.server.conftest import Serve
from tests.server.test_request_buffer import read_answer

SHORT = Limits(head_seconds=0.3, read_seconds=0.3)
LONG = Limits(head_seconds=60, read_seconds=60, crowd_seconds=60)
HEAD = b"GET / HTTP/1.1\r\nHost: club\r\n\r\n"
MEGABYTES = 12


class Site:
    """Responds with "good evening": at /stream when the test says so, and at /export at great length."""

    def __init__(self) -> None:
        self.told = threading.Event()
        self.streams = 0

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        body = b"x" * MEGABYTES * 1_000_000 if scope["path"] == "/export" else b"Good evening"
        length = str(len(body)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        if scope["path"] == "/stream":
            self.streams += 1
            while not self.told.is_set():
                await asyncio.sleep(0.01)
        await send({"type": "http.response.body", "body": body})


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHECK_SECONDS", 0.01)


@pytest.fixture
def site() -> Site:
    return Site()


Open = Callable[..., socket.socket]


@pytest.fixture
def at(serve: Serve, site: Site) -> Iterator[Callable[[Connections], Open]]:
    """A server with these connections, and a way to connect to it."""
    with contextlib.ExitStack() as stack:

        def at(connections: Connections) -> Open:
            port = serve(StageTracker(RequestBuffer(ResponseBuffer(site))), connections)

            def phone(sends: bytes = b"", host: str = "127.0.0.1") -> socket.socket:
                opened = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(host, 0))
                stack.callback(opened.close)
                opened.sendall(sends)
                return opened

            return phone

        yield at
        site.told.set()


def is_ended(phone: socket.socket) -> bool:
    """Whether the server closes it soon."""
    try:
        return phone.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def until(done: Callable[[], object]) -> None:
    ends = monotonic() + 5
    while not done():
        assert monotonic() < ends, "not before long"
        threading.Event().wait(0.005)


HALVES = [b"", b"G", b"GET / HTTP/1.1\r\nHost: club\r\n"]


@pytest.mark.parametrize("sent", HALVES)
def test_a_connection_without_a_request_is_closed_without_a_response(at: Any, sent: bytes) -> None:
    connections = Connections(SHORT)
    phone = at(connections)
    ada = phone(sent)
    until(lambda: connections.count)
    assert is_ended(ada)
    until(lambda: not connections.count)
    assert not connections.sources
    assert not connections.waiting


def test_sending_a_head_slowly_gains_no_time(at: Any) -> None:
    ada = at(Connections(SHORT))()
    with pytest.raises(OSError, match=r"reset|Broken"):  # noqa: PT012  # the server closes it somewhere in between
        for _ in range(1000):
            ada.sendall(b"G")
            threading.Event().wait(0.005)


@pytest.mark.parametrize("sent", HALVES)
def test_the_next_request_on_a_connection_gets_no_more_time(at: Any, sent: bytes) -> None:
    ada = at(Connections(SHORT))(HEAD)
    assert read_answer(ada) == (200, "Good evening")
    with contextlib.suppress(OSError):
        ada.sendall(sent)
    assert is_ended(ada)


def test_requests_in_sequence_are_answered(at: Any) -> None:
    ada = at(Connections(LONG))(HEAD)
    for _ in range(3):
        assert read_answer(ada) == (200, "Good evening")
        ada.sendall(HEAD)


def test_pipelined_requests_are_answered_and_no_more_are_awaited(at: Any) -> None:
    ada = at(Connections(SHORT))(3 * HEAD)
    with ada.makefile("rb") as stream:
        assert stream.read().count(b"Good evening") == 3


def test_an_event_stream_is_not_closed(at: Any, site: Site) -> None:
    phone = at(Connections(SHORT))
    listener, idle = phone(b"GET /stream HTTP/1.1\r\nHost: club\r\n\r\n"), phone()
    assert is_ended(idle)
    site.told.set()
    assert read_answer(listener) == (200, "Good evening")


def test_a_body_has_the_time_that_the_request_buffer_allows(at: Any) -> None:
    phone = at(Connections(SHORT))
    ada = phone(b"POST / HTTP/1.1\r\nHost: club\r\nContent-Length: 9\r\n\r\ntricks=")
    assert is_ended(phone())
    ada.sendall(b"10")
    assert read_answer(ada) == (200, "Good evening")


CHUNKED = b" / HTTP/1.1\r\nHost: club\r\nTransfer-Encoding: chunked\r\n\r\n"
CHUNKS = b"1\r\nx\r\n" * 40_000


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the parsers of all connections have found."""
    events: list[object] = []
    next_event = h11.Connection.next_event

    def noting(self: h11.Connection) -> Any:
        events.append(event := next_event(self))
        return event

    monkeypatch.setattr(h11.Connection, "next_event", noting)
    return events


@pytest.mark.parametrize("method", [b"POST", b"GET", b"HEAD", b"DELETE", b"CONNECT"])
def test_a_body_in_chunks_is_refused_before_it_is_parsed(at: Any, parsed: list[object], method: bytes) -> None:
    ada = at(Connections(LONG))()
    ada.sendall(method + CHUNKED + CHUNKS)
    assert read_answer(ada) == (411, "")
    assert is_ended(ada)
    assert [type(event) for event in parsed] == [h11.Request]


def test_a_body_in_chunks_behind_other_requests_is_refused_too(at: Any, parsed: list[object]) -> None:
    ada = at(Connections(LONG))(HEAD + HEAD + b"POST" + CHUNKED + CHUNKS)
    with ada.makefile("rb") as stream:
        assert re.findall(rb"HTTP/1.1 (\d+)", stream.read()) == [b"200", b"200", b"411"]
    assert not [event for event in parsed if isinstance(event, h11.Data)]


def test_a_body_in_chunks_that_also_has_a_length_is_refused(at: Any) -> None:
    both = CHUNKED.replace(b"Host", b"Content-Length: 2\r\nHost")
    assert read_answer(at(Connections(LONG))(b"POST" + both + b"ok"))[0] == 411


@pytest.mark.parametrize("before", [b"", HEAD])
@pytest.mark.parametrize("end", [b"\r\n", b""])
def test_a_long_head_is_refused_even_if_it_arrives_at_once(
    at: Any, parsed: list[object], before: bytes, end: bytes
) -> None:
    ada = at(Connections(LONG))(before + HEAD[:-2] + b"a:b\r\n" * 30_000 + end)
    with ada.makefile("rb") as stream:
        assert re.findall(rb"HTTP/1.1 (\d+)", stream.read())[-1] == b"431"
    assert len([event for event in parsed if isinstance(event, h11.Request)]) == bool(before)


def test_a_head_as_long_as_allowed_is_answered(at: Any) -> None:
    head = HEAD[:-2] + b"a: %b\r\n\r\n"
    ada = at(Connections(LONG))(head % (b"b" * (module.MAX_HEAD - len(head) + 2)))
    assert read_answer(ada) == (200, "Good evening")


def test_a_refused_connection_is_closed_when_it_has_kept_the_server_waiting(at: Any) -> None:
    connections = Connections(SHORT)
    ada = at(connections)(b"POST" + CHUNKED)
    assert read_answer(ada)[0] == 411
    until(lambda: not connections.count)
    with pytest.raises(OSError, match=r"reset|Broken"):  # noqa: PT012  # only the second one notices
        for _ in range(100):
            ada.sendall(CHUNKS)


def test_what_is_no_request_is_a_bad_one(at: Any) -> None:
    assert read_answer(at(Connections(LONG))(b"Good evening\r\n\r\n")) == (400, "")


def test_uvicorn_has_the_members_that_connections_rely_on() -> None:
    """Decision 0028 lists them. If a new uvicorn fails here, `Connection` has to follow it."""
    assert issubclass(H11Protocol, asyncio.Protocol)
    config = uvicorn.Config(Site(), ws="none", log_config=None)
    plain = H11Protocol(config, ServerState(), {"evening": 1}, asyncio.new_event_loop())
    assert type(plain.conn) is h11.Connection
    assert plain.app_state == {"evening": 1}
    assert list(signature(plain.send_400_response).parameters) == ["msg"]
    plain.loop.close()


def small(phone: socket.socket) -> socket.socket:
    """Return the connection with a small buffer for unread data."""
    phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return phone


EXPORT = b"GET /export HTTP/1.1\r\nHost: club\r\n\r\n"


def test_a_client_that_does_not_read_is_disconnected(at: Any) -> None:
    connections = Connections(SHORT)
    ada = small(at(connections)())
    ada.sendall(EXPORT)
    until(lambda: connections.count)
    until(lambda: not connections.count)
    assert not connections.waiting


def test_a_client_that_reads_slowly_stays_connected(at: Any) -> None:
    ada = at(Connections(replace(SHORT, read_seconds=1.5)))(EXPORT)
    began, got = monotonic(), 0
    while got < MEGABYTES * 1_000_000:
        read = ada.recv(MEGABYTES * 5_000)
        assert read, "disconnected"
        got += len(read)
        threading.Event().wait(0.01)
    assert monotonic() - began > 1.5


def test_an_address_at_its_limit_loses_the_connection_that_has_waited_longest(at: Any) -> None:
    phone = at(Connections(replace(LONG, address=3)))
    first, _second, _third = phone(), phone(b"GET"), phone()
    ada = phone(HEAD)
    assert is_ended(first)
    assert read_answer(ada) == (200, "Good evening")


def busy(phone: Open, site: Site, host: str, count: int) -> None:
    already = site.streams
    for _ in range(count):
        phone(b"GET /stream HTTP/1.1\r\nHost: club\r\n\r\n", host=host)
    until(lambda: site.streams == already + count)


def test_an_event_stream_is_not_closed_for_another_connection(at: Any, site: Site) -> None:
    phone = at(Connections(replace(LONG, address=3)))
    busy(phone, site, "127.0.0.2", 3)
    refused = phone(host="127.0.0.2")
    assert read_answer(refused) == (503, "Too many connections. Try again in a moment.\n")
    assert is_ended(refused)
    assert read_answer(phone(HEAD, host="127.0.0.3")) == (200, "Good evening")


def test_there_is_a_limit_for_all_addresses_together(at: Any, site: Site) -> None:
    phone = at(Connections(replace(LONG, connections=3)))
    busy(phone, site, "127.0.0.2", 2)
    idle = phone(host="127.0.0.3")
    assert read_answer(phone(HEAD, host="127.0.0.4")) == (200, "Good evening")
    assert is_ended(idle)
    busy(phone, site, "127.0.0.5", 1)
    assert read_answer(phone(host="127.0.0.6"))[0] == 503


def test_a_trusted_proxy_has_no_limit_by_address(at: Any, site: Site) -> None:
    phone = at(Connections(replace(LONG, address=3), proxies="192.0.2.1, 127.0.0.0/30"))
    busy(phone, site, "127.0.0.2", 4)
    assert read_answer(phone(HEAD, host="127.0.0.3")) == (200, "Good evening")
    busy(phone, site, "127.0.0.4", 3)
    assert read_answer(phone(host="127.0.0.4"))[0] == 503


@pytest.mark.parametrize("sent", [b"", b"POST / HTTP/1.1\r\nHost: club\r\nContent-Length: 9\r\n\r\ntricks="])
def test_waiting_connections_have_less_time_when_there_are_many(at: Any, sent: bytes) -> None:
    connections = Connections(replace(LONG, crowd_size=3, crowd_seconds=0.01))
    phone = at(connections)
    elsewhere = [phone(host="127.0.0.3") for _ in range(3)]
    crowd_size = [phone(sent, host="127.0.0.2") for _ in range(5)]
    assert [is_ended(crowd_size[0]), is_ended(crowd_size[1])] == [True, True]
    until(lambda: connections.count == 6)
    assert read_answer(finished(crowd_size[2], sent))[0] == 200
    for other in elsewhere:
        other.sendall(HEAD)
        assert read_answer(other)[0] == 200


def finished(phone: socket.socket, sent: bytes) -> socket.socket:
    phone.sendall(b"10" if sent else HEAD)
    return phone


def test_the_log_has_the_number_of_connections_and_no_addresses(at: Any, caplog: pytest.LogCaptureFixture) -> None:
    connections = Connections(replace(LONG, address=2))
    with caplog.at_level(logging.WARNING, module.__name__):
        phone = at(connections)
        for _ in range(5):
            phone(host="127.0.0.2")
        until(lambda: caplog.messages and not connections.ended)
    assert "127.0.0.2" not in caplog.text
    ended = sum(record.args[1] for record in caplog.records)
    assert ended == 3
    assert all(message.endswith("from 1 addresses.") for message in caplog.messages)


def test_running_out_of_files_is_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    connections = Connections()
    others: list[dict[str, Any]] = []

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        loop.default_exception_handler = others.append
        loop.set_exception_handler(connections.fault)
        for _ in range(2048):
            loop.call_exception_handler(
                {"message": "accept", "exception": OSError(errno.EMFILE, "Too many open files")}
            )
        loop.call_exception_handler({"message": "another", "exception": LookupError()})
        while connections.timer:
            await asyncio.sleep(0.01)

    with caplog.at_level(logging.WARNING, module.__name__):
        asyncio.run(evening())
    assert caplog.messages == [
        "Too many connections: 2048 refused, 0 ended that kept waiting. 0 are open, from 0 addresses."
    ]
    assert [context["message"] for context in others] == ["another"]


@pytest.mark.parametrize(
    ("files", "every", "backlog"), [(65_536, 8_000, 1_024), (4_096, 2_944, 1_024), (1_024, 640, 256), (256, 64, 64)]
)
def test_there_are_never_more_connections_than_open_files(files: int, every: int, backlog: int) -> None:
    limits = Limits().within(files)
    assert (limits.connections, limits.backlog) == (every, backlog)
    assert limits.connections + limits.backlog + module.OTHER_FILES <= files
