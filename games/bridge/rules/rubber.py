"""Where a rubber or a Chicago stands: games, part-scores, and who is vulnerable.

Rubber: contract tricks are written below the line. 100 in one deal or several are a game; then a line is drawn, and
the part-scores of both sides no longer count towards the next game. A side that has won a game is vulnerable. Two games
win the rubber.

Chicago: four deals, dealt by N, E, S and W. A deal that is passed out is dealt again. Nobody is vulnerable in deal 1,
everybody in deal 4; in deals 2 and 3 the dealer's side is, or in some clubs its opponents.

Source: the Laws of Contract Bridge for rubber (2014), and their appendix on Chicago.
"""

from dataclasses import dataclass, replace
from typing import Final

from games.bridge.rules.boards import board_dealer
from games.bridge.rules.entry import VULNERABLE, Vulnerable
from games.bridge.rules.variant import Variant

NORTH_SOUTH, EAST_WEST = SIDES = (0, 1)
"""The sides of the table by index."""

GAME_FROM: Final = 100
"""The points of the tricks bid that make a game (the club's text, "Vollspiel"; the Laws say the same)."""
GAMES_OF_RUBBER: Final = 2  # the Laws of Contract Bridge, "Rubber"
DEALS_OF_CHICAGO: Final = 4
HUNDRED, HALF = 100, 50


@dataclass(frozen=True, slots=True)
class Standing:
    """A rubber or a Chicago after some of its deals. Pairs are (N–S, E–W).

    It stays as it is when it is over; the next deal belongs to a new one (`current`).
    """

    number: int = 1
    deals: int = 0
    """In Chicago without those that were passed out."""
    games: tuple[int, int] = (0, 0)
    below: tuple[int, int] = (0, 0)
    """The part-scores of the game that is not finished."""
    ahead: int = 0
    """By how many points N–S are ahead; negative if E–W are."""

    def has_ended(self, variant: Variant) -> bool:
        return self.deals == DEALS_OF_CHICAGO if variant.is_chicago else max(self.games) == GAMES_OF_RUBBER

    def with_contract_tricks(self, side: int, points: int) -> "Standing":
        """Return the standing after a contract was made: with a part-score more, or with a game."""
        total = self.below[side] + points
        if total < GAME_FROM:
            return replace(self, below=_with(self.below, side, total))
        return replace(self, games=_with(self.games, side, self.games[side] + 1), below=(0, 0))


def current(carry: Standing | None, variant: Variant) -> Standing:
    """Return the standing that the next deal adds to."""
    last = carry or Standing()
    return Standing(last.number + 1) if last.has_ended(variant) else last


def hundreds(ahead: int) -> int:
    """Return a difference as it counts: in hundreds, 50 upwards (the Laws of Contract Bridge for rubber)."""
    counted = (abs(ahead) + HALF) // HUNDRED
    return counted if ahead > 0 else -counted


def result_of(before: int, after: int, seats: int) -> tuple[int, ...]:
    """Return by seat what a change of the difference counts for in the result, in points: whole hundreds."""
    north_south = HUNDRED * (hundreds(after) - hundreds(before))
    return tuple(north_south if (seat - 1) % 2 == NORTH_SOUTH else -north_south for seat in range(1, seats + 1))


def vulnerability(now: Standing, variant: Variant) -> Vulnerable:
    """Return who is vulnerable in the next deal of this rubber or Chicago."""
    if not variant.is_chicago:
        return _vulnerable(bool(now.games[NORTH_SOUTH]), bool(now.games[EAST_WEST]))
    if now.deals in (0, DEALS_OF_CHICAGO - 1):
        return "both" if now.deals else "none"
    dealers = board_dealer(now.deals + 1) % len(SIDES) == 1
    north_south = dealers == (variant.chicago_vulnerable == "dealer")
    return _vulnerable(north_south, not north_south)


def _vulnerable(north_south: bool, east_west: bool) -> Vulnerable:  # a pair of sides
    return VULNERABLE[north_south + 2 * east_west]


def _with(pair: tuple[int, int], side: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if side == NORTH_SOUTH else (pair[0], value)


# The Laws of Contract Bridge, "Unfinished rubber". The part-score is a setting, because older editions give 50.
ONLY_GAME: Final = 300


def unfinished(now: Standing, variant: Variant) -> tuple[tuple[str, int, int], ...]:
    """Return what is scored if a rubber ends as it is: a code, the side, and its points."""
    if variant.scoring != "rubber" or now.has_ended(variant):
        return ()
    items = []
    for side in SIDES:
        if now.games[side] and not now.games[1 - side]:
            items.append(("unfinished_game", side, ONLY_GAME))
        if now.below[side] and not now.below[1 - side]:
            items.append(("unfinished_part_score", side, int(variant.unfinished_part_score)))
    return tuple(items)
