"""Files written whole or not at all, in a folder beside them: a killed process leaves that behind, with what was to
become the file, and whoever comes next clears it away."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

NEW, IN_USE = ".scorer-new-", ".scorer-copy-"
LOCK = "lock"
"""In each folder, a file that whoever uses the folder keeps locked."""


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """`write` gets a path of the same name on the same disk, where there is no file yet."""
    with scratch(path.parent) as folder:
        draft = folder / path.name
        write(draft)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)


@contextmanager
def scratch(parent: Path) -> Iterator[Path]:
    """A folder that only its owner may read."""
    clear(parent)
    new = Path(tempfile.mkdtemp(dir=parent, prefix=NEW))
    with (new / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = new.rename(new.with_name(IN_USE + new.name.removeprefix(NEW)))  # from here on `clear` looks at it
        try:
            yield folder
        finally:
            shutil.rmtree(folder)


def clear(parent: Path) -> None:
    """Takes away what nobody uses any more."""
    for folder in parent.glob(f"{IN_USE}*"):
        try:
            with (folder / LOCK).open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:  # whoever was taking it away was killed in turn
            pass
        except OSError:  # it is used, or another account's
            continue
        shutil.rmtree(folder, ignore_errors=True)
