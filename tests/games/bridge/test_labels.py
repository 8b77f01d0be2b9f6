import re
from itertools import product
from pathlib import Path

import pytest

from games.bridge import labels, rules
from games.bridge.rules import PRESETS, Entry
from games.bridge.rules.entry import Honours
from scorer.registry import get_game
from scorer.registry.words import COMMON_PROBLEMS

DUPLICATE = PRESETS["duplicate"]
OF_FILES = re.compile('"((?:pbn|usebio)_[a-z_]+)"')
"""The problems of files, in the code of their readers."""
OF_EVERY_GAME = COMMON_PROBLEMS.keys() - labels.PROBLEMS.keys()


pytestmark = pytest.mark.usefixtures("english")


def every_reason():
    yield from rules.replay([Entry(1, passed_out=True)], DUPLICATE, 4)[0].reasons
    for level, strain, doubled, vulnerable, tricks in product(
        range(1, 8), ("C", "H", "NT"), ("", "X", "XX"), ("none", "both"), range(14)
    ):
        entry = Entry(1, level, strain, doubled, "S", tricks, vulnerable=vulnerable)
        yield from rules.replay([entry], DUPLICATE, 4)[0].reasons
    for example in rules.EXAMPLES:
        yield from rules.replay([*example.before, example.entry], PRESETS[example.variant], 4)[-1].reasons
    for outcome in rules.replay([Entry(None, 4, "S", "", "S", 10)] * 2, PRESETS["rubber"], 4):
        yield from outcome.reasons


def every_problem():
    for text in ("", "4", "4♠", "4♠ S"):
        yield from get_game("bridge").read_written(text, 1)[1]
    for entry in (Entry(0, 8, tricks=14), Entry(1, 1, passed_out=True)):
        yield from rules.problems(entry, DUPLICATE, 4)
    yield from rules.problems(Entry(1, 3, "NT", "", "N", 9, lead="H"), DUPLICATE, 4)
    held = (Honours("N", 100), Honours("S", 50))
    yield from rules.problems(Entry(1, 3, "NT", "", "N", 9, honours=held), DUPLICATE, 4)
    yield from rules.problems(Entry(1, 3, "NT", "", "N", 9, honours=held), PRESETS["rubber"], 4)
    for sheet in (
        [Entry(50, 7, "S", "XX", "S", 2, vulnerable="none")],
        [Entry(1, passed_out=True), Entry(1, 1, "S", "", "S", 13)],
    ):
        yield from rules.warnings(sheet, DUPLICATE, 4)


def test_every_reason_has_its_sentence_and_no_sentence_is_idle():
    met = {(reason.code, tuple(reason.params.items())) for reason in every_reason()}
    assert {code for code, _ in met} == set(labels.REASONS)
    for code, params in met:
        assert str(labels.REASONS[code] % dict(params))


def test_every_problem_and_warning_has_its_sentence_and_no_sentence_is_idle():
    found = [problem for problem in every_problem() if problem.code not in OF_EVERY_GAME]
    in_files = {
        code
        for path in Path(rules.__file__).parents[1].rglob("*.py")
        if path.name != "labels.py"
        for code in OF_FILES.findall(path.read_text())
    }
    assert {problem.code for problem in found} | in_files == set(labels.PROBLEMS)
    for problem in found:
        assert str(labels.PROBLEMS[problem.code] % problem.params)


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        ("overtricks", {"n": 1, "each": 30}, "1 overtrick × 30"),
        ("overtricks", {"n": 2, "each": 30}, "2 overtricks × 30"),
        ("contract_tricks_no_trump", {"first": 40, "n": 2, "each": 30}, "Contract tricks in no trump: 40 + 2 × 30"),
        ("undertricks_doubled", {"n": 3}, "3 tricks down, doubled, not vulnerable"),
    ],
)
def test_a_reason_reads_as_a_sentence(code, params, sentence):
    assert labels.REASONS[code] % params == sentence
