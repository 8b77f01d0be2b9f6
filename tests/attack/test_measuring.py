"""Attackers follow their orders, and a server under strain is reported. `make attack` measures Scorer itself."""

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

import tests.attack.spying
from scorer.club import rights
from scorer.club.models import Club, Role
from scorer.club.rights import ClubAct
from scorer.events import links
from scorer.events.links import path_by_key
from scorer.events.models import Contestant
from scorer.events.results.played import PlayedResults
from scorer.events.views.phones import HeldLink
from scorer.play.services import requests
from tests.attack import finish, is_wrong, repeated
from tests.attack.addresses import addresses
from tests.attack.meddling import meddling
from tests.attack.neighbours import neighbours
from tests.attack.orders import ATTACKER, HONEST, crew, get, post
from tests.attack.phones import Measured, ask, measure
from tests.attack.playing import attackers, compared, told
from tests.attack.spying import spying
from tests.chaos.server import until

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood"
PHONE: Any = SimpleNamespace(page="/", cookies="")


class Server(ThreadingTCPServer):
    """Responds to each request, and records it."""

    daemon_threads = True
    request_queue_size = 100

    def __init__(self, answer: Callable[["Server"], bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Visit)
        self.answer = answer
        self.open: list[str] = []
        self.seen: list[bytes] = []

    @property
    def port(self) -> int:
        return self.server_address[1]


class Visit(StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        host = self.client_address[0]
        self.server.open.append(host)
        with contextlib.suppress(OSError):
            head = b""
            while line := self.rfile.readline():
                head += line
                if line == b"\r\n":
                    self.server.seen.append(head)
                    self.wfile.write(self.server.answer(self.server))
                    break
        self.server.open.remove(host)


@contextmanager
def serving(answer: Callable[[Server], bytes] = lambda _server: ANSWER) -> Iterator[Server]:
    with Server(answer) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_connections_come_from_the_given_addresses() -> None:
    with serving() as server:
        with attackers(server.port, crew([ATTACKER, HONEST], 10, get("/")[:-2])) as said:
            until(lambda: len(server.open) == 10)
            assert set(server.open) == {ATTACKER, HONEST}
        until(lambda: not server.open)
    assert said == {"held": 10, "opened": 10, "answers": {}}


def test_closed_connections_are_reopened_and_responses_are_counted() -> None:
    with serving() as server, attackers(server.port, crew([ATTACKER], 3, get("/"))) as said:
        until(lambda: len(server.seen) > 9)
    assert said["opened"] > 9
    assert said["answers"]["200"] > 5
    assert ("attackers.200", said["answers"]["200"], "answers") in told(said)


def test_a_head_is_sent_slowly() -> None:
    with serving() as server, attackers(server.port, crew([ATTACKER], 1, "GET / HTTP/1.1\r\nX: ", drips="y\r\nX: ")):
        until(lambda: server.open)
    assert server.seen == []


def test_a_body_is_held_back() -> None:
    with serving() as server, attackers(server.port, crew([ATTACKER], 1, post("/", 11), body=10)):
        until(lambda: server.seen)
    assert b"Content-Length: 11" in server.seen[0]


def test_every_guess_is_different() -> None:
    orders = {"hosts": [ATTACKER], "count": 2, "path": "/guess/NUMBER", "cookies": "a=b", "body": "code=NUMBER"}
    with serving() as server, attackers(server.port, orders) as said:
        until(lambda: len(server.seen) > 3)
    assert said["asked"] >= 4
    assert b"POST /guess/" in server.seen[0]
    assert b"Cookie: a=b" in server.seen[0]


def is_found_out(quiet: Measured, during: Measured) -> bool:
    return any(is_wrong((f"attack.sqlite.silent.{name}", value, unit)) for name, value, unit in compared(quiet, during))


def suffers(server: Server) -> bytes:
    """A server that gets slow when many connections are open."""
    if len(server.open) > 5:
        time.sleep(0.05)
    return ANSWER


def test_a_server_under_strain_fails() -> None:
    with serving(suffers) as server:
        quiet = asyncio.run(measure(server.port, [PHONE], HONEST, 0.5, ["page"]))
        with attackers(server.port, crew([ATTACKER], 10)):
            during = asyncio.run(measure(server.port, [PHONE], HONEST, 0.5, ["page"]))
    assert (quiet.failed, during.failed) == (0, 0)
    assert during.median("page") >= 50
    assert is_found_out(quiet, during)


def test_a_server_that_takes_twice_as_long_passes() -> None:
    assert not is_found_out(Measured({"page": [0.02, 0.01, 9.0]}), Measured({"page": [0.04, 0.04, 9.0]}))


@pytest.mark.parametrize(
    "answer", [b"", b"HTTP/1.1 503 Busy\r\n\r\n", b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\ngood"]
)
def test_refused_and_interrupted_requests_are_failures(answer: bytes) -> None:
    with serving(lambda _server: answer) as server:
        assert asyncio.run(ask(server.port, HONEST, b"GET / HTTP/1.1\r\n\r\n"))[0] != 200
        measured = asyncio.run(measure(server.port, [PHONE], HONEST, 0, ["page"]))
    assert measured.failed == 1
    assert is_found_out(measured, measured)


@pytest.mark.parametrize(("kind", "pairs"), [("sign-up", []), ("sign-up", ["Ada"]), ("wait", [])])
def test_a_phone_that_can_neither_sign_up_nor_wait_suffers(kind: str, pairs: list[str]) -> None:
    def full(_server: Server) -> bytes:
        return b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n"

    with serving(full) as server:
        guest: Any = SimpleNamespace(wall="/join/", pairs=[*pairs], waits="/card/")
        measured = asyncio.run(measure(server.port, [guest], HONEST, 0, [kind]))
    assert is_found_out(measured, measured)


def test_a_server_that_is_gone_fails() -> None:
    with serving() as server:
        pass
    assert asyncio.run(ask(server.port, HONEST, b"GET / HTTP/1.1\r\n\r\n")) == (0, b"")


def test_only_forbidden_results_are_failures(capsys: pytest.CaptureFixture[str]) -> None:
    good = [
        ("attack.sqlite.silent.save/quiet", 2.9, "times"),
        ("attack.sqlite.silent.file/quiet", 9.0, "times"),
        ("attack.sqlite.silent.failed", 0, "requests"),
        ("attack.sqlite.silent.log", 900, "bytes"),
        ("attack.sqlite.lock.save.answered", 2.1, "s"),
        ("attack.sqlite.flood.save/quiet", 3.3, "times"),
        ("attack.sqlite.strangers.strangers", 101, "contestants"),
    ]
    bad = [
        ("attack.sqlite.silent.page/quiet", 3.1, "times"),
        ("attack.sqlite.silent.failed", 1, "requests"),
        ("attack.sqlite.no-files.log", 47_000_000, "bytes"),
        ("attack.sqlite.lock.save.answered", 8.0, "s"),
        ("attack.sqlite.flood.failed", 1, "requests"),
        ("attack.sqlite.strangers.strangers", 199, "contestants"),
        ("attack.sqlite.old-cards.spied", 1, "pages"),
    ]
    assert [line for line in good + bad if is_wrong(line)] == bad
    with pytest.raises(SystemExit) as ended:
        finish(good + bad)
    assert ended.value.code == 1
    assert capsys.readouterr().err.count("\n") == len(bad)
    with pytest.raises(SystemExit) as ended:
        finish(good)
    assert ended.value.code == 0


def test_a_figure_counts_as_missed_only_if_it_is_missed_again() -> None:
    """Something else may have been busy, once at this figure and once at that."""
    page, save = "attack.sqlite.silent.page/quiet", "attack.sqlite.silent.save/quiet"

    def lines(*runs: tuple[float, float]) -> list[tuple[str, float, str]]:
        remaining = iter(runs)

        def run() -> list[tuple[str, float, str]]:
            return [(name, value, "times") for name, value in zip((page, save), next(remaining), strict=True)]

        return list(repeated(run))

    assert lines((1, 2)) == [(page, 1, "times"), (save, 2, "times")]
    passed = lines((4, 1), (2, 5))
    assert passed == [(f"{page}.at-first", 4, "times"), (page, 2, "times"), (save, 1, "times")]
    assert not any(map(is_wrong, passed))
    assert lines((4, 1), (2, 2))[-1] == (save, 2, "times")
    assert [line for line in lines((4, 1), (5, 1)) if is_wrong(line)] == [(page, 5, "times")]


def test_a_flood_is_sent_as_fast_as_the_server_takes_it() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    with listening as server, attackers(server.getsockname()[1], crew([ATTACKER], 1, "head ", floods="x")):
        taken, _address = server.accept()
        with taken:
            assert taken.recv(5, socket.MSG_WAITALL) == b"head "
            assert set(taken.recv(9_000_000, socket.MSG_WAITALL)) == set(b"x")


@pytest.mark.django_db
def test_spies_read_nothing_that_is_not_for_them(club: Club) -> None:
    assert [(name, value) for name, value, _unit in spying(club)] == [
        ("old-cards.spied", 0),
        ("unplayed-deals.spied", 0),
        ("taken-names.spied", 0),
        ("joining-links.spied", 0),
        ("foreign-hosts.spied", 0),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("broken", "by", "found"),
    [
        ("scorer.club.services.has_neighbours", lambda _club: False, "taken-names"),
        ("scorer.club.joining.constant_time_compare", lambda _given, _right: True, "joining-links"),
        ("scorer.club.rights.is_elsewhere", lambda _request, _club: False, "foreign-hosts"),
    ],
)
def test_what_lets_neighbours_in_is_found_out(
    broken: str, by: Any, found: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken, by)
    assert [name for name, value, _unit in neighbours(club) if value] == [f"{found}.spied"]


@pytest.mark.django_db
def test_a_deal_that_any_result_opens_is_found_out(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayedResults, "over_at", lambda results, sitting: {*results.deals_in(sitting)})
    assert [name for name, value, _unit in spying(club) if value] == ["unplayed-deals.spied"]


@pytest.mark.django_db
def test_a_card_that_goes_with_its_number_is_found_out(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_number(held: HeldLink) -> Contestant | None:
        return held.event.contestants.filter(number=held.key).first()

    monkeypatch.setattr(HeldLink, "contestant", property(of_number))
    monkeypatch.setattr(tests.attack.spying, "path_of", path_by_key)
    assert {name: value for name, value, _unit in spying(club)}["old-cards.spied"] > 0


@pytest.mark.django_db
def test_nobody_changes_what_is_not_theirs(club: Club) -> None:
    assert [(name, value) for name, value, _unit in meddling(club)] == [
        ("strangers.meddled", 0),
        ("requests.meddled", 0),
        ("old-links.meddled", 0),
    ]


@pytest.mark.django_db
def test_a_link_that_opens_every_event_and_requests_without_end_are_found_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "is_valid", lambda *_link: True)
    monkeypatch.setattr(requests, "MAX_OPEN", 100)
    assert {name: value > 0 for name, value, _unit in meddling(club)} == {
        "strangers.meddled": False,  # the contestant of another club is none of this event
        "requests.meddled": True,
        "old-links.meddled": True,
    }


@pytest.mark.django_db
def test_no_address_is_open_to_those_for_whom_it_is_not(club: Club) -> None:
    assert [value for _name, value, _unit in addresses(club)] == [0, 0]


@pytest.mark.django_db
def test_pages_of_directors_that_everybody_in_a_club_sees_are_found_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rights, "ALLOWED", rights.ALLOWED | {ClubAct.EVENTS: frozenset(Role)})
    assert all(value for _name, value, _unit in addresses(club))
