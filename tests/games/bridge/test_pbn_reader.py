"""Portable Bridge Notation is read as other programs write it, and everything that is wrong is said by line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bridge.rules import pbn_reader
from games.bridge.rules.cards import RANKS, Cards, read_cards
from games.bridge.rules.entry import DECLARERS, Entry
from games.bridge.rules.pbn_reader import MAX_BYTES, MAX_GAMES, MAX_PROBLEMS, Reading, read_pbn
from tests.events.dealt_hands import DEAL, dealt

N, E, S, W = DEAL.split()


def deals(text: str | bytes) -> tuple[dict[int, Cards], list[tuple[int, str]]]:
    reading = read_pbn(text.encode() if isinstance(text, str) else text)
    boards = pbn_reader.deals_of(reading)
    return boards, said(reading)


def said(reading: Reading) -> list[tuple[int, str]]:
    return [(line, problem.code) for line, problem in reading.problems]


@pytest.mark.parametrize("first", DECLARERS)
def test_a_deal_may_begin_with_any_seat(first: str) -> None:
    start = DECLARERS.index(first)
    hands = [N, E, S, W]
    text = f"{first}:{' '.join(hands[start:] + hands[:start])}"
    assert deals(f'[Board "1"]\n[Deal "{text}"]') == ({1: dealt()}, [])


def test_ranks_may_have_any_order_and_ten_may_be_a_number() -> None:
    shuffled = DEAL.replace("AKQ2", "2QKA").replace("T", "10").lower()
    assert deals(f'[Board "1"][Deal "n:{shuffled}"]') == ({1: dealt()}, [])


@given(st.permutations([suit + rank for suit in "SHDC" for rank in RANKS]), st.sampled_from(DECLARERS))
def test_every_deal_is_read_back(pack: list[str], first: str) -> None:
    hands = [
        tuple("".join(rank for rank in RANKS if suit + rank in pack[start : start + 13]) for suit in "SHDC")
        for start in range(0, 52, 13)
    ]
    there = Cards(tuple(hands))
    assert read_cards(there.text(first)) == (there, [])


def test_several_boards_with_comments_escapes_and_every_kind_of_line_ending() -> None:
    text = (
        "\ufeff% PBN 2.1\r\n% EXPORT\r"
        '[Event "The \\"Thursday\\" {no comment} ; none"]{one\n\n[Board "9"]\nto here}[Board "1"] ; [Board "8"]\n'
        f'[Dealer "N"]\r\n[Vulnerable "Love"]\r\n[ Deal\n"N:{DEAL}" ]\r\n'
        " \t \n"
        f'[Event "#"]\n[Board "2"]\n[Deal "N:{DEAL}"]\n[Vulnerable "NS"]\n[Dealer "e"]'
    )
    reading = read_pbn(text.encode())
    assert pbn_reader.deals_of(reading) == {1: dealt(), 2: dealt()}
    assert said(reading) == []
    assert [game.tags["Event"] for game in reading.games] == ['The "Thursday" {no comment} ; none'] * 2


def test_values_of_earlier_games_hold_where_the_file_says_so() -> None:
    text = (
        '[Event "##Thursday"]\n[Site "here"]\n[Board "1"]\n\n[Site "#"]\n[Board "2"]\n\n'
        '[Event "Friday"]\n[Board "3"]\n\n[Board "4"]\n[Site "#"]\n[Date "#"]'
    )
    games = read_pbn(text.encode()).games
    assert [game.tags["Event"] for game in games] == ["Thursday", "Thursday", "Friday", "Friday"]
    assert [game.tags.get("Site") for game in games] == ["here", "here", None, "here"]
    assert games[3].tags["Date"] == ""


def test_a_second_board_begins_a_game_without_an_empty_line_and_any_other_tag_counts_once() -> None:
    text = f'[Board "1"]\n[Deal "N:{DEAL}"]\n[Deal "?"]\n[Board "2"]\n[Deal "N:{E} {S} {W} {N}"]'
    boards, problems = deals(text)
    assert sorted(boards) == [1, 2]
    assert problems == []


@pytest.mark.parametrize("unknown", ["", "?", "-", "*"])
def test_a_board_whose_cards_are_not_known_is_left_out(unknown: str) -> None:
    assert deals(f'[Board "1"]\n[Dealer "{unknown}"]\n[Vulnerable "?"]\n[Deal "{unknown}"]') == ({}, [])


def test_a_board_may_come_once_for_each_table_but_with_the_same_cards() -> None:
    again = f'[Board "1"]\n[Deal "N:{DEAL}"]\n\n'
    assert deals(again * 3) == ({1: dealt()}, [])
    assert deals(again + f'[Board "1"]\n[Deal "N:{E} {S} {W} {N}"]')[1] == [(5, "pbn_other_cards")]


@pytest.mark.parametrize(
    ("deal", "codes"),
    [
        ("", []),
        (DEAL, ["pbn_deal"]),
        (f"X:{DEAL}", ["pbn_deal"]),
        (f"N:{N} {E} {S}", ["pbn_deal"]),
        (f"N:{N} {E} {S} {W} {W}", ["pbn_deal"]),
        (f"N:{N} {E} {S} -", ["pbn_no_hand"]),
        (f"N:{N[:-1]} {E} {S} {W}", ["pbn_hand_cards"]),
        (f"N:{N[:-1]}1 {E} {S} {W}", ["pbn_rank"]),
        (f"N:{N.replace('.', '')} {E} {S} {W}", ["pbn_suits"]),
        (f"N:{N} {N} {S} {W}", ["pbn_card_twice"] * 13),
        (f"N:{N[:-1]} - {S}2 {W[:-1]}Z", ["pbn_hand_cards", "pbn_no_hand", "pbn_hand_cards", "pbn_rank"]),
    ],
)
def test_everything_that_is_wrong_with_a_deal_is_said_at_once(deal: str, codes: list[str]) -> None:
    text = f'[Board "1"]\n[Deal "{deal}"]'
    assert deals(text) == ({}, [(2, code) for code in codes])


@pytest.mark.parametrize("board", range(1, 33))
def test_dealer_and_vulnerability_are_compared_with_the_number_of_the_board(board: int) -> None:
    dealers, vulnerabilities = "NESW" * 8, "-NEBNEB-EB-NB-NE" * 2  # Law 2
    words = {"-": "None", "N": "NS", "E": "EW", "B": "All"}
    for dealer in "NESW":
        for sign, word in words.items():
            text = f'[Board "{board}"]\n[Dealer "{dealer}"]\n[Vulnerable "{word}"]\n[Deal "N:{DEAL}"]'
            expected = [(2, "pbn_dealer")] * (dealer != dealers[board - 1])
            expected += [(3, "pbn_vulnerable")] * (sign != vulnerabilities[board - 1])
            assert deals(text)[1] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(0, "pbn_nothing")]),
        ("% PBN 2.1\n\n", [(0, "pbn_nothing")]),
        (b"PK\0\0", [(0, "pbn_no_text")]),
        ("Ada & Boris", [(1, "pbn_stray")] * 3),
        ('[Board "1]', [(1, "pbn_tag")]),
        ("[Board 1]\n[Deal]", [(1, "pbn_tag"), (2, "pbn_tag")]),
        ('[Board "1"\n\n[Site "here"]', [(1, "pbn_tag")]),
        ('[Board "1"] "N', [(1, "pbn_quote")]),
        ('[Board "1"]]', [(1, "pbn_stray")]),
        ('[Board "1"]\n{ no end\n[Deal "?"]', [(2, "pbn_comment")]),
        ('[Board "0"]\n[Deal "N:' + DEAL + '"]', [(1, "pbn_board")]),
        ('[Board "x"]\n[Deal "N:' + DEAL + '"]', [(1, "pbn_board")]),
        ('[Deal "N:' + DEAL + '"]', [(1, "pbn_board")]),
        ('[Board "1"]\n[ScoreTable "Rank;Contract"]\n1 4S\n2\n', [(4, "pbn_row")]),
    ],
)
def test_what_is_wrong_with_a_file_is_said_by_line(text: str | bytes, expected: list[tuple[int, str]]) -> None:
    assert deals(text)[1] == expected


def test_problems_of_all_boards_come_back_together() -> None:
    text = '[Board "1"]\n[Deal "N:x"]\n\n[Board "2"]\n[Dealer "N"]\n[Deal "N:' + DEAL + '"]\n\nAda'
    assert deals(text)[1] == [(8, "pbn_stray"), (2, "pbn_deal"), (5, "pbn_dealer")]


ROWS = b"\n".join([b"a " * 4_000] * 120)
BOMBS = {
    "too long": b"a" * (MAX_BYTES + 1),
    "one line": b"a " * 400_000,
    "lines": b"\n" * 900_000,
    "no tags": ROWS,
    "quotations": b'"\n' * 40_000,
    "comments": b"\n".join([b"{}" * 4_000] * 120) + b"{" * 9_000,
    "brackets": b"[\n" * 40_000,
    "tags": b"".join(b'[T%d""]\n' % number for number in range(40_000)),
    "games": b'[A""]\n\n' * 20_000,
    "values for all": b"".join(b'[T%d"##"]\n\n' % number for number in range(20_000)),
    "rows": b'[ScoreTable "A"]' + ROWS,
    "columns": b'[ScoreTable "' + b";" * 9_000 + b'"]\n' + ROWS,
    "names": b'[ScoreTable "Names_NS\\2;Names_EW"]\n' + ROWS,
    "name columns": b'[ScoreTable "' + b";".join([b"Names\\1"] * 1_000) + b'"]\n' + ROWS,
    "skipped": b'[Auction "N"]\n' + ROWS,
    "ranks": b'[Board "1"][Deal "N:' + b"A" * 9_000 + b' - - -"]',
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_no_file_takes_long(bomb: str) -> None:
    reading = read_pbn(BOMBS[bomb])
    pbn_reader.deals_of(reading)
    pbn_reader.results_of(reading)
    assert len(reading.problems) <= MAX_PROBLEMS + 1
    assert len(reading.games) <= MAX_GAMES + 1
    assert reading.problems or bomb == "skipped"


@given(st.text(alphabet='[]{};%"\\ \n\rBoardDealTable17N:AKQ.#*?-', max_size=200))
def test_no_text_is_a_crash(text: str) -> None:
    reading = read_pbn(text.encode())
    pbn_reader.deals_of(reading)
    pbn_reader.results_of(reading)
    pbn_reader.totals_of(reading)


RESULTS = r"""% PBN 2.1
[Event "Thursday"]
[Board "7"]
[Scoring "MP"]
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\5L;Declarer;Result\2R;Score_NS\5R;Names_NS;Names_EW"]
 1  8 4H    N 10   "620" "Ada;Boris" "Chloé;Dirk"
 2  9 3NTX  ^E 8      - "Eva & Finn" "Gül - Hugo"
 3 10 Pass  - -       0 "Ida" ""
 4 11 -     - -    ^60% "Ida" ""
 5
12 1NXX W 13 -2960 "" ""
[TotalScoreTable "Rank;PairId;Names;MeanPercentage"]
1 1 "Ada;Boris" 62.50
2 8 "Chloé;Dirk" 50.00
"""


def test_results_are_read_from_score_tables() -> None:
    reading = read_pbn(RESULTS.encode("latin-1"))
    results = pbn_reader.results_of(reading)
    assert said(reading) == []
    assert [result.entry for result in results] == [
        Entry(7, 4, "H", "", "N", 10),
        Entry(7, 3, "NT", "X", "E", 8),
        Entry(7, passed_out=True),
        None,
        Entry(7, 1, "NT", "XX", "W", 13),
    ]
    assert [result.pair_ids for result in results] == [("1", "8"), ("2", "9"), ("3", "10"), ("4", "11"), ("5", "12")]
    assert results[0].names == (("Ada", "Boris"), ("Chloé", "Dirk"))
    assert results[1].names == (("Eva", "Finn"), ("Gül", "Hugo"))
    assert results[2].names == (("Ida",), ())
    assert results[1].row.known("Score_NS") == ""
    assert results[3].row.known("Score_NS") == "^60%"
    assert results[4].line == 10
    assert [row.cells["MeanPercentage"] for row in pbn_reader.totals_of(reading)] == ["62.50", "50.00"]


def test_names_without_quotes_are_read_by_the_width_of_their_column() -> None:
    text = '[Board "1"]\n[ScoreTable "PairId_NS\\2R;Names_NS\\15;Names_EW"]\n 1 Ada Aarts-Bo   Chloé C-Dirk D\n'
    reading = read_pbn(text.encode())
    [result] = pbn_reader.results_of(reading)
    assert result.row.cells == {"PairId_NS": "1", "Names_NS": "Ada Aarts-Bo", "Names_EW": "Chloé C-Dirk D"}


def test_a_result_is_read_from_the_tags_of_a_game() -> None:
    text = (
        '[Board "3"]\n[North "Ada"]\n[South "Boris"]\n[West "?"]\n[East ""]\n[Declarer "S"]\n[Contract "2SX"]\n'
        '[Result "NS 8"]\n[Table "4"]\n\n[Board "4"]\n[Contract "?"]'
    )
    reading = read_pbn(text.encode())
    [result] = pbn_reader.results_of(reading)
    assert (result.board, result.entry) == (3, Entry(3, 2, "S", "X", "S", 8))
    assert result.names == (("Ada", "Boris"), ())
    assert result.row.known("Table") == "4"
    assert said(reading) == []


def test_everything_that_is_wrong_with_a_result_is_said_at_once() -> None:
    rows = "8S N 10\n4S X 10\n4S N 14\n4Z Q made\n4S N -\n"
    reading = read_pbn(f'[Board "1"]\n[ScoreTable "Contract;Declarer;Result"]\n{rows}'.encode())
    results = pbn_reader.results_of(reading)
    assert [result.entry for result in results] == [None] * 5
    assert said(reading) == [
        *((3, "pbn_contract"), (4, "pbn_declarer"), (5, "pbn_result")),
        *((6, "pbn_contract"), (6, "pbn_declarer"), (6, "pbn_result")),
    ]
