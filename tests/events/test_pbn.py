"""Portable Bridge Notation: a reader that nobody here wrote understands our files, and no deal is there too early."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from games.bridge.rules.entry import Entry
from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.models import Event
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.dealt_hands import DEAL
from tests.events.test_pages import LogIn, address
from tests.events.test_scorecards import play_spades
from tests.events.test_usebio import event, sitting_of

__all__ = ["event"]

CARDS = f"N:{DEAL}"
ENDPLAY = """
import json, sys
from unittest.mock import MagicMock

sys.modules |= dict.fromkeys(("matplotlib", "matplotlib.pyplot", "numpy", "numpy.random"), MagicMock())
from endplay.parsers import pbn

def titles(table):
    return [title if isinstance(title, str) else title["name"] for title in table["headers"]]

boards = pbn.loads(sys.stdin.read())
print(json.dumps([
    {
        "board": board.board_num, "dealer": board.dealer.abbr, "vulnerable": board.vul.name,
        "deal": board.deal.to_pbn(), "tags": {tag: text for tag, text in board.info.items() if isinstance(text, str)},
        **{name: [dict(zip(titles(table), row)) for row in table["rows"]]
           for name, table in board.info.items() if not isinstance(table, str)},
    }
    for board in boards
]))
"""


def read_by_endplay(content: bytes) -> list[dict[str, Any]]:
    """In a process of its own, with stand-ins for the packages that endplay imports and its reader does not need."""
    command = [sys.executable, "-c", ENDPLAY]
    answer = subprocess.run(command, input=content.decode("latin-1"), capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    boards: list[dict[str, Any]] = json.loads(answer.stdout)
    return boards


@pytest.mark.parametrize("name", ["Zoé", "Зоран", 'Ann "Nan" \\ Bo; Cy'])
def test_endplay_reads_boards_cards_results_and_ranking(
    event: Event, name: str, ada: Membership, client_of: LogIn
) -> None:
    Player.objects.filter(name="Player 2").update(name=name)
    services.set_hand_records(event, {1: CARDS, 3: CARDS, 9: CARDS}, by=None)
    services.rule_result(event, sitting_of(event, 2), 2, {"average": [60, 40]}, why="A revoke", by=None)
    services.rule_result(event, sitting_of(event, 4), 4, {"not_played": True}, why="Late", by=None)
    answer = client_of(ada).get(address(event, "download", "event", "pbn"))
    assert answer["Content-Disposition"] == 'attachment; filename="Tuesday.pbn"'
    boards = {board["board"]: board for board in read_by_endplay(answer.content)}
    assert {number: (board["dealer"], board["vulnerable"]) for number, board in boards.items()} == {
        1: ("N", "none"),
        2: ("E", "ns"),
        3: ("S", "ew"),
        4: ("W", "both"),
    }
    assert [number for number, board in boards.items() if board["deal"] == CARDS] == [1, 3]
    assert boards[1]["tags"]["Date"] == f"{event.day:%Y.%m.%d}"
    assert boards[1]["tags"]["Scoring"] == "MatchPoints"
    doubled = next(row for row in boards[1]["ScoreTable"] if row["Contract"] == "4SX")
    assert (doubled["Declarer"], doubled["Result"], doubled["Lead"], doubled["Score_NS"]) == ("S", "10", "HK", "590")
    assert (doubled["Score_EW"], doubled["MP_NS"], doubled["MP_EW"]) == ("-590", "2", "0")
    assert [row["Contract"] for row in boards[2]["ScoreTable"]] == ["-", "2H"]
    assert boards[2]["ScoreTable"][0]["Score_NS"] == "^60%"
    assert len(boards[4]["ScoreTable"]) == 1, "the one that was not played is left out"
    ranking = boards[1]["TotalScoreTable"]
    assert sorted(row["PairId"] for row in ranking) == ["1", "2", "3", "4"]
    assert [board for board in boards.values() if "TotalScoreTable" in board] == [boards[1]]


def test_cards_are_in_no_file_before_their_deal_is_over(
    make_event: MakeEvent, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    """Not even in that of a director, who might pass it on."""
    event = make_event("bridge", 6, rounds=3, per_round=2, ranking_shown="at_once")
    choose(event, "mitchell")
    services.set_hand_records(event, dict.fromkeys(range(1, 7), CARDS), by=None)
    signs = {"pbn": CARDS.encode(), "xml": b"<CLUBS>KQ53</CLUBS>"}
    seen: dict[str, list[int]] = {ending: [] for ending in signs}

    def look() -> None:
        for ending, sign in signs.items():
            path = address(event, "download", "event", ending)
            seen[ending] += [client_of(reader).get(path).content.count(sign) for reader in (ada, boris)]

    for number in range(1, 4):
        play_spades(event, number)
        look()
        services.end_round(event, by=None)
    look()
    assert seen == {ending: [0, 0, 0, 0, 6, 6, 6, 6] for ending in signs}


@pytest.mark.parametrize("competes", ["players", "sides"])
def test_an_individual_and_imps_have_words_of_the_format(
    competes: str, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 8, competes=competes, per_round=1, comparison="cross_imps")
    choose(event, "individual" if competes == "players" else "howell")
    play_round(event, Random(7))
    first, *_others = read_by_endplay(client_of(ada).get(address(event, "download", "event", "pbn")).content)
    row = first["ScoreTable"][0]
    assert first["tags"]["Scoring"] == "IMP;Cross"
    assert first["tags"]["Competition"] == ("Individuals" if competes == "players" else "Pairs")
    assert ("-" in row["PairId_NS"]) == (competes == "players")
    assert float(row["IMP_NS"]) == -float(row["IMP_EW"])
    assert len(first["TotalScoreTable"]) == 8


def test_the_page_of_an_event_leads_to_its_files(event: Event, ada: Membership, client_of: LogIn) -> None:
    html = client_of(ada).get(address(event, "event")).content.decode()
    for name, kind in (("USEBIO", "xml"), ("PBN", "pbn")):
        link = f'href="{address(event, "download", "event", kind)}"'
        assert f'{link}><span class="grow">{name}, for the federation' in html, kind


def test_only_directors_get_the_numbers_of_the_federation(
    event: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    path = address(event, "download", "event", "pbn")
    assert [b"00471108" in client_of(reader).get(path).content for reader in (ada, boris)] == [True, False]


def test_an_event_without_results_is_an_empty_file(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4)
    choose(event, "howell")
    assert client_of(ada).get(address(event, "download", "event", "pbn")).content == b"% PBN 2.1\n\n"


def test_a_deal_that_was_passed_out_has_no_declarer(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 2, rounds=1, per_round=1)
    choose(event, "round_robin")
    (sitting,) = services.start_round(event, by=None).sittings.select_related("table")
    assert sitting.table
    play.record_hand(sitting.table, Entry(1, passed_out=True), by=None, key=None)
    (board,) = read_by_endplay(client_of(ada).get(address(event, "download", "event", "pbn")).content)
    (row,) = board["ScoreTable"]
    assert [row[name] for name in ("Contract", "Declarer", "Result", "Score_NS")] == ["Pass", "-", "-", "0"]
