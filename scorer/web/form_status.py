"""The status of a page with a form."""

from http import HTTPStatus

from django.http import HttpRequest


def form_status(request: HttpRequest) -> HTTPStatus:
    """Return 422 after a POST: the page is shown again because something was wrong with what was sent."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
