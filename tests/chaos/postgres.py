"""The PostgreSQL server that .ci/postgres has started."""

import os
import signal
import subprocess
from pathlib import Path

from tests.chaos.server import until


class Postgres:
    def __init__(self) -> None:
        self.folder = Path(os.environ["POSTGRES_FOLDER"])

    def ctl(self, *words: str) -> None:
        """Call pg_ctl. The server inherits its output files, so they must not be pipes of this process."""
        quiet = subprocess.DEVNULL
        subprocess.run([self.folder / "ctl", *words], stdin=quiet, stdout=quiet, stderr=quiet, check=True)

    def start(self) -> None:
        self.ctl("start")

    def kill(self) -> None:
        """Kill the server and all its processes at once."""
        first = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        processes = [first, *children_of(first)]
        for process in processes:
            os.kill(process, signal.SIGKILL)
        # PostgreSQL does not start while one of its old processes still exists.
        until(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))


def children_of(parent: int) -> list[int]:
    """Return the child processes, as Linux lists them. If the parent is killed, they end some time later."""
    listed = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]
