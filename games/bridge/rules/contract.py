"""A contract that was played to its end."""

from dataclasses import dataclass

from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.entry import Declarer, Doubled, Entry, Strain, Vulnerable

BOOK = 6
"""Tricks that count for nothing: a contract of level 1 asks for 7."""

_VULNERABLE_SEATS: dict[Vulnerable, str] = {"none": "", "NS": "NS", "EW": "EW", "both": "NESW"}


@dataclass(frozen=True, slots=True)
class Contract:
    level: int
    strain: Strain
    doubled: Doubled
    declarer: Declarer
    vulnerable: bool
    """Declarer's side; the other side's vulnerability never matters to the score."""
    tricks: int

    @property
    def over(self) -> int:
        """Overtricks; below zero, minus the undertricks."""
        return self.tricks - BOOK - self.level


def contract_of(entry: Entry) -> Contract | None:
    """The contract of a faultless entry, or None when the board was passed out."""
    if entry.passed_out:
        return None
    board, level, strain, declarer, tricks = entry.board, entry.level, entry.strain, entry.declarer, entry.tricks
    if board is None or level is None or strain is None or declarer is None or tricks is None:
        raise ValueError("an entry with problems has no contract")
    vulnerability = entry.vulnerable or board_vulnerability(board)
    return Contract(level, strain, entry.doubled, declarer, declarer in _VULNERABLE_SEATS[vulnerability], tricks)
