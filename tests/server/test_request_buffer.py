"""The request buffer on its own, with made-up messages, and in a real server with raw sockets."""

import asyncio
import contextlib
import json
import re
import socket
from typing import Any

import pytest

from scorer.server.request_buffer import Limits, Message, Receive, RequestBuffer, Scope, Send
from tests.server import clock
from tests.server.conftest import Serve

Header = tuple[bytes, bytes]
FORM: Header = (b"content-type", b"application/x-www-form-urlencoded")


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Responds with what it received, as JSON."""
    message = await receive()
    headers = [[name.decode(), value.decode()] for name, value in scope["headers"]]
    seen = {"body": message["body"].decode(), "more": message["more_body"], "headers": headers}
    content = json.dumps(seen).encode()
    length = str(len(content)).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
    await send({"type": "http.response.body", "body": content})


def part(body: bytes, *, more: bool = True) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


GONE: Message = {"type": "http.disconnect"}


class Answer:
    """What a client gets from the messages sent to it."""

    def __init__(self, sent: list[Message], unread: list[Message]) -> None:
        self.sent = sent
        self.unread = unread

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.sent[0]["headers"])

    @property
    def body(self) -> bytes:
        assert not self.sent[-1].get("more_body", False), "the answer is not finished"
        return b"".join(message["body"] for message in self.sent[1:])

    @property
    def seen(self) -> Any:
        assert self.status == 200, self.body
        return json.loads(self.body)


def ask(
    request_buffer: RequestBuffer, *parts: Message, headers: list[Header] | None = None, by: str = "192.168.7.20"
) -> Answer:
    """POST these parts. After the last one, the connection stays open and silent."""
    incoming = list(parts)
    sent: list[Message] = []

    async def receive() -> Message:
        if incoming:
            return incoming.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers or [], "client": (by, 50_000)}
    asyncio.run(asyncio.wait_for(request_buffer(scope, receive, send), 5))
    return Answer(sent, incoming)


def length(number: int | str) -> Header:
    return b"content-length", str(number).encode()


async def must_not_run(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("Django saw it")


def refusing(**limits: Any) -> RequestBuffer:
    return RequestBuffer(must_not_run, Limits(**{"seconds": 0.02, **limits}))


def test_a_body_in_parts_is_passed_on_in_one_piece() -> None:
    answer = ask(RequestBuffer(echo), part(b"tricks"), part(b"=1"), part(b"0", more=False), headers=[FORM, length(9)])
    assert answer.seen["body"] == "tricks=10"
    assert answer.seen["more"] is False
    assert answer.seen["headers"] == [["content-type", FORM[1].decode()], ["content-length", "9"]]


def test_a_request_without_a_body_gets_none() -> None:
    answer = ask(RequestBuffer(echo), part(b"", more=False), headers=[(b"host", b"club")])
    assert answer.seen == {"body": "", "more": False, "headers": [["host", "club"]]}


@pytest.mark.parametrize("framing", [[(b"transfer-encoding", b"chunked")], []])
def test_a_body_without_a_length_gets_one(framing: list[Header]) -> None:
    answer = ask(RequestBuffer(echo), part(b"tri"), part(b"cks=10", more=False), headers=framing)
    assert answer.seen["body"] == "tricks=10"
    assert answer.seen["headers"] == [["content-length", "9"]]


def test_headers_with_an_underscore_are_dropped() -> None:
    headers = [(b"x_forwarded_proto", b"https"), (b"x-forwarded-for", b"1.2.3.4"), (b"content_length", b"7")]
    answer = ask(RequestBuffer(echo), part(b"", more=False), headers=headers)
    assert answer.seen["headers"] == [["x-forwarded-for", "1.2.3.4"]]


def test_the_application_still_learns_that_the_client_has_disconnected() -> None:
    heard: list[str] = []

    async def listens(scope: Scope, receive: Receive, send: Send) -> None:
        heard.extend([(await receive())["type"], (await receive())["type"]])

    ask(RequestBuffer(listens), part(b"", more=False), GONE)
    assert heard == ["http.request", "http.disconnect"]


@pytest.mark.parametrize(("declared", "body"), [(10, b"tricks=1"), (8, b"tricks=10"), (0, b"x")])
def test_a_body_that_does_not_have_the_declared_length_is_refused(declared: int, body: bytes) -> None:
    answer = ask(refusing(), part(body, more=False), headers=[FORM, length(declared)])
    assert answer.status == 400
    assert b"incomplete" in answer.body


@pytest.mark.parametrize("value", ["nine", "-1", "1.5", "", "9" * 19])
def test_a_length_that_is_not_a_number_is_refused(value: str) -> None:
    assert ask(refusing(), part(b"", more=False), headers=[length(value)]).status == 400


def test_two_different_lengths_are_refused() -> None:
    answer = ask(refusing(), part(b"abc", more=False), headers=[length(3), length(4)])
    assert (answer.status, answer.body) == (400, b"The request does not say how long it is.\n")


def test_a_body_of_the_maximum_size_is_accepted() -> None:
    answer = ask(RequestBuffer(echo, Limits(body=10)), part(b"12345"), part(b"67890", more=False), headers=[length(10)])
    assert answer.seen["body"] == "1234567890"


def test_a_body_that_is_declared_too_large_is_refused_before_it_is_read() -> None:
    reads_nothing = ask(refusing(body=10), headers=[length(11)])
    assert reads_nothing.status == 413
    assert reads_nothing.body == b"Too large: at most 10 bytes can be sent at once.\n"
    assert reads_nothing.headers == {
        b"content-type": b"text/plain; charset=utf-8",
        b"content-length": b"49",
        b"cache-control": b"no-store",
        b"connection": b"close",
    }


def test_a_body_that_grows_too_large_is_refused_and_the_rest_discarded() -> None:
    answer = ask(refusing(body=10), part(b"123456"), part(b"78901"), part(b"2"), part(b"3", more=False))
    assert answer.status == 413
    assert answer.unread == []


def test_a_body_that_is_too_large_gets_the_page_of_the_application_and_the_rest_is_discarded() -> None:
    seen: list[Scope] = []

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append({**scope, **await receive()})
        await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"9")]})
        await send({"type": "http.response.body", "body": b"Too "})
        await send({"type": "http.response.body", "body": b"large"})

    request_buffer = RequestBuffer(page, Limits(body=10), too_large_path="/too-large/")
    headers = [(b"cookie", b"language=de"), FORM, length(13)]
    answer = ask(request_buffer, part(b"12345678"), part(b"90123", more=False), headers=headers)
    assert (answer.status, answer.body) == (413, b"Too large")
    assert answer.headers == {b"content-length": b"9", b"connection": b"close"}
    assert answer.unread == []
    (scope,) = seen
    assert (scope["method"], scope["path"], scope["body"], scope["more_body"]) == ("GET", "/too-large/", b"", False)
    assert (b"cookie", b"language=de") in scope["headers"]


def test_a_slow_body_is_refused_when_its_time_is_over() -> None:
    answer = ask(refusing(seconds=0.01), part(b"trick"), headers=[length(9)])
    assert answer.status == 408
    assert answer.body == b"The request took too long to arrive. Try again.\n"


async def sent_slowly(parts: list[tuple[float, bytes]]) -> int:
    """Return the status of the response to parts that each arrive after so many seconds. The rest never arrives."""
    sent: list[Message] = []
    coming = list(parts)

    async def receive() -> Message:
        seconds, body = coming.pop(0) if coming else (3600, b"")
        await asyncio.sleep(seconds)
        return part(body, more=body != b"")

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "client": None}
    await RequestBuffer(echo)(scope, receive, send)
    return int(sent[0]["status"])


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ([(9, b"x"), (0, b"")], 200),
        ([(11, b"x")], 408),
        ([(9, b"x"), (2, b"")], 408),  # one byte gains no time
        ([(9, b"x" * 4_000)] * 100, 408),  # slower than allowed
        ([(1, b"x" * 4_000)] * 200 + [(0, b"")], 200),
        ([(1, b"x" * 4_000)] * 200 + [(11, b"")], 408),  # all but the end, which never arrives
        ([(0, b"x" * 900_000), (9, b"")], 200),
        ([(0, b"x" * 900_000), (11, b"")], 408),  # a long body does not gain more than the initial time
    ],
)
def test_arriving_bytes_gain_time(parts: list[tuple[float, bytes]], status: int) -> None:
    assert clock.run(sent_slowly(parts)) == status


@pytest.mark.parametrize("parts", [[GONE], [part(b"tricks=1"), GONE]])
def test_a_disconnected_client_gets_no_response(parts: list[Message]) -> None:
    assert ask(refusing(), *parts, headers=[length(9)]).sent == []


def test_the_limit_for_all_bodies_is_released_when_they_are_done() -> None:
    request_buffer = RequestBuffer(echo, Limits(body=10, uncounted=0, all_bodies=15, seconds=0.02))

    async def holds_the_first(scope: Scope, receive: Receive, send: Send) -> None:
        request_buffer.app = must_not_run
        second.append(await asyncio.to_thread(ask, request_buffer, part(b"123456", more=False)))

    second: list[Answer] = []
    request_buffer.app = holds_the_first
    ask(request_buffer, part(b"1234567890", more=False))
    assert second[0].status == 503

    request_buffer.app = echo
    assert ask(request_buffer, part(b"1234567890", more=False)).status == 200
    assert ask(request_buffer, part(b"12345678901", more=False)).status == 413
    assert ask(request_buffer, part(b"1"), GONE).sent == []
    assert not request_buffer.held


def test_one_address_cannot_take_all_the_room() -> None:
    request_buffer = RequestBuffer(echo, Limits(body=10, uncounted=0, all_bodies=40, per_client=15, seconds=0.02))
    answers: dict[str, int] = {}

    async def holds(scope: Scope, receive: Receive, send: Send) -> None:
        request_buffer.app = echo
        for other in ("192.168.7.20", "192.168.7.21", "2001:db8:0:7::99", "2001:db8:0:8::1"):
            answers[other] = (
                await asyncio.to_thread(ask, request_buffer, part(b"123456", more=False), by=other)
            ).status

    for holder in ("192.168.7.20", "2001:db8:0:7::1"):
        request_buffer.app = holds
        ask(request_buffer, part(b"1234567890", more=False), by=holder)
        assert [other for other, status in answers.items() if status == 503] == {
            "192.168.7.20": ["192.168.7.20"],
            "2001:db8:0:7::1": ["2001:db8:0:7::99"],  # the same household
        }[holder]
    assert not request_buffer.held


def test_there_is_always_room_for_a_hand() -> None:
    request_buffer = RequestBuffer(echo, Limits(body=100, uncounted=10, all_bodies=50, per_client=50, seconds=0.02))
    answers: list[int] = []

    async def holds(scope: Scope, receive: Receive, send: Send) -> None:
        request_buffer.app = echo
        assert request_buffer.held.total() == 50
        all_bodies = (b"x" * 10, b"x" * 11)
        answers.extend(
            [(await asyncio.to_thread(ask, request_buffer, part(body, more=False))).status for body in all_bodies]
        )

    request_buffer.app = holds
    ask(request_buffer, part(b"x" * 60, more=False))
    assert answers == [200, 503]


def test_a_refused_body_takes_no_room_while_the_rest_is_discarded() -> None:
    request_buffer = RequestBuffer(must_not_run, Limits(uncounted=0))
    held: list[int] = []

    async def receive() -> Message:
        held.append(request_buffer.held.total())
        return part(b"x" * 400_000, more=len(held) < 5)

    async def send(_message: Message) -> None:
        pass

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "client": None}
    asyncio.run(request_buffer(scope, receive, send))
    assert held == [0, 400_000, 800_000, 1_200_000, 0]


def test_a_body_is_released_if_the_application_fails() -> None:
    async def fails(scope: Scope, receive: Receive, send: Send) -> None:
        raise LookupError

    request_buffer = RequestBuffer(fails)
    with pytest.raises(LookupError):
        ask(request_buffer, part(b"12345", more=False))
    assert not request_buffer.held


def test_connections_other_than_http_are_passed_on() -> None:
    passed: list[Scope] = []

    async def notes(scope: Scope, receive: Receive, send: Send) -> None:
        passed.append(scope)

    async def nothing(*_: Any) -> Any:
        raise AssertionError

    scope = {"type": "websocket", "headers": [(b"a_b", b"c")]}
    asyncio.run(RequestBuffer(notes)(scope, nothing, nothing))
    assert passed == [scope]


def client(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5)


def post(*headers: str) -> bytes:
    lines = ["POST / HTTP/1.1", "Host: club", "Content-Type: text/plain", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


def read_answer(connection: socket.socket) -> tuple[int, str]:
    """Return status and body of one response with a Content-Length, or (0, "") if the server closed without one."""
    with connection.makefile("rb") as stream:
        first = stream.readline()
        if not first:
            return 0, ""
        headers = {}
        while (line := stream.readline()) != b"\r\n":
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        return int(first.split()[1]), stream.read(int(headers["content-length"])).decode()


def test_a_server_passes_on_a_complete_body(serve: Serve) -> None:
    with client(serve(RequestBuffer(echo))) as ada:
        ada.sendall(post("Content-Length: 9") + b"tricks=")
        ada.sendall(b"10")
        status, body = read_answer(ada)
        assert (status, json.loads(body)["body"]) == (200, "tricks=10")


def test_a_server_drops_a_body_cut_short_by_one_byte(serve: Serve) -> None:
    with client(serve(RequestBuffer(must_not_run))) as ada:
        ada.sendall(post("Content-Length: 9") + b"tricks=1")
        ada.shutdown(socket.SHUT_WR)
        assert read_answer(ada) == (0, "")


def test_a_server_answers_others_while_bodies_arrive_slowly_and_then_refuses_those(serve: Serve) -> None:
    port = serve(RequestBuffer(echo, Limits(seconds=0.3)))
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(client(port)) for _ in range(8)]
        for phone in slow:
            phone.sendall(post("Content-Length: 9") + b"tri")
        ada = stack.enter_context(client(port))
        ada.sendall(post("Content-Length: 2") + b"ok")
        assert read_answer(ada)[0] == 200
        for phone in slow:
            phone.sendall(b"c")
        assert [read_answer(phone)[0] for phone in slow] == [408] * 8


def test_a_server_refuses_fifty_megabytes_by_the_declared_length(serve: Serve) -> None:
    with client(serve(RequestBuffer(must_not_run))) as ada:
        ada.sendall(post("Content-Length: 50000000"))
        status, body = read_answer(ada)
        assert (status, body) == (413, "Too large: at most 1250000 bytes can be sent at once.\n")


@pytest.mark.parametrize("framing", ["Content-Length: 50000000", "Transfer-Encoding: chunked"])
def test_a_server_discards_fifty_megabytes_so_that_the_client_reads_the_response(serve: Serve, framing: str) -> None:
    request_buffer = RequestBuffer(must_not_run)
    megabyte = b"x" * 1_000_000
    with client(serve(request_buffer)) as ada:
        ada.sendall(post(framing))
        most_held = 0
        for _ in range(50):
            ada.sendall(b"%x\r\n%b\r\n" % (len(megabyte), megabyte) if "chunked" in framing else megabyte)
            most_held = max(most_held, request_buffer.held.total())
        if "chunked" in framing:
            ada.sendall(b"0\r\n\r\n")
        assert read_answer(ada)[0] == 413
        assert ada.recv(1) == b"", "the connection stays open"
        assert most_held <= request_buffer.limits.body


def test_a_server_keeps_a_good_connection_open_for_the_next_hand(serve: Serve) -> None:
    with client(serve(RequestBuffer(echo))) as ada:
        for hand in ("1", "2"):
            ada.sendall(post("Content-Length: 1") + hand.encode())
            status, body = read_answer(ada)
            assert (status, json.loads(body)["body"]) == (200, hand)


def test_garbage_between_chunks_never_reaches_django(serve: Serve) -> None:
    with client(serve(RequestBuffer(must_not_run))) as ada:
        ada.sendall(post("Transfer-Encoding: chunked") + b"3\r\nabc\r\nno number\r\n")
        assert re.match(rb"HTTP/1.1 400 ", ada.recv(100))
