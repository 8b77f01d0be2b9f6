"""What is kept out of the log: a flood of complaints, and whatever came with a request."""

import logging
import re
from collections.abc import Iterator
from contextlib import suppress
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
"""Loggers. Django has one for each kind of refusal, and none of them takes over the filters of another."""

MIN_LENGTH = 5
"""Characters of a value that is hidden. A code that opens a table has six; shorter ones would be found in any word."""

REDACTED = "…"
NO_ADDRESS = "no address of this site"


class OncePerSecond(logging.Filter):
    """Lets a complaint through once a second, whoever is complained of: nobody fills a disk by what others do wrong."""

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


class RouteInsteadOfPath(logging.Filter):
    """Names a request by its route. In an address there may be what opens a table, a login or the whole site; and the
    message of an error, or of a refusal, repeats what it was given."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        if isinstance(request, HttpRequest):
            values = values_sent_with(request)
            if record.args:
                path = request.path.encode("unicode_escape").decode("ascii")  # as Django logs it
                record.args = tuple(
                    route_of(request) if one == path else redact(one, values) if isinstance(one, str) else one
                    for one in record.args
                )
            else:
                record.msg = redact(str(record.msg), values)
            if record.exc_info and record.exc_info[1]:
                error = TracebackException.from_exception(record.exc_info[1])
                record.exc_info, record.exc_text = None, "".join(redacted_traceback(error, values)).rstrip("\n")
        return True


def route_of(request: HttpRequest) -> str:
    """The address with the names of its parts for their values."""
    try:
        return f"/{resolve(request.path_info).route}"
    except Resolver404:
        return NO_ADDRESS


def values_sent_with(request: HttpRequest) -> list[str]:
    """What came with a request, the longest first."""
    values = {*request.path.split("/"), *request.headers.get("Referer", "").split("/"), *request.COOKIES.values()}
    for what in ("GET", "POST"):
        with suppress(Exception):  # it may be what cannot be read that is complained of
            values.update(value for _name, several in getattr(request, what).lists() for value in several)
    return sorted((value for value in values if len(value) >= MIN_LENGTH), key=len, reverse=True)


def redact(text: str, values: list[str]) -> str:
    return re.sub("|".join(map(re.escape, values)), REDACTED, text) if values else text


def redacted_traceback(error: TracebackException, values: list[str]) -> Iterator[str]:
    """As Python writes it: the lines of the program, which nobody has sent, and what the errors say."""
    if error.__cause__:
        yield from redacted_traceback(error.__cause__, values)
        yield "\nThe above exception was the direct cause of the following exception:\n\n"
    elif error.__context__ and not error.__suppress_context__:
        yield from redacted_traceback(error.__context__, values)
        yield "\nDuring handling of the above exception, another exception occurred:\n\n"
    yield "Traceback (most recent call last):\n"
    yield from error.stack.format()
    yield from (redact(line, values) for line in error.format_exception_only())
