"""Who may import whom, as shown in docs/architecture.md."""

import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

import scorer.contest
from scorer.registry import GameConfig, all_games

ROOT = Path(__file__).resolve().parents[2]


def test_no_package_imports_one_above_it() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


CONTEST = [found.name for found in pkgutil.walk_packages(scorer.contest.__path__, "scorer.contest.")]


@pytest.mark.parametrize("module", ["scorer.scoring", *CONTEST, *(f"{game.name}.rules" for game in all_games())])
def test_the_rules_import_without_django(module: str) -> None:
    code = f"import sys, {module}; sys.exit(any(name.split('.')[0] == 'django' for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def libraries_of(*modules: str) -> set[str]:
    """Return the top-level packages outside the standard library that importing these modules loads."""
    code = (
        f"import sys; before = set(sys.modules); import {', '.join(modules)}; "
        "new = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "print(*(new - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_rules_need_only_the_standard_library(game: GameConfig) -> None:
    assert libraries_of(f"{game.name}.rules") == {"games", "scorer"}


def test_planning_loads_its_library_only_to_pair() -> None:
    """Loading it takes a tenth of a second, which the start of the server does not need."""
    assert libraries_of(*CONTEST) == {"scorer"}


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_nothing_imports_commands_and_template_tags() -> None:
    """import-linter does not see them, since some of their folders are no packages."""
    found = re.compile(r"^\s*(?:from|import) (?:scorer|games)[\w.]*\.(?:management|templatetags)\b", re.MULTILINE)
    files = [path for folder in ("scorer", "games") for path in (ROOT / folder).rglob("*.py")]
    assert [path for path in files if found.search(path.read_text())] == []


@pytest.mark.parametrize("package", ["events", "play"])
def test_a_large_package_has_at_most_ten_modules_at_its_top(package: str) -> None:
    """Whoever looks for something opens one folder, which its name tells."""
    modules = {path.name for path in (ROOT / "scorer" / package).glob("*.py")} - {"__init__.py"}
    assert len(modules) <= 10, modules
