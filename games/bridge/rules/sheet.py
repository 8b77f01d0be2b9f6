"""How a sheet of bridge continues from board to board, and from deal to deal of a rubber or of Chicago."""

from collections.abc import Iterator, Sequence

from games.bridge.rules import rubber
from games.bridge.rules.boards import board_dealer, next_board
from games.bridge.rules.entry import DECLARERS, Entry
from games.bridge.rules.rubber import DEALS_OF_CHICAGO, EAST_WEST, NORTH_SOUTH, SIDES, Standing
from games.bridge.rules.variant import Variant
from scorer.scoring import Fields, Notice, ResultUnit, after


def remembers(variant: Variant) -> bool:
    return not variant.has_boards


def result_unit(variant: Variant) -> ResultUnit:
    return ResultUnit.POINTS if variant.has_boards else ResultUnit.HUNDREDS


def initial_values(entries: Sequence[Entry], turn: int, variant: Variant, seats: int) -> Fields:
    """Return the board after the last one on the sheet, which is not always the highest."""
    return {"board": next_board(entries[-1].board if entries else None)} if variant.has_boards else {}


def dealer(entry: Entry, turn: int) -> int:
    return turn if entry.board is None else board_dealer(entry.board)


def next_dealer(entry: Entry, dealer: int, seats: int, variant: Variant | None = None) -> int:
    """Return the next seat. In Chicago whoever dealt a deal that was passed out deals again."""
    again = variant is not None and variant.is_chicago and entry.passed_out
    return dealer if again else after(dealer, seats)


def deal(entry: Entry) -> int | None:
    return entry.board


def deal_fields(deal: int) -> Fields:
    return {"board": deal}


def declarers(entry: Entry, seats: int) -> Sequence[int]:
    return [seat for seat, name in enumerate(DECLARERS, 1) if name == entry.declarer]


def has_paper(variant: Variant) -> bool:
    return not variant.has_boards


def notices(totals: Sequence[int], carry: Standing | None, variant: Variant, seats: int) -> tuple[Notice, ...]:
    """Return where the rubber or the Chicago stands."""
    if variant.has_boards:
        return ()
    now = carry or Standing()
    if now.has_ended(variant):
        return (_ended(now, variant),)
    return (*_standing(now, variant), *_unfinished(now, variant, seats))


def _ended(now: Standing, variant: Variant) -> Notice:
    if variant.is_chicago:
        return Notice("chicago_over", {"number": now.number, "n": DEALS_OF_CHICAGO}, ends=True)
    winner = max(SIDES, key=lambda side: now.games[side])
    games = {"number": now.number, "won": max(now.games), "lost": min(now.games)}
    return Notice("rubber_over", games, side=_first_seat(winner), ends=True)


def _standing(now: Standing, variant: Variant) -> Iterator[Notice]:
    vulnerable = rubber.vulnerability(now, variant)
    if variant.is_chicago:
        yield Notice(f"chicago_deal_{vulnerable.lower()}", {"number": now.number, "deal": now.deals + 1})
    else:
        yield Notice(f"rubber_{vulnerable.lower()}", {"number": now.number})
    for side in SIDES:
        if now.below[side]:
            yield Notice("below", {"n": now.below[side]}, side=_first_seat(side))


def _unfinished(now: Standing, variant: Variant, seats: int) -> Iterator[Notice]:
    """Yield what closing the table adds for a rubber that is not finished."""
    ahead = now.ahead
    for code, side, points in rubber.unfinished(now, variant):
        by_seat = tuple(points if (seat - 1) % 2 == side else -points for seat in range(1, seats + 1))
        before, ahead = ahead, ahead + by_seat[NORTH_SOUTH]
        result = rubber.result_of(before, ahead, seats)
        yield Notice(code, {"n": points}, side=_first_seat(side), explains=True, closing=by_seat, result=result)


def _first_seat(side: int) -> int:
    return {NORTH_SOUTH: 1, EAST_WEST: 2}[side]
