"""Filters for the log: they limit repeated messages, and remove what was sent with a request."""

import logging
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from traceback import TracebackException

from django.http import HttpRequest
from django.urls import Resolver404, resolve

REFUSALS = (
    "DisallowedHost",
    "DisallowedModelAdminLookup",
    "DisallowedModelAdminToField",
    "DisallowedRedirect",
    "InvalidSessionKey",
    "RequestDataTooBig",
    "SuspiciousFileOperation",
    "SuspiciousMultipartForm",
    "SuspiciousOperation",
    "SuspiciousSession",
    "TooManyFieldsSent",
    "TooManyFilesSent",
    "csrf",
)
ABOUT_REQUESTS = ("django.request", *(f"django.security.{refusal}" for refusal in REFUSALS))
"""Loggers of requests. Django has one for each kind of refusal, and loggers do not inherit filters."""

MIN_LENGTH = 5
"""Shorter values are not redacted, since they occur within words. The code of a table has six characters."""

REDACTED = "…"
NO_ADDRESS = "no address of this site"


class OncePerSecond(logging.Filter):
    """Lets each kind of message through once per second, so that clients cannot fill the disk with log messages."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[tuple[str, object], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg), record.exc_info and record.exc_info[0]
        now = monotonic()
        if now < self.last.get(kind, -1) + 1:
            return False
        self.last[kind] = now
        return True


class OnlyFailures(logging.Filter):
    """Leaves out pages that say on purpose that they are closed (503): phones ask for them again and again."""

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", None)
        return status != HTTPStatus.SERVICE_UNAVAILABLE or record.exc_info is not None


class RouteInsteadOfPath(logging.Filter):
    """Logs the route of a request instead of its path, and redacts what was sent with it.

    A path may contain a secret that opens a table, a login or the whole site, and messages of errors repeat values.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest):
            values = values_sent_with(request)
            if record.args:
                path = request.path.encode("unicode_escape").decode("ascii")  # as Django logs the path
                record.args = tuple(
                    route_of(request) if arg == path else redact(arg, values) if isinstance(arg, str) else arg
                    for arg in record.args
                )
            else:
                record.msg = redact(str(record.msg), values)
            if record.exc_info and record.exc_info[1]:
                error = TracebackException.from_exception(record.exc_info[1])
                record.exc_info, record.exc_text = None, "".join(redacted_traceback(error, values)).rstrip("\n")
        return True


def route_of(request: HttpRequest) -> str:
    """Return the route of the request: its path with the names of parameters instead of their values."""
    try:
        return f"/{resolve(request.path_info).route}"
    except Resolver404:
        return NO_ADDRESS


def values_sent_with(request: HttpRequest) -> list[str]:
    """Return the values in a request, the longest first."""
    values = {*request.path.split("/"), *request.headers.get("Referer", "").split("/"), *request.COOKIES.values()}
    for what in ("GET", "POST"):
        with suppress(Exception):  # perhaps the message says that they cannot be read
            values.update(value for _name, several in getattr(request, what).lists() for value in several)
    return sorted((value for value in values if len(value) >= MIN_LENGTH), key=len, reverse=True)


def redact(text: str, values: list[str]) -> str:
    for value in values:
        text = text.replace(value, REDACTED)
    return text


def redacted_traceback(error: TracebackException, values: list[str]) -> Iterator[str]:
    """Yield the parts of a traceback as Python writes it, with redacted messages."""
    if error.__cause__:
        yield from redacted_traceback(error.__cause__, values)
        yield "\nThe above exception was the direct cause of the following exception:\n\n"
    elif error.__context__ and not error.__suppress_context__:
        yield from redacted_traceback(error.__context__, values)
        yield "\nDuring handling of the above exception, another exception occurred:\n\n"
    yield "Traceback (most recent call last):\n"
    yield from error.stack.format()
    yield from (redact(line, values) for line in error.format_exception_only())
