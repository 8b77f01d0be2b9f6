"""The Makefile and its scripts, as far as they can be tested without installing anything."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEED = ROOT / ".ci/need"
INTERNAL = {"browser", "gettext", "nginx"}


def targets() -> set[str]:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony
    return set(phony[1].split()) - INTERNAL


def make(*arguments: str) -> str:
    # Without the variables of `make test`, which runs this test, make is not a sub-make, which would print its folder.
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(["make", *arguments], cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    assert not done.stderr
    return done.stdout


def test_help_has_a_line_for_every_target() -> None:
    lines = make("help").splitlines()
    assert {line.split()[0] for line in lines} == targets()
    assert all(len(line.split()) > 1 for line in lines)
    assert make() == make("help")


def test_the_targets_that_other_programs_rely_on_are_there() -> None:
    daily = {"install", "run", "test", "test-postgres", "lint", "types", "demo", "lock", "help"}
    assert daily | {"bench", "chaos", "attack"} <= targets()


@pytest.mark.parametrize("target", sorted(targets()))
def test_every_target_can_be_run_dry(target: str) -> None:
    assert make("--dry-run", "--always-make", target)


def test_both_databases_are_attacked_even_if_the_first_fares_badly(tmp_path: Path) -> None:
    programs = {
        ".venv/bin/python": """echo "$DURABLE" >> ran; test -n "$DURABLE" || exit 7""",
        ".ci/postgres": '"$@"',
    }
    for name, line in programs.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    command = ["make", "-C", tmp_path, "-f", ROOT / "Makefile", "-o", ".venv/.for-work", "attack"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode
    assert "Error 7" in done.stderr
    assert (tmp_path / "ran").read_text() == "\n1\n"


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / ".ci").iterdir()))
def test_every_script_can_be_started_and_parsed(script: str) -> None:
    path = ROOT / ".ci" / script
    assert path.stat().st_mode & 0o111, "not executable"
    subprocess.run(["bash", "-n", path], check=True)


def need(check: str, home: Path, *, user: int, apt: str = "exit 1") -> subprocess.CompletedProcess[str]:
    """Request a package on a machine with this user and this apt-get."""
    programs = {"id": f"echo {user}", "apt-get": apt}
    for name, line in programs.items():
        (home / name).write_text(f"#!/bin/sh\n{line}\n")
        (home / name).chmod(0o755)
    env = {"PATH": f"{home}:/usr/bin:/bin", "HOME": str(home)}
    return subprocess.run([NEED, check, "a-package"], cwd=home, env=env, capture_output=True, text=True, check=False)


def test_nothing_is_installed_if_nothing_is_missing(tmp_path: Path) -> None:
    done = need("true", tmp_path, user=0, apt='echo "$*" >> asked')
    assert done.returncode == 0
    assert not (tmp_path / "asked").exists()


def test_root_installs_what_is_missing(tmp_path: Path) -> None:
    done = need("test -e asked", tmp_path, user=0, apt='echo "$*" >> asked')
    assert done.returncode == 0
    assert (tmp_path / "asked").read_text().splitlines() == [
        "update -qq",
        "install -y -qq --no-install-recommends a-package",
    ]


@pytest.mark.parametrize("user", [0, 1000])
def test_a_failed_installation_is_reported_and_fails(tmp_path: Path, user: int) -> None:
    done = need("false", tmp_path, user=user)
    assert done.returncode == 1
    assert "sudo apt install a-package" in done.stderr


def test_other_users_get_a_message_and_nothing_is_installed(tmp_path: Path) -> None:
    need("false", tmp_path, user=1000, apt='echo "$*" >> asked')
    assert not (tmp_path / "asked").exists()
