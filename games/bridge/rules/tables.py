"""What the rules page shows, made from the constants that the code scores with."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from games.bridge.rules import rubber, scoring
from games.bridge.rules.boards import board_dealer, board_vulnerability
from games.bridge.rules.contract import BOOK, Contract
from games.bridge.rules.entry import DECLARERS, DOUBLED, HONOURS, LEVELS, STRAINS, Doubled, Strain, Vulnerable
from games.bridge.rules.variant import Variant

BOARDS = 16
"""Dealer and vulnerability repeat after so many boards."""


def tables(variant: Variant) -> Mapping[str, Any]:
    """All points are those of declarer's side. Pairs are (not vulnerable, vulnerable).

    `tricks`: (strains, points undoubled, doubled, redoubled). In no trump the first trick has `no_trump_first`.
    `undertricks`: (vulnerable, rows of (tricks down, the three totals), points of each further trick).
    `made`: (vulnerable, rows of (level, strains, the three scores)) for contracts made exactly.
    `boards`: (board, dealer, vulnerable). `deals`: the same for the four deals of Chicago.
    """
    return {
        "tricks": tuple(
            (strains, tuple(scoring.TRICK[strains[0]] * scoring.MULTIPLIER[doubled] for doubled in DOUBLED))
            for strains in _strain_groups()
        ),
        "no_trump_first": tuple(scoring.FIRST_TRICK_NO_TRUMP * scoring.MULTIPLIER[doubled] for doubled in DOUBLED),
        "game_from": rubber.GAME_FROM,
        "part_score": scoring.PART_SCORE.points,
        "game": _by_vulnerability(scoring.GAME),
        "small_slam": _by_vulnerability(scoring.SLAM[LEVELS[-2]]),
        "grand_slam": _by_vulnerability(scoring.SLAM[LEVELS[-1]]),
        "doubled_made": scoring.MADE_DOUBLED["X"].points,
        "redoubled_made": scoring.MADE_DOUBLED["XX"].points,
        "overtrick_doubled": _by_vulnerability(scoring.OVERTRICK_DOUBLED["X"]),
        "overtrick_redoubled": _by_vulnerability(scoring.OVERTRICK_DOUBLED["XX"]),
        "undertricks": tuple(_undertricks(vulnerable) for vulnerable in (False, True)),
        "made": tuple((vulnerable, _made(vulnerable)) for vulnerable in (False, True)),
        "boards": tuple(
            (board, DECLARERS[board_dealer(board) - 1], board_vulnerability(board)) for board in range(1, BOARDS + 1)
        ),
        "scoring": variant.scoring,
        "has_boards": variant.has_boards,
        "has_line": variant.has_line,
        "is_chicago": variant.is_chicago,
        "honours": HONOURS,
        "rubber_two_nil": scoring.RUBBER[0].points,
        "rubber_two_one": scoring.RUBBER[1].points,
        "only_game": rubber.ONLY_GAME,
        "only_part_score": variant.unfinished_part_score,
        "last_part_score": scoring.LAST_PART_SCORE.points,
        "deals": tuple(_chicago(deal, variant) for deal in range(rubber.DEALS_OF_CHICAGO)),
    }


def _strain_groups() -> tuple[tuple[Strain, ...], ...]:
    """Return the strains grouped by the points of their tricks: minors, majors, no trump."""
    by_worth = groupby(STRAINS, lambda strain: (scoring.TRICK[strain], strain == "NT"))
    return tuple(tuple(strains) for _worth, strains in by_worth)


def _by_vulnerability(premiums: Mapping[bool, scoring.Premium]) -> tuple[int, int]:
    return premiums[False].points, premiums[True].points


def _undertricks(vulnerable: bool) -> tuple[bool, tuple[tuple[int, tuple[int, ...]], ...], tuple[int, ...]]:
    penalties = [scoring.UNDERTRICKS[doubled][vulnerable] for doubled in DOUBLED]
    most = range(1, len(penalties[0].totals) + 1)
    return (
        vulnerable,
        tuple((down, tuple(penalty.points(down) for penalty in penalties)) for down in most),
        tuple(penalty.further for penalty in penalties),
    )


def _made(vulnerable: bool) -> tuple[tuple[int, tuple[Strain, ...], tuple[int, ...]], ...]:
    return tuple(
        (level, strains, tuple(_score(level, strains[0], doubled, vulnerable) for doubled in DOUBLED))
        for level in LEVELS
        for strains in _strain_groups()
    )


def _score(level: int, strain: Strain, doubled: Doubled, vulnerable: bool) -> int:
    contract = Contract(level, strain, doubled, "S", vulnerable, level + BOOK)
    return sum(part.points for part in scoring.breakdown(contract))


def _chicago(deals: int, variant: Variant) -> tuple[int, str, Vulnerable]:
    vulnerable = rubber.vulnerability(rubber.Standing(deals=deals), replace(variant, scoring="chicago"))
    return deals + 1, DECLARERS[board_dealer(deals + 1) - 1], vulnerable
