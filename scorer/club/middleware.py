import re
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from scorer.club.models import Club
from scorer.club.suspension import ClubSuspended
from scorer.server.maintenance import SECONDS, is_closed
from scorer.web.views import came_from

HOST = re.compile(r"([a-z0-9.-]{1,100})(:[0-9]{1,5})?")


def club_hosts(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that lets in the host names of clubs, beside those in ALLOWED_HOSTS. Django refuses all others.

    `request.host_club` is the club whose name it is. The site's own names cost no query.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        club, named = None, HOST.fullmatch(request.META.get("HTTP_HOST", "").lower())
        if named and named[1] not in settings.ALLOWED_HOSTS and not is_closed():
            club = Club.objects.filter(host=named[1]).first()
        request.host_club = club  # type: ignore[attr-defined]
        if named and club:
            request.get_host = lambda: named[0]  # type: ignore[method-assign]
        return get_response(request)

    return middleware


def host_club(request: HttpRequest) -> Club | None:
    club: Club | None = getattr(request, "host_club", None)
    return club


def is_elsewhere(request: HttpRequest, club_id: int) -> bool:
    """Return whether the request came to the host name of another club."""
    club = host_club(request)
    return club is not None and club.pk != club_id


class SuspensionMiddleware:
    """Answers for the pages of a suspended club: 503, so that phones keep their hands and try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, ClubSuspended):
            return None
        page = render(request, "errors/suspended.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
        page.headers["Retry-After"] = str(SECONDS)
        page.headers["Cache-Control"] = "no-store"
        return page


def ask_to_log_in(request: HttpRequest) -> HttpResponse:
    """Redirect to the login page, which leads back to this page afterwards.

    After a posted form, it leads back to the page with the form, since the URL that the form was posted to may accept
    no GET. An htmx request gets an empty 401 instead, so that the form and what was typed into it stay in place.
    """
    if request.headers.get("HX-Request"):
        return HttpResponse(status=HTTPStatus.UNAUTHORIZED)
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    return redirect_to_login(came_from(request))


class HtmxLoginRequiredMiddleware(LoginRequiredMiddleware):
    """Django's LoginRequiredMiddleware, with a response that suits htmx (`ask_to_log_in`)."""

    def handle_no_permission(  # type: ignore[override]  # Django always redirects, which an htmx request must not be
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],  # noqa: ARG002  # Django's signature
    ) -> HttpResponseBase:
        return ask_to_log_in(request)
