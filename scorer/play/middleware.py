from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorer.play.services import Conflict


class ConflictMiddleware:
    """Turn a Conflict that a view does not handle into a page that says what happened, with status 409."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Conflict):
            return None
        context = {"text": exception.code.label, "table": exception.table}
        return render(request, "errors/409.html", context, status=HTTPStatus.CONFLICT)
