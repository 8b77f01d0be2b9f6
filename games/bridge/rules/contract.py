"""A contract with its result."""

from dataclasses import dataclass

from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.entry import Declarer, Doubled, Entry, Strain, Vulnerable

BOOK = 6
"""The tricks that do not count: a contract of level 1 needs 7."""

_VULNERABLE_SEATS: dict[Vulnerable, str] = {"none": "", "NS": "NS", "EW": "EW", "both": "NESW"}


@dataclass(frozen=True, slots=True)
class Contract:
    level: int
    strain: Strain
    doubled: Doubled
    declarer: Declarer
    vulnerable: bool
    """Whether declarer's side is. The vulnerability of the other side never affects the score."""
    tricks: int
    """All the tricks that declarer's side won."""

    @property
    def over(self) -> int:
        """The number of overtricks. If it is negative, of undertricks."""
        return self.tricks - BOOK - self.level


def contract_of(entry: Entry) -> Contract | None:
    """Return the contract of an entry without problems, or None if the board was passed out."""
    if entry.passed_out:
        return None
    board, level, strain, declarer, tricks = entry.board, entry.level, entry.strain, entry.declarer, entry.tricks
    if board is None or level is None or strain is None or declarer is None or tricks is None:
        raise ValueError("an entry with problems has no contract")
    vulnerability = entry.vulnerable or board_vulnerability(board)
    return Contract(level, strain, entry.doubled, declarer, declarer in _VULNERABLE_SEATS[vulnerability], tricks)
