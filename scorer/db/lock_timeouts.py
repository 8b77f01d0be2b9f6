"""Limits how long a request waits for a lock that another transaction holds. Commands wait as long as the settings say.

The time is counted from the start of the request, including the time it waited for a thread. So when a dozen phones
queue behind one lock, all get their response as soon as the first of them does.
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

from scorer import metrics

WRITE_SECONDS = 2.0
"""For a request that writes. After this time, the response asks the phone to keep the hand and try again. The phone
itself would give up after eight seconds.
"""

READ_SECONDS = 0.1
"""For a request that only reads, but notes in its session that a message was shown. The next page can do that too."""

CONNECTION_SECONDS = 1.5
"""For one lock, on every connection. It is lowered only for requests that have less time left."""

MIN_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Request:
    started_at: float
    read_only: bool


_request: ContextVar[Request | None] = ContextVar("request", default=None)


def start_request(*, read_only: bool) -> None:
    """Start the clock of a request, in this context and in those copied from it for other threads."""
    _request.set(Request(monotonic(), read_only))


def restart_clock() -> None:
    """Start the clock again, in a request that commits several transactions, each of which may wait."""
    if request := _request.get():
        start_request(read_only=request.read_only)
        _set_timeout(connection, CONNECTION_SECONDS)


def elapsed() -> float:
    """Return the seconds since the start of the request."""
    request = _request.get()
    return monotonic() - request.started_at if request else 0.0


def is_read_only() -> bool:
    request = _request.get()
    return request is not None and request.read_only


def remaining(default: float) -> float:
    """Return how many seconds a request that writes may still wait, or `default` outside a request."""
    return max(MIN_SECONDS, WRITE_SECONDS - elapsed()) if _request.get() else default


def limit_lock_waits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that lowers the timeout of the connection, if the request has less time left, and times statements."""
    connection_created.connect(_limit_new_connection)

    def middleware(request: HttpRequest) -> HttpResponse:
        with connection.execute_wrapper(metrics.time_statement):
            if is_read_only() or (seconds := remaining(CONNECTION_SECONDS)) >= CONNECTION_SECONDS:
                return get_response(request)
            with limited_to(seconds):
                return get_response(request)

    return middleware


@contextmanager
def limited_to(seconds: float) -> Iterator[None]:
    """Lower the timeout of the connection, within a request."""
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
