from collections.abc import Sequence
from typing import Any

from scorer.scoring import Outcome, PaperLine, ScoredLine, scored_lines


def replay(entries: Sequence[Any], variant: Any, seats: int) -> list[Outcome]:
    return [Outcome((entry, -entry)) for entry in entries]


def test_hands_are_numbered_and_adjustments_only_change_the_totals() -> None:
    lines = [PaperLine(entry=3), PaperLine(points=(-1, 0)), PaperLine(entry=4)]
    assert list(scored_lines(lines, replay, None, 2)) == [
        ScoredLine((3, -3), (3, -3), 3, 1, Outcome((3, -3))),
        ScoredLine((-1, 0), (2, -3)),
        ScoredLine((4, -4), (6, -7), 4, 2, Outcome((4, -4))),
    ]


def test_whoever_sits_out_has_an_empty_cell_unless_they_score() -> None:
    outcome = Outcome((30, 0, -40, 0), sitting_out=(1, 2), also_scoring=(1,))
    line = ScoredLine(outcome.points, outcome.points, 3, 1, outcome)
    assert list(line.cells) == [(30, 30), (None, 0), (-40, -40), (0, 0)]


def test_a_sheet_without_lines_has_none_on_paper() -> None:
    assert list(scored_lines([], replay, None, 2)) == []
