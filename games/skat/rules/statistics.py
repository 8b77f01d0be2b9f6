"""What is counted in hands: the games of the declarer, and how they were played."""

from collections.abc import Iterator
from typing import Final

from games.skat.rules.entry import TRUMPS, Entry
from games.skat.rules.value import worth
from games.skat.rules.variant import Variant
from scorer.scoring import Case, Statistic


def _games(entry: Entry, _variant: Variant, _seats: int) -> Iterator[Case]:
    if entry.kind and entry.declarer:
        yield Case(entry.kind, (entry.declarer,), worth(entry).won)


def _ways(entry: Entry, _variant: Variant, _seats: int) -> Iterator[Case]:
    if entry.declarer:
        way = "ouvert" if entry.announced == "ouvert" else "hand" if entry.in_hand else "skat"
        yield Case(way, (entry.declarer,), worth(entry).won)


STATISTICS: Final = (
    Statistic("kind", (*TRUMPS, "null"), _games),
    Statistic("way", ("skat", "hand", "ouvert"), _ways),
)
