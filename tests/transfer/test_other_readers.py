"""What we write, read as others read it: by the texts of the formats and the laws of bridge, with none of our code.

USEBIO is read like public viewers do, which take the first element of a name wherever it is; a table of PBN by its
titles, a cell being a word or what is in quotes.
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from lxml import etree

from scorer.club.models import Membership, Player
from tests.events.conftest import MakeEvent, make_event, players
from tests.events.test_pages import LogIn, address
from tests.transfer.test_round_trips import EVENINGS, play, written

__all__ = ["make_event", "players"]

VULNERABLE = ("", "NS", "EW", "NSEW", "NS", "EW", "NSEW", "", "EW", "NSEW", "", "NS", "NSEW", "", "NS", "EW")
"""Law 2: by the number of the board, from 1 to 16."""
IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500),
    *(3000, 3500, 4000),
)
"""Law 78B: from how many points on a difference is worth 1, 2, 3 ... IMPs."""
NAMES = (
    'Anna "Ännchen" O\'Neil',
    "Smith & <Sons> [x] {y} 100%",
    "Петровић Ђорђе",
    "A very long name of sixty letters that no column has room for",
    "back\\slash ; semicolon",
)


def law_77(board: int, contract: str, declarer: str, tricks: int) -> int:
    """Return the points of N-S."""
    level, strain, doubled = re.fullmatch("([1-7])(NT|[SHDC])(X{0,2})", contract).groups()
    vulnerable = declarer in VULNERABLE[(board - 1) % 16]
    times, over = (1, 2, 4)[len(doubled)], tricks - 6 - int(level)
    each = 20 if strain in "CD" else 30
    if over >= 0:
        bid = (each * int(level) + (10 if strain == "NT" else 0)) * times
        points = bid + ((500 if vulnerable else 300) if bid >= 100 else 50)
        points += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(int(level), 0)
        points += over * (each if times == 1 else (100 if vulnerable else 50) * times) + {1: 0, 2: 50, 4: 100}[times]
    elif times == 1:
        points = over * (100 if vulnerable else 50)
    else:
        steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
        points = -sum(steps[:-over]) * times // 2
    return points if declarer in "NS" else -points


def imps(points: int) -> int:
    worth = sum(least <= abs(points) for least in IMPS)
    return worth if points > 0 else -worth


def first(element: etree._Element, name: str) -> str:
    return next((found.text or "" for found in element.iter(name)), "")


def lines(root: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    for board in next(root.iter("EVENT")).iter("BOARD"):
        for line in board.iter("TRAVELLER_LINE"):
            yield int(first(board, "BOARD_NUMBER")), line


@pytest.mark.parametrize("name", EVENINGS)
def test_each_score_in_usebio_is_that_of_the_laws(name: str, make_event: MakeEvent) -> None:
    root = etree.fromstring(written(play(make_event, name), ".xml"))
    played = [(board, line) for board, line in lines(root) if first(line, "TRICKS")]
    assert played
    for board, line in played:
        said = first(line, "CONTRACT"), first(line, "PLAYED_BY"), int(first(line, "TRICKS"))
        assert int(first(line, "SCORE")) == law_77(board, *said)
    assert [first(line, "SCORE") for _board, line in lines(root) if not first(line, "CONTRACT")] == ["A6040"]


def test_matchpoints_and_totals_in_usebio_are_those_of_its_scores(make_event: MakeEvent) -> None:
    root = etree.fromstring(written(play(make_event, "pairs"), ".xml"))
    sums: Counter[str] = Counter()
    of_board: dict[int, list[etree._Element]] = defaultdict(list)
    for board, line in lines(root):
        of_board[board].append(line)
        for side in ("NS", "EW"):
            sums[first(line, f"{side}_PAIR_NUMBER")] += float(first(line, f"{side}_MATCH_POINTS"))
    for on_board in of_board.values():
        scores = [first(line, "SCORE") for line in on_board]
        if "A6040" in scores:
            continue
        for line in on_board:
            beaten = sum(int(first(line, "SCORE")) > int(other) for other in scores)
            level = scores.count(first(line, "SCORE")) - 1
            assert float(first(line, "NS_MATCH_POINTS")) == 2 * beaten + level
    pairs = list(root.iter("PAIR"))
    assert len(pairs) == len(sums)
    for pair in pairs:
        assert float(first(pair, "TOTAL_SCORE")) == pytest.approx(sums[first(pair, "PAIR_NUMBER")], abs=0.05)
    for side in ("NS", "EW"):
        ranked = sorted(
            (pair for pair in pairs if first(pair, "DIRECTION") == side), key=lambda pair: int(first(pair, "PLACE"))
        )
        percents = [float(first(pair, "PERCENTAGE")) for pair in ranked]
        assert percents == sorted(percents, reverse=True)


def test_the_imps_of_a_match_in_usebio_are_those_of_both_rooms(make_event: MakeEvent) -> None:
    root = etree.fromstring(written(play(make_event, "teams"), ".xml"))
    compared = 0
    for board in next(root.iter("EVENT")).iter("BOARD"):
        rooms = {first(line, "DIRECTION"): first(line, "SCORE") for line in board.iter("TRAVELLER_LINE")}
        if first(board, "IMPS") and "A6040" not in rooms.values():
            assert int(first(board, "IMPS")) == imps(int(rooms["NS"]) - int(rooms["EW"]))
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("name", EVENINGS)
def test_each_row_of_pbn_has_the_cells_of_its_titles_and_the_score_of_the_laws(
    name: str, make_event: MakeEvent
) -> None:
    text, board, titles, seen = written(play(make_event, name), ".pbn").decode("latin-1"), 0, [], 0
    for line in text.splitlines():
        if tag := re.fullmatch(r'\[(\w+) "(.*)"\]', line):
            board = int(tag[2]) if tag[1] == "Board" else board
            titles = [title.partition("\\")[0] for title in tag[2].split(";")] if tag[1].endswith("Table") else []
        elif titles and line:
            cells = re.findall(r'"[^"]*"|\S+', line)
            assert len(cells) == len(titles), line
            row = dict(zip(titles, cells, strict=True))
            if row.get("Result", "-") != "-":
                points = law_77(board, row["Contract"], row["Declarer"], int(row["Result"]))
                assert (int(row["Score_NS"]), int(row["Score_EW"])) == (points, -points)
                seen += 1
    assert seen


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_in_each_file_as_it_is(
    name: str, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    """But for a semicolon, which separates two names in PBN."""
    event = play(make_event, "pairs")
    Player.objects.filter(name="Player 1").update(name=name)
    names = {first(player, "PLAYER_NAME") for player in etree.fromstring(written(event, ".xml")).iter("PLAYER")}
    assert name in names
    content = written(event, ".pbn")
    text = content.decode("utf-8" if "Ђ" in name else "latin-1")
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    found = {re.sub(r"\\(.)", r"\1", part) for cell in quoted for part in cell.split(";")}
    assert name.replace(";", ",") in found
    plain = client_of(ada).get(address(event, "download", "ranking", "csv")).content.decode("utf-8-sig")
    rows = list(csv.reader(plain.splitlines(), delimiter=";" if ";" in plain.splitlines()[0] else ","))
    assert any(name in cell for row in rows for cell in row)
