"""Results in one line, as players write them."""

from typing import Any

import pytest
from django.utils import translation

from games.bridge.rules.contract import contract_of
from games.bridge.rules.entry import DECLARERS, DOUBLED, LEVELS, MAX_TRICKS, STRAINS, Entry
from scorer.registry import get_game

BRIDGE = get_game("bridge")


def read(text: str, board: int = 1) -> tuple[Any, list[str]]:
    entry, problems = BRIDGE.read_written(text, board)
    return entry, [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("4♠ S =", Entry(1, 4, "S", "", "S", 10)),
        ("4 s s =", Entry(1, 4, "S", "", "S", 10)),
        ("3NT N −1", Entry(1, 3, "NT", "", "N", 8)),
        ("3nt x n -1", Entry(1, 3, "NT", "X", "N", 8)),
        ("1♣××E+2", Entry(1, 1, "C", "XX", "E", 9)),
        ("2H W 9", Entry(1, 2, "H", "", "W", 9)),
        ("7♦XX W -13", Entry(1, 7, "D", "XX", "W", 0)),
        ("pass", Entry(1, passed_out=True)),
    ],
)
def test_a_result_is_read_as_players_write_it(text: str, entry: Entry) -> None:
    assert read(text) == (entry, [])


def test_every_contract_is_read_back() -> None:
    for level in LEVELS:
        for strain in STRAINS:
            for doubled in DOUBLED:
                for declarer in DECLARERS:
                    for tricks in range(MAX_TRICKS + 1):
                        entry = Entry(7, level, strain, doubled, declarer, tricks)
                        assert read(f"{level}{strain}{doubled} {declarer} {tricks}", 7) == (entry, [])
                        assert contract_of(entry)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "written_level"),
        ("8♠ S =", "written_level"),
        ("♠ S =", "written_level"),
        ("4 = S", "written_strain"),
        ("4♠ =", "written_declarer"),
        ("4♠ K =", "written_declarer"),
        ("4♠ S", "written_result"),
        ("4♠ S made", "written_result"),
        ("4♠ S =1", "written_result"),
        ("4♠ S +1+1", "written_result"),
        ("4♠ S 100", "written_result"),
    ],
)
def test_what_is_missing_is_said(text: str, code: str) -> None:
    assert read(text)[1] == [code]


@pytest.mark.parametrize(
    ("language", "text", "strain", "declarer"),
    [
        ("de", "4P O =", "S", "E"),
        ("de", "3SA O =", "NT", "E"),
        ("de", "4C S =", "H", "S"),
        ("fr", "4P O =", "S", "W"),
        ("fr", "3SA E =", "NT", "E"),
        ("fr", "2T N =", "C", "N"),
        ("sr", "4П N =", "S", "N"),
        ("sr-latn", "4P N =", "S", "N"),
        ("de", "3NT N =", "NT", "N"),
    ],
)
def test_letters_are_those_of_the_language(language: str, text: str, strain: str, declarer: str) -> None:
    with translation.override(language):
        entry, problems = read(text)
    assert (problems, entry.strain, entry.declarer) == ([], strain, declarer)
