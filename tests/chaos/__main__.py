"""Run all parts, each in its own process, on the configured database."""

import subprocess
import sys

from tests.chaos import on_postgresql

PARTS = ("kill", "full", "page", "event")
OF_POSTGRESQL = ("restart",)


def main() -> None:
    parts = [*PARTS, *(OF_POSTGRESQL if on_postgresql() else ())]
    ended = [subprocess.run([sys.executable, "-m", f"tests.chaos.{part}"], check=False).returncode for part in parts]
    sys.exit(any(ended))


if __name__ == "__main__":
    main()
