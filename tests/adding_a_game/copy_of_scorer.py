"""A copy of the project with its own database, so that a game can be added and removed during other tests."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.adding_a_game.page import ROOT, Step, changed

PARTS = (".ci", "games", "scorer", "static", "templates", "tests", "Makefile", "manage.py", "pyproject.toml")


class CopyOfScorer:
    def __init__(self, folder: Path, database: str | None) -> None:
        self.folder = folder
        # Without the variables of this test run, which the one inside would use.
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        self.env |= {"DATA": str(folder / "data"), "DEBUG": "1"}
        self.env.pop("DATABASE_URL", None)
        if database:
            self.env["DATABASE_URL"] = database
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, folder / part)
            else:
                shutil.copy2(source, folder / part)
        (folder / ".venv").symlink_to(sys.prefix)
        if (ROOT / ".mypy_cache").is_dir():  # with what mypy knows of the project, it only checks what is new
            shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")

    def follow(self, step: Step) -> None:
        if step.path:
            path = self.folder / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(changed(path.read_text(), step.text) if step.is_diff else step.text)
        else:
            self.run(step.text)

    def run(self, commands: str, *, status: int = 0, **env: str) -> str:
        """Run commands, and return their output."""
        done = subprocess.run(
            ["sh", "-e", "-c", commands],
            cwd=self.folder,
            env=self.env | env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == status, f"{commands}\n{done.stdout}"
        return done.stdout

    def manage(self, command: str, *, status: int = 0) -> str:
        return self.run(f".venv/bin/python manage.py {command}", status=status)


@contextmanager
def database() -> Iterator[str | None]:
    """Return the URL of another database on the server of the tests, or None for the file in DATA."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield None
        return
    name = f"copy_of_scorer_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
