"""Serves static files (scripts, styles, icons) from memory in the event loop, without a thread or an open file."""

from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from whitenoise.middleware import WhiteNoiseMiddleware

from scorer.server.request_buffer import App, Receive, Scope, Send
from scorer.server.response_buffer import PIECE

NOSNIFF = (b"x-content-type-options", b"nosniff")


class StaticFiles:
    """ASGI middleware that serves the collected static files and passes all other requests on to `app`.

    WhiteNoise finds the file, chooses a compressed version, and knows whether the browser has it already.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.files = WhiteNoiseMiddleware().files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        file = self.files.get(scope["path"])
        if file is None or scope["method"] not in {"GET", "HEAD"}:
            await self.app(scope, receive, send)
            return
        wsgi_headers = {_wsgi_name(name): value.decode("latin-1") for name, value in scope["headers"]}
        if file.is_not_modified(wsgi_headers):
            await _respond(send, HTTPStatus.NOT_MODIFIED, file.not_modified_response.headers, b"")
        else:
            path, headers = file.get_path_and_headers(wsgi_headers)
            await _respond(send, HTTPStatus.OK, headers, _content(path))


def _wsgi_name(name: bytes) -> str:
    return "HTTP_" + name.decode("latin-1").upper().replace("-", "_")


@cache
def _content(path: str) -> bytes:
    """Cached, since all files together have a few megabytes."""
    return Path(path).read_bytes()


async def _respond(send: Send, status: HTTPStatus, headers: Any, content: bytes) -> None:
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": int(status), "headers": [*encoded, NOSNIFF]})
    for start in range(0, len(content), PIECE):
        await send({"type": "http.response.body", "body": content[start : start + PIECE], "more_body": True})
    await send({"type": "http.response.body", "body": b""})
