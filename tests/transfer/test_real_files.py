"""Evenings as other programs have published them: facts typed anew, players renamed, in the shape of each program.

What a program writes differs more between programs than the formats say. Each of these is read, and what the file says
about results and ranking comes out to the last digit, or the difference is named.
"""

import re
from collections.abc import Iterator

import pytest

from games.bridge.models import BridgeHand
from scorer.club.models import Club
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.transfer.importing import Faulty
from tests.events.conftest import faults_of_events
from tests.events.dealt_hands import DEAL
from tests.factories import ClubFactory
from tests.transfer.test_finished_events import LINES, Lines, evening, remarks, take

CROSS_IMPS = """
1: 2-9 3SW9 -140 3.67, 3-7 3NTW11 -460 -6, 6-5 6CE11 50 9, 10-8 3NTW12 -490 -6.67
2: 2-9 1NTN5 -200 -6, 3-7 1NTW7 -90 -2.67, 6-5 1NTN7 90 3.33, 10-8 1NTN9 150 5.33
3: 2-9 1NTN7 90 5.67, 3-7 2SE10 -170 -2.67, 6-5 3CS5 -200 -4, 10-8 1NTS6 -50 1
4: 3-1 4HW10 -620 -3.67, 5-2 4HW10 -620 -3.67, 7-6 4HW11 -650 -5, 10-9 4HW9 100 12.33
5: 3-1 1NTN10 180 1.67, 5-2 2CS10 130 -1, 7-6 2NTE5 150 0.33, 10-9 1NTN8 120 -1
6: 3-1 5SE12 -680 -4, 5-2 6DXS8 -800 -7.33, 7-6 4HE10 -620 -1.67, 10-9 5SE10 100 13
7: 5-9 2HN8 110 5.67, 6-3 2CE8 -90 -1, 8-7 3DE9 -110 -2, 10-1 3DW10 -130 -2.67
8: 5-9 5HXE11 -650 -9.33, 6-3 2SN8 110 10.33, 8-7 4SXS7 -500 -5.33, 10-1 4CN7 -150 4.33
9: 5-9 2SS8 110 5.33, 6-3 2CE9 -110 -2.67, 8-7 2CE9 -110 -2.67, 10-1 3DN8 -50 0
10: 5-3 5DE11 -600 -11.67, 6-1 1SW6 100 5, 9-8 3SW7 200 8, 10-2 3DE11 -150 -1.33
11: 5-3 6HN12 980 12.67, 6-1 6HN11 -50 -10.33, 9-8 3NTS11 460 2, 10-2 3HN11 200 -4.33
12: 5-3 2DE9 -110 -3.67, 6-1 3CN9 110 4, 9-8 2SW6 100 3.33, 10-2 3DE9 -110 -3.67
13: 1-9 2DN7 -100 -0.33, 7-2 2HW10 -170 -3, 8-5 2HE10 -170 -3, 10-3 2DN9 110 6.33
14: 1-9 3CW7 100 2.67, 7-2 4SN9 -50 -2.33, 8-5 4SN8 -100 -4.33, 10-3 3SN9 140 4
15: 1-9 1NTW8 -120 0.33, 7-2 1NTW8 -120 0.33, 8-5 1NTW8 -120 0.33, 10-3 1NTW9 -150 -1
16: 2-1 4HN10 420 11, 7-5 5HXN9 -300 -7.67, 8-3 5HN9 -100 -2.67, 9-6 4HN9 -50 -0.67
17: 2-1 PASS 0 -0.33, 7-5 3HN8 -50 -2.67, 8-3 PASS 0 -0.33, 9-6 2DS8 90 3.33
18: 2-1 5SS12 680 3.67, 7-5 4SS12 680 3.67, 8-3 3CXW8 100 -11, 9-6 4SS12 680 3.67
19: 1-7 1NTS7 90 5.33, 3-2 3CE9 -110 -1.33, 8-6 4HN7 -150 -2.67, 10-5 2CE9 -110 -1.33
20: 1-7 3HN10 170 4.67, 3-2 3HN10 170 4.67, 8-6 3SE9 -140 -4.67, 10-5 2SE9 -140 -4.67
21: 1-7 4DN7 -300 -3.67, 3-2 3HW9 -140 2.33, 8-6 4DXS9 -200 0, 10-5 2HW10 -170 1.33
22: 1-5 3HN8 -50 -0.67, 2-8 3HS10 170 6.67, 9-7 3DW9 -110 -3, 10-6 3DW9 -110 -3
23: 1-5 4HE8 200 6.33, 2-8 4HE10 -620 -12.33, 9-7 4HE9 100 3, 10-6 4HE9 100 3
24: 1-5 3NTW11 -460 -4, 2-8 5DE12 -420 -2.67, 9-7 3NTW12 -490 -5, 10-6 6NTE9 150 11.67
25: 1-8 3HN8 -50 -1.67, 2-6 4SE9 100 3.33, 3-9 3SE9 -140 -5, 10-7 4SE9 100 3.33
26: 1-8 2SN8 110 1.67, 2-6 4HE9 100 1.67, 3-9 4HE9 100 1.67, 10-7 2SN7 -100 -5
27: 1-8 3NTN13 520 -1, 2-6 5DS12 420 -4.67, 3-9 5DXS13 750 6.67, 10-7 3NTN13 520 -1
"""
"""Compscore3, Monday Night of a club in Melbourne, 2 February 2026: N-S and E-W, contract, points, IMPs of N-S.

Source: results/tests/test_files/cross_imp_howell.xml of the public program cobalt (Australian Bridge Federation).
"""
CROSS_IMP_RANKING = {
    1: (5, "1.00"),
    2: (1, "30.33"),
    3: (7, "-7.67"),
    5: (6, "-4.67"),
    6: (3, "9.00"),
    7: (4, "4.67"),
} | {
    8: (9, "-42.00"),
    9: (8, "-20.67"),
    10: (2, "30.00"),
}
"""The place and the score of each pair. There was no pair 4."""


BUTLER = """
1: 2-7 2SS10 170 0, 3-6 3SS9 140 -1, 5-4 1NTS9 150 0, 8-1 2SS10 170 0
2: 2-7 5CE10 50 11, 3-6 3NTE11 -460 0, 5-4 3NTE12 -490 -1, 8-1 3NTE10 -430 1
3: 2-7 4SW11 -650 0, 3-6 4SW11 -650 0, 5-4 4SW11 -650 0, 8-1 4SW11 -650 0
4: 2-7 4SW9 100 4, 3-6 4SW9 100 4, 5-4 1SW10 -170 -4, 8-1 4SW12 -680 -12
5: 2-7 3HW7 100 5, 3-6 2SS7 -100 0, 5-4 2SS6 -200 -3, 8-1 3SS8 -100 0
6: 3-1 4HN12 480 1, 4-7 4HN11 450 0, 6-5 4HS11 450 0, 8-2 4HN11 450 0
7: 3-1 4HN9 -100 -4, 4-7 5HN9 -200 -6, 6-5 2HN10 170 4, 8-2 4HN10 620 11
8: 3-1 3CN7 -100 0, 4-7 2DW9 -110 0, 6-5 3DW8 50 4, 8-2 2DW8 -90 0
9: 3-1 4HS11 450 4, 4-7 4CS11 150 -4, 6-5 4HS12 480 5, 8-2 4SW10 -620 -14
10: 3-1 3HW5 400 12, 4-7 3HS5 -400 -3, 6-5 3HS6 -300 0, 8-2 1HS4 -300 0
11: 4-2 2HW10 -170 -1, 5-1 3DN7 -100 1, 7-6 3NTE8 50 5, 8-3 3DXN7 -300 -4
12: 4-2 3CW8 50 4, 5-1 2CW8 -90 1, 7-6 2NTE8 -120 0, 8-3 1NTE9 -150 -1
13: 4-2 3DE9 -110 0, 5-1 3CW11 -150 -1, 7-6 2DE9 -110 0, 8-3 3NTE5 400 11
14: 4-2 5SN9 -100 -1, 5-1 3SN8 -50 1, 7-6 3SN8 -50 1, 8-3 5HW11 -450 -9
15: 4-2 2SW8 -110 3, 5-1 2DN6 -200 0, 7-6 3NTE11 -460 -6, 8-3 2HS6 -200 0
16: 1-7 4SE12 -680 8, 5-3 6SE12 -1430 -9, 6-2 4SE12 -680 8, 8-4 6CW13 -1390 -8
17: 1-7 3DN10 130 0, 5-3 1NTS8 120 0, 6-2 3DN11 150 1, 8-4 2SE9 -140 -7
18: 1-7 3DW9 -110 0, 5-3 1NTW5 100 5, 6-2 3DW9 -110 0, 8-4 2DW9 -110 0
19: 1-7 3HW9 -140 -1, 5-3 2SS6 -100 1, 6-2 3HW9 -140 -1, 8-4 3DN8 -50 2
20: 1-7 3DXW9 -670 -12, 5-3 3NTE4 500 11, 6-2 2DW9 -110 -3, 8-4 2NTE7 100 3
21: 2-1 2NTS7 -100 0, 6-4 2SW8 -110 0, 7-3 3CN7 -200 -3, 8-5 2DXE7 100 5
22: 2-1 1NTS7 90 5, 6-4 1NTS5 -100 -1, 7-3 1NTS5 -100 -1, 8-5 1NTS6 -50 1
23: 2-1 4CN9 -100 2, 6-4 4HS6 -400 -6, 7-3 4CN9 -100 2, 8-5 4HS8 -200 -2
24: 2-1 1SXN4 -500 -7, 6-4 3HXN7 -300 -2, 7-3 3NTE8 50 7, 8-5 2SE9 -140 2
25: 2-1 3NTE9 -600 1, 6-4 3NTE11 -660 -1, 7-3 3NTE11 -660 -1, 8-5 6NTE8 400 14
26: 1-4 3CW12 -170 1, 3-2 4CW10 -130 2, 7-5 4SS8 -200 0, 8-6 4HS8 -200 0
27: 1-4 3NTE9 -400 -6, 3-2 2NTE8 -120 1, 7-5 2HW11 -200 -1, 8-6 4HW9 50 5
28: 1-4 5HS11 650 6, 3-2 4HN11 650 6, 7-5 3HS11 200 -6, 8-6 5SXE10 100 -8
29: 1-4 3NTN13 720 -8, 3-2 6NTN13 1470 9, 7-5 6NTN12 1440 8, 8-6 3NTN13 720 -8
30: 1-4 3SN10 170 2, 3-2 5HXE8 500 9, 7-5 3HE8 50 -2, 8-6 2HE8 -110 -6
31: 1-6 2HE8 -110 -6, 2-5 3DS9 110 0, 4-3 2SN8 110 0, 8-7 4HW8 100 0
32: 1-6 4HN10 420 4, 2-5 4HN9 -50 -8, 4-3 4HN10 420 4, 8-7 2HN9 140 -4
33: 1-6 4SS9 -50 -3, 2-5 4SS9 -50 -3, 4-3 4SS10 420 9, 8-7 1NTN9 150 3
34: 1-6 6HN12 1430 12, 2-5 3NTN13 720 0, 4-3 3NTS12 690 -1, 8-7 2HN12 230 -10
35: 1-6 3SE8 100 3, 2-5 2CW8 -90 -3, 4-3 3DS7 -100 -3, 8-7 3CW8 100 3
"""
"""The same program, Monday Afternoon of a club in Queensland, 9 March 2026; butler_howell.xml of the same source."""
BUTLER_RANKING = {1: (5, "-5.00"), 2: (7, "-27.00"), 3: (2, "25.00"), 4: (1, "34.00"), 5: (6, "-16.00")} | {
    6: (3, "12.00"),
    7: (4, "9.00"),
    8: (8, "-32.00"),
}
PLAYED = re.compile("(PASS|[1-7](?:[CDHS]|NT)X{0,2})([NESW])?([0-9]+)?")


def compscore(boards: str, ranking: dict[int, tuple[int, str]], kind: str, worth: str) -> bytes:
    pairs = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION></DIRECTION><TOTAL_SCORE>{score}</TOTAL_SCORE>"
        f"<PLACE>{place}</PLACE><MASTER_POINTS_AWARDED>0</MASTER_POINTS_AWARDED>"
        + "".join(
            f"<PLAYER><PLAYER_NAME>{name} O'NEIL {number}</PLAYER_NAME>"
            f"<NATIONAL_ID_NUMBER>0{number}{name[0]}</NATIONAL_ID_NUMBER></PLAYER>"
            for name in ("ADA", "BORIS")
        )
        + "</PAIR>\n"
        for number, (place, score) in ranking.items()
    )
    return f"""<?xml version="1.0"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
<USEBIO Version="1.2"><CLUB><CLUB_NAME>North</CLUB_NAME><CLUB_ID_NUMBER>3348</CLUB_ID_NUMBER></CLUB>
<EVENT EVENT_TYPE="{kind}"><EVENT_DESCRIPTION>Monday Night</EVENT_DESCRIPTION><WINNER_TYPE>1</WINNER_TYPE>
<DATE>02/02/2026</DATE><VENUE></VENUE><SCORING_METHOD>IMPS</SCORING_METHOD>
<PARTICIPANTS EVENT_TYPE="{kind}">{pairs}</PARTICIPANTS>
{"".join(of_boards(boards, kind, worth))}</EVENT></USEBIO>""".encode()


def of_boards(boards: str, kind: str, worth: str) -> Iterator[str]:
    for board in boards.strip().splitlines():
        number, _colon, results = board.partition(": ")
        yield f'<BOARD EVENT_TYPE="{kind}"><BOARD_NUMBER>{number}</BOARD_NUMBER>'
        for result in results.split(", "):
            pairs, played, points, imps = result.split()
            first, second = pairs.split("-")
            contract, declarer, tricks = PLAYED.fullmatch(played).groups("")
            yield (
                f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{first}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{second}</EW_PAIR_NUMBER>"
                f"<CONTRACT>{contract}</CONTRACT><PLAYED_BY>{declarer}</PLAYED_BY><TRICKS>{tricks}</TRICKS>"
                f"<SCORE>{points}</SCORE><NS_{worth}>{imps}</NS_{worth}>"
                f"<EW_{worth}>{-float(imps):.2f}</EW_{worth}></TRAVELLER_LINE>\n"
            )
        yield "</BOARD>\n"


def published(ranking: dict[int, tuple[int, str]]) -> list[tuple[int | None, str]]:
    return sorted(ranking.values())


def ranked(event: Event) -> list[tuple[int | None, str]]:
    places = EventResults(event).ranking.places
    return [(row.place, f"{float(row.standing.score or 0):.2f}") for row in places]


def test_an_evening_in_cross_imps_comes_out_as_it_was_published(club: Club) -> None:
    assert remarks(take(club, compscore(CROSS_IMPS, CROSS_IMP_RANKING, "CROSS_IMP", "CROSS_IMP_POINTS"))) == []
    event = Event.objects.get()
    assert (event.comparison, event.comparison_settings) == ("cross_imps", {})
    assert ranked(event) == published(CROSS_IMP_RANKING)
    assert faults_of_events() == []


def test_an_evening_in_butler_gets_the_settings_that_fit_its_figures(club: Club) -> None:
    """The file does not say that the best and the worst result of each board are left out of the datum."""
    said = remarks(take(club, compscore(BUTLER, BUTLER_RANKING, "BUTLER_PAIRS", "BUTLER_POINTS")))
    assert said == ["Compared as the figures of the file fit best: Results left out at each end: 1."]
    event = Event.objects.get()
    assert (event.comparison, event.comparison_settings) == ("butler", {"drop": 1})
    assert ranked(event) == published(BUTLER_RANKING)


def test_tricks_may_be_counted_from_the_contract(club: Club) -> None:
    """As the first versions of scorer-to-usebio did, for New Zealand; matchpoints are there a multiple of the usual."""
    lines: Lines = {
        1: [("1", "3", "2 H", "S", "+1", "140", "0", "20"), ("2", "4", "3 NT", "N", "=", "400", "20", "0")],
        2: [("1", "4", "4 C x", "E", "-1", "100", "10", "10"), ("2", "3", "4 Cx", "E", "-1", "100", "10", "10")],
    }
    assert remarks(take(club, evening(lines=lines))) == []
    assert sorted(hand.tricks or 0 for hand in BridgeHand.objects.all()) == [9, 9, 9, 9]
    with pytest.raises(Faulty) as refused:
        take(club, evening(lines={1: [("1", "3", "2 H", "S", "+6", "140", "0", "20")]}))
    assert [fault.text for fault in refused.value.survey.faults] == ["Expected the tricks that were won, from 0 to 13."]


def test_an_adjusted_score_may_have_nothing_but_its_matchpoints(club: Club) -> None:
    """Then it is worth what they are of the top; without any, the board was not played."""
    lines = LINES | {4: [("1", "4", "", "", "", "0", "1.2", "0.8"), ("2", "3", "3D", "N", "9", "110", "1", "1")]}
    take(club, evening(lines=lines))
    assert [ruling.line for ruling in Event.objects.get().rulings.all()] == [{"average": [60.0, 40.0]}]
    lines = LINES | {4: [("1", "4", "", "", "", "0", "0", "0"), ("2", "3", "3D", "N", "9", "110", "1", "1")]}
    other = ClubFactory(name="Elsewhere")
    take(other, evening(lines=lines))
    assert not other.events.get().rulings.exists()


MAGIC_CONTEST = r"""% PBN 2.1
[Event "Tuesday"]
[Date "2015.04.28"]
[Board "1"]
[Scoring "MatchPoints;MP1"]
[Declarer ""]
[Contract ""]
[Result ""]
[Competition "Pairs"]
[EventDate "2015.04.28"]
[Application "Magic Contest France - Read more at www.brenning.se"]
[TotalScoreTable "Rank\2R;PairId\2R;Table\2R;Direction\5R;TotalScoreMP\3R;TotalPercentage\5R;Names\40L;NrBoards\2R"]
 1  5  5 "N-S"   2 100.00 "NOWAK ADA - BRAUN BORIS"                 1
 2  7  7 "N-S"   0   0.00 "ÉLISE - FARID"                           1
 1  8  8 "E-W"   2 100.00 "GRETA - HUGO"                            1
 2  6  6 "E-W"   0   0.00 "PETIT CHLOÉ - MEIER DIRK"                1
[ScoreTable "Round;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Lead\3L;Score_NS;Score_EW;MP_NS;MP_EW"]
 1  5  6 2HX  S  8 S6   "470"      -  2.0  0.0
 1  7  8 2N   N  5 D9       -  "150"  0.0  2.0
[OptimumScore "NS 110"]
[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]
W  S  6
W NT  6
"""
"""As clubs in France and Romania publish it, in short. Source: the tests of two public readers."""


def test_names_only_in_the_ranking_and_points_only_for_those_who_won_them_are_read(club: Club) -> None:
    assert remarks(take(club, MAGIC_CONTEST.encode("latin-1"), ".pbn")) == []
    assert [str(pair) for pair in Event.objects.get().contestants.with_players()] == [
        *("NOWAK ADA & BRAUN BORIS", "PETIT CHLOÉ & MEIER DIRK", "ÉLISE & FARID", "GRETA & HUGO")
    ]
    other = MAGIC_CONTEST.replace('"150"', '"200"')
    said = remarks(take(ClubFactory(name="Elsewhere"), other.encode(), ".pbn"))
    assert said == ["Board 1, 3 – 4: −150 points here, −200 in the file."]


BRIDGE_COMPOSER = r"""% PBN 2.1
% EXPORT
%Creator: BridgeComposer Version 5.98
%HRTitleDate 2026.03.09
%HRTitleEvent "Monday Pairs"

[Event ""]
[Site ""]
[Date ""]

[Event "#"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:{deal}"]
[Scoring "MP2"]
[ScoreTable "Section;PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer;Result;Score_NS;Score_EW;Names_NS\13L;Names_EW"]
A  1  1 4S   N 10  420 -420 Nowak-Braun   Petit-Meier
A  2  2 PASS - -  PASS PASS Whiskey-Yankee Charlie-Delta
A  3  3 3NTX S  8 -100  100 Lima-Oscar    Papa-Quebec
A  4  4 -    - -  AVE- AVE+ Hotel-India   Juliet-Kilo
"""
"""As clubs of the ACBL get it from ACBLscore by way of BridgeComposer, in short: the day and the name are in lines for
programs, and a pair has surnames with a hyphen, which may be longer than their column. Source: a public reader's tests.
"""


def test_title_lines_surnames_and_averages_in_words_are_read(club: Club) -> None:
    said = remarks(take(club, BRIDGE_COMPOSER.replace("{deal}", DEAL).encode(), ".pbn"))
    event = Event.objects.get()
    assert (event.name, f"{event.day}", event.hand_records) == ("Monday Pairs", "2026-03-09", {"1": f"N:{DEAL}"})
    assert "Whiskey & Yankee" in {str(pair) for pair in event.contestants.with_players()}
    assert [ruling.line for ruling in event.rulings.all()] == [{"average": [40.0, 60.0]}]
    assert said == []


SECTIONS = r"""[Event "Tuesday"]
[Date "2020.11.24"]
[Board "1"]
[Scoring "MatchPoints"]
[ScoreTable "Section;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]
A 1 1 4S N 10 420
B 1 1 4S N 9 -50
[TotalScoreTable "Rank;Section;Direction;PairId;Names"]
1 A N-S 1 "Ada;Boris"
2 B N-S 1 "Chloé;Dirk"
2 A E-W 1 "Élise;Farid"
1 B E-W 1 "Greta;Hugo"
"""


def test_pairs_that_have_the_same_number_are_told_apart_by_section_and_direction(club: Club) -> None:
    assert remarks(take(club, SECTIONS.encode(), ".pbn")) == []
    event = Event.objects.get()
    names = {contestant.number: str(contestant) for contestant in event.contestants.with_players()}
    assert [
        [names[number] for number in sitting.numbers] for sitting in Sitting.objects.filter(round__event=event)
    ] == [
        ["Ada & Boris", "Élise & Farid"],
        ["Chloé & Dirk", "Greta & Hugo"],
    ]
    unclear = SECTIONS.replace("Direction;", "").replace("N-S ", "").replace("E-W ", "")
    with pytest.raises(Faulty) as refused:
        take(ClubFactory(name="Elsewhere"), unclear.encode(), ".pbn")
    assert "Pair 1 needs the names of two players" in refused.value.survey.faults[0].text


INDIVIDUAL = r"""[Event "Tuesday"]
[Date "2020.11.24"]
[Board "1"]
[Scoring "MatchPoints"]
[Competition "Individuals"]
[ScoreTable "PlayerId_North;PlayerId_South;PlayerId_East;PlayerId_West;Contract;Declarer;Result;MP_North;MP_East"]
1 2 3 4 4S N 10 2 0
5 6 7 8 4S N 9 0 2
[TotalScoreTable "Rank;PlayerId;Name;TotalScoreMP;TotalPercentage"]
1 1 "Nowak-Braun" 2 100
1 2 "Boris" 2 100
5 3 "Chloé" 0 0
5 4 "Dirk" 0 0
5 5 "Élise" 0 0
5 6 "Farid" 0 0
1 7 "Greta" 2 100
1 8 "Hugo" 2 100
"""
"""In the columns of Magic Contest, as public readers know them."""


def test_an_individual_may_have_a_column_for_each_seat(club: Club) -> None:
    assert remarks(take(club, INDIVIDUAL.encode(), ".pbn")) == []
    event = Event.objects.get()
    assert event.competes == "players"
    assert str(event.contestants.with_players().get(number=1)) == "Nowak-Braun"
