"""Who may import whom, as docs/architecture.md draws it."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

import scorer.contest
from scorer.registry import GameConfig, all_games

ROOT = Path(__file__).resolve().parents[2]


def test_nobody_imports_what_is_above() -> None:
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


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_the_rules_need_the_standard_library_only(game: GameConfig) -> None:
    code = (
        f"import sys; before = set(sys.modules); import {game.name}.rules; "
        "new = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(new - set(sys.stdlib_module_names) - {'games', 'scorer'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_planning_loads_its_library_only_to_pair() -> None:
    """It takes a tenth of a second, and the server starts without."""
    code = (
        f"import sys; before = set(sys.modules); import {', '.join(CONTEST)}; "
        "new = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(new - set(sys.stdlib_module_names) - {'scorer'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.django_db
def test_the_migrations_are_what_the_models_say() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
