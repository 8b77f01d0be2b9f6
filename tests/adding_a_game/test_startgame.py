"""`manage.py startgame` writes a game that passes every test as it is."""

import pytest

from tests.adding_a_game.copy_of_scorer import CopyOfScorer

CHECKS = """
.venv/bin/python manage.py makemigrations --check --dry-run
.venv/bin/python -m pytest -p no:xdist tests/contract tests/architecture tests/games tests/browser/test_keys.py -k dodo
.venv/bin/python -m pytest -p no:xdist tests/languages/test_catalogues.py tests/languages/test_pages.py
.venv/bin/ruff check games/dodo tests/games/dodo
.venv/bin/ruff format --check games/dodo tests/games/dodo
.venv/bin/djlint --lint --quiet games/dodo
.venv/bin/lint-imports --no-cache
.venv/bin/mypy games/dodo tests/games/dodo
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> CopyOfScorer:
    return CopyOfScorer(tmp_path_factory.mktemp("scorer"), None)


def test_a_new_game_passes_everything_as_written(site: CopyOfScorer) -> None:
    written = site.manage("startgame dodo --seats 3,4").split()
    assert "games/dodo/migrations/0001_initial.py" in written
    assert "tests/games/dodo/test_rules.py" in written
    site.run(CHECKS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("Dodo", "Dodo is no slug"),
        ("do_do", "do_do is no slug"),
        (f"{'d' * 21}", "at most 20"),
        ("ecarte --seats 2", "2 are no numbers of seats"),
        ("ecarte --seats 3,x", "3,x are no numbers of seats"),
        ("emu", "games/emu is there already"),
    ],
)
def test_what_cannot_be_started_is_refused_with_a_sentence(site: CopyOfScorer, arguments: str, said: str) -> None:
    taken = site.folder / "games/emu"
    taken.mkdir()
    assert said in site.manage(f"startgame {arguments}", status=1)
    taken.rmdir()
    assert not (site.folder / "games/ecarte").exists()
