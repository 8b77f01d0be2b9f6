"""Limits the number of listeners, so that nobody can take up all places. docs/security.md has the same numbers.

There are limits for a club, a login, a link, a card and a browser, and for the readers of public pages, who may have
many addresses.
"""

from dataclasses import dataclass

from scorer.live.tickets import Ticket
from scorer.server.addresses import client_address

MAX_LISTENERS = 5_000
"""In this process. A listener needs a connection and about twenty kilobytes."""

MAX_PER_CLUB = 2_500
MAX_PUBLIC = 1_500
"""Readers of public pages of all clubs together. The rest is for logins, and for phones at their tables."""

MAX_PER_ADDRESS = 300
"""Readers of public pages, or phones with one link: a hall behind one address, so that nobody else's phones lose their
places. A page that is refused polls every ten seconds.
"""

MAX_PER_LINK = 600
"""Enough for a room that watches one table, and for the phones of a large event, which wait for a round by one link."""

MAX_PER_CARD = 20
"""The phones that wait by the code of one contestant or one station."""

MAX_PER_LOGIN = 200
"""Enough for a login that all tablets of a club share."""

MAX_PER_BROWSER = 10
"""Visible pages. Hidden ones do not listen."""


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit on the listeners of one kind.

    With `replaces_oldest`, the oldest listener ends for a new one: when a browser loses its connection again and again
    on bad wifi, the server does not know which connections are dead.
    """

    of: str
    limit: int
    replaces_oldest: bool = False


EVERYBODY = Quota("everybody", MAX_LISTENERS)


def quotas_of(ticket: Ticket, host: str) -> tuple[Quota, ...]:
    """Return the quotas from which a listener at this address takes a place."""
    everybody = EVERYBODY, Quota(f"club {ticket.club}", MAX_PER_CLUB)
    browsers = (Quota(f"browser {ticket.browser}", MAX_PER_BROWSER, replaces_oldest=True),) if ticket.browser else ()
    address = f"address {client_address(host)}"
    if ticket.link is not None:
        link = f"link {ticket.link}"
        cards = (Quota(f"{link} {ticket.card}", MAX_PER_CARD),) if ticket.card else ()
        return *everybody, Quota(link, MAX_PER_LINK), Quota(f"{link} {address}", MAX_PER_ADDRESS), *cards, *browsers
    if ticket.login is not None:
        return *everybody, Quota(f"login {ticket.login}", MAX_PER_LOGIN), *browsers
    return *everybody, Quota("public", MAX_PUBLIC), Quota(address, MAX_PER_ADDRESS)
