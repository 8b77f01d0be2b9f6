"""The error pages."""

import sys
from http import HTTPStatus

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorer.web.maintenance import SECONDS


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001  # Django's signature
    return render(request, "errors/400.html", status=HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return render(request, "errors/403.html", status=HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    return render(request, "errors/404.html", status=HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for errors: 503 if the database is unavailable, full or busy, else 500.

    Errors of the database can occur in a view, in a template or in the session. Django calls this while it handles the
    exception.
    """
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        page = render(request, "errors/database.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        page.headers["Retry-After"] = str(SECONDS)
        page.headers["Cache-Control"] = "no-store"
        return page
    return render(request, "errors/500.html", status=HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """The page for a missing or old CSRF token. It says how to continue."""
    return render(request, "errors/csrf.html", status=HTTPStatus.FORBIDDEN)
