"""A lost hand would be found, and the writers find what they need on a page. `make chaos` tests the failures."""

import http.client
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from django.test import Client

from scorer.club.models import Membership
from scorer.play import services
from scorer.play.models import Hand, Score
from tests.chaos import checking, is_wrong
from tests.chaos.proxy import Proxy
from tests.chaos.server import HOST
from tests.chaos.writers import Evening, evening
from tests.contract.test_table import HTMX, stored

HANDS = 9


class PhoneInTheTest:
    """Stands in for a connection to the server. The first POST gets no response."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.lost = True

    def post(self, address: str, body: dict[str, Any], _session: str) -> tuple[int, str]:
        answer = self.client.post(address, body, **HTMX)
        if self.lost:
            self.lost = False
            return 0, ""
        return answer.status_code, answer.content.decode()


@pytest.fixture
def played(boris: Membership, client_of: Callable[[Membership], Client]) -> Evening:
    """A finished evening."""
    played = evening(boris, port=0, saves=HANDS)
    played.open.set()
    phone = PhoneInTheTest(client_of(boris))
    for hand in played.hands:
        played._save(0, hand, phone)
    return played


def test_the_writers_save_every_hand(played: Evening) -> None:
    assert len(played.acknowledged) == Hand.objects.count() == HANDS
    assert [hand.repeated for hand in played.hands] == [True] + [False] * (HANDS - 1)
    assert {hand.number for hand in played.hands} >= {1, 2}
    assert max(hand.posts for hand in played.hands) > 1
    assert not checking.compare(played.hands).total()


def test_a_missing_or_changed_hand_is_lost(played: Evening) -> None:
    one, *_others, last = played.hands
    one.entry = one.entry | {"comment": "another"}
    assert checking.compare(played.hands) == {"lost": 1, "doubled": 0, "gaps": 0}
    hand = checking.hands_by_key([last])[last.key]
    Score.objects.filter(hand=hand).delete()
    hand.table.config.hand_model.objects.filter(hand=hand).delete()
    hand.delete()
    assert checking.compare(played.hands) == {"lost": 2, "doubled": 0, "gaps": 1}


def test_a_duplicate_hand_is_reported_and_one_that_was_never_saved_is_not_lost(played: Evening) -> None:
    one, other, *_others = played.hands
    hand = checking.hands_by_key([one])[one.key]
    services.record_hand(hand.table, stored(hand), by=None, key=None)
    assert checking.compare(played.hands) == {"lost": 0, "doubled": 1, "gaps": 0}
    other.body["key"], other.number = "never arrived", None
    assert checking.compare(played.hands)["lost"] == 0


def test_only_forbidden_results_are_failures() -> None:
    assert is_wrong(("sqlite.kill.3.lost", 1, "hands"))
    assert is_wrong(("sqlite.kill.3.faults", 1, "checks"))
    assert not is_wrong(("sqlite.kill.3.lost", 0, "hands"))
    assert not is_wrong(("sqlite.kill.3.unanswered", 8, "hands"))


class Greeting(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"Good evening")

    def log_message(self, *_: object) -> None:
        """Discard the output."""


@pytest.fixture
def greeter() -> Iterator[int]:
    with HTTPServer((HOST, 0), Greeting) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def get(port: int) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(HOST, port, timeout=10)
    connection.request("GET", "/")
    answer = connection.getresponse()
    try:
        return answer.status, answer.read()
    finally:
        connection.close()


def test_a_proxy_answers_502_while_it_is_broken(greeter: int) -> None:
    with Proxy(greeter) as proxy:
        assert get(proxy.port) == (200, b"Good evening")
        proxy.break_down()
        assert get(proxy.port) == (502, b"Bad Gateway")
        proxy.mend()
        assert get(proxy.port) == (200, b"Good evening")
        assert proxy.answered == 1


def test_a_proxy_answers_502_without_a_server_behind_it() -> None:
    with HTTPServer((HOST, 0), Greeting) as gone:
        port = gone.server_port
    with Proxy(port) as proxy:
        assert get(proxy.port) == (502, b"Bad Gateway")
