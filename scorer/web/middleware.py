"""Middleware: the headers against foreign scripts, the titles of refusals, and the language of a response.

The language is the one that the reader has chosen; otherwise the first that the browser asks for and Scorer has;
otherwise the club's. The same goes for a phone that joins a table, which speaks its owner's language from the first
page on.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_supported_language_variant, gettext
from django.utils.translation.trans_real import parse_accept_lang_header

Handler = Callable[[HttpRequest], HttpResponse]

REFUSED = frozenset(
    {
        HTTPStatus.CONFLICT,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        HTTPStatus.TOO_MANY_REQUESTS,
    }
)
TITLE = re.compile(rb"<title[^>]*>")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def security_headers(get_response: Handler) -> Handler:
    """Set a strict Content-Security-Policy: no inline scripts or styles, nothing from other sites.

    What htmx asks for becomes part of a page that has them, and would often be half as large again. No link, form or
    frame can send its header.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ("HX-Request",))
        if "HX-Request" not in request.headers:
            response.headers["Content-Security-Policy"] = POLICY
            response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
        return response

    return middleware


def refusals_in_titles(get_response: Handler) -> Handler:
    """Begin the title of a page with "Error:" if it refuses what was sent: a screen reader reads the title first.

    What htmx asks for has no title. static/js/scorer.js changes that of the page.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code in REFUSED and not response.streaming:
            said = gettext("Error:").encode()
            response.content = TITLE.sub(lambda tag: tag[0] + said + b" ", response.content, count=1)
        return response

    return middleware


def language_middleware(get_response: Handler) -> Handler:
    """Activate the language that the reader has chosen or the browser asks for, if Scorer has it.

    `request.has_requested_language` says whether it does. If not, a page of a club activates the club's language.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.has_requested_language = _activate_first(request, _requested(request))  # type: ignore[attr-defined]
        if not request.has_requested_language:  # type: ignore[attr-defined]
            _activate_first(request, [settings.LANGUAGE_CODE])
        response = get_response(request)
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response

    return middleware


def activate_club_language(request: HttpRequest, code: str) -> None:
    """Use the club's language, if the reader has asked for none that Scorer has."""
    if not request.has_requested_language:  # type: ignore[attr-defined]
        _activate_first(request, [code])


def _requested(request: HttpRequest) -> Iterator[str]:
    if chosen := request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME):
        yield chosen
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        yield code


def _activate_first(request: HttpRequest, codes: Iterable[str]) -> bool:
    """Activate the first of `codes` that Scorer has. Return whether there is one."""
    for code in codes:
        try:
            translation.activate(get_supported_language_variant(code))
        except LookupError:
            continue
        request.LANGUAGE_CODE = translation.get_language()
        return True
    return False
