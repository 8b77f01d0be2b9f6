"""Evenings on which nobody meets twice, for the numbers of players for which a search by chance hardly finds one.

Each round follows from the one before by adding 1 to all numbers. The numbers form rings, each of as many numbers as
there are rounds, and the addition is modulo that number within each ring. Contestants in no ring stay. Nobody meets
twice because no difference occurs twice within a ring, nor between the same two rings.

The first rounds were found by a backtracking search. For 24, 28 and 32 players, and for 15 at tables of three
(Kirkman's schoolgirls), more than 7, 9, 10 and 7 rounds are impossible. The evening for 32 players has 9.
"""

from collections.abc import Mapping

FIRST_ROUNDS: Mapping[tuple[int, int], tuple[int, str]] = {
    (24, 4): (7, "23 20 11 3 / 22 8 16 4 / 21 5 7 18 / 19 15 9 14 / 17 6 2 1 / 13 12 10 0"),
    (28, 4): (9, "27 22 2 17 / 26 25 19 10 / 24 20 16 6 / 23 12 4 13 / 21 8 0 5 / 18 3 1 15 / 14 9 11 7"),
    (32, 4): (
        9,
        "31 17 26 2 / 30 24 4 14 / 29 1 19 12 / 28 16 20 8 / 27 11 7 23 / 25 10 21 18 / 22 0 5 3 / 15 9 13 6",
    ),
    (15, 3): (7, "14 1 10 / 13 0 7 / 12 8 4 / 11 6 9 / 5 2 3"),
}
"""The number of rounds, and the first of them, by contestants and size of table. Contestants are numbered from 0."""


def rounds(contestants: int, size: int) -> list[list[list[int]]]:
    """Return the tables of all rounds without a repeat, or no rounds if there is no design for these numbers."""
    count, first = FIRST_ROUNDS.get((contestants, size), (0, ""))
    in_rings = contestants // count * count if count else 0
    tables = [[int(word) for word in table.split()] for table in first.split("/")]
    return [
        [
            [
                number // count * count + (number % count + turn) % count if number < in_rings else number
                for number in table
            ]
            for table in tables
        ]
        for turn in range(count)
    ]
