"""The addresses under which other machines of the network reach this one. No Django: the settings ask too."""

import ipaddress
import socket

OUTSIDE = ("192.0.2.1", 9)
"""An address set aside for documentation (RFC 5737), the discard port. Nothing is ever sent there."""


def own_addresses() -> list[str]:
    """IPv4 addresses without loopback, the likeliest first; empty on a machine without a network."""
    return _address_towards_outside() or _addresses_of_hostname()


def _address_towards_outside() -> list[str]:
    # Connecting a UDP socket only chooses the route, and with it the address we would send from.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:  # no way out: a club's own access point without internet
            return []
        return _reachable([probe.getsockname()[0]])


def _addresses_of_hostname() -> list[str]:
    try:
        return _reachable(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return []


def _reachable(addresses: list[str]) -> list[str]:
    return [address for address in addresses if not ipaddress.ip_address(address).is_loopback]
