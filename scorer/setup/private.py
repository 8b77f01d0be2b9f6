"""Logins, sessions and names are in what Scorer writes: other accounts of the machine may read none of it.

No Django: settings need it.
"""

import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

OTHERS = 0o077
"""All that a mode lets others do: those of the owner's group, and everybody."""

KEPT = ("secret-key", "before-restore-*")
BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a database, which has the same in it."""


def data_folder(folder: Path) -> Path:
    """Makes the folder if it is not there. It is for this account alone, and so is whatever is written from now on."""
    os.umask(OTHERS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        close(folder, *(path for name in KEPT for path in folder.glob(name)))
        usable = os.access(folder, os.R_OK | os.W_OK | os.X_OK)
    except PermissionError:
        usable = False
    if not usable:
        raise SystemExit(f"The data folder {folder} is another account's: run this as the one that Scorer runs as.")
    return folder


def close_database(file: Path) -> None:
    close(*(file.with_name(file.name + end) for end in BESIDE))


def close(*paths: Path) -> None:
    """Takes away what others may do. Where that cannot be done, Scorer runs all the same, and a check says so."""
    for path in paths:
        with suppress(FileNotFoundError, PermissionError):
            path.chmod(S_IMODE(path.stat().st_mode) & ~OTHERS)


def is_open(path: Path) -> bool:
    return bool(path.stat().st_mode & OTHERS)
