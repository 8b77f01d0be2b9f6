"""Other accounts on the machine cannot read what Scorer writes, which contains logins and sessions."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.conf import settings
from django.core.checks import run_checks
from pytest_django.fixtures import Settings

from scorer.setup.data_folder import data_folder, restrict_database

SQLITE = ("scorer.sqlite3", "scorer.sqlite3-wal", "scorer.sqlite3-shm")
WRITES = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from scorer.club.models import Club
Club.objects.create(name="Ada's club")
from django.conf import settings
print(*sorted(path.name for path in settings.DATA.iterdir()))
"""
NOBODY = 65534
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can ask as another account")


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder that everybody may enter. In pytest's own folders, which are private, the tests would always pass."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "data"


@pytest.fixture
def of_before(data: Path) -> Path:
    """A data folder as an earlier version left it."""
    data.mkdir()
    for name in (*SQLITE, "secret-key", "before-restore-2026-11-21-193000.sqlite3"):
        (data / name).touch()
    opened(data)
    return data


def opened(data: Path) -> None:
    data.chmod(0o755)
    for path in data.iterdir():
        path.chmod(0o644)


def start(data: Path, *command: str, **env: str) -> str:
    """Run a command with a umask that lets others read new files, and return what it prints."""
    bare = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=bare | {"DATA": str(data)} | env,
        capture_output=True,
        text=True,
        check=True,
        umask=0o022,
    ).stdout


def says_as_nobody(do: Callable[[], Any]) -> str:
    """Return the error that another account gets when it does this."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            do()
        except BaseException as error:  # noqa: BLE001  # any error is the result
            os.write(writes, str(error).encode())
        finally:
            os._exit(0)
    os.close(writes)
    os.waitpid(child, 0)
    with os.fdopen(reads) as said:
        return said.read()


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir())}


def test_files_that_others_can_read_are_made_private_at_the_next_start(of_before: Path) -> None:
    start(of_before, "check", SECRET_KEY="of the tests")
    found = modes(of_before)
    assert found.pop("data") == found.pop("static") == 0o700
    assert set(found.values()) == {0o600}
    assert found.keys() >= {*SQLITE, "secret-key"}


def test_after_the_first_start_others_can_read_nothing(data: Path) -> None:
    names = start(data, "shell", "--no-imports", "-c", WRITES).split()
    assert set(names) >= {*SQLITE, "secret-key"}
    assert {name: mode for name, mode in modes(data).items() if mode & 0o077} == {}


def test_a_database_in_another_folder_is_made_private_but_its_folder_is_not(data: Path) -> None:
    other = data.parent / "club.sqlite3"
    other.touch(0o644)
    start(data, "check", DATABASE_URL=f"sqlite:///{other}")
    assert other.stat().st_mode & 0o777 == 0o600
    assert other.parent.stat().st_mode & 0o777 == 0o755


@needs_root
def test_another_account_can_read_nothing(of_before: Path) -> None:
    files = [of_before / name for name in (*SQLITE, "secret-key")]
    assert [says_as_nobody(file.read_text) for file in files] == [""] * len(files)
    data_folder(of_before)  # as every start does
    restrict_database(of_before / SQLITE[0])
    assert all("Permission denied" in says_as_nobody(file.read_text) for file in files)
    of_before.chmod(0o755)
    assert all("Permission denied" in says_as_nobody(file.read_text) for file in files), "the folder alone kept it out"


@needs_root
def test_starting_scorer_from_another_account_gives_an_error(of_before: Path) -> None:
    data_folder(of_before)
    said = f"The data folder {of_before} belongs to another account. Run this as the account that runs Scorer."
    assert says_as_nobody(lambda: data_folder(of_before)) == said


def test_a_check_warns_if_the_folder_cannot_be_made_private(settings: Settings, data: Path) -> None:
    data.mkdir(0o700)
    settings.DATA = data
    assert run_checks() == []
    data.chmod(0o755)
    assert [warning.id for warning in run_checks()] == ["scorer.W001"]
