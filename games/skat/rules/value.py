"""What a game is worth, and whether it is won. Sections are those of the Internationale Skatordnung (ISkO).

    value      base x (matadors + 1 for the game + 1 for each step)                                    5.1, 5.2
    base       diamonds 9, hearts 10, spades 11, clubs 12, Grand 24                                         5.1
    steps      Hand; Schneider; Schneider announced; Schwarz; Schwarz announced; ouvert                     5.2
    Null       23; Hand 35; ouvert 46; ouvert Hand 59                                                       5.1

Each announcement includes those before it, and counts as reached: whoever misses it loses "at least in the step that
was announced" (5.2.5). Schneider and Schwarz count for either party (5.2.3, 5.2.4), the declarer's own too, but none
counts a second time beside what was announced ("den so genannten Eigenschneider gibt es nicht", 5.2.5).
"""

from typing import Final, NamedTuple

from games.skat.rules.entry import TRUMPS, Entry, Kind

BASE: Final[dict[Kind, int]] = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}  # 5.1
NULL: Final = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}  # 5.1
"""By whether it is played Hand, and whether it is ouvert."""
MATADORS: Final[dict[Kind, int]] = {"D": 11, "H": 11, "S": 11, "C": 11, "grand": 4}  # 2.4.3
"""The most of a game."""
STEPS: Final = 6
STEPS_WITH_SKAT: Final = 2
"""Without Hand there is nothing but Schneider and Schwarz."""

CARDS_WON: Final = ("won", "schneider", "schwarz")
REACHED: Final = {"won": 0, "schneider": 1, "schwarz": 2, "lost": 0, "lost_schneider": 1, "lost_schwarz": 2}
ANNOUNCED: Final = {None: 0, "schneider": 1, "schwarz": 2, "ouvert": 2}
"""The steps of Schneider and Schwarz, of either party, and those that were announced."""

BIDS: Final = sorted(
    {BASE[kind] * times for kind in TRUMPS for times in range(2, MATADORS[kind] + 1 + STEPS + 1)} | {*NULL.values()}
)
"""3.3.1: the values that a game can have, from 18 on."""


class Worth(NamedTuple):
    """What a game counts, before it is doubled because it is lost, or by Kontra and Bock."""

    value: int
    won: bool
    overbid: bool = False
    missed: bool = False
    """Whether the Augen would have won, but not what was announced."""


def worth(entry: Entry) -> Worth:
    """5.4.2: an overbid game is lost, and counts the least multiple of its base that reaches the bid."""
    cards_won = entry.result in CARDS_WON
    if entry.kind not in TRUMPS:
        return Worth(NULL[entry.in_hand, entry.announced == "ouvert"], cards_won)
    base, bid = BASE[entry.kind], entry.bid or 0
    overbid = base * times(entry) < bid
    missed = cards_won and REACHED[entry.result or ""] < ANNOUNCED[entry.announced]
    value = base * (-(-bid // base) if overbid else times(entry))
    return Worth(value, cards_won and not missed and not overbid, overbid, missed)


def times(entry: Entry) -> int:
    """Return by what the base is multiplied."""
    announced = ANNOUNCED[entry.announced]
    reached = max(REACHED[entry.result or ""], announced)
    return abs(entry.matadors or 0) + 1 + entry.in_hand + reached + announced + (entry.announced == "ouvert")


def highest(entry: Entry) -> int:
    """Return the most that the game could be worth when it was announced.

    A Hand game may lose matadors to the skat, which nobody has seen, so it could have had any number of them.
    """
    if entry.kind not in TRUMPS:
        return NULL[entry.in_hand, entry.announced == "ouvert"]
    most = MATADORS[entry.kind] + STEPS if entry.in_hand else abs(entry.matadors or 0) + STEPS_WITH_SKAT
    return BASE[entry.kind] * (most + 1)
