"""What the backups of all databases have in common."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

OWNER_ONLY = 0o600


class BackupError(Exception):
    """Nothing has been changed. The message is a sentence that says why."""


class Engine(Protocol):
    """What each kind of database does differently."""

    suffix: str

    def save(self, path: Path) -> None:
        """Write a consistent copy of the database to a new file, while others write to the database.

        Only the owner may read the file, since it contains the logins.
        """

    def check(self, path: Path) -> None:
        """Raise BackupError if the file was not made by `save`, or has been damaged since."""

    def rows(self, path: Path, table: str, *columns: str) -> Iterator[tuple[str, ...]]:
        """Yield the values of a table's rows in the backup, as text. Without such a table there are none."""

    def replace(self, path: Path, safety: Path | None, *, older: bool, version: int) -> None:
        """Save the database to the new file `safety`, if one is given, and replace it with the backup: both or neither.

        Nobody can write in between. A backup of an `older` version of Scorer is upgraded. Afterwards every table has at
        least this `version` and a new era, so that caches and open pages of the replaced tables are out of date.
        """
