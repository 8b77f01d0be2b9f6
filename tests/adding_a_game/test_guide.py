"""docs/adding-a-game.md, followed to the letter in a copy of the project: two games are played, and one is removed."""

import inspect
import json
import re
import shutil
from collections.abc import Iterator
from difflib import SequenceMatcher
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import polib
import pytest

from tests.adding_a_game.copy_of_scorer import CopyOfScorer, database
from tests.adding_a_game.page import commands, steps
from tests.contract import test_rules, test_table
from tests.languages.catalogues import WRITTEN, catalogue

BUILT, TEST, OTHER_GAME, TEST_BOTH, TAKE_AWAY = (1, 2, 3, 4, 5), 6, (7, 8), 9, 10
"""Sections of the page. After BUILT whist can be played."""

GAMES = ("whist", "marias")

HOUSE_STYLE = """
.venv/bin/python manage.py makemigrations --check --dry-run
.venv/bin/ruff check games/{game} tests/games/{game}
.venv/bin/ruff format --check games/{game} tests/games/{game}
.venv/bin/djlint --lint --quiet games/{game}
.venv/bin/lint-imports --no-cache
.venv/bin/mypy games/{game} tests/games/{game}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CopyOfScorer]:
    """A copy of the project with whist, and a demo club that has played it."""
    with database() as url:
        site = CopyOfScorer(tmp_path_factory.mktemp("scorer"), url)
        for step in steps():
            if step.section in BUILT:
                site.follow(step)
        site.manage("migrate --verbosity 0")
        site.manage("demo --hands 80 --no-events")
        yield site


def test_the_page_asks_for_no_file_but_those_of_the_games() -> None:
    paths = [step.path for step in steps() if step.path]
    assert len(paths) == len(set(paths))
    assert {path.partition(f"/{game}/")[0] for path in paths for game in GAMES if f"/{game}/" in path} == {
        "games",
        "tests/games",
    }
    assert all(any(f"/{game}/" in path for game in GAMES) for path in paths)


def test_a_whole_file_on_the_page_is_mostly_other_than_the_command_writes_it(site: CopyOfScorer) -> None:
    site.manage("startgame plain --seats 4")
    for step in steps():
        game = next((game for game in GAMES if f"/{game}/" in step.path), "")
        plain = site.folder / step.path.replace(game, "plain")
        if game and plain.is_file() and not step.is_diff:
            written = plain.read_text().replace("plain", game).splitlines()
            assert SequenceMatcher(None, written, step.text.splitlines()).ratio() < 0.7, step.path
    site.run("rm -r games/plain tests/games/plain")


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


def ran(site: CopyOfScorer, command: str) -> set[str]:
    """Run tests, and return the names of those that were not skipped."""
    site.run(command, PYTEST_ADDOPTS="-p no:xdist --junitxml=report.xml")
    cases = ET.parse(site.folder / "report.xml").iter("testcase")
    return {case.attrib["name"].split("[")[0] for case in cases if case.find("skipped") is None}


def test_the_contract_suite_covers_it_without_being_told(site: CopyOfScorer) -> None:
    for step in steps():
        if step.section == TEST and step.path:
            site.follow(step)
    shutil.copy(site.folder / "tests/adding_a_game/evening.py", site.folder / "tests/games/whist/test_evening.py")
    (command,) = (step.text for step in steps() if step.section == TEST and not step.path)
    assert promises(test_rules) | promises(test_table) | {"test_an_evening_of_whist"} <= ran(site, command)
    site.run(HOUSE_STYLE.format(game="whist"))


def test_the_other_game_is_added_and_both_are_translated(site: CopyOfScorer) -> None:
    for step in steps():
        if step.section in OTHER_GAME or (step.section == TEST_BOTH and step.path):
            site.follow(step)
    site.manage("migrate --verbosity 0")
    contract, collect, *rest = (step.text for step in steps() if step.section == TEST_BOTH and not step.path)
    assert promises(test_rules) | promises(test_table) <= ran(site, contract)
    site.run(HOUSE_STYLE.format(game="marias"))

    site.run(collect)
    assert "test_every_message_is_translated" in site.run(rest[0], status=1, PYTEST_ADDOPTS="--exitfirst")
    for game in GAMES:
        for language in WRITTEN:
            translate(site, game, language)
    site.run(collect)
    for command in rest:
        site.run(command, PYTEST_ADDOPTS="-p no:xdist")


def translate(site: CopyOfScorer, game: str, language: str) -> None:
    """Fill in what is empty, as if the language had the words of the source."""
    path = catalogue(site.folder / "games" / game / "locale", language)
    catalogue_of_game = polib.pofile(str(path), wrapwidth=0)
    for entry in catalogue_of_game.untranslated_entries():
        if entry.msgid_plural:
            entry.msgstr_plural = dict.fromkeys(entry.msgstr_plural, entry.msgid_plural)
        else:
            entry.msgstr = entry.msgid
    catalogue_of_game.save()


def test_a_game_is_taken_away_and_comes_back(site: CopyOfScorer) -> None:
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
