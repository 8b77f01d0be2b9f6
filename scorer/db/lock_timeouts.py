"""How long a request waits for what another transaction has locked. A command waits as its settings say.

What counts is the time since the request came, however it was spent: a dozen phones that wait behind each other for one
lock are all answered when the first of them is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse

WRITE_SECONDS = 2.0
"""Seconds. The phone is told to try again, and keeps the hand; it would give up by itself after eight."""

READ_SECONDS = 0.1
"""All that a page writes when it is read is that a message has been shown, and the next page can do that too."""

CONNECTION_SECONDS = 1.5
"""Seconds that a connection waits for one lock. Only a request that has less left tells the database so."""

MIN_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Request:
    started_at: float
    read_only: bool


_request: ContextVar[Request | None] = ContextVar("request", default=None)


def start_request(*, read_only: bool) -> None:
    """A request has come. What is called from here on works on it, in another thread as well."""
    _request.set(Request(monotonic(), read_only))


def restart_clock() -> None:
    """For a request that commits one thing after another, each of which may wait: as if it had come just now."""
    if request := _request.get():
        start_request(read_only=request.read_only)


def elapsed() -> float:
    """Seconds since the request came."""
    request = _request.get()
    return monotonic() - request.started_at if request else 0.0


def is_read_only() -> bool:
    request = _request.get()
    return request is not None and request.read_only


def remaining(default: float) -> float:
    """Seconds that may still go by with waiting; `default` outside a request."""
    request = _request.get()
    if request is None:
        return default
    return max(MIN_SECONDS, (READ_SECONDS if request.read_only else WRITE_SECONDS) - elapsed())


def limit_lock_waits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that gives a request only the time it has left, where that is less than its connection would wait."""
    connection_created.connect(_limit_new_connection)

    def middleware(request: HttpRequest) -> HttpResponse:
        if is_read_only() or (seconds := remaining(CONNECTION_SECONDS)) >= CONNECTION_SECONDS:
            return get_response(request)
        with limited_to(seconds):
            return get_response(request)

    return middleware


@contextmanager
def limited_to(seconds: float) -> Iterator[None]:
    """Within a request."""
    _set_timeout(connection, seconds)
    try:
        yield
    finally:
        _set_timeout(connection, CONNECTION_SECONDS)


def _limit_new_connection(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if _request.get() is not None:
        _set_timeout(connection, CONNECTION_SECONDS)


def _set_timeout(connection: BaseDatabaseWrapper, seconds: float) -> None:
    milliseconds = round(seconds * 1000)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
        else:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{milliseconds}ms"])
