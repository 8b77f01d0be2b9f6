"""The signed path of a stream, which says what the page listens to and by what right.

With it, streams can be refused and counted without a query.
"""

import time
from dataclasses import astuple, dataclass
from functools import lru_cache

from django.conf import settings
from django.core import signing
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare, salted_hmac

from scorer.server.request_buffer import Headers

PREFIX = "/live/"
MAX_AGE_HOURS = 24
"""A page that has been open for longer reloads when somebody looks at it."""

REUSE_SECONDS = 900
"""Seconds for which a signed path is reused, since the response to each save has it again."""

MAX_SIGNED = 5_000
SALT = "scorer.live"


@dataclass(frozen=True, slots=True)
class Ticket:
    """What may be listened to, and by what right.

    The topics belong to `club`. `login` is the id of a user, or `link` the number of the link with which a phone has
    joined; either is only valid in one `browser`, except on pages whose address is the link itself, which have
    no session. These name the `card` instead. A reader of a public page has none of the four.
    """

    topics: tuple[int, ...]
    club: int
    login: int | None = None
    link: int | None = None
    browser: str = ""
    card: str = ""

    @property
    def is_public(self) -> bool:
        return self.login is None and self.link is None

    @property
    def rights(self) -> tuple[int, ...]:
        """The tables, clubs and logins on which the right depends. RECHECK is published when one of them changes."""
        if self.link is not None:
            return (*self.topics, self.club)
        return (self.club,) if self.login is None else (self.club, self.login)

    def belongs_to(self, session: str) -> bool:
        """Return whether the ticket was made for this session."""
        return not self.browser or constant_time_compare(self.browser, browser_id(session))


def browser_id(session: str) -> str:
    """Return an id for the session with this key that may appear in a URL, which others can read."""
    return salted_hmac("scorer.live.browser", session, algorithm="sha256").hexdigest()[:32]


def session_key_in(headers: Headers) -> str:
    """Return the session key in the cookies, or ""."""
    cookies = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")


def live_path(ticket: Ticket) -> str:
    """Return the signed path for a ticket. The caller has checked the right."""
    return _signed(ticket, int(time.time()) // REUSE_SECONDS)


@lru_cache(MAX_SIGNED)
def _signed(ticket: Ticket, _period: int) -> str:
    return f"{PREFIX}{signing.dumps(astuple(ticket), salt=SALT)}/"


def read_ticket(path: str) -> Ticket | None:
    """Return the ticket in a path, or None if it is not signed by us or has expired."""
    try:
        topics, *rest = signing.loads(
            path.removeprefix(PREFIX).removesuffix("/"), salt=SALT, max_age=MAX_AGE_HOURS * 3600
        )
    except signing.BadSignature:
        return None
    return Ticket(tuple(topics), *rest)
