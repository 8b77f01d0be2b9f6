"""The address of this site as a phone in the room can open it, and the one that a reader comes from.

The latter is the connection's own, or what a proxy says that uvicorn trusts: one on this machine, or at an address that
FORWARDED_ALLOW_IPS names (docs/deploy.md).
"""

from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def address_for_phones(request: HttpRequest) -> str | None:
    """ "http://192.168.7.20:8000": the one the reader uses, unless it leads nowhere but to the reader's own machine.

    None where the site is served to that machine only.
    """
    here = urlsplit(request.build_absolute_uri("/"))
    if here.hostname not in LOOPBACK:
        return f"{here.scheme}://{here.netloc}"
    known = [host for host in settings.NETWORK_HOSTS if host not in LOOPBACK]
    port = f":{here.port}" if here.port else ""
    return f"{here.scheme}://{known[0]}{port}" if known else None


def client_address(host: str) -> str:
    """What is counted as one address: an IPv4 address, or the 64 bits of IPv6 that the smallest customer has.

    Whatever is no address, as a proxy might name one, counts as one and the same.
    """
    address = _parsed(host)
    return str(_first(64, address) if isinstance(address, IPv6Address) else address or "")


def client_network(host: str) -> str:
    """The neighbourhood of an address, which one customer may have all of: 24 bits of IPv4, 48 of IPv6."""
    address = _parsed(host)
    if isinstance(address, IPv4Address):
        return f"{IPv4Address(int(address) >> 8 << 8)}/24"
    return f"{_first(48, address)}/48" if address else ""


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host)
    except ValueError:
        return None
    # A socket that listens for both kinds names an IPv4 address in the notation of IPv6.
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def _first(bits: int, address: IPv6Address) -> IPv6Address:
    rest = 128 - bits
    return IPv6Address(int(address) >> rest << rest)
