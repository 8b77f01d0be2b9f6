"""The ranges of Augen: within a range every hand is worth the same, whatever was announced."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from games.doppelkopf.rules.entry import ALL_AUGEN, Absage, Entry
from games.doppelkopf.rules.variant import Variant

LIMITS: Final[dict[Absage, int]] = {"k90": 90, "k60": 60, "k30": 30}  # club's text 3; schwarz has none

_HALF: Final = ALL_AUGEN // 2
SINGLE: Final = (0, _HALF, ALL_AUGEN)
"""The ranges of a single number, under any house rules."""


@dataclass(frozen=True, slots=True)
class Range:
    """From `lowest` to `highest` Augen of one party. Both may be the same number."""

    lowest: int
    highest: int

    @property
    def is_number(self) -> bool:
        return self.lowest == self.highest

    @property
    def figure(self) -> int | str:
        """The Augen for a sentence: 151, or "121–150"."""
        return self.highest if self.is_number else f"{self.lowest}–{self.highest}"

    @property
    def of_the_other_party(self) -> "Range":
        """The Augen of the other party."""
        return Range(ALL_AUGEN - self.highest, ALL_AUGEN - self.lowest)

    def __contains__(self, augen: int) -> bool:
        return self.lowest <= augen <= self.highest


@cache
def ranges(variant: Variant) -> tuple[Range, ...]:
    """Return the ranges of Re from 0 to 240, lowest first. By the variant's `boundary`, one ends at 89 or at 90."""
    bis = variant.scoring == "house" and variant.boundary == "bis"
    starts = (0, 1, *(limit + bis for limit in sorted(LIMITS.values())), _HALF)
    lower = [Range(start, following - 1) for start, following in pairwise(starts)]
    return (*lower, Range(_HALF, _HALF), *(below.of_the_other_party for below in reversed(lower)))


def augen_of(entry: Entry, variant: Variant) -> Range | None:
    """Return the Augen of Re as they were entered, a number or a range. None if there is no such number or range."""
    augen = entry.re_augen
    if augen is None or not 0 <= augen <= ALL_AUGEN:
        return None
    if entry.augen_exact:
        return Range(augen, augen)
    return next((part for part in ranges(variant) if part.highest == augen), None)
