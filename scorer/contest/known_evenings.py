"""Evenings at tables of three and four, or of four and five, on which the fewest known meet again.

known_evenings.txt has one evening a line, and a round a word: "0123/4567 0246/1357". A character stands for a
contestant. An evening with fewer rounds than any of its size is the beginning of a longer one, on which nobody meets
again. `python -m tests.contest.evenings` has found them.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import ascii_letters, digits

FILE = Path(__file__).with_name("known_evenings.txt")
CONTESTANTS = digits + ascii_letters

Sizes = tuple[int, ...]
Tables = list[list[int]]


def known_evening(sizes: Iterable[int], rounds: int) -> list[Tables]:
    """Return the tables of each round, for contestants numbered from 0, or no rounds if no such evening is known.

    `sizes` are those of the tables of each round, in any order.
    """
    longer = (evening for evening in known_evenings().get(tuple(sorted(sizes)), []) if len(evening) >= rounds)
    return min(longer, key=len, default=[])[:rounds]


@cache
def known_evenings() -> dict[Sizes, list[list[Tables]]]:
    evenings: defaultdict[Sizes, list[list[Tables]]] = defaultdict(list)
    for line in FILE.read_text().splitlines():
        evening = [[[*map(CONTESTANTS.index, table)] for table in word.split("/")] for word in line.split()]
        evenings[tuple(sorted(map(len, evening[0])))].append(evening)
    return evenings
