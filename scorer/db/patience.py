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

WRITING = 2.0
"""Seconds. The phone is told to try again, and keeps the hand; it would give up by itself after eight."""

READING = 0.1
"""All that a page writes when it is read is that a message has been shown, and the next page can do that too."""

EACH = 1.5
"""Seconds that a connection waits for one lock. Only a request that has less left tells the database so."""

LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Request:
    came: float
    reads: bool


_request: ContextVar[Request | None] = ContextVar("request", default=None)


def begin(*, reads: bool) -> None:
    """A request has come. What is called from here on works on it, in another thread as well."""
    _request.set(Request(monotonic(), reads))


def renew() -> None:
    """For a request that commits one thing after another, each of which may wait: as if it had come just now."""
    if request := _request.get():
        begin(reads=request.reads)


def waited() -> float:
    """Seconds since the request came."""
    request = _request.get()
    return monotonic() - request.came if request else 0.0


def only_reads() -> bool:
    request = _request.get()
    return request is not None and request.reads


def left(otherwise: float) -> float:
    """Seconds that may still go by with waiting; `otherwise` outside a request."""
    request = _request.get()
    if request is None:
        return otherwise
    return max(LEAST, (READING if request.reads else WRITING) - waited())


def on_request(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that gives a request only the time it has left, where that is less than its connection would wait."""
    connection_created.connect(_limit_new_connection)

    def middleware(request: HttpRequest) -> HttpResponse:
        if only_reads() or (seconds := left(EACH)) >= EACH:
            return get_response(request)
        with waiting_at_most(seconds):
            return get_response(request)

    return middleware


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Within a request."""
    _set_timeout(connection, seconds)
    try:
        yield
    finally:
        _set_timeout(connection, EACH)


def _limit_new_connection(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if _request.get() is not None:
        _set_timeout(connection, EACH)


def _set_timeout(connection: BaseDatabaseWrapper, seconds: float) -> None:
    milliseconds = round(seconds * 1000)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {milliseconds}")
        else:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{milliseconds}ms"])
