"""The address of a stream: it says what is listened to, and by what right, and is signed. So whoever has none is sent
away, and whoever has one counted, before the database is asked."""

import time
from dataclasses import astuple, dataclass
from functools import lru_cache

from django.conf import settings
from django.core import signing
from django.http import parse_cookie
from django.utils.crypto import constant_time_compare, salted_hmac

from scorer.web.request_buffer import Headers

PREFIX = "/live/"
MAX_AGE_HOURS = 24
"""A page left open longer is loaded anew by whoever looks at it."""

REUSE_SECONDS = 900
"""Seconds for which an address is not signed anew: each hand names it again."""

MAX_SIGNED = 5_000
SALT = "scorer.live"


@dataclass(frozen=True, slots=True)
class Ticket:
    """`club` is whose topics these are. `login` is the id of who has logged in; `link` what a phone without a login
    came in by, a number. Either is good in one `browser` only. Whoever reads a public page has none of the three."""

    topics: tuple[int, ...]
    club: int
    login: int | None = None
    link: int | None = None
    browser: str = ""

    @property
    def is_public(self) -> bool:
        return self.login is None and self.link is None

    @property
    def rights(self) -> tuple[int, ...]:
        """What its right hangs on, each of which may say that it has changed."""
        if self.link is not None:
            return self.topics
        return (self.club,) if self.login is None else (self.club, self.login)

    def belongs_to(self, session: str) -> bool:
        """Whether whoever shows it is who it was made for."""
        return not self.browser or constant_time_compare(self.browser, browser_id(session))


def browser_id(session: str) -> str:
    """Stands for the session with this key in an address, which may be read by others than the browser."""
    return salted_hmac("scorer.live.browser", session, algorithm="sha256").hexdigest()[:32]


def session_key_in(headers: Headers) -> str:
    """The key of the session, or "" where there is none."""
    cookies = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")


def live_path(ticket: Ticket) -> str:
    """For whoever has this right: has to be answered before."""
    return _signed(ticket, int(time.time()) // REUSE_SECONDS)


@lru_cache(MAX_SIGNED)
def _signed(ticket: Ticket, _period: int) -> str:
    return f"{PREFIX}{signing.dumps(astuple(ticket), salt=SALT)}/"


def read_ticket(path: str) -> Ticket | None:
    """None for an address that is not one of ours, or too old."""
    try:
        topics, *rest = signing.loads(
            path.removeprefix(PREFIX).removesuffix("/"), salt=SALT, max_age=MAX_AGE_HOURS * 3600
        )
    except signing.BadSignature:
        return None
    return Ticket(tuple(topics), *rest)
