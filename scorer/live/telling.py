"""How a write becomes news: on PostgreSQL through the database, so that every process hears it; else in this one."""

from collections.abc import Iterable
from functools import partial

from django.db import connection, transaction

from scorer.live.hub import News, hub

CHANNEL = "scorer_live"


def tell(*topics: int, version: int) -> None:
    """Within a transaction: the news goes out when it is committed, and not at all if it is not."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload_of(topics, version)])
    else:
        transaction.on_commit(partial(_publish, topics, version), robust=True)


def _publish(topics: Iterable[int], version: int) -> None:
    for topic in topics:
        hub.publish(News("changed", topic, str(version)))


def whisper(topic: int, text: str) -> None:
    """That somebody is typing, to whoever listens in this process: nobody misses anything without it."""
    hub.publish(News("typing", topic, text))


def payload_of(topics: Iterable[int], version: int) -> str:
    return " ".join(map(str, (version, *topics)))


def news_in(payload: str) -> list[News]:
    version, *topics = payload.split(" ")
    return [News("changed", int(topic), version) for topic in topics]
