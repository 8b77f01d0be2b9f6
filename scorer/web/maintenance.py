"""The site behind a closed door, while its data is being replaced: every page says that it will be back in a moment.

The door is a file in DATA that whoever closes it keeps locked. So all processes that serve from this folder see it,
and when the closing process dies, however it dies, the door is open again.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SECONDS = 30
"""After which it is worth asking again."""


class AlreadyClosed(Exception):
    """Somebody else has closed the site."""


@contextmanager
def closed() -> Iterator[None]:
    door = _door()
    with door.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise AlreadyClosed from error
        if not door.exists():  # opened again between our two steps
            raise AlreadyClosed
        _trace().touch()
        try:
            yield
        finally:
            door.unlink(missing_ok=True)


def is_closed() -> bool:
    try:
        with _door().open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False  # left behind by a process that is gone


def last_closed() -> int:
    """Another number after each time that the site was closed, however shortly: for who looks now and then."""
    try:
        return _trace().stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def maintenance(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """503 while the site is closed. Stands behind what finds the language, and before what asks the database."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if is_closed():
            page = render(request, "errors/503.html", status=503)
            page.headers["Retry-After"] = str(SECONDS)
            page.headers["Cache-Control"] = "no-store"
            return page
        return get_response(request)

    return middleware


def _door() -> Path:
    return Path(settings.DATA) / "closed"


def _trace() -> Path:
    return Path(settings.DATA) / "last-closed"
