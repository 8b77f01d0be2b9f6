import ipaddress
import socket
from typing import Any, NoReturn

import pytest

from scorer.setup import network
from scorer.setup.network import own_addresses

NOWHERE = ("255.255.255.255", 9)
"""A broadcast address: the system refuses to connect to it, as it does where there is no route."""


@pytest.fixture
def hostname_has(monkeypatch: pytest.MonkeyPatch) -> Any:
    def has(*addresses: str) -> None:
        monkeypatch.setattr(socket, "gethostname", lambda: "club")
        monkeypatch.setattr(socket, "gethostbyname_ex", {"club": ("club", [], list(addresses))}.__getitem__)

    return has


def test_the_address_is_the_one_a_packet_to_the_outside_would_carry(monkeypatch: pytest.MonkeyPatch) -> None:
    class Probe(socket.socket):
        def connect(self, address: Any) -> None:
            assert ipaddress.ip_address(address[0]) in ipaddress.ip_network("192.0.2.0/24")

        def getsockname(self) -> Any:
            return "192.168.7.20", 40000

        def send(self, *_: Any) -> NoReturn:
            raise AssertionError("a packet was sent")

        sendto = send

    monkeypatch.setattr(socket, "socket", Probe)
    assert own_addresses() == ["192.168.7.20"]


def test_without_a_way_out_the_hostname_is_asked(monkeypatch: pytest.MonkeyPatch, hostname_has: Any) -> None:
    monkeypatch.setattr(network, "OUTSIDE", NOWHERE)
    hostname_has("127.0.1.1", "10.0.0.1", "192.168.4.1")
    assert own_addresses() == ["10.0.0.1", "192.168.4.1"]


def test_a_loopback_address_is_no_address_in_a_network(monkeypatch: pytest.MonkeyPatch, hostname_has: Any) -> None:
    monkeypatch.setattr(network, "OUTSIDE", ("127.0.0.1", 9))
    hostname_has("127.0.1.1")
    assert own_addresses() == []


def test_a_machine_without_any_network_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> NoReturn:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(network, "OUTSIDE", NOWHERE)
    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    assert own_addresses() == []


def test_this_machine_answers_without_an_error() -> None:
    assert all(ipaddress.IPv4Address(address) for address in own_addresses())
