"""The addresses of clients.

A client's address is that of its connection, or what a proxy says. uvicorn trusts proxies on this machine, and those
that FORWARDED_ALLOW_IPS names (docs/deploy.md).
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


def client_address(host: str) -> str:
    """Return what counts as one client: an IPv4 address, or a /64 network of IPv6, the smallest that a customer gets.

    Return "" for anything else, which a proxy might pass on.
    """
    address = _parsed(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False).network_address)
    return str(address or "")


def client_network(host: str) -> str:
    """Return the network around an address, all of which one customer may have: a /24 of IPv4 or a /48 of IPv6."""
    address = _parsed(host)
    if address is None:
        return ""
    return str(ip_network((address, 24 if isinstance(address, IPv4Address) else 48), strict=False))


def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host)
    except ValueError:
        return None
    # A socket that listens for both protocols writes IPv4 addresses in the notation of IPv6.
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address
