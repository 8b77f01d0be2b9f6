"""A wheel of Scorer, installed beside the packages of .venv, runs without the folder that it was built in."""

import gzip
import os
import re
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest

from scorer import __version__
from tests.architecture.test_requirements import pins

ROOT = Path(__file__).parents[2]
PACKAGES = sysconfig.get_path("purelib")
PATIENCE = 60


class Installed:
    """A virtual environment with the wheel, an empty folder to work in, and a home."""

    def __init__(self, folder: Path) -> None:
        self.work, self.home = folder / "work", folder / "home"
        for made in (self.work, self.home):
            made.mkdir()
        run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
        self.program = folder / "venv/bin/scorer"
        self.packages = next((folder / "venv").glob("lib/python*/site-packages"))
        (self.packages / "installed-already.pth").write_text(PACKAGES)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8", "PORT": "0"}

    def files(self) -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in self.packages.rglob("*")}

    def scorer(self, *words: object) -> str:
        return run(self.program, *words, cwd=self.work, env=self.env)

    @contextmanager
    def running(self) -> Iterator[str]:
        """Run `scorer run` and stop it with Ctrl-C. Yields the set-up link."""
        command = [self.program, "run"]
        with subprocess.Popen(command, cwd=self.work, env=self.env, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                link = next(found[0] for line in process.stdout if (found := re.search(r"http\S+/setup/\S+", line)))
                yield link
            finally:
                process.send_signal(signal.SIGINT)
                assert process.wait(PATIENCE) == 0


def run(*command: object, **options: Any) -> str:
    """Return what a command prints. Nothing may come from the network."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def get(url: str, language: str = "en") -> str:
    with urlopen(Request(url, headers={"Accept-Language": language}), timeout=PATIENCE) as page:
        assert page.status == HTTPStatus.OK
        return str(page.read().decode())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, cwd=ROOT)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel with its dependencies, which pip finds installed already: exactly these versions."""
    installed = Installed(tmp_path_factory.mktemp("installed"))
    pip = [sys.executable, "-m", "pip", "--python", installed.program.with_name("python")]
    run(*pip, "install", "--no-index", "--disable-pip-version-check", wheel)
    return installed


def test_every_file_of_the_site_is_in_the_wheel(wheel: Path) -> None:
    there = {
        f"scorer/{name}" if name.startswith(("static/", "templates/")) else name
        for part in ("scorer", "games", "static", "templates")
        for name in (str(path.relative_to(ROOT)) for path in (ROOT / part).rglob("*") if path.is_file())
        if "__pycache__" not in name
    }
    assert {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name} == there


def test_the_wheel_asks_for_the_versions_that_were_tested(installed: Installed) -> None:
    (made,) = Distribution.discover(name="scorer", path=[str(installed.packages)])
    assert set(made.requires or []) == {f"{name}=={version}" for name, version in pins("requirements.txt").items()}
    assert made.version == __version__
    assert installed.scorer("version") == f"{__version__}\n"


def test_scorer_run_serves_the_site_from_the_wheel_and_writes_only_into_the_home(installed: Installed) -> None:
    before = installed.files()
    with installed.running() as link:
        page = get(link, "de")
        assert '<html lang="de"' in page
        assert "Einen Probeabend anlegen" in page
        site = link.partition("/setup/")[0]
        (style, *_others) = re.findall(r'href="(/static/css/\S+\.[0-9a-f]{12}\.css)"', page)
        assert "var(--" in get(site + style)
    assert installed.files() == before
    assert list(installed.work.iterdir()) == []
    data = installed.home / ".local/share/scorer"
    assert (data / "scorer.sqlite3").exists()
    assert f"Database: {data}/scorer.sqlite3" in installed.scorer("demo", "--hands", 20)


def test_a_backup_of_an_earlier_version_is_restored_by_the_wheel(installed: Installed) -> None:
    earlier = installed.work / "earlier"
    earlier.write_bytes(gzip.decompress((ROOT / "tests/setup/releases/1.0/backup.sqlite3.gz").read_bytes()))
    installed.scorer("restore", "--yes", earlier)
    assert "the ledger is correct" in installed.scorer("check_ledger")
