"""Boards and deals that a club might play, for the demo and the tests."""

from collections.abc import Sequence
from random import Random

from games.bridge.rules.boards import next_board
from games.bridge.rules.contract import BOOK
from games.bridge.rules.entry import CARDS, DECLARERS, HONOURS, MAX_TRICKS, Entry, Honours, Strain
from games.bridge.rules.variant import Variant

# Roughly how a club's boards end, in percent. These are our own estimates for the demo, from no source.
PASSED_OUT = 2
CONTRACTS: dict[tuple[int, Strain], int] = {
    (1, "C"): 1, (1, "D"): 1, (1, "H"): 2, (1, "S"): 2, (1, "NT"): 9,
    (2, "C"): 2, (2, "D"): 3, (2, "H"): 6, (2, "S"): 8, (2, "NT"): 4,
    (3, "C"): 3, (3, "D"): 3, (3, "H"): 4, (3, "S"): 4, (3, "NT"): 16,
    (4, "C"): 1, (4, "D"): 1, (4, "H"): 10, (4, "S"): 11, (4, "NT"): 1,
    (5, "C"): 2, (5, "D"): 2, (5, "H"): 1, (5, "S"): 1,
    (6, "C"): 1, (6, "D"): 1, (6, "H"): 1, (6, "S"): 1, (6, "NT"): 1,
}  # fmt: skip
OVER = {-4: 1, -3: 3, -2: 9, -1: 20, 0: 31, 1: 22, 2: 10, 3: 4}
DOUBLED_DOWN, DOUBLED_MADE = 20, 3
WITH_HONOURS = 8


def random_entry(random: Random, entries: Sequence[Entry], variant: Variant, seats: int, dealer: int) -> Entry:
    """Return the next deal, with a contract and result of an ordinary evening."""
    board = next_board(entries[-1].board if entries else None) if variant.has_boards else None
    if random.randrange(100) < PASSED_OUT:
        return Entry(board, passed_out=True)
    ((level, strain),) = random.choices(list(CONTRACTS), list(CONTRACTS.values()))
    (over,) = random.choices(list(OVER), list(OVER.values()))
    tricks = min(level + BOOK + over, MAX_TRICKS)
    doubled = random.randrange(100) < (DOUBLED_DOWN if over < 0 else DOUBLED_MADE)
    declarer = random.choice(DECLARERS)
    honours: tuple[Honours, ...] = ()
    if not variant.has_boards and random.randrange(100) < WITH_HONOURS:
        honours = (Honours(random.choice(DECLARERS), HONOURS[-1] if strain == "NT" else random.choice(HONOURS)),)
    lead = random.choice(CARDS) if variant.asks_for_lead else None
    return Entry(board, level, strain, "X" if doubled else "", declarer, tricks, honours=honours, lead=lead)
