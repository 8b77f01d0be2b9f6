import logging
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import uvicorn
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorer import asgi
from scorer.club.models import Club, Membership
from scorer.club.services import password_link
from scorer.live.tickets import Ticket, live_path
from scorer.play import phones
from scorer.play.phones import Link
from scorer.server import log
from tests.factories import make_table
from tests.server.conftest import Serve

CODE = "7KQ2XD"
ROUTES = {
    "setup": "/setup/<str:token>/",
    "join": "/join/<id:table_id>/<slug:token>/",
    "new password": "/new-password/<uidb64>/<token>/",
    "stream": log.NO_ADDRESS,
}
"""Routes of URLs that contain a secret. The last is served before Django gets the request, so Django has no route."""


def test_a_repeated_message_is_logged_once_per_second(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(log, "monotonic", lambda: now)
    server = logging.getLogger("a server")
    monkeypatch.setattr(server, "filters", [log.OncePerSecond()])
    for _ in range(1000):
        server.warning("Invalid HTTP request received.")
    for error in (LookupError(), LookupError(), OSError()):
        server.error("Exception in ASGI application", exc_info=error)
    assert [(record.message, record.exc_info and record.exc_info[0]) for record in caplog.records] == [
        ("Invalid HTTP request received.", None),
        ("Exception in ASGI application", LookupError),
        ("Exception in ASGI application", OSError),
    ]
    now = 101.0
    server.warning("Invalid HTTP request received.")
    assert len(caplog.records) == 4


def test_the_server_logs_that_way() -> None:
    uvicorn.Config("scorer.asgi:application")  # which configures logging again
    assert {type(each) for each in logging.getLogger("uvicorn.error").filters} == {log.OncePerSecond}


def look_up(*given: Any) -> None:
    raise LookupError(*given)


def breaks(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware that makes every view fail, with an error that repeats what came with the request."""

    def answer(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(request: HttpRequest, _view: Any, _args: Any, given: dict[str, Any]) -> None:
        try:
            look_up(given, request.POST, request.COOKIES)
        except LookupError as error:
            raise RuntimeError(request.get_full_path(), request.headers) from error

    answer.process_view = process_view
    return answer


def fails(settings: Settings, path: str) -> Any:
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.breaks"]
    client = Client(raise_request_exception=False)
    client.cookies["code"] = CODE
    answer = client.post(f"{path}?code={CODE}", {"code": CODE}, headers={"referer": f"http://testserver{path}"})
    assert answer.status_code == (HTTPStatus.NOT_FOUND if path.startswith("/live/") else 500)
    return answer


def is_not_there(_settings: Settings, path: str) -> Any:
    return Client().get(f"{path}{CODE}/", {"code": CODE})


def comes_from_elsewhere(_settings: Settings, path: str) -> Any:
    """Django's warning repeats the referrer."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post(path, secure=True, headers={"referer": f"https://elsewhere.example{path}?code={CODE}"})
    assert answer.status_code == (HTTPStatus.NOT_FOUND if path.startswith("/live/") else HTTPStatus.FORBIDDEN)
    return answer


def is_no_form(_settings: Settings, path: str) -> Any:
    return Client().delete(path)


def is_too_much(_settings: Settings, path: str) -> Any:
    return Client(raise_request_exception=False).post(path, {"code": CODE * 200_000})


@pytest.fixture
def addresses(club: Club, boris: Membership) -> dict[str, str]:
    table = make_table(club)
    return {
        "setup": reverse("setup:begin", args=["0123456789abcdef"]),
        "join": phones.path_of(table, Link.ENTRY) or "",
        "new password": password_link(boris.user, by=None),
        "stream": live_path(Ticket((table.pk,), club.pk)),
    }


@pytest.mark.parametrize("request_that", [fails, is_not_there, comes_from_elsewhere, is_no_form, is_too_much])
@pytest.mark.parametrize("address", ROUTES)
def test_no_secret_is_written_to_the_log(
    address: str,
    request_that: Callable[[Settings, str], Any],
    addresses: dict[str, str],
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = addresses[address]
    token = path.split("/")[-2]
    answer = request_that(settings, path)
    written = caplog.text + "".join(repr(vars(record)) for record in caplog.records)
    assert written or answer.status_code < HTTPStatus.BAD_REQUEST
    assert token not in written
    assert CODE not in written
    assert path not in written


@pytest.mark.parametrize("address", ["setup", "join", "new password"])
def test_an_error_is_logged_with_its_route_and_traceback(
    address: str, addresses: dict[str, str], settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    fails(settings, addresses[address])
    assert f"Internal Server Error: {ROUTES[address]}\nTraceback" in caplog.text
    assert "look_up(given, request.POST, request.COOKIES)" in caplog.text
    assert "The above exception was the direct cause of the following exception:" in caplog.text
    assert "RuntimeError: ('/" in caplog.text


def test_an_error_in_a_stream_is_logged_without_its_url(
    addresses: dict[str, str], serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def stream(*_args: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(asgi, "stream", stream)
    port = serve(asgi.application)
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
    with pytest.raises(HTTPError):
        urlopen(f"http://127.0.0.1:{port}{addresses['stream']}")
    assert "Exception in ASGI application" in caplog.text
    assert addresses["stream"].split("/")[-2] not in caplog.text + "".join(repr(vars(one)) for one in caplog.records)


def kinds(of: type[Exception]) -> Iterator[str]:
    yield of.__name__
    for kind in of.__subclasses__():
        yield from kinds(kind)


def test_every_refusal_by_django_is_logged_that_way() -> None:
    for name in ("request", "security.csrf", *(f"security.{kind}" for kind in kinds(SuspiciousOperation))):
        filters = logging.getLogger(f"django.{name}").filters
        assert {type(each) for each in filters} == {log.RouteInsteadOfPath}, name
