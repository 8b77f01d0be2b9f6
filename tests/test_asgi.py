import asyncio
import resource

import pytest

from scorer import asgi
from scorer.web.intake import Intake, Message

Limit = tuple[int, int]
UNLIMITED = resource.RLIM_INFINITY


def test_the_server_is_told_when_scorer_is_ready_and_when_it_has_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[bool] = []
    monkeypatch.setattr(asgi, "raise_file_limit", lambda: raised.append(True))
    incoming = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    sent: list[Message] = []

    async def receive() -> Message:
        return incoming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(asgi.application({"type": "lifespan"}, receive, send))
    assert [message["type"] for message in sent] == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert raised == [True]


def test_django_stands_behind_the_intake() -> None:
    assert isinstance(asgi.web, Intake)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1024, 1_048_576), (65_536, 1_048_576)),
        ((1024, 4096), (4096, 4096)),
        ((1024, UNLIMITED), (65_536, UNLIMITED)),
        ((100_000, 1_048_576), None),
        ((UNLIMITED, UNLIMITED), None),
    ],
)
def test_the_limit_of_open_files_is_raised_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch, before: Limit, after: Limit | None
) -> None:
    now: list[Limit] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: before)
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: now.append(limit))
    asgi.raise_file_limit()
    assert now == ([after] if after else [])


def test_a_system_that_refuses_its_own_limit_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, UNLIMITED))
    monkeypatch.setattr(resource, "setrlimit", refuses)
    asgi.raise_file_limit()
