"""The site knows no game: a new one needs no line outside its own folders."""

from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("games/*/__init__.py"))
SHARED = ("scorer", "templates", "static", ".ci", "tests/contract", "tests/architecture", "tests/bench")
FILES = ("Makefile", "manage.py", "pyproject.toml", "games/__init__.py", "tests/conftest.py", "tests/pages.py")


def shared_files() -> Iterator[Path]:
    """Everything that the games share, except tests that need a game as an example."""
    for folder in SHARED:
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in {"", ".py", ".html", ".css", ".js"})
    yield from (ROOT / file for file in FILES)


def test_there_are_games_and_files_to_check() -> None:
    assert len(GAMES) > 1
    assert len(list(shared_files())) > 100


@pytest.mark.parametrize("game", GAMES)
def test_no_shared_file_names_a_game(game: str) -> None:
    naming = [path for path in shared_files() if path.is_file() and game in path.read_text().casefold()]
    assert [str(path.relative_to(ROOT)) for path in naming] == []
