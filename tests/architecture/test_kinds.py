"""`scorer.contest` says what is special about a format or a comparison. Who plays events asks that, not which it is.

So a new one is data and pure functions there, a line in a game's `rules/events.py`, and words for its name.
"""

import ast
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from re import compile as pattern

import pytest

from scorer import contest
from scorer.contest.families import Family
from scorer.contest.ranking import Comparison
from scorer.registry import GameConfig, all_games
from scorer.registry.contest_words import COMPARISONS, EXPLAINED, FORMATS, NOTES
from tests.architecture.test_games import ROOT

NAMES = {*FORMATS, *COMPARISONS}
NAMED_BY = {"format", "comparison", "name", "variant", "by"}
"""The attributes that name a format or comparison."""
FOLDERS = ("scorer/events", "scorer/standings", "scorer/transfer", "scorer/club", "scorer/audit")
ASKED_ON_A_PAGE = pattern(rf"\.({'|'.join(NAMED_BY)}) [!=]= [\"']({'|'.join(NAMES)})[\"']")


def subclasses(of: type) -> Iterator[type]:
    for subclass in of.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def kinds() -> set[tuple[str, str]]:
    """Return the module and the name of all families and comparisons."""
    for module in walk_packages(contest.__path__, "scorer.contest."):
        import_module(module.name)
    return {(kind.__module__, kind.__name__) for of in (Family, Comparison) for kind in subclasses(of)}


def asked_for(code: str) -> Iterator[str]:
    """Yield the families and comparisons that a module imports, and the names with which it compares one."""
    known = kinds()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            yield from (imported.name for imported in node.names if (node.module, imported.name) in known)
        if isinstance(node, ast.Compare):
            parts = [*ast.walk(node)]
            if any(isinstance(part, ast.Attribute) and part.attr in NAMED_BY for part in parts):
                values = {part.value for part in parts if isinstance(part, ast.Constant)}
                yield from map(str, values & NAMES)


@pytest.mark.parametrize("folder", FOLDERS)
def test_nobody_who_plays_events_asks_which_format_or_comparison_it_is(folder: str) -> None:
    modules = [path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    asking = {str(path.relative_to(ROOT)): [*asked_for(path.read_text())] for path in modules}
    assert asking
    assert {path: names for path, names in asking.items() if names} == {}


def test_no_page_of_events_asks_which_format_or_comparison_it_is() -> None:
    pages = list((ROOT / "templates/events").rglob("*.html"))
    assert len(pages) > 100
    assert [path.name for path in pages if ASKED_ON_A_PAGE.search(path.read_text())] == []


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("from scorer.contest.knockout import Knockout", "Knockout"),
        ("from scorer.contest.comparing.vp import Vp", "Vp"),
        ("if event.format == 'swiss': pass", "swiss"),
        ("players = [known for known in offered if known.name in ('butler', 'imps')]", "butler"),
    ],
)
def test_such_a_question_is_found(question: str, kind: str) -> None:
    assert kind in set(asked_for(question))
    assert not list(asked_for("from scorer.contest.sessions import Total"))


@pytest.mark.parametrize("game", [game for game in all_games() if game.events], ids=lambda game: game.slug)
def test_there_are_words_for_all_that_a_game_offers(game: GameConfig) -> None:
    assert game.events
    for offered in game.events.formats:
        assert offered.name in FORMATS
        for family in (offered.family, *offered.family.variants(by_side=True, day=1)):
            assert NOTES.keys() >= set(family.notes)
    for comparison in (*game.events.comparisons, *game.events.team_comparisons):
        assert comparison.name in COMPARISONS.keys() & EXPLAINED.keys()


def test_such_a_question_is_found_on_a_page() -> None:
    assert ASKED_ON_A_PAGE.search('{% if event.format == "knockout" %}')
