import ipaddress
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from scorer.setup import machine
from scorer.setup.machine import host_names, local_addresses

NOWHERE = ("255.255.255.255", 9)
"""A broadcast address. The system refuses to connect to it, as it does without a route."""

ROUTES = """Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
Local:
  +-- 0.0.0.0/0 3 0 5
     +-- 127.0.0.0/8 2 0 2
        +-- 127.0.0.0/31 1 0 0
           |-- 127.0.0.0
              /8 host LOCAL
           |-- 127.0.0.1
              /32 host LOCAL
     +-- 192.168.7.0/24 2 0 2
        |-- 192.168.7.0
           /24 link UNICAST
        |-- 192.168.7.20
           /32 host LOCAL
        |-- 192.168.7.255
           /32 link BROADCAST
     |-- 10.42.0.1
        /32 host LOCAL
"""
"""As Linux writes it on a laptop on two networks. Each address appears once per routing table."""


@pytest.fixture(autouse=True)
def routes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file for the addresses of the interfaces, which does not exist until a test writes it."""
    monkeypatch.setattr(machine, "ROUTES", tmp_path / "fib_trie")
    return tmp_path / "fib_trie"


@pytest.fixture
def hostname_has(monkeypatch: pytest.MonkeyPatch) -> Any:
    def has(*addresses: str) -> None:
        monkeypatch.setattr(socket, "gethostname", lambda: "club")
        monkeypatch.setattr(socket, "gethostbyname_ex", {"club": ("club", [], list(addresses))}.__getitem__)

    return has


def test_the_address_of_the_route_to_the_internet_comes_first(
    monkeypatch: pytest.MonkeyPatch, hostname_has: Any
) -> None:
    hostname_has("127.0.1.1")

    class Probe(socket.socket):
        def connect(self, address: Any) -> None:
            assert ipaddress.ip_address(address[0]) in ipaddress.ip_network("192.0.2.0/24")

        def getsockname(self) -> Any:
            return "192.168.7.20", 40000

        def send(self, *_: Any) -> NoReturn:
            raise AssertionError("a packet was sent")

        sendto = send

    monkeypatch.setattr(socket, "socket", Probe)
    assert local_addresses() == ["192.168.7.20"]


@pytest.mark.parametrize(
    ("outside", "found"),
    [("192.168.7.20", ["192.168.7.20", "10.42.0.1"]), ("10.42.0.1", ["10.42.0.1", "192.168.7.20"])],
)
def test_on_two_networks_both_addresses_are_found(
    monkeypatch: pytest.MonkeyPatch, routes: Path, outside: str, found: list[str]
) -> None:
    monkeypatch.setattr(machine, "_address_towards_outside", lambda: [outside])
    routes.write_text(ROUTES + ROUTES)
    assert local_addresses() == found


def test_without_internet_the_addresses_of_the_interfaces_are_found(
    monkeypatch: pytest.MonkeyPatch, routes: Path
) -> None:
    monkeypatch.setattr(machine, "OUTSIDE", NOWHERE)
    routes.write_text(ROUTES)
    assert local_addresses() == ["192.168.7.20", "10.42.0.1"]


def test_the_last_resort_is_the_hostname(monkeypatch: pytest.MonkeyPatch, hostname_has: Any) -> None:
    monkeypatch.setattr(machine, "OUTSIDE", NOWHERE)
    hostname_has("127.0.1.1", "10.0.0.1", "192.168.4.1")
    assert local_addresses() == ["10.0.0.1", "192.168.4.1"]


def test_loopback_addresses_are_left_out(monkeypatch: pytest.MonkeyPatch, hostname_has: Any) -> None:
    monkeypatch.setattr(machine, "OUTSIDE", ("127.0.0.1", 9))
    hostname_has("127.0.1.1")
    assert local_addresses() == []


def test_a_machine_without_any_network_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> NoReturn:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(machine, "OUTSIDE", NOWHERE)
    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    assert local_addresses() == []


def test_no_error_is_raised_on_this_machine() -> None:
    assert all(ipaddress.IPv4Address(address) for address in local_addresses())


# Host names


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_site_on_all_interfaces_has_every_address_and_host_name(
    monkeypatch: pytest.MonkeyPatch, routes: Path, host: str
) -> None:
    monkeypatch.setattr(machine, "OUTSIDE", NOWHERE)
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop.club.example")
    routes.write_text(ROUTES)
    assert host_names(host) == ["192.168.7.20", "10.42.0.1", "laptop.club.example", "laptop", "laptop.local"]


@pytest.mark.parametrize(("host", "asked"), [("192.168.7.20", "192.168.7.20"), ("fd00::7", "[fd00::7]")])
def test_a_site_on_one_address_has_only_that_one(host: str, asked: str) -> None:
    assert host_names(host) == [asked]


HOSTS = """
import socket
socket.gethostname = lambda: "laptop"
from scorer import settings
print(*settings.ALLOWED_HOSTS)
"""


def test_the_settings_allow_hosts_of_every_network(tmp_path: Path) -> None:
    env = os.environ | {"DATA": str(tmp_path), "HOST": "0.0.0.0", "ALLOWED_HOSTS": "cards.example"}
    ran = subprocess.run([sys.executable, "-c", HOSTS], env=env, capture_output=True, text=True, check=True)
    assert {"localhost", "127.0.0.1", "cards.example", "laptop", "laptop.local"} <= set(ran.stdout.split())
