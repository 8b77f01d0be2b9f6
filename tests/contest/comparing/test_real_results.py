"""Results that others have played, scored and published, to the last digit that they show.

Only facts are typed here: numbers in place of names, what was scored, and what it was worth.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.bridge.rules.scales import IMPS, PERCENT_LIMITS
from scorer.contest.comparing.butler import Butler
from scorer.contest.comparing.cross_imps import CrossImps
from scorer.contest.comparing.imps import Imps
from scorer.contest.comparing.matchpoints import Matchpoints
from scorer.contest.comparing.vp import Vp
from scorer.contest.results import Result
from tests.contest.comparing.test_imps import both_rooms
from tests.contest.playing import board, extra, firsts, rank, result, seconds, standing_of

Evening = tuple[list[Result], list[Fraction]]

SKY_CLUB = """
1: 1-2 100 1.00, 3-4 100 1.00, 5-6 50 -2.00, 7-8 50/50 0.00
2: 6-3 -400 1.33, 2-5 -420 0.00, 1-7 -430 0.00, 8-4 -460 -1.33
3: 6-1 500 11.00, 4-7 100 0.67, 8-5 -110 -5.33, 3-2 -140 -6.33
4: 7-8 1430 13.00, 6-2 680 -3.67, 3-1 680 -3.67, 5-4 620 -5.67
5: 2-4 710 7.67, 5-1 680 7.00, 3-8 300 -3.00, 7-6 -100 -11.67
6: 1-8 800 16.00, 4-3 -600 -7.00, 6-2 -650 -9.00, 5-7 50/50 0.00
7: 5-1 1480 15.67, 7-3 200 -2.67, 4-8 200 -2.67, 2-6 -100 -10.33
8: 6-5 50 12.33, 2-7 -460 0.33, 3-4 -460 0.33, 1-8 -1120 -13.00
9: 5-7 460 0.33, 3-4 460 0.33, 6-2 450 0.33, 8-1 430 -1.00
10: 8-1 1440 13.00, 6-2 690 -4.33, 5-7 690 -4.33, 3-4 690 -4.33
11: 6-2 -480 8.33, 3-1 -490 8.33, 5-7 -990 -3.67, 8-4 -1510 -13.00
"""
"""An evening of 8 pairs on BBO, 10 August 2013: the travellers of tourney 2196-1376162040, which are test data of
github.com/jarekczek/pbntools. Each result has its IMPs for N-S. There, a board should have the results that it has.
"""

CAMBRIDGE_MATCHPOINTS = """
1: 3-15 400 14, 1-11 150 10, 6-14 150 10, 8-18 150 10, 5-12 -50 5, 13-2 -50 5, 4-17 -100 1, 7-16 -100 1
2: 4-17 1460 14, 3-15 1250 12, 7-16 710 10, 5-12 680 8, 1-11 650 5, 13-2 650 5, 6-14 300 2, 8-18 -1100 0
3: 3-15 500 14, 1-11 300 12, 5-12 110 10, 4-17 80 7, 6-14 80 7, 7-16 -50 3, 13-2 -50 3, 8-18 -200 0
4: 2-12 500 14, 4-16 120 11, 5-11 120 11, 6-13 -100 7, 14-3 -100 7, 7-15 -200 3, 8-17 -200 3, 1-18 -300 0
5: 4-16 1370 14, 14-3 800 12, 1-18 690 7, 2-12 690 7, 6-13 690 7, 7-15 690 7, 5-11 150 2, 8-17 -110 0
6: 5-11 300 14, 2-12 200 12, 4-16 -50 9, 7-15 -50 9, 14-3 -100 6, 1-18 -150 3, 6-13 -150 3, 8-17 -300 0
7: 6-12 1080 13, 8-16 1080 13, 7-14 790 10, 3-13 620 8, 15-4 100 6, 1-17 -110 4, 2-11 -140 2, 5-18 -200 0
8: 6-12 450 13, 8-16 450 13, 1-17 420 9, 15-4 420 9, 7-14 -50 6, 3-13 -100 3, 5-18 -100 3, 2-11 -400 0
9: 5-18 650 14, 7-14 480 12, 3-13 460 10, 1-17 430 7, 15-4 430 7, 6-12 420 4, 8-16 400 2, 2-11 -50 0
10: 1-16 200 14, 4-14 -90 12, 3-12 -100 10, 6-11 -110 8, 5-17 -130 5, 7-13 -130 5, 2-18 -150 2, 8-15 -400 0
11: 7-13 300 14, 6-11 100 12, 4-14 -100 10, 2-18 -400 8, 5-17 -430 6, 1-16 -460 3, 3-12 -460 3, 8-15 -550 0
12: 6-11 150 14, 2-18 100 12, 1-16 -90 10, 7-13 -110 8, 4-14 -120 6, 3-12 -130 4, 8-15 -200 2, 5-17 -300 0
13: 6-18 1460 14, 3-11 1430 11, 7-12 1430 11, 8-14 710 8, 2-17 680 6, 1-15 630 4, 16-5 180 2, 4-13 -100 0
14: 7-12 450 14, 1-15 420 12, 16-5 170 10, 6-18 150 8, 3-11 140 6, 2-17 -50 3, 4-13 -50 3, 8-14 -100 0
15: 3-11 100 13, 6-18 100 13, 7-12 50 10, 1-15 -100 7, 2-17 -100 7, 4-13 -130 2, 16-5 -130 2, 8-14 -130 2
16: 7-11 200 13, 17-6 200 13, 5-15 110 10, 4-12 100 8, 8-13 -50 6, 1-14 -100 4, 2-16 -140 2, 3-18 -670 0
17: 7-11 1400 14, 3-18 980 12, 4-12 490 10, 1-14 480 8, 5-15 450 4, 8-13 450 4, 17-6 450 4, 2-16 -50 0
18: 7-11 500 14, 5-15 100 12, 3-18 50 9, 4-12 50 9, 17-6 -100 6, 2-16 -170 4, 1-14 -300 2, 8-13 -1600 0
19: 4-11 430 13, 6-16 430 13, 2-15 200 10, 5-14 130 7, 18-7 130 7, 3-17 -50 3, 8-12 -50 3, 1-13 -100 0
20: 8-12 500 14, 6-16 100 12, 18-7 -500 10, 1-13 -620 5, 2-15 -620 5, 4-11 -620 5, 5-14 -620 5, 3-17 -800 0
21: 8-12 620 14, 2-15 150 12, 1-13 140 7, 3-17 140 7, 5-14 140 7, 18-7 140 7, 6-16 -100 2, 4-11 -200 0
22: 11-8 -110 14, 12-1 -600 12, 2-14 -630 5, 3-16 -630 5, 4-18 -630 5, 5-13 -630 5, 6-15 -630 5, 7-17 -630 5
23: 12-1 180 14, 11-8 100 12, 3-16 90 10, 6-15 70 8, 4-18 -100 6, 5-13 -110 4, 2-14 -200 1, 7-17 -200 1
24: 11-8 300 14, 5-13 100 12, 6-15 50 9, 12-1 50 9, 2-14 -400 5, 7-17 -400 5, 3-16 -460 1, 4-18 -460 1
"""
"""24 boards at eight tables, 7 October 2010, with the matchpoints of N-S: the university's club as Salliere, an open
scorer, has written it to USEBIO, in testdata/mp.xml of github.com/mjj29/salliere.
"""

CAMBRIDGE_PERCENT = """
17 66.7, 6 60.4, 13 57.7, 7 57.4, 18 56.8, 14 56.5, 3 51.2, 5 51.2, 4 49.4, 15 46.7, 16 46.4, 11 46.1, 2 43.5, 1 41.7,
12 39.6, 8 28.6
"""

CAMBRIDGE_IMPS = """
1: 2-9 -300 -2.5, 7-3 -420 -5.75, 80-6 -420 -5.75, 10-8 -50 4.75, 4-1 140 9.25
2: 7-3 -800 -6.5, 2-9 50 12, 80-6 -920 -9.25, 10-8 -420 3, 4-1 -500 0.75
3: 7-3 -150 -3, 2-9 100 3, 80-6 -150 -3, 4-1 100 3, 10-8 60/40 3
4: 5-2 -90 -5, 8-4 -120 -6, 3-1 100 0.75, 80-7 300 6.5, 10-9 200 3.75
5: 5-2 -100 -3.75, 8-4 110 2.5, 3-1 110 2.5, 80-7 110 2.5, 10-9 -100 -3.75
6: 5-2 -180 0, 8-4 40/60 -3, 3-1 -120 1.88, 80-7 -600 -9.69, 10-9 100 7.81
7: 10-1 -620 -0.5, 6-3 -620 -0.5, 9-5 -600 0.75, 4-2 -600 0.75, 80-8 -620 -0.5
8: 10-1 50 -0.75, 6-3 -50 -4, 9-5 130 2.25, 4-2 110 1.25, 80-8 110 1.25
9: 10-1 50/50 0, 6-3 -50 -5.62, 9-5 800 11.88, 4-2 -50 -5.62, 80-8 150 -0.62
10: 80-9 200 10.5, 10-2 -600 -5.5, 7-4 100 8.5, 1-6 -650 -7.25, 5-3 -620 -6.25
11: 80-9 -420 -6.75, 10-2 100 7, 7-4 -110 1.5, 1-6 100 7, 5-3 -500 -8.75
12: 80-9 120 0.75, 10-2 600 11.25, 7-4 -200 -8, 1-6 140 1.25, 5-3 -100 -5.25
13: 6-4 100 3.5, 80-1 0 0.25, 10-3 100 3.5, 8-5 -90 -2.75, 2-7 -140 -4.5
14: 6-4 -110 -1, 80-1 100 5.25, 10-3 -140 -2.25, 8-5 -110 -1, 2-7 -110 -1
15: 6-4 -430 0.5, 10-3 -420 0.5, 80-1 -450 -0.5, 2-7 -450 -0.5, 8-5 40/60 -3
16: 80-2 150 5, 10-4 -930 -13.75, 9-6 130 4.25, 3-8 -50 -0.5, 7-5 150 5
17: 80-2 50 5.25, 10-4 -400 -7.25, 9-6 100 7, 3-8 -50 2.25, 7-5 -400 -7.25
18: 80-2 150 2, 10-4 150 2, 9-6 -140 -6.75, 3-8 110 0.75, 7-5 150 2
19: 8-6 -150 -2, 80-3 -170 -2.75, 10-5 -50 1, 1-7 -170 -2.75, 4-9 140 6.5
20: 8-6 680 3.5, 80-3 -100 -10.75, 10-5 1430 15, 1-7 650 3, 4-9 -100 -10.75
21: 8-6 650 -0.5, 80-3 680 0.75, 10-5 680 0.75, 1-7 620 -1.75, 4-9 680 0.75
22: 9-7 420 1.75, 80-4 420 1.75, 10-6 420 1.75, 2-8 130 -7, 5-1 420 1.75
23: 9-7 -100 -7.25, 80-4 120 -1, 10-6 120 -1, 2-8 600 10.5, 5-1 110 -1.25
24: 9-7 -110 -1.75, 80-4 -50 0.5, 10-6 50 3.75, 2-8 -110 -1.75, 5-1 -90 -0.75
25: 8-1 -600 -6.25, 80-5 -100 8, 10-7 -300 2.25, 3-9 -300 2.25, 6-2 -600 -6.25
26: 8-1 100 1, 80-5 100 1, 10-7 120 2, 3-9 110 1.5, 6-2 -110 -5.5
27: 8-1 40/60 -3, 80-5 -300 3.75, 10-7 -420 0, 3-9 -450 -0.94, 6-2 -500 -2.81
"""
"""27 boards at five tables with eleven pairs, 4 November 2010, with the IMPs of N-S: testdata/imp.xml of the same."""

CAMBRIDGE_TOTALS = """
3 75.4, 10 38.3, 4 28.3, 2 11.5, 80 4.4, 7 -2.6, 9 -13.5, 1 -15.6, 6 -16.5, 8 -40.1, 5 -75.0
"""


def evening(text: str, *, complete: bool = False) -> Evening:
    """The results, where 60/40 is an artificial score, and what is published of them for N-S.

    If the boards are complete, each should have the results that it has.
    """
    results, published = [], []
    for line in text.strip().splitlines():
        deal, tables = line.split(": ")
        said = [table.split() for table in tables.split(", ")]
        expected = {"expected": sum("/" not in points for _pairs, points, _score in said)} if complete else {}
        for pairs, points, score in said:
            ruled: Any = {"average": list(map(int, points.split("/")))} if "/" in points else {"points": int(points)}
            results.append(result(tuple(map(int, pairs.split("-"))), deal=int(deal), **expected, **ruled))
            published.append(Fraction(score))
    return results, published


def totals_of(results: Sequence[Result], firsts: Sequence[Fraction]) -> dict[int, Fraction]:
    """What each pair has if that is what N-S have, and E-W the opposite."""
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    for played, score in zip(results, firsts, strict=True):
        totals[played.contestants[0]] += score
        totals[played.contestants[1]] -= score
    return totals


def listed(text: str) -> list[tuple[int, Fraction]]:
    """A published ranking: who has what, the best first."""
    return [(int(contestant), Fraction(score)) for contestant, score in (entry.split() for entry in text.split(","))]


def test_an_evening_in_cross_imps() -> None:
    results, published = evening(SKY_CLUB, complete=True)
    found = rank(CrossImps(IMPS), results)
    assert [round(score, 2) for score in firsts(found)] == published
    totals = totals_of(results, firsts(found))
    assert {place.standing.contestant: place.standing.score for place in found.places} == totals
    assert sum(totals.values()) == 0


def test_an_evening_at_matchpoints() -> None:
    """Salliere numbers on where 3 and 5 are level; they share the seventh place."""
    results, published = evening(CAMBRIDGE_MATCHPOINTS)
    found = rank(Matchpoints(), results)
    assert firsts(found) == published
    assert [14 - score for score in seconds(found)] == published
    percent = [(place.standing.contestant, round(place.standing.percent, 1)) for place in found.places]
    assert percent == listed(CAMBRIDGE_PERCENT)
    assert [place.place for place in found.places] == [1, 2, 3, 4, 5, 6, 7, 7, *range(9, 17)]


def test_an_evening_in_cross_imps_in_which_pairs_rest_and_boards_are_spoiled() -> None:
    """Five boards have an artificial score. With four results of five, each counts 5/4 times, but Salliere forgot that
    in boards 3 and 15, the only ones in which the artificial score is the last line. In its ranking, a pair that rested
    has 27/24 of the sum of its 24 boards.
    """
    results, published = evening(CAMBRIDGE_IMPS)
    found = rank(CrossImps(IMPS), results)
    standings = {place.standing.contestant: place.standing for place in found.places}
    assert {number: standing.score for number, standing in standings.items()} == totals_of(results, firsts(found))
    as_salliere = [
        score * Fraction(4, 5) if played.deal in {3, 15} and not played.average else score
        for played, score in zip(results, firsts(found), strict=True)
    ]
    assert [round(score, 2) for score in as_salliere] == published
    totals = totals_of(results, as_salliere)
    assert {number: round(totals[number] * 27 / standings[number].deals, 1) for number in totals} == dict(
        listed(CAMBRIDGE_TOTALS)
    )


TEAM_EVENING = """
3 1: -460 -450 0, 2: -140 -500 8, 3: 200 450 -6; 5 4: 630 680 -2, 5: -100 620 -12, 6: 130 130 0;
8 7: -200 140 -8, 8: -140 170 -7, 9: 400 430 -1; 10 10: -630 300 -14, 11: -100 140 -6, 12: -400 650 -14;
2 13: -170 -200 1, 14: 50 150 -3, 15: -100 500 -12; 4 16: 180 150 1, 17: -50 -50 0, 18: 50 -180 6;
7 22: 420 460 -1, 23: -200 620 -13, 24: 130 -100 6; 9 25: 100 -100 5, 26: 100 100 0, 27: 50 -200 6
"""
"""The eight matches of team 1 in an evening of ten teams, 22 October 2015: the opponent, then each board with the
points of N-S where the team sat N-S, those where it sat E-W, and its IMPs. An example of a USEBIO file by TeamsScorer,
in the tests of github.com/jacquicollier/ukbridge-club-website. Its victory points are by a scale that is not the WBF's.
"""


def test_the_matches_of_a_team() -> None:
    results, published = [], []
    margins: Counter[int] = Counter()
    for number, match in enumerate(TEAM_EVENING.split(";"), start=1):
        opponent, boards = match.split(maxsplit=1)
        for board_line in boards.split(","):
            deal, points, other, imps = map(int, board_line.replace(":", "").split())
            results += both_rooms(deal, points, other, (1, int(opponent)), round=number)
            published += [(imps, -imps), (-imps, imps)]
            margins[1] += imps
            margins[int(opponent)] -= imps
    found = rank(Imps(IMPS), results)
    assert found.by_line == tuple(published)
    assert {place.standing.contestant: place.standing.score for place in found.places} == margins


YOUTH_MATCHES = """
21: 22-26 8.72 11.28, 30-47 5.36 14.64, 42-38 11.28 8.72, 37-25 13.48 6.52, 53-21 17.34 2.66, 27-36 7.29 12.71
26: 23-75 0.35 19.65, 76-33 18.76 1.24, 19-36 5.36 14.64, 18-43 3.79 16.21, 48-18 17.04 2.96, 18-24 8.13 11.87
30: 47-28 15.06 4.94, 23-33 7.03 12.97, 28-48 3.74 14.26, 36-17 15.06 4.94, 30-38 7.56 12.44, 54-10 18.87 1.13
"""
"""Three teams of the World Bridge Federation's youth event in Hefei, August 2026, in rounds 2 to 7 of 14 boards each:
the IMPs of both sides, and their victory points. The federation's results as a reader of them has kept them, in
data/history of github.com/akatsuki11horizon26-create/wyoc-japan-tracker. In round 4, both sides of the third match were
fined one victory point.
"""

YOUTH_BOARDS = """
15: 90 90 0, 16: -50 420 -10, 17: 90 -50 4, 18: 150 790 -12, 19: -500 -50 -10, 20: -100 630 -12, 21: -500 -200 -7,
22: -170 170 -8, 23: -200 -140 -2, 24: -50 1020 -14, 25: 130 100 1, 26: -630 -660 1, 27: 420 140 7, 28: -120 -590 10
"""
"""Round 2 of the second of these teams, board by board: the points of N-S where it sat N-S, those where it sat E-W, and
its IMPs (reports/round-02.json of the same).
"""


@pytest.mark.parametrize("team", YOUTH_MATCHES.strip().splitlines())
def test_matches_of_a_world_championship_in_victory_points(team: str) -> None:
    """The printed scale is the federation's: by the formula alone, 8 IMPs in 14 boards are 12.43."""
    number, matches = team.split(": ")
    lines, published, fines = [], [], []
    for round_, match in enumerate(matches.split(", "), start=2):
        imps, *points = match.split()
        won, lost = map(int, imps.split("-"))
        opponent = 100 + round_
        both = tuple(map(Fraction, points))
        fine = (20 - sum(both)) / 2
        lines.append(result((int(number), opponent), round=round_, imps=won - lost))
        fines += [extra(one, penalty=float(fine), unit="vp") for one in (int(number), opponent) if fine]
        published.append((both[0] + fine, both[1] + fine))
    assert len(fines) == (2 if number == "30" else 0)
    found = rank(Vp(IMPS, PERCENT_LIMITS, scale="printed", deals=14), lines, fines)
    assert found.scores == tuple(published)
    assert standing_of(found, int(number)).score == sum(own for own, _other in published) - len(fines) // 2
    continuous = rank(Vp(IMPS, PERCENT_LIMITS, deals=14), lines, fines).scores
    assert [
        by_formula for by_formula, by_table in zip(continuous, published, strict=True) if by_formula != by_table
    ] == ([(Fraction("7.57"), Fraction("12.43"))] if number == "30" else [])


def test_a_match_of_a_world_championship_board_by_board() -> None:
    lines, published = [], []
    for played in YOUTH_BOARDS.strip().replace("\n", " ").split(", "):
        deal, points, other, imps = map(int, played.replace(":", "").split())
        lines += both_rooms(deal, points, other, (26, 102), round=2)
        published += [(imps, -imps), (-imps, imps)]
    found = rank(Vp(IMPS, PERCENT_LIMITS), lines)
    assert found.by_line == tuple(published)
    assert set(found.scores) == {(Fraction("0.35"), Fraction("19.65")), (Fraction("19.65"), Fraction("0.35"))}


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
