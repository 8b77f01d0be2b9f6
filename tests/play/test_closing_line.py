"""What an unfinished session is worth: an adjustment written on closing, and taken out on reopening.

Only a rubber has it so far; the site knows it as `Notice.closing`.
"""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import PRESETS, Entry
from scorer.audit.check import faults_of
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.table_context import TableContext
from scorer.transfer.export import export
from scorer.transfer.json_lines import parse_lines
from tests.factories import make_table

LogIn = Callable[[Membership], Client]

pytestmark = pytest.mark.django_db

GAME, PART_SCORE = Entry(None, 4, "S", "", "N", 10), Entry(None, 2, "H", "", "E", 8)


def rubber(club: Club, *entries: Entry) -> Table:
    table = make_table(club, "bridge", variant=PRESETS["rubber"])
    services.record_hands(table, entries, by=None)
    return table


def reread(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def total(table: Table) -> int:
    """Return the points of N–S."""
    return TableContext(reread(table)).sheet.totals.get(1, 0)


def closing_lines(table: Table) -> list[tuple[list[int], bool]]:
    return [(line.points, line.voided) for line in table.hands.filter(closing=True)]


def found(table: Table) -> list[object]:
    return list(faults_of(Table.objects.filter(pk=table.pk)))


def test_closing_adds_what_an_unfinished_rubber_is_worth(club: Club) -> None:
    table = services.close_table(rubber(club, GAME), by=None)
    line = table.hands.get(closing=True)
    assert (line.kind, line.points) == (Hand.Kind.ADJUSTMENT, [300, -300, 300, -300])
    assert line.why == "Unfinished rubber: 300 for the only game (N–S)."
    assert total(table) == 120 + 300
    assert found(table) == []


def test_game_of_one_side_and_part_score_of_the_other_are_one_line_with_both_reasons(club: Club) -> None:
    table = services.close_table(rubber(club, GAME, PART_SCORE), by=None)
    line = table.hands.get(closing=True)
    assert line.points == [200, -200, 200, -200]
    assert "300 for the only game (N–S)" in line.why
    assert "100 for the only part-score (E–W)" in line.why


@pytest.mark.parametrize("entries", [(), (GAME, GAME), (GAME, PART_SCORE, PART_SCORE)])
def test_closing_adds_nothing_to_what_is_finished_or_level(club: Club, entries: tuple[Entry, ...]) -> None:
    table = services.close_table(rubber(club, *entries), by=None)
    assert [points for points, _voided in closing_lines(table)] == []


def test_reopening_takes_the_line_out_and_closing_writes_another(club: Club) -> None:
    table = services.close_table(rubber(club, GAME), by=None)
    table = services.reopen_table(table, by=None)
    assert closing_lines(table) == [([300, -300, 300, -300], True)]
    assert total(table) == 120
    services.record_hand(table, PART_SCORE, by=None, key=None)
    table = services.close_table(reread(table), by=None)
    assert closing_lines(table) == [([300, -300, 300, -300], True), ([200, -200, 200, -200], False)]
    assert total(table) == 120 - 60 + 200
    assert found(table) == []


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (Entry(None, 4, "S", "", "E", 10), [([-300, 300, -300, 300], False)]),
        (Entry(None, 4, "S", "", "N", 9), [([300, -300, 300, -300], True)]),
        (Entry(None, 4, "S", "", "N", 11), [([300, -300, 300, -300], False)]),
    ],
)
def test_the_line_follows_a_correction_after_closing(
    club: Club, entry: Entry, expected: list[tuple[list[int], bool]]
) -> None:
    table = services.close_table(rubber(club, GAME), by=None)
    services.correct_hand(table.hands.get(number=1), entry, by=None, why="mistyped")
    assert closing_lines(table) == expected
    assert found(table) == []


def test_a_correction_after_closing_may_need_a_line_that_was_not_there(club: Club) -> None:
    table = services.close_table(rubber(club, Entry(None, 4, "S", "", "N", 9)), by=None)
    services.correct_hand(table.hands.get(number=1), GAME, by=None, why="mistyped")
    assert closing_lines(table) == [([300, -300, 300, -300], False)]


def test_the_line_follows_a_hand_that_is_voided_after_closing(club: Club) -> None:
    table = services.close_table(rubber(club, GAME), by=None)
    services.void_hand(table.hands.get(number=1), by=None)
    assert closing_lines(table) == [([300, -300, 300, -300], True)]
    services.restore_hand(table.hands.get(number=1), by=None)
    assert total(table) == 120 + 300


def test_a_director_can_void_the_line_itself(club: Club) -> None:
    table = services.close_table(rubber(club, GAME), by=None)
    services.void_hand(table.hands.get(closing=True), by=None)
    assert total(table) == 120


def test_a_file_says_which_line_closing_has_added(club: Club) -> None:
    table = services.close_table(rubber(club, GAME), by=None)
    (text,) = export(Table.objects.filter(pk=table.pk))
    (parsed,) = parse_lines(BytesIO(text.encode()), club)
    assert [line.closing for line in parsed.lines] == [False, True]


def test_the_closing_page_says_what_closing_adds(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = rubber(club, GAME)
    address = reverse("play:result", args=[table.pk])
    client = client_of(boris)
    assert "Closing the table adds: Unfinished rubber: 300 for the only game (N–S)." in page_of(client, address)
    services.close_table(table, by=None)
    assert "Closing the table adds" not in page_of(client, address)


def page_of(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())
