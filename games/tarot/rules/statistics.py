"""What is counted in deals with a taker: the contracts, and with how many oudlers."""

from collections.abc import Callable, Iterator
from typing import Final

from games.tarot.rules.cards import MAX_OUDLERS
from games.tarot.rules.entry import CONTRACTS, Entry
from games.tarot.rules.taker import over
from games.tarot.rules.variant import Variant
from scorer.scoring import Case, Statistic


def _by(group: Callable[[Entry], str]) -> Callable[[Entry, Variant, int], Iterator[Case]]:
    def cases(entry: Entry, _variant: Variant, _seats: int) -> Iterator[Case]:
        if entry.taker and entry.points is not None and entry.oudlers is not None:
            yield Case(group(entry), (entry.taker,), over(entry.points, entry.oudlers) >= 0)

    return cases


STATISTICS: Final = (
    Statistic("contract", CONTRACTS, _by(lambda entry: entry.contract or "")),
    Statistic("oudlers", tuple(map(str, range(MAX_OUDLERS + 1))), _by(lambda entry: str(entry.oudlers))),
)
