"""Results that others have played, scored and published, to the last digit that they show.

Only facts are typed here: numbers in place of names, what was scored, and what it was worth.
"""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest

from games.bridge.rules.scales import IMPS
from scorer.contest.comparing.butler import Butler
from scorer.contest.comparing.cross_imps import CrossImps
from scorer.contest.comparing.matchpoints import Matchpoints
from tests.contest.playing import board, firsts, rank, result, seconds

SKY_CLUB = """
1: 1-2 100 1.00, 3-4 100 1.00, 5-6 50 -2.00, 7-8 average 0.00
2: 6-3 -400 1.33, 2-5 -420 0.00, 1-7 -430 0.00, 8-4 -460 -1.33
3: 6-1 500 11.00, 4-7 100 0.67, 8-5 -110 -5.33, 3-2 -140 -6.33
4: 7-8 1430 13.00, 6-2 680 -3.67, 3-1 680 -3.67, 5-4 620 -5.67
5: 2-4 710 7.67, 5-1 680 7.00, 3-8 300 -3.00, 7-6 -100 -11.67
6: 1-8 800 16.00, 4-3 -600 -7.00, 6-2 -650 -9.00, 5-7 average 0.00
7: 5-1 1480 15.67, 7-3 200 -2.67, 4-8 200 -2.67, 2-6 -100 -10.33
8: 6-5 50 12.33, 2-7 -460 0.33, 3-4 -460 0.33, 1-8 -1120 -13.00
9: 5-7 460 0.33, 3-4 460 0.33, 6-2 450 0.33, 8-1 430 -1.00
10: 8-1 1440 13.00, 6-2 690 -4.33, 5-7 690 -4.33, 3-4 690 -4.33
11: 6-2 -480 8.33, 3-1 -490 8.33, 5-7 -990 -3.67, 8-4 -1510 -13.00
"""
"""An evening of 8 pairs on BBO, 10 August 2013: the travellers of tourney 2196-1376162040, which are test data of
github.com/jarekczek/pbntools. Each result has its IMPs for N-S. There, a board should have the results that it has.
"""


def test_an_evening_in_cross_imps() -> None:
    results, published = [], []
    for line in SKY_CLUB.strip().splitlines():
        deal, tables = line.split(": ")
        said = [table.split() for table in tables.split(", ")]
        expected = sum(points != "average" for _pairs, points, _imps in said)
        for pairs, points, imps in said:
            one, other = map(int, pairs.split("-"))
            ruled = {"average": [50, 50]} if points == "average" else {"points": int(points)}
            results.append(result((one, other), deal=int(deal), expected=expected, **ruled))
            published.append(imps)
    found = rank(CrossImps(IMPS), results)
    assert [f"{float(score):.2f}" for score in firsts(found)] == published
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    for played, (first, second) in zip(results, found.scores, strict=True):
        totals[played.contestants[0]] += first or 0
        totals[played.contestants[1]] += second or 0
    assert {place.standing.contestant: place.standing.score for place in found.places} == totals
    assert sum(totals.values()) == 0


FINAL = "670 42, 150 40, 140 38, " + "110 33, " * 4 + "0 20, " * 9 + "-100 6, " * 5 + "-300 0"
"""Board 28 of the direct final of the French Open by two, second division, 6 February 2022, with the matchpoints of
N-S: a score table of Magic Contest, which is in the code of a reader of such files.
"""

RICHMOND = """
-450 0, -150 1, 100 2; -420 0, -170 1, 110 2; 400 1.5, 100 0, 400 1.5; 100 1, -110 0, 200 2; 150 1, 630 2, -100 0
"""
"""Boards 1 to 5 at three tables, 22 June 2013, with the matchpoints of N-S by the American count, which is half as
much: sugarcrossing.com/Bridge/results/scores_130622.htm.
"""


@pytest.mark.parametrize(("table", "factor"), [(FINAL, 1), *((table, 2) for table in RICHMOND.strip().split("; "))])
def test_boards_at_matchpoints(table: str, factor: int) -> None:
    points, published = zip(*(line.split() for line in table.split(", ")), strict=True)
    found = rank(Matchpoints(), board(list(map(int, points))))
    assert firsts(found) == [factor * Fraction(matchpoints) for matchpoints in published]
    top = 2 * (len(points) - 1)
    assert seconds(found) == [top - (score or 0) for score in firsts(found)]


def test_a_traveller_that_a_school_shows() -> None:
    """nofearbridge.co.uk/duplicate.htm, seven tables."""
    found = rank(Matchpoints(), board([430, 430, 420, 460, 430, 450, -50]))
    assert firsts(found) == [6, 6, 2, 12, 6, 10, 0]


def test_a_datum_that_a_club_explains() -> None:
    """Hemel Hempstead leaves out one at each end: a datum of 440, +5 for 620 and -7 for 170 (their page on Butler)."""
    points = [620, 620, 620, 620, 170, 170, 170]
    butler = Butler(IMPS, drop=1)
    assert firsts(rank(butler, board(points))) == [5, 5, 5, 5, -7, -7, -7]
    assert firsts(rank(replace(butler, drop=0), board(points)))[-1] == -6  # the mean of all is 427
