"""The instructions of docs/deploy.md work, as far as one machine can test them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.db import connection

from tests.adding_a_game.copy_of_scorer import CopyOfScorer, database

HERE = settings.BASE_DIR
OF_THE_TESTS = {"DATA", "DATABASE_URL", "SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE"}

ANY_RESPONSE = """
from django.core.management import call_command
call_command("check", deploy=True, fail_level="WARNING")
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.test import RequestFactory
respond = SecurityMiddleware(lambda request: HttpResponse())
print(respond(RequestFactory().get("/", secure=True))["Strict-Transport-Security"])
"""

A_SITE = """
manage.py migrate --verbosity 0
manage.py demo --hands 30
manage.py club add "Kartenclub Nord"
manage.py shell --no-imports -c "
from scorer.club.models import Club
from scorer.club.services import start_season
from scorer.setup.demo_events import fill_events
nord = Club.objects.get(name='Kartenclub Nord')
start_season(nord, 'Winter', by=None)
fill_events(nord, seed=2)"
"""
"""Two clubs, each with sessions, a final, teams and an individual."""

FULL = 2
"""The value of SQLite's `synchronous` with which a save survives a power cut. Tests run without it."""
PRINT_SYNCHRONOUS = "from django.db import connection as c; print(*c.cursor().execute('PRAGMA synchronous').fetchone())"

SHIMS = {
    "sudo": 'shift 2; exec "$@"',
    "git": 'if [ "$1" = clone ]; then cp -Rp "$SOURCE" "$3" && ln -s "$VENV" "$3/.venv"; fi',
    **dict.fromkeys(("useradd", "chown", "systemctl", "journalctl", "createuser", "createdb"), ":"),
}
"""What stands for programs that need an administrator, a network or systemd."""


class Machine:
    """A folder that the documented commands take for a whole machine."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder = root, root / "srv" / "scorer"
        for folder in ("srv", "bin", "units", "stick"):
            (root / folder).mkdir()
        for name, text in SHIMS.items():
            program = root / "bin" / name
            program.write_text(f'#!/bin/sh\necho "$*" >>"{root}/{name}.asked"\n{text}\n')
            program.chmod(0o755)
        source = CopyOfScorer(root / "source", None)
        (source.folder / ".venv").unlink()
        shutil.copytree(HERE / "docs" / "deploy", source.folder / "docs" / "deploy")
        shutil.copy2(HERE / "requirements.txt", source.folder)  # as old as it is, since .venv has been made from it
        places = {"/srv/scorer": self.folder, "/home/ada/scorer": self.folder, "/etc/systemd/system": root / "units"}
        self.places = places | {"/media/stick": root / "stick", "<where you have it from>": "scorer"}
        bare = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
        self.env = bare | {
            "PATH": f"{root / 'bin'}:{bare['PATH']}",
            "SOURCE": str(source.folder),
            "VENV": sys.prefix,
            "PYTHON": sys.executable,
        }

    def run(self, commands: str, *, status: int = 0) -> str:
        """Run commands, and return what they print. `restore` asks nobody, since nobody is there."""
        for documented, here in self.places.items():
            commands = commands.replace(documented, str(here))
        commands = commands.replace("manage.py restore", "manage.py restore --yes")
        commands = re.sub(r"^manage.py", f"{sys.executable} manage.py", commands, flags=re.MULTILINE)
        done = subprocess.run(
            ["sh", "-e", "-c", commands],
            cwd=self.folder if self.folder.exists() else self.root,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == status, f"{commands}\n{done.stdout}"
        return done.stdout

    def asked(self, program: str) -> list[str]:
        return (self.root / f"{program}.asked").read_text().splitlines()

    def expect_runnable(self, name: str) -> None:
        """What a unit names has been made by the commands that install it, for a group `b` of clubs."""
        unit = {
            setting: [re.sub("%[ij]", "b", value) for value in values] for setting, values in settings_of(name).items()
        }
        assert [account.split()[-1] for account in self.asked("useradd")] == unit["User"]
        assert any(f"{unit['User'][0]}:" in owner for owner in self.asked("chown"))
        for path in unit["WorkingDirectory"] + unit["ReadWritePaths"]:
            assert Path(path.replace("/srv/scorer", str(self.folder))).is_dir(), path
        for command in unit["ExecStart"]:
            program, manage, verb, *_options = command.split()
            assert Path(program.replace("/srv/scorer", str(self.folder))).exists(), program
            assert (manage, verb in get_commands()) == ("manage.py", True)
        for other in unit.get("Requires", []):
            assert (HERE / "docs/deploy" / other.replace("@b", "@")).exists()

    def start(self, name: str) -> None:
        for command in settings_of(name)["ExecStart"]:
            self.run(command)


def settings_of(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in (HERE / "docs/deploy" / unit).read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def commands_of(page: str) -> list[str]:
    """Return the commands of each listing of a page, those of a crontab without their time."""
    listings = re.findall(r"^```\n(.*?)^```", (HERE / "docs" / page).read_text(), re.MULTILINE | re.DOTALL)
    return [re.sub(r"^15 5 \* \* \*  ", "", text).replace(r"\%", "%") for text in listings]


def run(*command: str, **env: str) -> str:
    """Return what a command prints, in an environment without the test database."""
    bare = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
    done = subprocess.run(command, cwd=HERE, env=bare | env, capture_output=True, text=True, check=False)  # our own
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def manage(*words: str, **env: str) -> str:
    return run(sys.executable, "manage.py", *words, **env)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_commands_of_the_pages_for_servers_work_and_the_units_find_what_they_make(machine: Machine) -> None:
    """Step by step as documented, from the clone to the upgrade, on a machine without systemd."""
    install, start, check, upgrade, _move, _several, group = commands_of("deploy.md")
    machine.run(install)
    machine.run(start)
    for unit in ("scorer.service", "scorer@.service", "scorer-migrate.service"):
        machine.expect_runnable(unit)
    machine.start("scorer-migrate.service")
    machine.run(".venv/bin/python manage.py demo --hands 30 --no-events")
    assert "no issues" in machine.run(check)
    assert machine.run(f'.venv/bin/python manage.py shell --no-imports -c "{PRINT_SYNCHRONOUS}"') == f"{FULL}\n"
    back_up, copy_nightly, restore = commands_of("backup.md")
    for command in (back_up, restore):
        assert f"Database: {machine.folder}/data/scorer.sqlite3" in machine.run(command)
    machine.run("mkdir data/backups && touch data/backups/scorer-$(date +%F).sqlite3")
    machine.run(copy_nightly)
    assert len(list((machine.root / "stick").glob("scorer-*"))) == 2
    machine.run(upgrade)
    assert "scorer-migrate" in machine.asked("systemctl")[-1]
    machine.run(group)
    for unit in ("scorer-group@.service", "scorer-migrate@.service"):
        machine.expect_runnable(unit)
    assert (machine.root / "units/scorer-b@.service").exists()
    with_file = "DATABASE_URL=sqlite:///data-b/b DATA=data-b .venv/bin/python manage.py"
    assert "Database: " in machine.run(f"{with_file} migrate --verbosity 0 && {with_file} club list")


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor != "postgresql", reason="there is no PostgreSQL to move to")
def test_after_the_documented_move_to_postgresql_every_command_uses_it(machine: Machine) -> None:
    install, start, _check, _upgrade, move, several, _group = commands_of("deploy.md")
    for commands in (install, start):
        machine.run(commands)
    machine.run(A_SITE)
    written = "".join(f"manage.py export --club '{club}' 2>/dev/null\n" for club in ("Demo club", "Kartenclub Nord"))
    before = machine.run(written)
    assert before.count('"teams"') == 2
    with database() as url:
        assert url
        moved = machine.run(move.replace("postgres:///scorer", f"'{url}'"))
        assert "hands: the ledger is correct" in moved  # with the events
        assert machine.run(several).count("\n") == 0
        assert machine.run(written) == before
        assert "Database: PostgreSQL, copy_of_scorer" in machine.run("manage.py backup data/moved")
        assert not (machine.folder / "data" / "scorer.sqlite3").exists()
        assert (machine.folder / "data" / "scorer.sqlite3.moved").exists()
        assert "There is no" in machine.run(move.replace("postgres:///scorer", f"'{url}'"), status=1)


@pytest.mark.parametrize(("asked", "said"), [({}, "2592000"), ({"HSTS_SUBDOMAINS": "1"}, "2592000; includeSubDomains")])
def test_behind_tls_the_deployment_checks_find_nothing_and_hsts_covers_only_this_host_name_by_default(
    tmp_path: Path, asked: dict[str, str], said: str
) -> None:
    env = {"DATA": str(tmp_path), "HTTPS": "1", "ALLOWED_HOSTS": "testserver"} | asked
    checks, header = manage("shell", "--no-imports", "-c", ANY_RESPONSE, **env).splitlines()
    assert "no issues" in checks
    assert header == f"max-age={said}"


@pytest.mark.parametrize(
    "name",
    sorted(path.name for path in (HERE / "docs/deploy").iterdir()),
)
def test_the_page_links_to_each_of_its_files(name: str) -> None:
    assert f"](deploy/{name})" in (HERE / "docs/deploy.md").read_text()


@pytest.mark.parametrize("unit", sorted(path.name for path in (HERE / "docs/deploy").glob("*.service")))
def test_the_files_written_by_a_unit_are_private(unit: str) -> None:
    assert settings_of(unit)["UMask"] == ["0077"]
