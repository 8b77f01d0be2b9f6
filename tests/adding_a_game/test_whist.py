"""docs/adding-a-game.md, followed to the letter in a copy of the project: the game is added, played and removed."""

import inspect
import json
import re
import shutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.adding_a_game.copy_of_scorer import CopyOfScorer, database
from tests.adding_a_game.page import commands, steps
from tests.contract import test_rules, test_table

BUILT, TEST, TAKE_AWAY = 6, 7, 8
"""Sections of the page. After BUILT the game can be played."""

HOUSE_STYLE = """
.venv/bin/ruff check games/whist tests/games/whist
.venv/bin/ruff format --check games/whist tests/games/whist
.venv/bin/djlint --lint --quiet games/whist
.venv/bin/lint-imports --no-cache
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CopyOfScorer]:
    """A copy of the project with whist, and a demo club that has played it."""
    with database() as url:
        site = CopyOfScorer(tmp_path_factory.mktemp("scorer"), url)
        for step in steps():
            if step.section <= BUILT:
                site.follow(step)
        site.manage("migrate --verbosity 0")
        site.manage("demo --hands 80 --no-events")
        yield site


def test_the_page_asks_for_no_file_but_those_of_the_game() -> None:
    paths = [step.path for step in steps() if step.path]
    assert len(paths) == len(set(paths))
    assert {path.split("/whist/")[0] for path in paths} == {"games", "tests/games"}


def test_no_migration_is_missing(site: CopyOfScorer) -> None:
    assert "No changes detected" in site.manage("makemigrations --check --dry-run")


def test_its_hands_are_scored_on_the_command_line(site: CopyOfScorer) -> None:
    assert commands()
    for command, printed in commands():
        pattern = re.escape(printed).replace(re.escape("[...]"), r"\[.+\]")
        assert re.fullmatch(pattern, site.run(command).strip())


def test_the_demo_has_played_it_and_the_ledger_is_whole(site: CopyOfScorer) -> None:
    assert "the ledger is correct" in site.manage("check_ledger")


def promises(module: ModuleType) -> set[str]:
    """Return the contract tests that run for every game."""
    return {
        name
        for name, test in vars(module).items()
        if name.startswith("test_") and "game" in inspect.signature(test).parameters
    }


def test_the_contract_suite_covers_it_without_being_told(site: CopyOfScorer) -> None:
    for step in steps():
        if step.section == TEST and step.path:
            site.follow(step)
    shutil.copy(site.folder / "tests/adding_a_game/evening.py", site.folder / "tests/games/whist/test_evening.py")

    (command,) = (step.text for step in steps() if step.section == TEST and not step.path)
    site.run(command, PYTEST_ADDOPTS="-p no:xdist --junitxml=report.xml")

    cases = ET.parse(site.folder / "report.xml").iter("testcase")
    ran = {case.attrib["name"].split("[")[0] for case in cases if case.find("skipped") is None}
    assert promises(test_rules) | promises(test_table) <= ran
    assert "test_an_evening_of_whist" in ran
    site.run(HOUSE_STYLE)


def test_it_is_taken_away_and_comes_back(site: CopyOfScorer) -> None:
    def look_around() -> Any:
        said = site.manage("shell --verbosity 0 < tests/adding_a_game/look_around.py")
        return json.loads(said.splitlines()[-1])  # Django prints the URLs that were not found before it

    before = look_around()
    assert before["whist is named"]
    assert set(before["sheets"]) > {"whist"}
    assert set(before["lists"]) == {200}
    assert all(statuses == [200] for statuses in before["sheets"].values())
    shutil.copytree(site.folder / "games/whist", site.folder / "kept")

    for step in steps():
        if step.section == TAKE_AWAY:
            site.follow(step)
    assert "No changes detected" in site.manage("makemigrations --check --dry-run")
    site.manage("migrate --check")
    after = look_around()
    assert after == before | {"whist is named": False, "sheets": before["sheets"] | {"whist": [404]}}
    _database, *faults, _summary = site.manage("check_ledger", status=1).splitlines()
    assert faults
    assert all(fault.endswith("this game is not installed (whist)") for fault in faults)

    (site.folder / "kept").rename(site.folder / "games/whist")
    assert "the ledger is correct" in site.manage("check_ledger")

    site.manage("migrate whist zero --verbosity 0")
    shutil.rmtree(site.folder / "games/whist")
    assert look_around() == after
