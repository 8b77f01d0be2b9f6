"""The PostgreSQL that .ci/postgres has started for us."""

import os
import signal
import subprocess
from pathlib import Path

from tests.chaos.server import until


class Postgres:
    def __init__(self) -> None:
        self.folder = Path(os.environ["POSTGRES_FOLDER"])

    def ctl(self, *words: str) -> None:
        """pg_ctl. The server keeps what it is started with, so that has to be no pipe of ours."""
        quiet = subprocess.DEVNULL
        subprocess.run([self.folder / "ctl", *words], stdin=quiet, stdout=quiet, stderr=quiet, check=True)

    def start(self) -> None:
        self.ctl("start")

    def kill(self) -> None:
        """The server and all that it has started, at once."""
        first = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        processes = [first, *children_of(first)]
        for process in processes:
            os.kill(process, signal.SIGKILL)
        # PostgreSQL takes even the traces of a process for one that runs, and would not start beside it.
        until(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))


def children_of(parent: int) -> list[int]:
    """Asked of Linux; the first one does not wait for the others to end when it is killed."""
    listed = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]
