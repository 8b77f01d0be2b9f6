"""The address of a stream: it names its topics, and is signed, so that the stream of a login needs no session."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.core import signing

from scorer.db.ids import IdConverter

PREFIX = "/live/"
HOURS = 24
"""A page left open longer is loaded anew by whoever looks at it."""

SAME_FOR = 900
"""Seconds for which an address is not signed anew: each hand names it again."""

MOST_SIGNED = 2_000
MOST_TOPICS = 100
SIGNER = signing.TimestampSigner(salt="scorer.live")
ID = IdConverter()


@dataclass(frozen=True, slots=True)
class Ticket:
    """`guest` is what a phone without a login came in by, a number; None for a login."""

    topics: frozenset[int]
    guest: int | None = None


def live_path(topics: Iterable[int], guest: int | None = None) -> str:
    """For whoever may see these tables or clubs: has to be answered before."""
    named = "-".join(ID.to_url(topic) for topic in topics)
    return _signed(named if guest is None else f"{named}.{ID.to_url(guest)}", int(time.time()) // SAME_FOR)


@lru_cache(MOST_SIGNED)
def _signed(text: str, _period: int) -> str:
    return f"{PREFIX}{SIGNER.sign(text)}/"


def ticket_of(path: str) -> Ticket | None:
    """None for an address that is not one of ours, or too old."""
    try:
        text = SIGNER.unsign(path.removeprefix(PREFIX).removesuffix("/"), max_age=HOURS * 3600)
        named, _dot, guest = text.partition(".")
        topics = frozenset(ID.to_python(topic) for topic in named.split("-")[:MOST_TOPICS])
        return Ticket(topics, ID.to_python(guest) if guest else None)
    except (signing.BadSignature, ValueError):
        return None
