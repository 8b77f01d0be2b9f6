"""The ranges of Augen that matter: within one of them every hand is worth the same, whatever was announced."""

from dataclasses import dataclass
from itertools import pairwise

from games.doppelkopf.rules.entry import ALL_AUGEN
from games.doppelkopf.rules.lines import LIMITS
from games.doppelkopf.rules.variant import Variant

_HALF = ALL_AUGEN // 2


@dataclass(frozen=True, slots=True)
class Range:
    """From `lowest` to `highest` Augen of Re."""

    lowest: int
    highest: int

    @property
    def value(self) -> int:
        """The Augen of Re that stand for the range.

        The party that has fewer has as many as can be, so that its Sonderpunkte have room.
        """
        return min(self.highest, max(self.lowest, _HALF))

    def __len__(self) -> int:
        return self.highest - self.lowest + 1

    def __contains__(self, augen: int) -> bool:
        return self.lowest <= augen <= self.highest


def ranges(variant: Variant) -> tuple[Range, ...]:
    """Lowest first, 0 to 240. The steps of the ladder cut them, at 90 or above it as `boundary` says."""
    bis = variant.scoring == "house" and variant.boundary == "bis"
    starts = (0, 1, *(limit + bis for limit in sorted(LIMITS.values())), _HALF)
    lower = [Range(start, following - 1) for start, following in pairwise(starts)]
    upper = [Range(ALL_AUGEN - below.highest, ALL_AUGEN - below.lowest) for below in reversed(lower)]
    return (*lower, Range(_HALF, _HALF), *upper)
