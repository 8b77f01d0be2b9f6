"""Writes files atomically: in a scratch folder beside them, from which they are then moved.

If a process is killed, it leaves the scratch folder behind, and the next process removes it.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

NEW, IN_USE = ".scorer-new-", ".scorer-copy-"
LOCK = "lock"
"""The name of a file in each scratch folder, which the process that uses the folder keeps locked."""


def write_atomically(path: Path, write: Callable[[Path], None]) -> None:
    """Write a file atomically. `write` gets a path on the same disk, with the same name, at which there is no file."""
    with scratch_folder(path.parent) as folder:
        draft = folder / path.name
        write(draft)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)


@contextmanager
def scratch_folder(parent: Path) -> Iterator[Path]:
    """Create a folder that only its owner may read, and remove it at the end."""
    remove_leftovers(parent)
    new = Path(tempfile.mkdtemp(dir=parent, prefix=NEW))
    with (new / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = new.rename(new.with_name(IN_USE + new.name.removeprefix(NEW)))  # now that it is locked
        try:
            yield folder
        finally:
            shutil.rmtree(folder)


def remove_leftovers(parent: Path) -> None:
    """Remove the scratch folders of processes that have ended."""
    for folder in parent.glob(f"{IN_USE}*"):
        try:
            with (folder / LOCK).open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:  # a process was killed while it removed the folder
            pass
        except OSError:  # it is in use, or belongs to another account
            continue
        shutil.rmtree(folder, ignore_errors=True)
