"""What the kinds of database have in common here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

OWNER_ONLY = 0o600


class Unusable(Exception):
    """It cannot be done, and nothing has been done: a sentence that says why."""


class Engine(Protocol):
    """What each kind of database does in its own way."""

    suffix: str

    def save(self, path: Path) -> None:
        """Writes the database as it is at one moment, while others write, to a file that is not there yet.

        Its owner alone may read it: the logins are in it.
        """

    def check(self, path: Path) -> None:
        """Raises Unusable for a file that `save` did not make, or that has been damaged since."""

    def rows(self, path: Path, table: str, *columns: str) -> Iterator[tuple[str, ...]]:
        """The values of a backup's rows as text; none if it has no such table."""

    def replace(self, path: Path, safety: Path | None, *, older: bool, version: int) -> None:
        """Puts the backup in the place of the database, and what was there into a new file `safety`: both or nothing.

        Nobody writes between the two. A backup of an `older` Scorer is brought up to date. Every table has at least
        this `version` then and another era: to memories and devices, which know the tables that were replaced, all of
        it is new.
        """
