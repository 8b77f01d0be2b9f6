"""The address of a stream: it names its topics, and is signed, so that the stream needs no session and no query."""

from collections.abc import Iterable

from django.core import signing

from scorer.db.ids import IdConverter

PREFIX = "/live/"
HOURS = 24
"""A page left open longer is loaded anew by whoever looks at it."""

MOST_TOPICS = 100
SIGNER = signing.TimestampSigner(salt="scorer.live")
ID = IdConverter()


def live_path(topics: Iterable[int]) -> str:
    """For whoever may see these tables or clubs: has to be answered before."""
    return f"{PREFIX}{SIGNER.sign('-'.join(ID.to_url(topic) for topic in topics))}/"


def topics_of(path: str) -> frozenset[int] | None:
    """None for an address that is not one of ours, or too old."""
    try:
        text = SIGNER.unsign(path.removeprefix(PREFIX).removesuffix("/"), max_age=HOURS * 3600)
        return frozenset(ID.to_python(topic) for topic in text.split("-")[:MOST_TOPICS])
    except (signing.BadSignature, ValueError):
        return None
