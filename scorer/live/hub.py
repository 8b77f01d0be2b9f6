"""Who listens in this process, and what each has not been told yet.

A topic is the id of a table, or of a club for whoever shows all of its tables.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from random import uniform
from typing import TypeVar

from scorer.live.quotas import Quota

UNKNOWN = "?"
"""In the place of a version: something may have been missed, look for yourself."""

RECHECK = "recheck"
"""The kind of news after which whoever listens by a right has to be asked whether it still holds. The topic is what the
right hangs on: a table whose links may have ended, a login, a club."""

MAX_REMEMBERED = 10_000
"""Topics whose last version is remembered for whoever comes later."""


class Full(Exception):
    """There is no place left that this listener may take."""


@dataclass(frozen=True, slots=True)
class News:
    """`kind` is changed, with the topic's version; typing, with who types; or RECHECK, which is nobody's to read."""

    kind: str
    topic: int
    text: str


@dataclass(eq=False)
class Listener:
    """One open page. Of news about the same thing only the last waits, so that a slow phone holds no memory."""

    topics: frozenset[int]
    rights: frozenset[int]
    quotas: tuple[Quota, ...]
    delay: float = 0
    """Seconds that news may wait for it: a random part of them, so that a thousand listeners do not all hear it at the
    same moment. 0 tells it at once."""
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
        """It sleeps until the next news."""
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
"""In the order in which they came."""


class Hub:
    """One a process. All but `publish` is called in the event loop that `start` was called in."""

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
        """Before the server stops: every stream ends, and whoever listened comes again."""
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
        """The first news that the listener hears is the last of each topic, as far as this process knows. It is asked
        for its rights when there is news of one."""
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
        """Whoever gives way holds the place until its stream has ended, so that there are never more than twice as
        many, however quickly they come."""
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
        """From any thread, which wakes the loop once. Never raises: that nobody could be told must not undo what was
        saved."""
        loop = self.loop
        if loop is None or loop.is_closed():
            return
        try:
            loop.call_soon_threadsafe(self._put_all, news)
        except RuntimeError:  # the loop has been closed since
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
        """After a time without news from the other processes."""
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
