"""Finds what is wrong with an entry, all problems at once, and what is improbable."""

from collections.abc import Iterator, Sequence

from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.contract import result_of
from games.bridge.rules.entry import CARDS, HAND_KINDS, HONOURS, LIMITS, MAX_LEVEL, Entry
from games.bridge.rules.variant import Variant
from scorer.scoring import Problem, coerce, kind_of, kind_problems, limit_problems, required_problems, without_repeats


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    entry, wrong = coerce(entry)
    return without_repeats(
        [
            *wrong,
            *limit_problems(entry, LIMITS),
            *_of_another_scoring(entry, variant),
            *kind_problems(entry, HAND_KINDS, kind_of(entry)),
            *_honours(entry),
            *_lead(entry),
        ]
    )


def _of_another_scoring(entry: Entry, variant: Variant) -> Iterator[Problem]:
    """Only boards are numbered, and only a rubber and Chicago have honours."""
    if variant.has_boards:
        yield from required_problems(entry, "board")
        if entry.honours:
            yield Problem("honours", "no_honours")
        return
    for name in ("board", "vulnerable"):
        if getattr(entry, name) is not None:
            yield Problem(name, "no_board")


def _honours(entry: Entry) -> Iterator[Problem]:
    if len(entry.honours) > 1:
        yield Problem("honours", "honours_once")
    for index, honours in enumerate(entry.honours):
        if honours.seat is None:
            yield Problem(f"honours.{index}.seat", "required")
        if honours.points is None:
            yield Problem(f"honours.{index}.points", "required")
        elif honours.points not in HONOURS:
            yield Problem(f"honours.{index}.points", "honours_points")
        elif entry.strain == "NT" and honours.points == HONOURS[0]:
            yield Problem(f"honours.{index}.points", "honours_no_trump")


def _lead(entry: Entry) -> Iterator[Problem]:
    if entry.lead is not None and entry.lead not in CARDS:
        yield Problem("lead", "lead_card")


# What is improbable

# Limits of what is improbable. They are our own, from no rule book.
FAR_DOWN = 5
MANY_OVERTRICKS = 5
FAR_AHEAD = 36
"""As many boards as a long evening has."""


def warnings(
    entries: Sequence[Entry], variant: Variant, seats: int, later: Sequence[Entry] = (), carry: None = None
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
