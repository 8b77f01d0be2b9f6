"""The error pages for which Django's views do not suffice, and the language switch."""

import sys
from http import HTTPStatus
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_not_required
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from scorer.server.maintenance import SECONDS
from scorer.web.forms import MAX_BYTES


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001  # Django's signature
    return render(request, "errors/400.html", status=HTTPStatus.BAD_REQUEST)


@login_not_required
def too_large(request: HttpRequest) -> HttpResponse:
    """The page for a request that scorer.server.request_buffer has refused. It leads back to where that came from."""
    context = {"kilobytes": MAX_BYTES // 1000, "back": came_from(request)}
    page = render(request, "errors/413.html", context, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    page.headers["Cache-Control"] = "no-store"
    return page


def came_from(request: HttpRequest) -> str:
    """Return the path of the page of this site on which a form was sent, or "/"."""
    referer = request.headers.get("Referer", "")
    known = url_has_allowed_host_and_scheme(referer, {request.get_host()}, require_https=request.is_secure())
    return urlsplit(referer).path if known else "/"


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


@require_POST
@login_not_required
def choose_language(request: HttpRequest) -> HttpResponse:
    """The language switch on every page: POST `language`, which redirects back to `next`."""
    response: HttpResponse = set_language(request)
    return response
