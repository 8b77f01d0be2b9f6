"""Closes the site while its data is being replaced: every page says that it will be back in a moment.

The process that closes the site locks a file in DATA. All processes that serve from that folder see the lock, and if
the process dies in any way, the site is open again.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Handler = Callable[[HttpRequest], HttpResponse]

SECONDS = 30
"""The value of Retry-After."""


class SiteAlreadyClosed(Exception):
    """Another process has closed the site."""


@contextmanager
def close_site() -> Iterator[None]:
    lock_file = _lock_file()
    with lock_file.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise SiteAlreadyClosed from error
        if not lock_file.exists():  # the other process has just removed it
            raise SiteAlreadyClosed
        _timestamp_file().touch()
        try:
            yield
        finally:
            lock_file.unlink(missing_ok=True)


def is_closed() -> bool:
    try:
        with _lock_file().open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False  # left behind by a process that has died


def last_closed() -> int:
    """Return a number that differs each time the site has been closed, however briefly."""
    try:
        return _timestamp_file().stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def maintenance_middleware(get_response: Handler) -> Handler:
    """Middleware that responds with 503 while the site is closed.

    It comes after the choice of the language, and before anything that uses the database.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if is_closed():
            page = render(request, "errors/503.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
            page.headers["Retry-After"] = str(SECONDS)
            page.headers["Cache-Control"] = "no-store"
            return page
        return get_response(request)

    return middleware


def _lock_file() -> Path:
    return Path(settings.DATA) / "closed"


def _timestamp_file() -> Path:
    return Path(settings.DATA) / "last-closed"
