"""Dealer and vulnerability, which follow from the number of the board in a cycle of sixteen.

    board  dealer  vulnerable     board  dealer  vulnerable     board  dealer  vulnerable     board  dealer  vulnerable
      1      N       none           5      N       NS             9      N       EW            13      N       both
      2      E       NS             6      E       EW            10      E       both          14      E       none
      3      S       EW             7      S       both          11      S       none          15      S       NS
      4      W       both           8      W       none          12      W       NS            16      W       EW

Source: Laws of Duplicate Bridge, Law 2, and the usual marking of boards. The club's text says only that the four states
of vulnerability change "by a certain system".
"""

from games.bridge.rules.entry import MAX_BOARD, VULNERABLE, Vulnerable


def board_dealer(board: int) -> int:
    """Return the dealer's position: 1 is North, 2 East, 3 South, 4 West."""
    return (board - 1) % 4 + 1


def board_vulnerability(board: int) -> Vulnerable:
    """Return who is vulnerable. Each group of four boards starts one state later than the group before it."""
    place = board - 1
    return VULNERABLE[(place + place // 4) % 4]


def next_board(board: int | None) -> int:
    """Return the board after this one, or 1 after the highest number and if none was played yet (None)."""
    return (board or 0) % MAX_BOARD + 1
