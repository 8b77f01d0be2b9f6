"""What has been worked out, kept in memory as long as it is true."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class VersionedCache(Generic[T]):
    """The last value of each key, with the version it was made from. Of more keys than `most` the oldest used goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[Hashable, T]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, version: Hashable, make: Callable[[T | None], T], *, keep: bool = True) -> T:
        """`make` gets the value of the version before, if there was one, and must not change it: another phone may
        be reading it. Two that ask at once may both make it. What comes of a transaction that may yet be rolled back
        is not to be kept: its version will be somebody else's."""
        with self._lock:
            kept = self._kept.get(key)
            if kept:
                self._kept.move_to_end(key)
                if kept[0] == version:
                    return kept[1]
        made = make(kept[1] if kept else None)
        if keep:
            self.put(key, version, made)
        return made

    def peek(self, key: Hashable, version: Hashable) -> T | None:
        """The value of that version, if it is the last one that was kept."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept[0] != version:
                return None
            self._kept.move_to_end(key)
            return kept[1]

    def put(self, key: Hashable, version: Hashable, value: T) -> None:
        with self._lock:
            self._kept[key] = version, value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
