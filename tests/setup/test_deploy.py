"""The instructions of docs/deploy.md work, as far as one machine can test them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.db import connection

from tests.adding_a_game.copy_of_scorer import database

HERE = settings.BASE_DIR
OF_THE_TESTS = {"DATABASE_URL", "SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE"}

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
from io import StringIO
from django.core.management import call_command
from scorer.setup import demo_events
demo_events.ROUNDS = 1  # more would be more rows of the same kinds
call_command("migrate", verbosity=0)
call_command("demo", hands=30, stdout=StringIO())
call_command("export")
"""


def run(*command: str, **env: str) -> str:
    """Return what a command prints, in an environment without the test database."""
    bare = {name: value for name, value in os.environ.items() if name not in OF_THE_TESTS}
    done = subprocess.run(command, cwd=HERE, env=bare | env, capture_output=True, text=True, check=False)  # our own
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def manage(*words: str, **env: str) -> str:
    return run(sys.executable, "manage.py", *words, **env)


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor != "postgresql", reason="there is no PostgreSQL to move to")
def test_a_site_can_be_moved_from_sqlite_to_postgresql(tmp_path: Path) -> None:
    data = str(tmp_path)
    before = manage("shell", "--no-imports", "-c", A_SITE, DATA=data)
    with database() as url:
        assert url
        assert "Ada" in before
        moved = run("docs/deploy/move-to-postgresql", url, DATA=data, PYTHON=sys.executable)
        assert "hands: the ledger is correct" in moved  # with the events
        assert manage("export", DATA=data, DATABASE_URL=url) == before


@pytest.mark.parametrize(("asked", "said"), [({}, "2592000"), ({"HSTS_SUBDOMAINS": "1"}, "2592000; includeSubDomains")])
def test_behind_tls_the_deployment_checks_find_nothing_and_hsts_covers_only_this_host_name_by_default(
    tmp_path: Path, asked: dict[str, str], said: str
) -> None:
    env = {"DATA": str(tmp_path), "HTTPS": "1", "ALLOWED_HOSTS": "testserver"} | asked
    checks, header = manage("shell", "--no-imports", "-c", ANY_RESPONSE, **env).splitlines()
    assert "no issues" in checks
    assert header == f"max-age={said}"


@pytest.mark.parametrize("name", ["scorer.service", "nginx.conf", "Caddyfile", "move-to-postgresql"])
def test_the_page_links_to_each_of_its_files(name: str) -> None:
    assert f"](deploy/{name})" in (HERE / "docs/deploy.md").read_text()
    assert (HERE / "docs/deploy" / name).exists()


def test_the_unit_runs_commands_that_exist() -> None:
    unit = (HERE / "docs/deploy/scorer.service").read_text()
    for command in ("migrate", "collectstatic", "serve"):
        assert f"manage.py {command}" in unit
        assert command in get_commands()


def test_the_files_written_by_the_unit_are_private() -> None:
    assert "\nUMask=0077\n" in (HERE / "docs/deploy/scorer.service").read_text()
