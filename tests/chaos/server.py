"""The real server in its own process group, which can be killed at any moment."""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""
OFTEN = 0.05


def until(done: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until `done` returns true."""
    began = time.monotonic()
    while not done():
        if time.monotonic() > began + seconds:
            raise TimeoutError(f"{done} after {seconds} seconds")
        time.sleep(OFTEN)


class Server:
    """`manage.py serve` or `run`, with its error output in a file."""

    def __init__(self, log: Path, command: str = "serve", **environment: str) -> None:
        self.command = command
        self.environment = os.environ | {"BACKUPS": "off"} | environment
        self.port = int(self.environment["PORT"])
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Return when the server responds."""
        self.launch()
        until(self.responds)

    def launch(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", self.command],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )

    def stop(self) -> None:
        """Stop it as systemd does."""
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def kill(self) -> None:
        """Kill the whole process group at once, without a chance to clean up."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def responds(self) -> bool:
        assert self.process
        if self.process.poll() is not None:
            raise RuntimeError(self.log.read_text())
        return self.status("/login/") == http.HTTPStatus.OK

    def shows(self, sheet: str, cookie: str) -> bool:
        return self.status(sheet, Cookie=f"sessionid={cookie}") == http.HTTPStatus.OK

    def status(self, path: str, **headers: str) -> int:
        """Return the status, or 0 without a response."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers=headers)
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()
