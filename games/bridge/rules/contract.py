"""A contract with its result."""

from dataclasses import dataclass

from games.bridge.rules.boards import board_vulnerability
from games.bridge.rules.entry import DECLARERS, Declarer, Doubled, Entry, Strain, Vulnerable

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


def side_of(seat: Declarer) -> int:
    """Return the index of a player's side."""
    return DECLARERS.index(seat) % 2


def contract_of(entry: Entry, vulnerable: Vulnerable | None = None) -> Contract | None:
    """Return the contract of an entry without problems, or None if the deal was passed out.

    `vulnerable` is who is vulnerable in a deal that is not a board.
    """
    if entry.passed_out:
        return None
    level, strain, declarer, tricks = entry.level, entry.strain, entry.declarer, entry.tricks
    if vulnerable is None and entry.board is not None:
        vulnerable = entry.vulnerable or board_vulnerability(entry.board)
    if vulnerable is None or level is None or strain is None or declarer is None or tricks is None:
        raise ValueError("an entry with problems has no contract")
    return Contract(level, strain, entry.doubled, declarer, declarer in _VULNERABLE_SEATS[vulnerable], tricks)


def result_of(entry: Entry) -> int | None:
    """Return the overtricks, if negative the undertricks, of an entry without problems. None if it was passed out."""
    contract = contract_of(entry, "none")
    return None if contract is None else contract.over
