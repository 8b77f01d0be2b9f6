"""The data folder and its secret key. Other accounts on the machine cannot read what is in it: logins, sessions, names.

Does not import Django, since the settings use it.
"""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

OTHERS = 0o077
"""The permission bits of the group and of everybody else."""

SETTINGS_FILE = "settings.env"
"""Read by the server and by all commands, and private, since DATABASE_URL may contain a password."""

FILES = (SETTINGS_FILE, "secret-key", "before-restore-*")
SUFFIXES = ("", "-wal", "-shm", "-journal")
"""The suffixes of a database and of the files that SQLite keeps beside it."""


def users_data_folder() -> Path:
    """Return where this account's programs keep their data, by the XDG Base Directory Specification."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scorer"


def data_folder(folder: Path) -> Path:
    """Create the folder if needed. Only this account may read it, and all files written from now on."""
    os.umask(OTHERS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        restrict(folder, *(path for name in FILES for path in folder.glob(name)))
        usable = os.access(folder, os.R_OK | os.W_OK | os.X_OK)
    except PermissionError:
        usable = False
    if not usable:
        raise SystemExit(
            f"The data folder {folder} belongs to another account. Run this as the account that runs Scorer."
        )
    return folder


def restrict_database(file: Path) -> None:
    restrict(*(file.with_name(file.name + end) for end in SUFFIXES))


def restrict(*paths: Path) -> None:
    """Remove the permissions of others. If that fails, a system check warns of it."""
    for path in paths:
        with suppress(FileNotFoundError, PermissionError):
            path.chmod(S_IMODE(path.stat().st_mode) & ~OTHERS)


def is_readable_by_others(path: Path) -> bool:
    return bool(path.stat().st_mode & OTHERS)


def secret_key(path: Path) -> str:
    """Return the site's secret key from the file, which is created if needed.

    Two processes that start together get the same one.
    """
    if not path.exists():
        handle, draft = tempfile.mkstemp(dir=path.parent)  # readable only by its owner
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(draft, path)  # atomic, and fails if the file exists
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text().strip()
