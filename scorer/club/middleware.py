from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme

UNAUTHORIZED = 401


def ask_to_log_in(request: HttpRequest) -> HttpResponse:
    """The way to the log-in page, and from there back.

    A part of a page asked for by a login that has ended gets 401 and no page, so that the form and what was typed into
    it stay where they are. A posted form leads to the log-in and from there back to the page it stood on, since its own
    address cannot be opened.
    """
    if request.headers.get("HX-Request"):
        return HttpResponse(status=UNAUTHORIZED)
    if request.method in ("GET", "HEAD"):
        return redirect_to_login(request.get_full_path())
    came_from = request.headers.get("Referer", "")
    known = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    return redirect_to_login(urlsplit(came_from).path if known else "/")


class LogInFirst(LoginRequiredMiddleware):
    """Everything needs a login unless it says otherwise."""

    def handle_no_permission(  # type: ignore[override]  # Django always redirects; a part of a page must not be
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],  # noqa: ARG002  # Django's signature
    ) -> HttpResponseBase:
        return ask_to_log_in(request)
