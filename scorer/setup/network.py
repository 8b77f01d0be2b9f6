"""The addresses under which other machines of the network reach this one. No Django: the settings ask too."""

import ipaddress
import socket
from pathlib import Path

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # only where the volunteer asks for it
"""What HOST says to be open to every network of the machine."""

OUTSIDE = ("192.0.2.1", 9)
"""An address set aside for documentation (RFC 5737), the discard port. Nothing is ever sent there."""

ROUTES = Path("/proc/net/fib_trie")
"""Where Linux tells, without a program of its own, which addresses its interfaces have."""


def hosts_of(host: str) -> list[str]:
    """The names by which a browser may ask for a site that is served on `host`."""
    if host not in EVERYWHERE:
        return [f"[{host}]" if ":" in host else host]
    name = socket.gethostname()
    short = name.partition(".")[0]
    return [*own_addresses(), *dict.fromkeys([name, short, f"{short}.local"])]


def own_addresses() -> list[str]:
    """IPv4 addresses without loopback, the likeliest first; empty on a machine without a network."""
    return list(dict.fromkeys(_address_towards_outside() + (_addresses_of_interfaces() or _addresses_of_hostname())))


def _address_towards_outside() -> list[str]:
    # Connecting a UDP socket only chooses the route, and with it the address we would send from.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:  # no way out: a club's own access point without internet
            return []
        return _reachable([probe.getsockname()[0]])


def _addresses_of_interfaces() -> list[str]:
    try:
        lines = ROUTES.read_text().splitlines()
    except OSError:  # no Linux
        return []
    # Two lines each: "|-- 192.168.7.20", then "/32 host LOCAL".
    pairs = zip(map(str.split, lines), map(str.split, lines[1:]), strict=False)
    return _reachable([words[-1] for words, kind in pairs if kind == ["/32", "host", "LOCAL"]])


def _addresses_of_hostname() -> list[str]:
    try:
        return _reachable(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return []


def _reachable(addresses: list[str]) -> list[str]:
    return [address for address in addresses if not ipaddress.ip_address(address).is_loopback]
