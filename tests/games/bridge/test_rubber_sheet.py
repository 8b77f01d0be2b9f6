"""The sheet of a rubber: as players draw it, and what a corrected deal changes elsewhere on it."""

import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given

from games.bridge.rules import PRESETS, Entry, replay
from games.bridge.rules.paper import Mark, papers, settled
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.play.result.settlement import result_of
from scorer.play.selectors.knock_on import knock_on_effects_of_correction
from scorer.play.table_context import TableContext
from tests.contract.test_table import HTMX
from tests.factories import make_table
from tests.games.bridge.paper import difference_of
from tests.games.bridge.test_rubber import CHICAGO, CHICAGO_DUPLICATE, RUBBER, WORKED, WORKED_CHICAGO, deal, sessions

LogIn = Callable[[Membership], Client]


def rubber(club: Club, *entries: Entry) -> Table:
    table = make_table(club, "bridge", variant=PRESETS["rubber"])
    services.record_hands(table, entries, by=None)
    return table


def paper_page(client: Client, table: Table) -> str:
    page: str = client.get(reverse("play:paper", args=[table.pk]), **HTMX).content.decode()
    return page


def points(columns: tuple[list[Mark], list[Mark]]) -> tuple[list[int], list[int]]:
    north_south, east_west = ([mark.points for mark in marks] for marks in columns)
    return north_south, east_west


def test_the_worked_rubber_is_drawn_as_on_paper() -> None:
    (paper,) = papers(WORKED, RUBBER, closed=False)
    assert points(paper.above) == ([30, 750, 100, 500], [100, 60])
    assert [points(game) for game in paper.rows] == [([60], [100]), ([120], []), ([120], [40])]
    assert paper.totals == (1680, 300)
    assert paper.ahead == (1380, -1380)
    assert paper.hundreds == (14, -14)


def test_every_mark_has_the_number_of_its_deal() -> None:
    (paper,) = papers(WORKED, RUBBER, closed=False)
    assert [mark.deal for mark in paper.above[0]] == [1, 6, 6, 6]
    assert [[mark.deal for mark in game[1]] for game in paper.rows] == [[2], [], [5]]


def test_one_rubber_follows_another_and_all_are_settled_together() -> None:
    found = papers([*WORKED, deal("4S E"), deal("1NT W", 1)], RUBBER, closed=False)
    assert [(paper.number, paper.hundreds[0]) for paper in found] == [(1, 14), (2, -2)]
    assert settled(found) == (12, -12)


@pytest.mark.parametrize(("result", "expected"), [(-1, -50), (-2, -100), (-3, -150)])
def test_fifty_are_settled_as_a_hundred(result: int, expected: int) -> None:
    (paper,) = papers([deal("1S N", result)], RUBBER, closed=False)
    assert (paper.ahead[0], paper.hundreds[0]) == (expected, {-50: -1, -100: -1, -150: -2}[expected])


@given(sessions)
def test_the_deals_settle_the_hundreds_of_their_rubbers(entries: list[Entry]) -> None:
    together = [sum(one.result[seat] for one in replay(entries, RUBBER, 4)) for seat in range(4)]
    north_south, east_west = (100 * own for own in settled(papers(entries, RUBBER, closed=False)))
    assert together == [north_south, east_west] * 2


def paid(table: Table) -> dict[str, Decimal]:
    return {person.name: person.amount for person in result_of(TableContext(table)).people}


def test_a_session_is_settled_in_hundreds_rubber_by_rubber(club: Club) -> None:
    """950 and 380 with what closing adds: ten hundreds and four, not 1,330."""
    table = rubber(
        club, deal("4S N"), deal("3NT S", 1), deal("2CXX E", -2), deal("4H W"), deal("1S N"), deal("1NT S", 1)
    )
    table = services.close_table(table, by=None)
    assert paid(table) == {"Ada": 1400, "Chloé": 1400, "Boris": -1400, "Dirk": -1400}
    assert papers([entry for _line, entry in TableContext(table).sheet.hands], RUBBER, closed=True)[1].hundreds == (
        4,
        -4,
    )


def test_partners_who_are_cut_anew_settle_only_their_own_rubbers(club: Club) -> None:
    table = rubber(club, deal("4S N"), deal("3NT S", 1))
    services.change_partners(table, 2, by=None)
    services.record_hand(table, deal("1S N", 1), by=None, key=None)
    assert paid(Table.objects.get(pk=table.pk)) == {"Ada": 1100, "Boris": -900, "Chloé": 900, "Dirk": -1100}


def test_a_rubber_names_its_own_players_if_partners_are_cut_anew(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = rubber(club, deal("4S N"), deal("3NT S", 1))
    assert "players" not in paper_page(client_of(boris), table)
    services.change_partners(table, 2, by=None)
    services.record_hand(table, deal("1S N", 1), by=None, key=None)
    page = paper_page(client_of(boris), table)
    heads = re.findall(
        r'N–S</small> <small class="players">(.*?)</small>.*?E–W</small> <small class="players">(.*?)</small>', page
    )
    assert heads == [("Ada &amp; Boris", "Chloé &amp; Dirk"), ("Ada &amp; Chloé", "Boris &amp; Dirk")]
    assert "All together" not in page
    assert reverse("play:result", args=[table.pk]) in page


def test_a_closing_line_that_a_director_has_corrected_is_settled_by_its_points(club: Club, ada: Membership) -> None:
    table = services.close_table(rubber(club, deal("4S N")), by=None)
    assert paid(table)["Ada"] == 400
    line = table.hands.get(closing=True)
    services.correct_adjustment(line, [30, -30, 30, -30], why="as agreed", by=ada.user)
    assert paid(Table.objects.get(pk=table.pk))["Ada"] == 130


def test_an_unfinished_rubber_is_scored_once_the_table_is_closed() -> None:
    still_open, closed = (papers([deal("4S N")], RUBBER, closed=closed)[0].totals for closed in (False, True))
    assert (still_open, closed) == ((120, 0), (420, 0))


def test_the_worked_chicago_is_drawn_with_its_games() -> None:
    (paper,) = papers(WORKED_CHICAGO, CHICAGO, closed=True)
    assert [points(game) for game in paper.rows] == [([40, 60], []), ([], [40, 60])]
    assert paper.totals == (400, 630)


def test_a_chicago_as_at_duplicate_has_nothing_below_the_line() -> None:
    (paper,) = papers(WORKED_CHICAGO, CHICAGO_DUPLICATE, closed=True)
    assert not any(marks for game in paper.games for marks in game)


@given(sessions)
def test_the_columns_differ_by_what_the_deals_are_worth(entries: list[Entry]) -> None:
    found = papers(entries, RUBBER, closed=False)
    assert sum(paper.ahead[0] for paper in found) == difference_of(entries)
    assert all(abs(100 * paper.hundreds[0] - paper.ahead[0]) <= 50 for paper in found)


@pytest.mark.django_db
def test_the_page_says_what_a_corrected_part_score_moves_before_it_is_saved(club: Club) -> None:
    table = rubber(club, deal("2S N"), deal("2H S"), deal("4S N", -1))
    said = knock_on_effects_of_correction(TableContext(table), 1, deal("1S N"))
    assert "Deal 3: N–S −100 → −50, E–W +100 → +50" in said
    assert "now: Rubber 1: nobody is vulnerable" in said
    assert "now: N–S: 90 below the line" in said
    assert "no longer: Unfinished rubber: 300 for the only game (N–S)" in said


@pytest.mark.django_db
def test_a_correction_moves_the_bonus_of_the_rubber(club: Club) -> None:
    table = rubber(club, *WORKED)
    services.correct_hand(table.hands.get(number=2), replace(WORKED[1], tricks=8), by=None, why="miscounted")
    after = TableContext(Table.objects.get(pk=table.pk)).sheet.outcomes()
    assert [outcome.points[0] for outcome in after] == [90, 50, -100, 120, -100, 120 + 750 + 100 + 700]


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["rubber", "chicago", "chicago_duplicate"])
def test_the_sheet_on_paper_is_a_pad_with_the_last_deal(
    club: Club, boris: Membership, client_of: LogIn, preset: str
) -> None:
    table = make_table(club, "bridge", variant=PRESETS[preset])
    services.record_hand(table, deal("2S N", 1), by=None, key=None)
    page = client_of(boris).get(reverse("play:paper", args=[table.pk])).content.decode()
    assert 'class="pad"' in page
    assert '<span class="wrote">60' in page
