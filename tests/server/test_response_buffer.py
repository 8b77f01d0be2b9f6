"""The response buffer on its own, with a made-up client, and in a real server with clients that do not read."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from a2wsgi import WSGIMiddleware

from scorer.server import response_buffer as module
from scorer.server.request_buffer import App, Message, Receive, Scope, Send
from scorer.server.response_buffer import ResponseBuffer
from tests.server.conftest import Serve
from tests.server.test_request_buffer import client, read_answer

HEAD: Message = {"type": "http.response.start", "status": 200, "headers": []}
LONG = [bytes([sign]) * 100_000 for sign in b"abcdefghijklmno"]


def part(body: bytes, *, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


def parts(bodies: list[bytes]) -> list[Message]:
    return [HEAD, *map(part, bodies), part(b"", more=False)]


class Reader:
    """Accepts nothing until `reads` is set. `got` is what it has accepted."""

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.got: list[Message] = []

    async def send(self, message: Message) -> None:
        await self.reads.wait()
        self.got.append(message)

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.got[1:])

    @property
    def has_all(self) -> bool:
        return [message["more_body"] for message in self.got[1:]] == [True] * (len(self.got) - 2) + [False]


Looks = Callable[[ResponseBuffer, Reader], Awaitable[None]]


async def at_once(_response_buffer: ResponseBuffer, reader: Reader) -> None:
    reader.reads.set()


def read(messages: list[Message], look: Looks = at_once, **free_memory: int) -> tuple[ResponseBuffer, Reader]:
    """`look` is called when the application has sent everything and the client has not read anything."""

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        for message in messages:
            await asyncio.wait_for(send(message), 5)
        await look(response_buffer, reader)

    async def evening() -> None:
        await asyncio.wait_for(response_buffer({}, nobody, reader.send), 5)

    response_buffer, reader = ResponseBuffer(app, **free_memory), Reader()
    asyncio.run(evening())
    return response_buffer, reader


async def nobody() -> Message:
    raise AssertionError("nothing is to be read")


def test_a_response_is_passed_on_unchanged() -> None:
    _response_buffer, reader = read(parts([b"Good ", b"evening"]))
    assert reader.got[0] == HEAD
    assert (reader.body, reader.has_all) == (b"Good evening", True)


def test_a_response_without_a_body_is_passed_on() -> None:
    _response_buffer, reader = read(parts([]))
    assert reader.got == [HEAD, part(b"", more=False)]


@pytest.mark.parametrize("count", [3, 15])
def test_the_application_does_not_wait_for_the_client(count: int) -> None:
    free = []

    async def look(response_buffer: ResponseBuffer, reader: Reader) -> None:
        assert reader.got == []
        free.append(response_buffer.free_memory)
        reader.reads.set()

    response_buffer, reader = read(parts(LONG[:count]), look, in_memory=5_000_000)
    assert (reader.body, reader.has_all) == (b"".join(LONG[:count]), True)
    assert free == [4_700_000 if count == 3 else 5_000_000], "a long answer is not kept in memory"
    assert response_buffer.free_memory == 5_000_000


def test_responses_go_into_files_when_they_are_long_together() -> None:
    async def look(response_buffer: ResponseBuffer, reader: Reader) -> None:
        assert response_buffer.free_memory == 150_000
        reader.reads.set()

    response_buffer, reader = read(parts(LONG[:2]), look, in_memory=150_000)
    assert (reader.body, reader.has_all, response_buffer.free_memory) == (b"".join(LONG[:2]), True, 150_000)


def test_the_client_gets_the_first_parts_while_more_are_made() -> None:
    reader = Reader()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        reader.reads.set()
        for number, body in enumerate(LONG, start=1):
            await send(HEAD if number == 1 else part(body))
            async with asyncio.timeout(5):
                while len(reader.got) < number:
                    await asyncio.sleep(0)
        await send(part(b"", more=False))

    asyncio.run(ResponseBuffer(app)({}, nobody, reader.send))
    assert reader.has_all


def test_an_interrupted_response_does_not_look_complete() -> None:
    reader = Reader()
    response_buffer: ResponseBuffer

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        reader.reads.set()
        await send(HEAD)
        await send(part(b"tricks=1"))
        raise LookupError

    response_buffer = ResponseBuffer(app, in_memory=100)
    with pytest.raises(LookupError):
        asyncio.run(response_buffer({}, nobody, reader.send))
    assert not reader.has_all
    assert response_buffer.free_memory == 100


def test_a_full_disk_interrupts_a_response_and_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(module.SpooledTemporaryFile):  # type: ignore[name-defined]
        def rollover(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "SpooledTemporaryFile", Full)
    finished: list[bool] = []

    async def look(_response_buffer: ResponseBuffer, reader: Reader) -> None:
        finished.append(True)
        reader.reads.set()

    with pytest.raises(OSError, match="No space"):
        read(parts(LONG), look)
    assert finished == [True]


MEGABYTES = 8


def export(environ: dict[str, Any], start_response: Callable[..., None]) -> list[bytes]:
    """Django in one thread, with a long response in many parts or a short one."""
    body = [b"x" * 50_000] * (MEGABYTES * 20) if environ["PATH_INFO"] == "/export" else [b"ok"]
    start_response("200 OK", [("Content-Length", str(sum(map(len, body))))])
    return body


def in_one_thread() -> App:
    return WSGIMiddleware(export, workers=1)


def test_a_client_that_does_not_read_occupies_no_thread(serve: Serve) -> None:
    port = serve(ResponseBuffer(in_one_thread()))
    with contextlib.ExitStack() as stack:
        idle = [stack.enter_context(client(port)) for _ in range(3)]
        for phone in idle:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            phone.sendall(b"GET /export HTTP/1.1\r\nHost: club\r\n\r\n")
        ada = stack.enter_context(client(port))
        ada.sendall(b"GET / HTTP/1.1\r\nHost: club\r\n\r\n")
        assert read_answer(ada) == (200, "ok")
        ada.sendall(b"GET /export HTTP/1.1\r\nHost: club\r\n\r\n")
        status, body = read_answer(ada)
        assert (status, len(body)) == (200, MEGABYTES * 1_000_000)
