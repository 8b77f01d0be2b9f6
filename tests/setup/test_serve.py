import asyncio
import errno
import io
import logging
import re
import socket
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from http import HTTPStatus
from typing import Any, NoReturn

import pytest
import uvicorn
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from scorer.asgi import application
from scorer.club.models import Membership
from scorer.live import Ticket, live_path, stream
from scorer.live.hub import hub
from scorer.play import services
from scorer.server.connections import Connections, Limits
from scorer.setup.management.commands import serve as module
from scorer.setup.management.commands.serve import qr_code
from scorer.standings import results
from scorer.web.sessions import SessionStore
from tests.factories import make_table

Serve = Callable[..., str]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The arguments with which the server was started. Nothing is served."""
    seen: dict[str, Any] = {}

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        seen.update(server=server, config=server.config, address=sockets[0].getsockname())

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return seen


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, served: dict[str, Any], db: None) -> Serve:
    """Run the command with this environment and return what it printed."""

    def serve(
        *, setup: str | None = None, addresses: tuple[str, ...] = (), out: io.StringIO | None = None, **env: str
    ) -> str:
        for name in ("HOST", "PORT", "FORWARDED_ALLOW_IPS"):
            monkeypatch.delenv(name, raising=False)
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(module, "setup_path", lambda: setup)
        monkeypatch.setattr(module, "local_addresses", lambda: list(addresses))
        out = out or io.StringIO()
        call_command("serve", stdout=out, skip_checks=True)
        return out.getvalue()

    return serve


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def port_of(served: dict[str, Any]) -> int:
    return int(served["address"][1])


def test_by_default_it_serves_only_this_machine(serve: Serve, served: dict[str, Any]) -> None:
    printed = serve(PORT="0")
    assert served["address"][0] == "127.0.0.1"
    hint = "This site is served to this computer only: no phone can reach it. Start it with HOST=0.0.0.0 make run."
    assert printed == f"Scorer runs at http://127.0.0.1:{port_of(served)}/\n{hint}\nCtrl-C stops it.\n"


def test_behind_a_web_server_the_set_up_link_has_the_name_of_the_site(serve: Serve, settings: Settings) -> None:
    settings.SITE = "https://cards.example"
    printed = serve(PORT="0", setup="/setup/abc/")
    assert "Set it up at https://cards.example/setup/abc/" in printed
    assert "no phone can reach it" not in printed


def test_it_refuses_a_pooler_that_loses_news(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def loses_news() -> bool:
        return False

    monkeypatch.setattr(module, "hears_itself", loses_news)
    monkeypatch.setattr(module.connection, "vendor", "postgresql")
    with pytest.raises(CommandError, match="a pooler in transaction mode"):
        serve(PORT="0")


def test_it_deletes_expired_sessions(serve: Serve) -> None:
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))
    serve(PORT="0")
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]


def test_nobody_waits_for_the_boards_after_a_start(
    serve: Serve, ada: Membership, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, entry in (("bridge", {"board": 1, "passed_out": True}), ("preferans", {"passed_out": True})):
        table = make_table(ada.club, game)
        services.record_hand(table, table.config.rules.Entry(**entry), by=None, key=None)
    serve(PORT="0")
    monkeypatch.delattr(results, "_results")  # reads the ledger, which is slow
    client.force_login(ada.user)
    assert client.get(reverse("standings:all_games", args=[ada.club.pk])).status_code == HTTPStatus.OK
    assert client.get(reverse("standings:board", args=[ada.club.pk, "bridge"])).status_code == HTTPStatus.OK


def test_it_starts_with_a_database_that_cannot_be_written(
    serve: Serve, served: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_full(*_args: object) -> NoReturn:
        raise DatabaseError("database or disk is full")

    monkeypatch.setattr(SessionStore, "clear_expired", is_full)
    serve(PORT="0")
    assert served["address"][0] == "127.0.0.1"


def test_it_listens_before_it_works_out_boards(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def connect() -> None:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()

    monkeypatch.setattr(module, "compute_current_boards", connect)
    serve(PORT=str(port))


def test_it_is_one_quiet_process_that_stops_within_seconds(serve: Serve, served: dict[str, Any]) -> None:
    serve(PORT="0")
    config = served["config"]
    assert config.app == "scorer.asgi:application"
    assert (config.workers, config.log_level, config.timeout_graceful_shutdown) == (1, "warning", 3)


@pytest.mark.parametrize(("named", "trusted"), [("", "127.0.0.1,::1"), ("10.0.0.2", "10.0.0.2")])
def test_connections_have_limits_except_those_of_a_proxy(
    serve: Serve, served: dict[str, Any], monkeypatch: pytest.MonkeyPatch, named: str, trusted: str
) -> None:
    monkeypatch.setattr(module, "raise_limit_of_files", lambda: 1024)
    serve(PORT="0", **({"FORWARDED_ALLOW_IPS": named} if named else {}))
    connections = served["server"].connections
    assert connections.limits == Limits().within(1024)
    assert connections.source_of(("10.0.0.2", 1)) == (None if named else "10.0.0.2")
    config = served["config"]
    assert (config.backlog, config.forwarded_allow_ips) == (256, trusted)
    config.load()
    assert config.http_protocol_class.server_connections is connections


def test_errors_of_the_event_loop_are_handled_by_the_connections() -> None:
    connections = Connections()
    config = uvicorn.Config(application, lifespan="off", log_config=None)
    server = module.Server(config, connections)

    async def evening() -> None:
        config.load()
        server.lifespan = config.lifespan_class(config)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            await server.startup([listener])
            error = OSError(errno.EMFILE, "Too many open files")
            asyncio.get_running_loop().call_exception_handler({"message": "accept", "exception": error})
            await server.shutdown([listener])

    try:
        asyncio.run(evening())
    finally:
        hub.ending = False
    assert connections.refused == 1


def test_on_the_network_it_prints_its_addresses(serve: Serve, served: dict[str, Any]) -> None:
    printed = serve(HOST="0.0.0.0", PORT="0", addresses=("192.168.7.20", "10.0.0.1"))
    assert served["address"][0] == "0.0.0.0"
    port = port_of(served)
    assert f"on this machine at http://127.0.0.1:{port}/\n" in printed
    assert f"on the club's network at http://192.168.7.20:{port}/ http://10.0.0.1:{port}/\n" in printed


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
def test_with_ipv6_it_prints_ipv4_addresses_and_answers_there(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        socket.create_connection(("127.0.0.1", sockets[0].getsockname()[1]), timeout=5).close()
        socket.create_connection(("::1", sockets[0].getsockname()[1]), timeout=5).close()

    monkeypatch.setattr(uvicorn.Server, "run", run)
    printed = serve(HOST="::", PORT="0", addresses=("192.168.7.20",))
    assert re.search(r"on this machine at http://127\.0\.0\.1:\d+/\n.* at http://192\.168\.7\.20:\d+/\n", printed)
    assert "::" not in printed


def test_without_a_network_it_says_so(serve: Serve) -> None:
    assert "not on a network" in serve(HOST="0.0.0.0", PORT="0")


def test_on_a_terminal_it_shows_a_qr_code(serve: Serve, served: dict[str, Any]) -> None:
    printed = serve(HOST="0.0.0.0", PORT="0", addresses=("192.168.7.20",), out=Terminal())
    assert qr_code(f"http://192.168.7.20:{port_of(served)}/") in printed


def test_without_a_terminal_it_shows_no_qr_code(serve: Serve) -> None:
    assert "\033" not in serve(HOST="0.0.0.0", PORT="0", addresses=("192.168.7.20",))


def test_each_line_of_the_qr_code_sets_its_colours_and_has_a_margin() -> None:
    lines = qr_code("http://192.168.7.20:8000/").split("\n")
    bare = [re.fullmatch("\033\\[38;5;231;48;5;16m(.*)\033\\[0m", line) for line in lines]
    assert all(bare)
    blocks = [match[1] for match in bare if match]
    assert {len(line) for line in blocks} == {25 + 2 * 4}
    assert set(blocks[0] + blocks[1]) == {"█"}, "four modules of white above"
    assert all(line.startswith("████") and line.endswith("████") for line in blocks[:-1])


def test_without_a_club_it_prints_the_set_up_link(serve: Serve, served: dict[str, Any]) -> None:
    printed = serve(PORT="0", setup="/setup/s3cret/")
    assert f"Set it up at http://127.0.0.1:{port_of(served)}/setup/s3cret/\n" in printed


def test_the_set_up_link_works_from_another_machine(serve: Serve, served: dict[str, Any]) -> None:
    printed = serve(HOST="0.0.0.0", PORT="0", addresses=("192.168.7.20",), setup="/setup/s3cret/")
    assert f"Set it up at http://192.168.7.20:{port_of(served)}/setup/s3cret/\n" in printed


def test_a_taken_port_is_reported_before_anything_else(serve: Serve, taken: int) -> None:
    out = io.StringIO()
    with pytest.raises(CommandError, match=f"Port {taken} is in use.*PORT=8000 make run"):
        serve(PORT=str(taken), out=out)
    assert out.getvalue() == ""


@pytest.mark.parametrize("port", ["http", "-1", "65536", "80.5"])
def test_an_invalid_port_is_reported(serve: Serve, port: str) -> None:
    with pytest.raises(CommandError, match=f"PORT is {port}, but"):
        serve(PORT=port)


def test_a_host_of_another_machine_is_reported(serve: Serve) -> None:
    with pytest.raises(CommandError, match=r"HOST is 192\.0\.2\.1, which is not an address of this machine"):
        serve(HOST="192.0.2.1", PORT="0")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.EACCES, "Port 80 is reserved for the system"),
        (socket.EAI_NONAME, "HOST is club, which is not an address"),
        (socket.EAI_AGAIN, "HOST is club, which is not an address"),
        (errno.EAFNOSUPPORT, "Scorer cannot serve here: refused"),
    ],
)
def test_each_error_has_its_sentence(serve: Serve, monkeypatch: pytest.MonkeyPatch, number: int, sentence: str) -> None:
    def refuses(*_: Any, **__: Any) -> NoReturn:
        raise OSError(number, "refused")

    monkeypatch.setattr(socket, "create_server", refuses)
    with pytest.raises(CommandError, match=sentence):
        serve(HOST="club", PORT="80")


def test_ctrl_c_stops_it_without_a_traceback(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(uvicorn.Server, "run", interrupted)
    assert serve(PORT="0")


def test_it_runs_all_system_checks_including_those_of_the_database() -> None:
    assert module.Command().get_check_kwargs({})["databases"] == ["default"]
    assert module.Command.requires_system_checks == "__all__"


@pytest.mark.parametrize(
    ("connected", "said", "known"),
    [
        ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("192.0.2.7", "203.0.113.9", "192.0.2.7"),
    ],
)
def test_only_a_proxy_on_this_machine_is_trusted_about_the_clients_address(
    serve: Serve, served: dict[str, Any], monkeypatch: pytest.MonkeyPatch, connected: str, said: str, known: str
) -> None:
    seen: list[str] = []

    async def look(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["client"][0])

    monkeypatch.setattr("scorer.asgi.application", look)
    serve(PORT="0")
    served["config"].load()
    headers = [(b"x-forwarded-for", said.encode())]
    asyncio.run(served["config"].loaded_app({"type": "http", "client": (connected, 1), "headers": headers}, None, None))
    assert seen == [known]


def test_a_response_is_sent_without_waiting_for_acknowledgements() -> None:
    with module._listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()) as _phone:
        connection, _address = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_connection_to_a_phone_that_is_gone_ends_after_a_minute() -> None:
    with module._listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()) as _phone:
        connection, _address = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000


def test_it_stops_at_once_although_phones_listen(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "_checks", [])
    config = uvicorn.Config(application, lifespan="off", log_config=None, timeout_graceful_shutdown=30)
    server = module.Server(config, Connections())

    async def evening() -> bytes:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET {live_path(Ticket((7,), club=3))} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            heard = await reader.readuntil(b"event: hb\n")
            server.should_exit = True
            async with asyncio.timeout(10):
                heard += await reader.read()
                await serving
            writer.close()
            return heard

    try:
        assert asyncio.run(evening()).endswith(b"0\r\n\r\n")
    finally:
        hub.ending = False
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []
