"""An event that another program has written as USEBIO: who is meant, what it is worth here, and what is wrong."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import given
from hypothesis.strategies import DataObject, binary, data, integers

from games.bridge.usebio_reader import read_usebio
from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.contest.report import BadReport
from scorer.events import files, services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.play.models import Seat, Table
from scorer.transfer.finished_events import parse_finished_event, readable_formats
from scorer.transfer.importing import Faulty, import_file
from scorer.transfer.survey import Survey, survey
from scorer.transfer.undo import undo
from tests.events.conftest import MakeEvent, choose, faults_of_events, make_event, play_round, players
from tests.factories import ClubFactory, PlayerFactory
from tests.transfer.test_command_import import run

__all__ = ["make_event", "players"]

LogIn = Callable[..., Any]

PAIRS = [
    ("1", "NS", "Ada Nowak", "Boris"),
    ("2", "NS", "Chloé", "Dirk"),
    ("3", "EW", "Élise", "Farid"),
    ("4", "EW", "Greta", "Hugo"),
]
Lines = dict[int, list[tuple[str, ...]]]
LINES: Lines = {
    1: [("1", "3", "4Sx", "S", "10", "590", "2", "0"), ("2", "4", "4 S", "S", "10", "420", "0", "2")],
    2: [("1", "3", "PASS", "", "", "0", "0", "2"), ("2", "4", "3NT", "E", "8", "50", "2", "0")],
    3: [("1", "4", "2H**", "N", "8", "640", "2", "0"), ("2", "3", "1N", "W", "7", "-90", "0", "2")],
    4: [("1", "4", "", "", "", "A6040", "1.33", "0.67"), ("2", "3", "3D", "N", "9", "110", "1", "1")],
}
FIELDS = (
    *("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "CONTRACT", "PLAYED_BY", "TRICKS", "SCORE"),
    *("NS_MATCH_POINTS", "EW_MATCH_POINTS"),
)


def pair(number: str, direction: str, *names: str, more: str = "") -> str:
    players = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>" for name in names)
    return f"<PAIR>{players}<PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION>{more}</PAIR>\n"


def line(values: tuple[str, ...]) -> str:
    inside = "".join(f"<{field}>{value}</{field}>" for field, value in zip(FIELDS, values, strict=True))
    return f"<TRAVELLER_LINE>{inside}</TRAVELLER_LINE>\n"


def evening(
    *,
    pairs: str | None = None,
    lines: Lines = LINES,
    head: str = "<DATE>24/11/2020</DATE><WINNER_TYPE>2</WINNER_TYPE>",
    kind: str = "PAIRS",
    before: str = "",
) -> bytes:
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>\n{''.join(map(line, of_board))}</BOARD>\n"
        for number, of_board in lines.items()
    )
    people = pairs if pairs is not None else "".join(pair(*values) for values in PAIRS)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE USEBIO SYSTEM "http://www.usebio.org/files/usebio_v1_2.dtd" {before}>
<USEBIO Version="1.2"><CLUB><CLUB_NAME>North</CLUB_NAME><CLUB_ID_NUMBER>1</CLUB_ID_NUMBER></CLUB>
<EVENT EVENT_TYPE="{kind}"><EVENT_DESCRIPTION>Tuesday</EVENT_DESCRIPTION>{head}
<PARTICIPANTS>
{people}</PARTICIPANTS>
{boards}</EVENT></USEBIO>""".encode()


def source(club: Club, content: bytes, ending: str = ".xml") -> Any:
    return lambda: parse_finished_event(content, club, *readable_formats()[ending])


def take(club: Club, content: bytes, ending: str = ".xml") -> Survey:
    return import_file(club, source(club, content, ending), by=None)


def remarks(contents: Survey) -> list[str]:
    return [remark.text for remark in contents.remarks]


@pytest.mark.postgres
def test_an_event_is_taken_over_with_its_results_rulings_and_ranking(club: Club) -> None:
    found = take(club, evening())
    event = Event.objects.get()
    assert (event.name, event.state, event.winners, f"{event.day}") == ("Tuesday", "finished", 2, "2020-11-24")
    assert (found.tables, found.hands, len(found.new)) == (4, 7, 8)
    results = EventResults(event)
    scores = {ranked.standing.contestant: float(ranked.standing.score) for ranked in results.ranking.places}
    assert scores[1] == pytest.approx(4 + 4 / 3)  # 66.7 % for the artificial score, as on the pair's other boards
    assert {len(sittings) for sittings in _by_round(event).values()} == {2}
    assert faults_of_events() == []
    assert [fault for table in Table.objects.all() for fault in faults(table)] == []


def _by_round(event: Event) -> dict[int, list[int]]:
    rounds: dict[int, list[int]] = {}
    for number, station in Sitting.objects.filter(round__event=event).values_list("round__number", "station"):
        rounds.setdefault(number, []).append(station)
    return rounds


def test_so_many_meetings_as_no_evening_has_are_put_into_rounds_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorer.transfer.finished_events.MOST_PAIRED", 3)
    take(club, evening())
    assert {len(sittings) for sittings in _by_round(Event.objects.get()).values()} == {2}
    assert faults_of_events() == []


def test_what_is_worth_something_else_here_is_named(club: Club) -> None:
    lines = LINES | {1: [("1", "3", "4S", "S", "10", "450", "1", "1"), *LINES[1][1:]]}
    people = "".join(
        pair(*values, more=f"<PLACE>{place}</PLACE><PERCENTAGE>{percent}</PERCENTAGE>")
        for values, place, percent in zip(PAIRS, (2, 1, 1, 2), ("50.00", "50.00", "50.00", "50.00"), strict=True)
    )
    found = remarks(survey(club, source(club, evening(pairs=people, lines=lines))))
    assert "Board 1, 1 – 3: 420 points here, 450 in the file." in found
    assert "Board 1, 2 – 4: worth 1 – 1 here, 0 – 2 in the file." in found
    assert "Ada Nowak & Boris: place 1 here, 2 in the file." in found
    assert "Ada Nowak & Boris: 52.50 % here, 50 % in the file." in found


def test_a_name_is_found_by_spelling_or_number_and_one_that_is_alike_is_asked_about(club: Club) -> None:
    for name, number in (("ada nowak", "1"), ("Bo", "22"), ("Chloe", ""), ("Elise Farid", "")):
        PlayerFactory(club=club, name=name, federation_number=number)
    numbered = evening().replace(
        b"Boris</PLAYER_NAME>", b"Boris</PLAYER_NAME><NATIONAL_ID_NUMBER>22</NATIONAL_ID_NUMBER>"
    )
    numbered = numbered.replace(
        b"Nowak</PLAYER_NAME>", b"Nowak</PLAYER_NAME><NATIONAL_ID_NUMBER>2</NATIONAL_ID_NUMBER>"
    )
    found = survey(club, source(club, numbered))
    assert found.respelled == [("Ada Nowak", "ada nowak"), ("Boris", "Bo")]
    assert found.alike == {"Chloé": ["Chloe"], "Élise": ["Elise Farid"], "Farid": ["Elise Farid"]}
    assert remarks(found) == ["ada nowak: federation number 1 here, 2 in the file."]


def test_a_number_that_belongs_to_somebody_else_is_named(club: Club) -> None:
    """The name decides, and nobody on the roster gets another number."""
    PlayerFactory(club=club, name="Boris")
    PlayerFactory(club=club, name="Zoé", federation_number="22")
    numbered = evening().replace(
        b"Boris</PLAYER_NAME>", b"Boris</PLAYER_NAME><NATIONAL_ID_NUMBER>22</NATIONAL_ID_NUMBER>"
    )
    assert remarks(take(club, numbered)) == ["Boris: in the file with federation number 22, which is that of Zoé here."]
    assert dict(club.players.values_list("name", "federation_number"))["Boris"] == ""


def test_an_event_is_imported_once_and_its_import_can_be_undone(club: Club) -> None:
    first = take(club, evening())
    assert first.record
    again = take(club, evening(head="<DATE>2020-11-24</DATE><WINNER_TYPE>2</WINNER_TYPE>"))
    assert (again.existing_events, again.existing, again.tables) == (1, 4, 0)
    undo(first.record, by=None)
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("individual", [False, True])
def test_a_file_of_this_site_comes_back_without_a_difference(
    individual: bool, make_event: MakeEvent, club: Club
) -> None:
    comparison = "cross_imps" if individual else "matchpoints"
    event = make_event("bridge", 8, competes="players" if individual else "sides", per_round=2, comparison=comparison)
    choose(event, "individual" if individual else "mitchell")
    for seed in range(3):
        play_round(event, Random(seed))
    sitting = Sitting.objects.filter(round__event=event, round__number=1).first()
    assert sitting
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why="A revoke", by=None)
    services.finish(event, by=None)
    event.refresh_from_db()
    content = files.response(EventResults(event), "event", "xml", {}).content
    other = ClubFactory(name="Elsewhere")
    found = take(other, content)
    assert remarks(found) == []
    here, there = (EventResults(those).ranking.places for those in (event, other.events.get()))
    assert [(one.place, one.standing.score) for one in here] == [(one.place, one.standing.score) for one in there]


ENTITY = '[<!ENTITY lol "lol">]'
BAD: dict[str, tuple[bytes, list[tuple[int, str]]]] = {
    "no xml": (b"Tuesday;Ada;Boris", [(1, "This is no XML, or it breaks off here.")]),
    "empty": (b"", [(1, "This is no XML, or it breaks off here.")]),
    "cut off": (evening()[:-20], [(26, "This is no XML, or it breaks off here.")]),
    "an entity": (evening(before=ENTITY), [(2, "This file declares entities, which are not read.")]),
    "an entity outside": (
        evening(before='[<!ENTITY passwords SYSTEM "file:///etc/passwd">]'),
        [(2, "This file declares entities, which are not read.")],
    ),
    "an unknown encoding": (
        evening().replace(b"UTF-8", b"utf-99", 1),
        [(1, "This is no XML, or it breaks off here.")],
    ),
    "deep": (b"<a>" * 40 + b"</a>" * 40, [(1, "This file is too large.")]),
    "another kind of file": (b"<html><body/></html>", [(1, "This is no file of results in USEBIO.")]),
    "a knockout": (
        evening(kind="KO"),
        [(4, "Only events of pairs, of individuals and of teams can be read, not KO.")],
    ),
    "teams that are pairs": (
        evening(kind="TEAMS"),
        [(4, "There are no pairs, players or teams here, or no results.")],
    ),
    "a day that is none": (
        evening(head="<DATE>31/02/2020</DATE>"),
        [(4, "Expected a date such as 24/11/2026.")],
    ),
    "an unknown scoring": (
        evening(head="<DATE>24/11/2020</DATE><BOARD_SCORING_METHOD>PAB</BOARD_SCORING_METHOD>"),
        [(4, "Boards cannot be scored by PAB here.")],
    ),
    "nobody": (evening(pairs="", lines={}), [(4, "There are no pairs, players or teams here, or no results.")]),
    "three at once": (
        evening(
            lines={
                0: [],
                7: [("1", "3", "8S", "S", "10", "420", "", ""), ("9", "4", "4S", "X", "14", "420", "", "")],
            }
        ),
        [
            (11, "Boards are numbered from 1 to 9999."),
            (14, "“8S” is no contract such as 4S, 3NTX or PASS."),
            (15, "Expected the tricks that were won, from 0 to 13."),
            (15, "Expected who played it: N, E, S or W."),
            (15, "Nobody has the number 9."),
        ],
    ),
    "a board twice": (
        evening(lines={1: [LINES[1][0], ("1", "4", "4S", "S", "10", "420", "2", "0")]}),
        [(13, "Number 1 has two results of this: Board 1.")],
    ),
    "a name twice": (
        evening(pairs="".join(pair(*values) for values in (*PAIRS[:3], ("4", "EW", "Ada Nowak", "Hugo")))),
        [(9, "Ada Nowak is there twice.")],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_of_a_bad_file_nothing_is_imported_and_everything_is_said_with_its_line(name: str, club: Club) -> None:
    content, said = BAD[name]
    with pytest.raises(Faulty) as refused:
        take(club, content)
    found = sorted((fault.file_line, fault.text) for fault in refused.value.survey.faults)
    assert len(found) == len(said), found
    for (line_number, text), (expected, beginning) in zip(found, sorted(said), strict=True):
        assert (line_number, text[: len(beginning)]) == (expected, beginning)
    assert [model.objects.count() for model in (Table, Player, Event)] == [0, 0, 0]


def test_a_board_without_four_hands_has_no_cards_and_this_is_said(club: Club) -> None:
    hand = b"<HAND><DIRECTION>East</DIRECTION><CLUBS>A</CLUBS></HAND>"
    content = evening().replace(b"<BOARD_NUMBER>2</BOARD_NUMBER>", b"<BOARD_NUMBER>2</BOARD_NUMBER>" + hand)
    assert remarks(take(club, content)) == ["Left out: The cards of a board are four hands: N, E, S and W."]
    assert Event.objects.get().hand_records == {}


@pytest.mark.parametrize("declared", [b' encoding="UTF-8"', b""])
def test_letters_of_windows_are_read_although_the_file_should_be_utf_8(declared: bytes) -> None:
    content = evening().decode().encode("latin-1").replace(b' encoding="UTF-8"', declared)
    names = {player.name for contestant in read_usebio(content).contestants for player in contestant.players}
    assert {"Chloé", "Élise"} <= names
    other = evening().decode().encode("utf-16").replace("UTF-8".encode("utf-16-le"), "UTF-16".encode("utf-16-le"))
    assert {"Chloé"} <= {name.name for contestant in read_usebio(other).contestants for name in contestant.players}


def test_a_number_may_have_any_length() -> None:
    """Python makes no number of so many digits."""
    content = evening().replace(b"<PAIR_NUMBER>4<", b"<PAIR_NUMBER>" + b"4" * 5000 + b"<")
    content = content.replace(b"EW_PAIR_NUMBER>4<", b"EW_PAIR_NUMBER>" + b"4" * 5000 + b"<")
    assert [contestant.number for contestant in read_usebio(content).contestants] == [1, 2, 3, 4]


@given(data())
def test_whatever_is_missing_or_damaged_is_a_sentence_and_never_an_error(drawn: DataObject) -> None:
    content = evening()
    place = drawn.draw(integers(0, len(content)))
    length = drawn.draw(integers(0, 60))
    damaged = content[:place] + drawn.draw(binary(max_size=8)) + content[place + length :]
    with suppress(BadReport):
        assert read_usebio(damaged).contestants


def test_the_command_says_what_it_would_do_and_does_it(club: Club, tmp_path: Path) -> None:
    PlayerFactory(club=club, name="Chloe")
    path = tmp_path / "tuesday.xml"
    path.write_bytes(evening(lines=LINES | {1: [("1", "3", "4S", "S", "10", "450", "1", "1"), *LINES[1][1:]]}))
    out, err = run("import", path, "--dry-run")
    assert err == ""
    assert "  Chloé (on the roster: Chloe?)" in out
    assert "  line 12: Board 1, 1 – 3: 420 points here, 450 in the file." in out
    assert "Nothing was imported: this was a dry run." in out
    assert not Event.objects.exists()
    run("import", path)
    assert Event.objects.get().name == "Tuesday"
    path.write_bytes(BAD["a knockout"][0])
    assert run("import", path)[1].splitlines() == [
        "line 4, EVENT: Only events of pairs, of individuals and of teams can be read, not KO.",
        "Nothing was imported.",
    ]


def test_the_page_shows_what_it_would_do_and_does_it(ada: Membership, client_of: LogIn) -> None:
    client, club = client_of(ada), ada.club
    path = reverse("transfer:import_results", args=[club.pk])
    PlayerFactory(club=club, name="Chloe")
    lines = LINES | {1: [("1", "3", "4S", "S", "10", "450", "1", "1"), *LINES[1][1:]]}
    shown = client.post(path, {"file": SimpleUploadedFile("tuesday.XML", evening(lines=lines))})
    text = shown.content.decode()
    assert shown.status_code == 200
    assert "Board 1, 1 – 3: 420 points here, 450 in the file." in text
    assert "These may be on the roster already:" in text
    assert client.post(path, {"signed": shown.context["signed"]}).status_code == 302
    assert club.events.get().state == "finished"
    refused = client.post(path, {"file": SimpleUploadedFile("tuesday.xml", BAD["an entity"][0])})
    assert (refused.status_code, "declares entities" in refused.content.decode()) == (422, True)
    other = client.post(path, {"file": SimpleUploadedFile("tuesday.zip", b"PK")})
    assert other.context["results"].errors == {"file": ["Choose a file of these kinds: .xml, .pbn."]}


SWISS = """<?xml version="1.0" encoding="iso-8859-1"?>
<USEBIO Version="1.2"><EVENT EVENT_TYPE="SWISS_TEAMS"><MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>
<DATE>24/11/2020</DATE><SESSION SESSION_ID="1"><SECTION SECTION_ID="A"><PARTICIPANTS>
<TEAM TEAM_ID="1" TEAM_NAME="Lions">{lions}</TEAM>
<TEAM TEAM_ID="7" TEAM_NAME="Tigers">{tigers}</TEAM></PARTICIPANTS>
<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>7</OPPOSING_TEAM><TEAM_SCORE>14.3</TEAM_SCORE>
<OPPOSING_TEAM_SCORE>5.7</OPPOSING_TEAM_SCORE><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><IMPS>10</IMPS>
<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><CONTRACT>4S</CONTRACT><PLAYED_BY>S</PLAYED_BY><TRICKS>10</TRICKS>
<SCORE>420</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><DIRECTION>EW</DIRECTION><CONTRACT>4S</CONTRACT><PLAYED_BY>S</PLAYED_BY><TRICKS>9</TRICKS>
<SCORE>-50</SCORE></TRAVELLER_LINE></BOARD></MATCH></SECTION></SESSION></EVENT></USEBIO>"""


def swiss(lions: str = "ABCD", tigers: str = "EFGHI", text: str = SWISS) -> bytes:
    names = "<PLAYER><PLAYER_NAME>{}</PLAYER_NAME></PLAYER>".format
    return text.format(lions="".join(map(names, lions)), tigers="".join(map(names, tigers))).encode()


def test_teams_are_read_as_other_programs_write_them(club: Club) -> None:
    """With the players of a team, but not who of them played where: those who are named first sit N-S."""
    assert remarks(take(club, swiss())) == ["Round 1, 1 – 2: worth 18.09 – 1.91 here, 14.30 – 5.70 in the file."]
    event = Event.objects.get()
    assert (event.format, [str(team) for team in event.contestants.all()]) == ("swiss", ["Lions", "Tigers"])
    seats = {seat.player.name: (seat.table.number, seat.position) for seat in Seat.objects.all()}
    assert [name for name in "ABCDEFGHI" if name not in seats] == ["I"]
    assert faults_of_events() == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (swiss(lions="ABC"), (4, "A team has 4 to 6 players.")),
        (swiss(text=SWISS.replace("<DIRECTION>EW", "<DIRECTION>X")), (10, "Expected which way the first team")),
        (swiss(text=SWISS.replace("<OPPOSING_TEAM>7", "<OPPOSING_TEAM>9")), (6, "Nobody has the number 9.")),
        (swiss(text=SWISS.replace("NUMBER>1</ROUND", "NUMBER>0</ROUND")), (6, "A round has a number from 1 to 999.")),
        (swiss(text=SWISS.replace(">EW<", ">NS<")), (10, "Number 1 has two results of this: Board 1.")),
    ],
)
def test_what_is_wrong_with_teams_is_said_with_its_line(content: bytes, said: tuple[int, str], club: Club) -> None:
    with pytest.raises(Faulty) as refused:
        take(club, content)
    found = [(fault.file_line, fault.text) for fault in refused.value.survey.faults]
    assert (found[0][0], found[0][1][: len(said[1])]) == said
    assert not Player.objects.exists()


PBN = r"""% PBN 2.1
[Event "Thursday"]
[Site "North"]
[Date "2020.11.26"]
[Board "1"]
[Scoring "MatchPoints"]
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\5L;Declarer;Result\2R;Score_NS\5R;MP_NS\3R;MP_EW\3R;Names_NS;Names_EW"]
 1  1 4SX   S 10   590 2 0 "Ada;Boris" "Chloé;Dirk"
 2  2 4S    S 10   450 0 2 "Élise;Farid" "Greta;Hugo"

[Event "#"]
[Date "#"]
[Board "2"]
[Scoring "#"]
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\5L;Declarer;Result\2R;Score_NS\5R;MP_NS\3R;MP_EW\3R;Names_NS;Names_EW"]
 1  1 Pass  - -      0 1 1 "Ada;Boris" "Chloé;Dirk"
 2  2 -     - -   ^60% - - "Élise;Farid" "Greta;Hugo"
[TotalScoreTable "Rank;PairId;Names;MeanPercentage"]
1 1 "Ada;Boris" 75.00
2 2 "Élise;Farid" 30.00
1 2 "Greta;Hugo" 70.00
2 1 "Chloé;Dirk" 25.00
"""


def test_an_event_is_read_from_the_score_tables_of_pbn(club: Club) -> None:
    found = take(club, PBN.encode(), ".pbn")
    event = Event.objects.get()
    assert (event.name, f"{event.day}", event.winners) == ("Thursday", "2020-11-26", 2)
    assert (found.tables, found.hands, len(found.new)) == (2, 3, 8)
    assert [str(contestant) for contestant in event.contestants.with_players()] == [
        *("Ada & Boris", "Élise & Farid", "Chloé & Dirk", "Greta & Hugo")
    ]
    assert remarks(found)[0] == "Board 1, 2 – 4: 420 points here, 450 in the file."
    assert "Ada & Boris" not in " ".join(remarks(found)), "75 % and the first place are the same here"
    assert [line["average"] for line in event.rulings.values_list("line", flat=True)] == [[60, 40]]
    assert faults_of_events() == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2020.11.26", "?", (4, 'Expected a date such as [Date "2026.11.24"].')),
        ("MatchPoints", "Rubber", (6, "Boards cannot be scored by Rubber here.")),
        ("Élise;Farid", "Élise", (9, "Pair 2 needs the names of two players, of at most 80 characters.")),
        ("4SX", "8SX", (8, "“8SX” is not a contract, such as 4S, 3NTX or Pass.")),
    ],
)
def test_what_is_wrong_with_a_pbn_file_is_said_with_its_line(
    old: str, new: str, said: tuple[int, str], club: Club
) -> None:
    with pytest.raises(Faulty) as refused:
        take(club, PBN.replace(old, new).encode(), ".pbn")
    assert [(fault.file_line, fault.text) for fault in refused.value.survey.faults] == [said]
    assert not Player.objects.exists()
