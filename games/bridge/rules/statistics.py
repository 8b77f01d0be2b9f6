"""What is counted in boards: the contracts, for their declarers."""

from collections.abc import Callable, Iterator
from typing import Final

from games.bridge.rules.contract import Contract, contract_of
from games.bridge.rules.entry import DECLARERS, DOUBLED, STRAINS, Entry, Strain
from games.bridge.rules.variant import Variant
from scorer.scoring import Case, Statistic

GAME_LEVEL: Final[dict[Strain, int]] = {"NT": 3, "S": 4, "H": 4, "D": 5, "C": 5}
"""From which level on a contract is a game undoubled (Law 77: 100 points for its tricks)."""
SLAMS: Final = {6: "small_slam", 7: "grand_slam"}


def _height(contract: Contract) -> str:
    """What was bid: a part-score that becomes a game when it is doubled is a part-score here."""
    if contract.level >= GAME_LEVEL[contract.strain]:
        return SLAMS.get(contract.level, "game")
    return "part_score"


def _by(group: Callable[[Contract], str]) -> Callable[[Entry, Variant, int], Iterator[Case]]:
    def cases(entry: Entry, _variant: Variant, _seats: int) -> Iterator[Case]:
        contract = contract_of(entry, "none")
        if contract:
            yield Case(group(contract), (DECLARERS.index(contract.declarer) + 1,), contract.over >= 0)

    return cases


STATISTICS: Final = (
    Statistic("strain", STRAINS, _by(lambda contract: contract.strain)),
    Statistic("height", ("part_score", "game", *SLAMS.values()), _by(_height)),
    Statistic("doubled", DOUBLED, _by(lambda contract: contract.doubled)),
)
