"""How many may listen at one time. Nobody can take all of the places: neither who reads public pages nor who has many
addresses, neither a club nor a login, and no link, however many browsers come in by it."""

from dataclasses import dataclass

from scorer.live.tickets import Ticket
from scorer.web.address import household

MOST = 5_000
"""In this process. A listener holds a connection and some twenty kilobytes."""

MOST_OF_A_CLUB = 2_500
MOST_PUBLIC = 1_500
"""Of all clubs: the rest is for logins, and for phones at their tables."""

MOST_FROM_AN_ADDRESS = 300
"""Who read public pages: a hall of spectators behind one address. Whoever is refused asks every ten seconds instead."""

MOST_BY_A_LINK = MOST_OF_A_LOGIN = 200
"""A room that watches one table; a login that all tablets of a club share."""

MOST_IN_A_BROWSER = 10
"""Pages that are looked at, for a hidden one does not listen."""


@dataclass(frozen=True, slots=True)
class Share:
    """Of the places. Where it `gives_way` the oldest goes for the newest: of a browser that comes and goes on bad wifi
    the server does not know which connections are dead."""

    of: str
    most: int
    gives_way: bool = False


EVERYBODY = Share("everybody", MOST)


def shares_of(ticket: Ticket, host: str) -> tuple[Share, ...]:
    """What a listener takes its place from, who comes from this address."""
    everybody = EVERYBODY, Share(f"club {ticket.club}", MOST_OF_A_CLUB)
    browser = Share(f"browser {ticket.browser}", MOST_IN_A_BROWSER, gives_way=True)
    if ticket.link is not None:
        return *everybody, Share(f"link {ticket.link}", MOST_BY_A_LINK), browser
    if ticket.login is not None:
        return *everybody, Share(f"login {ticket.login}", MOST_OF_A_LOGIN), browser
    address = Share(f"address {household(host)}", MOST_FROM_AN_ADDRESS)
    return *everybody, Share("public", MOST_PUBLIC), address
