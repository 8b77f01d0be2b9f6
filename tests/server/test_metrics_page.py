"""What Prometheus is told about a process, and whom else nobody tells."""

import asyncio
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from scorer import metrics
from scorer.club.models import Club
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.play import phones
from scorer.play.services import record_hand
from scorer.server import request_buffer
from scorer.server.metrics_page import Metrics
from scorer.server.request_buffer import Message, Receive, RequestBuffer, Scope, Send
from scorer.server.thread_pools import MAX_WAIT, FairThreadPool
from tests.factories import make_table

HERE, ELSEWHERE = ("127.0.0.1", 50_000), ("192.168.7.20", 50_000)


async def other_pages(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})


def ask(client: Any, *headers: tuple[bytes, bytes], path: str = "/metrics", app: Any = None) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "GET", "path": path, "client": client, "headers": list(headers)}
    scope |= {"query_string": b"", "http_version": "1.1"}
    asyncio.run((app or Metrics(other_pages))(scope, receive, send))
    return sent


def sample(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


def test_prometheus_reads_them() -> None:
    metrics.HANDS.inc()
    head, body = ask(HERE)
    families = {family.name for family in text_string_to_metric_families(body["body"].decode())}
    assert head["status"] == HTTPStatus.OK
    assert {"scorer_hands_saved", "scorer_streams", "process_resident_memory_bytes"} <= families


@pytest.mark.parametrize(
    ("client", "headers", "status"),
    [
        (HERE, [], 200),
        (("::1", 50_000), [], 200),
        (ELSEWHERE, [], 404),
        (None, [], 404),
        (("unix", 0), [], 404),
        (HERE, [(b"x-forwarded-for", b"127.0.0.1")], 404),
        (ELSEWHERE, [(b"authorization", b"Bearer a long token")], 200),
        (ELSEWHERE, [(b"authorization", b"Bearer another")], 404),
        (ELSEWHERE, [(b"authorization", b"Bearer ")], 404),
    ],
)
def test_only_this_machine_and_whoever_has_the_token_may_read(
    client: Any, headers: list[tuple[bytes, bytes]], status: int, settings: Settings
) -> None:
    settings.METRICS_TOKEN = "a long token"  # of nobody
    assert ask(client, *headers)[0]["status"] == status


def test_without_a_token_in_the_settings_none_is_right() -> None:
    assert ask(ELSEWHERE, (b"authorization", b"Bearer "))[0]["status"] == HTTPStatus.NOT_FOUND


def test_requests_are_counted_by_kind_and_status() -> None:
    def django(_environ: Any, start_response: Any) -> list[bytes]:
        start_response("409 Conflict", [])
        return [b"no"]

    before = sample("scorer_request_seconds_count", kind="tests", status="409")
    ask(HERE, app=FairThreadPool(django, threads=1, kind="tests"))
    assert sample("scorer_request_seconds_count", kind="tests", status="409") == before + 1
    assert sample("scorer_requests_waiting", kind="tests") == 0


def test_refusals_are_counted_by_their_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = FairThreadPool(lambda *_: [], threads=1)
    pool.free = 0
    monkeypatch.setattr(pool, "expected_wait", lambda _client: MAX_WAIT + 1)
    busy = sample("scorer_refusals_total", why="busy")
    assert ask(ELSEWHERE, app=pool)[0]["status"] == HTTPStatus.SERVICE_UNAVAILABLE
    assert sample("scorer_refusals_total", why="busy") == busy + 1
    large = sample("scorer_refusals_total", why="request_entity_too_large")
    buffer = RequestBuffer(other_pages, request_buffer.Limits(body=1, seconds=0.01))
    ask(ELSEWHERE, (b"content-length", b"2"), app=buffer)
    assert sample("scorer_refusals_total", why="request_entity_too_large") == large + 1


@pytest.mark.django_db(transaction=True)
def test_hands_and_statements_are_counted(club: Club) -> None:
    table = make_table(club)
    hands, statements = sample("scorer_hands_saved_total"), sample("scorer_database_seconds_count")
    record_hand(table, table.config.rules.EXAMPLES[0].entry, by=None, key=None)
    assert sample("scorer_hands_saved_total") == hands + 1
    Client().get(phones.path_of(table, phones.Link.ENTRY))
    assert sample("scorer_database_seconds_count") > statements
    assert Client().get(reverse("club:login")).status_code == HTTPStatus.OK


def test_caches_say_what_they_hold_and_how_often_that_helps() -> None:
    cache: VersionedCache[int] = VersionedCache("tests", 5)
    for _ in range(3):
        cache.get("board", 1, lambda _before: 1)
    assert sample("scorer_cache_reads_total", cache="tests", result="computed") == 1
    assert sample("scorer_cache_reads_total", cache="tests", result="found") == 2
    assert sample("scorer_cache_entries", cache="tests") == 1


@pytest.mark.parametrize(("gigabytes", "entries"), [(0, 500), (0.5, 500), (2, 500), (4, 1_000), (16, 4_000)])
def test_caches_grow_with_the_memory(gigabytes: float, entries: int, settings: Settings) -> None:
    settings.MEMORY_GB = gigabytes
    assert sized(500) == entries
