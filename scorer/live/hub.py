"""Publishes news of a write: on PostgreSQL through the database, so that every process hears it; else in this one.

Here are also the listeners of this process, and the news that each has not been sent yet.

A topic is the id of a table, or that of a club for pages that show all of its tables.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from random import uniform
from typing import TypeVar

from django.db import connection, transaction

from scorer.live.quotas import Quota

UNKNOWN = "?"
"""Sent instead of a version when news may have been missed, so that the page checks for itself."""

RECHECK = "recheck"
"""The kind of news after which the rights of listeners are checked again.

Its topic is what the rights depend on: a table whose links may have changed, a login, or a club.
"""

MAX_REMEMBERED = 10_000
"""Topics whose last version is remembered for listeners who come later."""

CHANNEL = "scorer_live"
AT_ONCE = 100
"""Pieces of news in one notice of PostgreSQL, which holds 8,000 bytes."""


class Full(Exception):
    """A quota of this listener is used up."""


@dataclass(frozen=True, slots=True)
class News:
    """`kind` is "changed", with the version of the topic; "typing", with who types; or RECHECK, not sent to pages."""

    kind: str
    topic: int
    text: str


@dataclass(eq=False)
class Listener:
    """An open page. Only the last news of each kind and topic is kept for it, so that slow phones need no memory."""

    topics: frozenset[int]
    rights: frozenset[int]
    quotas: tuple[Quota, ...]
    delay: float = 0
    """News waits for a random part of these seconds, so that a thousand listeners do not all get it at the same time.
    """
    waiting: dict[tuple[str, int], News] = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    timer: asyncio.TimerHandle | None = None
    ending: bool = False

    def put(self, news: News) -> None:
        self.waiting[news.kind, news.topic] = news
        if not self.delay or news.kind == RECHECK:
            self.wake.set()
        elif self.timer is None:
            delay = uniform(0, self.delay)  # noqa: S311  # no secret
            self.timer = asyncio.get_running_loop().call_later(delay, self.wake.set)

    def end(self) -> None:
        self.ending = True
        self.wake.set()

    def reset(self) -> None:
        """Sleep until the next news."""
        self.wake.clear()
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def take(self) -> list[News]:
        self.reset()
        news = list(self.waiting.values())
        self.waiting.clear()
        return news


Listeners = dict[Listener, None]
"""A set of listeners, in the order in which they came."""


class Hub:
    """Connects publishers with listeners. There is one per process.

    All methods except `publish` must be called in the event loop in which `start` was called.
    """

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.by_topic: dict[int, Listeners] = {}
        self.by_right: dict[int, Listeners] = {}
        self.by_quota: dict[Quota, Listeners] = {}
        self.latest: OrderedDict[int, str] = OrderedDict()
        self.ending = False

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.ending = False

    def end(self) -> None:
        """End every stream, before the server stops. The pages will connect again."""
        self.ending = True
        for listeners in self.by_topic.values():
            for listener in listeners:
                listener.end()

    @property
    def topics(self) -> Collection[int]:
        return self.by_topic.keys()

    def subscribe(
        self,
        topics: Collection[int],
        rights: Collection[int] = (),
        quotas: tuple[Quota, ...] = (),
        delay: float = 0,
    ) -> Listener:
        """Add a listener, or raise Full. Its first news is the last known version of each topic.

        `rights` are the topics of RECHECK after which it must be checked again.
        """
        self._take_places(quotas)
        listener = Listener(frozenset(topics), frozenset(rights), quotas, delay)
        listener.ending = self.ending
        _add(self.by_topic, listener.topics, listener)
        _add(self.by_right, listener.rights, listener)
        _add(self.by_quota, listener.quotas, listener)
        for topic in listener.topics & self.latest.keys():
            listener.put(News("changed", topic, self.latest[topic]))
        return listener

    def _take_places(self, quotas: Iterable[Quota]) -> None:
        """Raise Full if a quota is used up; end the oldest listener of those in which it is replaced.

        That listener keeps its place until its stream has ended, so there are never more than twice as many as the
        limit, however quickly new ones come.
        """
        taken = [(quota, self.by_quota.get(quota, {})) for quota in quotas]
        if any(len(held) >= quota.limit * (2 if quota.replaces_oldest else 1) for quota, held in taken):
            raise Full
        for quota, held in taken:
            staying = [listener for listener in held if not listener.ending] if quota.replaces_oldest else []
            if len(staying) >= quota.limit:
                staying[0].end()

    def unsubscribe(self, listener: Listener) -> None:
        listener.reset()
        _remove(self.by_topic, listener.topics, listener)
        _remove(self.by_right, listener.rights, listener)
        _remove(self.by_quota, listener.quotas, listener)

    def publish(self, *news: News) -> None:
        """Publish news from any thread. Never raises, since a failure here must not undo what has been saved."""
        loop = self.loop
        if loop is None or loop.is_closed():
            return
        try:
            loop.call_soon_threadsafe(self._put_all, news)
        except RuntimeError:  # the loop has been closed meanwhile
            return

    def _put_all(self, news: Iterable[News]) -> None:
        for piece in news:
            self.put(piece)

    def put(self, news: News) -> None:
        if news.kind == "changed" and news.text != UNKNOWN:
            self.latest[news.topic] = news.text
            self.latest.move_to_end(news.topic)
            while len(self.latest) > MAX_REMEMBERED:
                self.latest.popitem(last=False)
        concerned = self.by_right if news.kind == RECHECK else self.by_topic
        for listener in concerned.get(news.topic, ()):
            listener.put(news)

    def resync(self) -> None:
        """Have all pages check for news, after a time in which that of other processes may have been missed."""
        self.latest.clear()
        for topic in list(self.by_topic):
            self.put(News("changed", topic, UNKNOWN))
        for right in list(self.by_right):
            self.put(News(RECHECK, right, ""))


Key = TypeVar("Key", int, Quota)


def _add(groups: dict[Key, Listeners], keys: Iterable[Key], listener: Listener) -> None:
    for key in keys:
        groups.setdefault(key, {})[listener] = None


def _remove(groups: dict[Key, Listeners], keys: Iterable[Key], listener: Listener) -> None:
    for key in keys:
        del groups[key][listener]
        if not groups[key]:
            del groups[key]


hub = Hub()


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
