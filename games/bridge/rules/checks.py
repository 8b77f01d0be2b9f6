"""Finds what is wrong with an entry: all problems at once, each with its field."""

from collections.abc import Iterator

from games.bridge.rules.entry import HONOURS, MAX_BOARD, MAX_LEVEL, MAX_TRICKS, MIN_LEVEL, Entry
from games.bridge.rules.variant import Variant
from scorer.scoring import Problem, coerce, passed_out_problems, required_problems, without_repeats


def problems(entry: Entry, variant: Variant, seats: int) -> tuple[Problem, ...]:
    entry, wrong = coerce(entry)
    return without_repeats(
        [
            *wrong,
            *_out_of_range(entry),
            *_of_another_scoring(entry, variant),
            *_contract(entry),
            *_honours(entry),
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


def _out_of_range(entry: Entry) -> Iterator[Problem]:
    if entry.board is not None and not 1 <= entry.board <= MAX_BOARD:
        yield Problem("board", "board_range", {"most": MAX_BOARD})
    if entry.level is not None and not MIN_LEVEL <= entry.level <= MAX_LEVEL:
        yield Problem("level", "level_range")
    if entry.tricks is not None and not 0 <= entry.tricks <= MAX_TRICKS:
        yield Problem("tricks", "tricks_range")


def _contract(entry: Entry) -> Iterator[Problem]:
    if entry.passed_out:
        yield from passed_out_problems(entry, "board")
    else:
        yield from required_problems(entry, "level", "strain", "declarer", "tricks")


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
