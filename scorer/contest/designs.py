"""Evenings on which nobody meets twice, for the numbers of players where chance hardly finds one.

A round goes on to the next by adding 1 to all numbers, modulo the number of rounds within each ring of so many
numbers; who is in no ring stays. It works because no difference comes twice within a ring, nor between the same two
rings.

Found by a search with retreat. For 24, 28 and 32 players, and for 15 at tables of three (Kirkman's schoolgirls),
nobody can do better than 7, 9, 10 and 7 rounds; the one for 32 has 9."""

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
"""Contestants and size of table to the rounds there are, and the first of them. Numbers are from 0."""


def rounds(contestants: int, size: int) -> list[list[list[int]]]:
    """All rounds without a repeat, of tables; none where it has to be searched for."""
    many, first = FIRST_ROUNDS.get((contestants, size), (0, ""))
    rings = contestants // many * many if many else 0
    tables = [[int(word) for word in table.split()] for table in first.split("/")]
    return [
        [[one // many * many + (one % many + turn) % many if one < rings else one for one in table] for table in tables]
        for turn in range(many)
    ]
