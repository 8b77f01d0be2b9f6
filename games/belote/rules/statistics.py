"""What is counted in hands: the contracts, for the player who bid them."""

from collections.abc import Callable, Iterator
from typing import Final

from games.belote.rules import ffb
from games.belote.rules.entry import COINCHES, SLAMS, TRUMPS, VALUES, Entry, contract_value
from games.belote.rules.tally import tally
from games.belote.rules.variant import Variant
from scorer.scoring import Case, Statistic


def _is_made(entry: Entry, variant: Variant) -> bool:
    """Return whether the contract was made. A litige, which waits for the next hand, was not made."""
    hand = tally(entry, variant)
    if variant.scoring == "ffb":
        return ffb.verdict(entry, hand, variant) == "made"
    return hand.points >= contract_value(entry)


def _by(group: Callable[[Entry], str]) -> Callable[[Entry, Variant, int], Iterator[Case]]:
    def cases(entry: Entry, variant: Variant, _seats: int) -> Iterator[Case]:
        if entry.bidder:
            yield Case(group(entry), (entry.bidder,), _is_made(entry, variant))

    return cases


STATISTICS: Final = (
    Statistic("value", tuple(map(str, (*VALUES, *SLAMS))), _by(lambda entry: str(entry.value))),
    Statistic("trump", TRUMPS, _by(lambda entry: entry.trump or "")),
    Statistic("coinche", COINCHES, _by(lambda entry: entry.coinche)),
)
