"""What is improbable about an entry, or does not fit the rest of the sheet."""

from collections.abc import Hashable, Iterator, Sequence

from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.contract import result_of
from games.bridge.rules.entry import MAX_LEVEL, Entry
from games.bridge.rules.variant import Variant
from scorer.scoring import Problem

# Limits of what is improbable. They are our own, from no rule book.
FAR_DOWN = 5
MANY_OVERTRICKS = 5
FAR_AHEAD = 36
"""As many boards as a long evening has."""


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: Hashable = None
) -> tuple[Problem, ...]:
    *before, entry = entries
    boards = _odd_board(entry, [*before, *later]) if variant.has_boards else ()
    return (*boards, *_odd_contract(entry))


def _odd_board(entry: Entry, others: Sequence[Entry]) -> Iterator[Problem]:
    boards = [other.board or 0 for other in others]
    board = entry.board or 0
    if board in boards:
        yield Problem("board", "board_again", {"board": board})
    if board > max(boards, default=0) + FAR_AHEAD:
        yield Problem("board", "board_far_ahead", {"board": board})
    if entry.vulnerable not in (None, board_vulnerability(board)):
        yield Problem("vulnerable", "vulnerable_differs", {"board": board})


def _odd_contract(entry: Entry) -> Iterator[Problem]:
    over = result_of(entry)
    if over is None:
        return
    if entry.level == MAX_LEVEL:
        yield Problem("level", "seven_level")
    if entry.doubled == "XX":
        yield Problem("doubled", "redoubled")
    if -over >= FAR_DOWN:
        yield Problem("tricks", "far_down", {"n": -over})
    if over >= MANY_OVERTRICKS:
        yield Problem("tricks", "many_overtricks", {"n": over})
