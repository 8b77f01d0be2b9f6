"""How many may listen at one time. Nobody can take all of the places: neither who reads public pages nor who has many
addresses, neither a club nor a login, and no link, however many browsers come in by it."""

from dataclasses import dataclass

from scorer.live.tickets import Ticket
from scorer.web.address import client_address

MAX_LISTENERS = 5_000
"""In this process. A listener holds a connection and some twenty kilobytes."""

MAX_PER_CLUB = 2_500
MAX_PUBLIC = 1_500
"""Of all clubs: the rest is for logins, and for phones at their tables."""

MAX_PER_ADDRESS = 300
"""Who read public pages: a hall of spectators behind one address. Whoever is refused asks every ten seconds instead."""

MAX_PER_LINK = MAX_PER_LOGIN = 200
"""A room that watches one table; a login that all tablets of a club share."""

MAX_PER_BROWSER = 10
"""Pages that are looked at, for a hidden one does not listen."""


@dataclass(frozen=True, slots=True)
class Quota:
    """Of the places. Where it `replaces_oldest` the oldest goes for the newest: of a browser that comes and goes on bad
    wifi the server does not know which connections are dead.
    """

    of: str
    limit: int
    replaces_oldest: bool = False


EVERYBODY = Quota("everybody", MAX_LISTENERS)


def quotas_of(ticket: Ticket, host: str) -> tuple[Quota, ...]:
    """What a listener takes its place from, who comes from this address."""
    everybody = EVERYBODY, Quota(f"club {ticket.club}", MAX_PER_CLUB)
    browser = Quota(f"browser {ticket.browser}", MAX_PER_BROWSER, replaces_oldest=True)
    if ticket.link is not None:
        return *everybody, Quota(f"link {ticket.link}", MAX_PER_LINK), browser
    if ticket.login is not None:
        return *everybody, Quota(f"login {ticket.login}", MAX_PER_LOGIN), browser
    address = Quota(f"address {client_address(host)}", MAX_PER_ADDRESS)
    return *everybody, Quota("public", MAX_PUBLIC), address
