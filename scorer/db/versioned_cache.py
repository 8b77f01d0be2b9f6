"""A cache in memory whose values are valid for one version of what they were computed from."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from django.conf import settings

from scorer import metrics

T = TypeVar("T")


UP_TO_GIGABYTES = 2
"""The memory for which the sizes below are meant."""


def sized(entries: int) -> int:
    """Return the size of a cache that has this many entries with two gigabytes of memory, and more with more."""
    return round(entries * max(1.0, settings.MEMORY_GB / UP_TO_GIGABYTES))


class VersionedCache(Generic[T]):
    """Keeps the last value of each key and its version. Beyond `max_size` keys it drops the least recently used.

    /metrics calls it by its name.
    """

    def __init__(self, name: str, max_size: int) -> None:
        self._max_size = max_size
        self._found = metrics.CACHE_READS.labels(name, "found")
        self._computed = metrics.CACHE_READS.labels(name, "computed")
        metrics.CACHE_ENTRIES.labels(name).set_function(lambda: len(self._entries))
        self._entries: OrderedDict[Hashable, tuple[Hashable, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, version: Hashable, compute: Callable[[T | None], T], *, store: bool = True) -> T:
        """Return the cached value of this version, or compute and store it.

        `compute` is given the cached value of another version, or None. It must not change that value, which another
        thread may be reading. Two threads that ask at once may both compute. Pass `store=False` inside a transaction
        that may be rolled back: a later one will give the same version to other data.
        """
        with self._lock:
            entry = self._entries.get(key)
            if entry:
                self._entries.move_to_end(key)
                if entry[0] == version:
                    self._found.inc()
                    return entry[1]
        self._computed.inc()
        value = compute(entry[1] if entry else None)
        if store:
            self.put(key, version, value)
        return value

    def peek(self, key: Hashable, version: Hashable) -> T | None:
        """Return the cached value if it is of this version, else None."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or entry[0] != version:
                return None
            self._entries.move_to_end(key)
            self._found.inc()
            return entry[1]

    def put(self, key: Hashable, version: Hashable, value: T) -> None:
        with self._lock:
            self._entries[key] = version, value
            self._entries.move_to_end(key)
            while len(self._entries) > self._max_size:
                self._entries.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
