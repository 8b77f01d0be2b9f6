"""The addresses at which other machines on the network reach this one. Does not import Django: the settings use it."""

import ipaddress
import socket
from pathlib import Path

ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104  # only where the volunteer asks for it
"""Values of HOST that serve the site on every network interface."""

OUTSIDE = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737), and the discard port. Nothing is ever sent there."""

ROUTES = Path("/proc/net/fib_trie")
"""A file in which Linux lists the addresses of its interfaces."""


def host_names(host: str) -> list[str]:
    """Return the host names under which browsers may request a site that is served on `host`."""
    if host not in ALL_INTERFACES:
        return [f"[{host}]" if ":" in host else host]
    name = socket.gethostname()
    short = name.partition(".")[0]
    return [*local_addresses(), *dict.fromkeys([name, short, f"{short}.local"])]


def local_addresses() -> list[str]:
    """Return the IPv4 addresses except loopback, the likeliest first. Without a network there are none."""
    return list(dict.fromkeys(_address_towards_outside() + (_addresses_of_interfaces() or _addresses_of_hostname())))


def _address_towards_outside() -> list[str]:
    # Connecting a UDP socket sends nothing. It only chooses the route, and with it the address we would send from.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:  # no route: a club's own access point without internet
            return []
        return _reachable([probe.getsockname()[0]])


def _addresses_of_interfaces() -> list[str]:
    try:
        lines = ROUTES.read_text().splitlines()
    except OSError:  # not Linux
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
