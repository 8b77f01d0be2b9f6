"""Publishes news of a write: on PostgreSQL through the database, so that every process hears it; else in this one."""

from collections.abc import Iterable, Sequence

from django.db import connection, transaction

from scorer.live.hub import RECHECK, News, hub

CHANNEL = "scorer_live"
AT_ONCE = 100
"""Pieces of news in one notice of PostgreSQL, which holds 8,000 bytes."""


def publish_change(*topics: int, version: int) -> None:
    """Publish the new version of topics when the current transaction is committed."""
    _publish([News("changed", topic, str(version)) for topic in topics])


def publish_changes(versions: Iterable[tuple[int, int]]) -> None:
    """Publish topics, each with its new version, when the current transaction is committed."""
    _publish([News("changed", topic, str(version)) for topic, version in versions])


def recheck_listeners(*rights: int) -> None:
    """Have those who listen by one of these rights (a table, login or club) checked again, after the commit."""
    _publish([News(RECHECK, right, "") for right in rights])


def _publish(news: Sequence[News]) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for first in range(0, len(news), AT_ONCE):
                cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, encode(news[first : first + AT_ONCE])])
    else:
        transaction.on_commit(
            lambda: hub.publish(*news), robust=True
        )  # a lambda, since Django cannot log errors of a partial


def publish_typing(topic: int, text: str) -> None:
    """Tell listeners of this process that somebody is typing. Other processes can do without that."""
    hub.publish(News("typing", topic, text))


def encode(news: Iterable[News]) -> str:
    return " ".join(f"{piece.kind}:{piece.topic}:{piece.text}" for piece in news)


def decode(payload: str) -> list[News]:
    return [News(kind, int(topic), text) for kind, topic, text in (piece.split(":") for piece in payload.split(" "))]
