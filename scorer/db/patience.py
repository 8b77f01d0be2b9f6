"""How long a request waits for what another transaction has locked. A command waits as its settings say.

What counts is the time since the request came, however it was spent: a dozen phones that wait behind each other for one
lock are all answered when the first of them is.
"""

from collections.abc import Callable
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


def each(otherwise: float) -> float:
    """Seconds that a new connection waits for one lock."""
    return otherwise if _request.get() is None else EACH


def on_postgresql(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: SQLite's connections see to it themselves (scorer.db.base), but these are Django's own."""
    connection_created.connect(_say_to_new)

    def middleware(request: HttpRequest) -> HttpResponse:
        if connection.vendor != "postgresql" or (seconds := left(EACH)) >= EACH:
            return get_response(request)
        _say(connection, seconds)
        try:
            return get_response(request)
        finally:
            _say(connection, EACH)

    return middleware


def _say_to_new(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql" and _request.get() is not None:
        _say(connection, EACH)


def _say(connection: BaseDatabaseWrapper, seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{round(seconds * 1000)}ms"])
