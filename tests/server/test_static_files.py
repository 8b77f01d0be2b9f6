import asyncio
import gzip
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from scorer.server.request_buffer import Message, Receive, Scope, Send
from scorer.server.response_buffer import PIECE
from scorer.server.static_files import StaticFiles

STYLE = "/static/css/scorer.css"
BY_DJANGO = {"X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy"}
"""Headers that Django adds to every response. Files need only the first."""


class Answer:
    def __init__(self, sent: list[Message]) -> None:
        self.status = sent[0]["status"]
        self.headers = dict(sent[0]["headers"])
        self.pieces = [message["body"] for message in sent[1:]]
        self.body = b"".join(self.pieces)
        assert [message.get("more_body", False) for message in sent[1:]] == [True] * (len(sent) - 2) + [False]


async def page(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"no such page"})


def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError("nothing is to be read")

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    asyncio.run(StaticFiles(page)({"path": path, "method": method, "headers": named}, receive, send))
    return Answer(sent)


@pytest.fixture(autouse=True)
def _files_are_listed(settings: Settings) -> None:
    """As on a site; most other tests do without."""
    settings.WHITENOISE_AUTOREFRESH = False


def test_a_file_is_served_like_django_serves_it() -> None:
    answer, expected = ask(STYLE), Client().get(STYLE)
    assert answer.status == expected.status_code == 200
    assert answer.body == expected.getvalue() == Path("static/css/scorer.css").read_bytes()
    headers = {name.lower().encode(): value.encode() for name, value in expected.items() if name not in BY_DJANGO}
    assert answer.headers == headers | {b"x-content-type-options": b"nosniff"}


def test_a_file_in_the_browsers_cache_is_not_sent_again() -> None:
    tag = ask(STYLE).headers[b"etag"].decode()
    answer = ask(STYLE, if_none_match=tag)
    assert (answer.status, answer.body) == (304, b"")
    assert b"content-length" not in answer.headers
    assert ask(STYLE, if_none_match='"another"').status == 200


@pytest.mark.parametrize(("path", "method"), [("/tables/", "GET"), ("/static/none.css", "GET"), (STYLE, "POST")])
def test_everything_else_goes_to_the_application(path: str, method: str) -> None:
    assert ask(path, method).body == b"no such page"


@pytest.fixture
def collected(tmp_path: Path, settings: Settings) -> Path:
    settings.STATIC_ROOT = tmp_path
    settings.WHITENOISE_USE_FINDERS = False
    return tmp_path


def test_a_client_that_accepts_compression_gets_a_compressed_file(collected: Path) -> None:
    script = b"let tricks = 10;" * 100
    (collected / "scorer.js").write_bytes(script)
    (collected / "scorer.js.gz").write_bytes(gzip.compress(script))
    compressed, plain = ask("/static/scorer.js", accept_encoding="gzip, deflate"), ask("/static/scorer.js")
    assert gzip.decompress(compressed.body) == plain.body == script
    assert compressed.headers[b"content-encoding"] == b"gzip"
    assert b"content-encoding" not in plain.headers


def test_a_long_file_is_sent_in_pieces_as_the_server_asks_for_them(collected: Path) -> None:
    (collected / "long.js").write_bytes(b"x" * (2 * PIECE + 1))
    assert [len(piece) for piece in ask("/static/long.js").pieces] == [PIECE, PIECE, 1, 0]


def test_a_file_is_read_once(collected: Path) -> None:
    (collected / "once.js").write_bytes(b"let hand = 1;")
    files = StaticFiles(page)
    assert ask("/static/once.js").body == b"let hand = 1;"
    (collected / "once.js").unlink()
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(files({"path": "/static/once.js", "method": "GET", "headers": []}, send, send))
    assert Answer(sent).body == b"let hand = 1;"
