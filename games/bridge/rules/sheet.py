"""How a sheet of bridge continues from board to board."""

from collections.abc import Sequence

from games.bridge.rules.boards import board_dealer, next_board
from games.bridge.rules.entry import Entry
from games.bridge.rules.variant import Variant
from scorer.scoring import Fields


def initial_values(entries: Sequence[Entry], turn: int, variant: Variant, seats: int) -> Fields:
    """Return the board after the last one on the sheet, which is not always the highest."""
    return {"board": next_board(entries[-1].board if entries else None)}


def dealer(entry: Entry, turn: int) -> int:
    return turn if entry.board is None else board_dealer(entry.board)


def deal(entry: Entry) -> int | None:
    return entry.board


def deal_fields(deal: int) -> Fields:
    return {"board": deal}
