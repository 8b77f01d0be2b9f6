"""How a sheet of bridge goes on from board to board."""
# ruff: noqa: ARG001  # these functions have the signatures that every game's rules have

from collections.abc import Sequence

from games.bridge.rules.boards import board_dealer, next_board
from games.bridge.rules.entry import Entry
from games.bridge.rules.variant import Variant
from scorer.scoring import Fields, Notice, Sides, after, pairs


def sides(seats: int) -> Sides:
    return pairs(seats)


def remembers(variant: Variant) -> bool:
    return False


def notices(totals: Sequence[int], carry: None, variant: Variant, seats: int) -> tuple[Notice, ...]:
    return ()


def initial_values(entries: Sequence[Entry], turn: int, variant: Variant, seats: int) -> Fields:
    """The board after the last one on the sheet, which need not be the highest."""
    return {"board": next_board(entries[-1].board if entries else None)}


def dealer(entry: Entry, turn: int) -> int:
    return turn if entry.board is None else board_dealer(entry.board)


def next_dealer(entry: Entry, dealer: int, seats: int) -> int:
    return after(dealer, seats)
