"""Who listens in this process, and what each has not been told yet.

A topic is the id of a table, or of a club for whoever shows all of its tables.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

UNKNOWN = "?"
"""In the place of a version: something may have been missed, look for yourself."""

GUESTS = "guests"
"""The kind of news after which a phone without a login has to be asked whether it still may listen."""

MOST_REMEMBERED = 10_000
"""Topics whose last version is remembered for whoever comes later."""

MOST_LISTENERS = 5_000


class Full(Exception):
    """More listen already than this process has room for."""


@dataclass(frozen=True, slots=True)
class News:
    """`kind` is changed, with the topic's version; typing, with who types; or GUESTS, which is nobody's to read."""

    kind: str
    topic: int
    text: str


@dataclass(eq=False)
class Listener:
    """One open page. Of news about the same thing only the last waits, so that a slow phone holds no memory."""

    topics: frozenset[int]
    waiting: dict[tuple[str, int], News] = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, news: News) -> None:
        self.waiting[news.kind, news.topic] = news
        self.wake.set()

    def take(self) -> list[News]:
        self.wake.clear()
        news = list(self.waiting.values())
        self.waiting.clear()
        return news


class Hub:
    """One a process. All but `publish` is called in the event loop that `start` was called in."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.listeners: dict[int, set[Listener]] = {}
        self.count = 0
        self.latest: OrderedDict[int, str] = OrderedDict()
        self.ending = False

    def start(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.ending = False

    def end(self) -> None:
        """Before the server stops: every stream ends, and whoever listened comes again."""
        self.ending = True
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.wake.set()

    @property
    def topics(self) -> Collection[int]:
        return self.listeners.keys()

    def subscribe(self, topics: Collection[int]) -> Listener:
        """The listener hears at once what is the last of each topic, as far as this process knows."""
        if self.count >= MOST_LISTENERS:
            raise Full
        self.count += 1
        listener = Listener(frozenset(topics))
        for topic in listener.topics:
            self.listeners.setdefault(topic, set()).add(listener)
            if topic in self.latest:
                listener.put(News("changed", topic, self.latest[topic]))
        return listener

    def unsubscribe(self, listener: Listener) -> None:
        self.count -= 1
        for topic in listener.topics:
            left = self.listeners[topic]
            left.discard(listener)
            if not left:
                del self.listeners[topic]

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
            while len(self.latest) > MOST_REMEMBERED:
                self.latest.popitem(last=False)
        for listener in self.listeners.get(news.topic, ()):
            listener.put(news)

    def resync(self) -> None:
        """After a time without news from the other processes."""
        self.latest.clear()
        for topic in list(self.listeners):
            self.put(News("changed", topic, UNKNOWN))
            self.put(News(GUESTS, topic, ""))


hub = Hub()
