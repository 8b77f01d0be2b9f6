"""Warnings for the next hand, and for a correction of an earlier one."""

from dataclasses import replace
from typing import Any

import pytest

from games.belote.rules import Entry as Belote
from games.bridge.rules import Entry as Bridge
from games.doppelkopf.rules import PRESETS
from games.preferans.rules import PRESETS as PREFERANS
from games.preferans.rules import Entry as Preferans
from scorer.club.models import Club
from scorer.play import services
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from tests.factories import make_players, make_table
from tests.games.doppelkopf.hands import hand

pytestmark = pytest.mark.django_db


def belote(points: int) -> Belote:
    return Belote(bidder=1, value=90, trump="H", points=points)


def table_with(club: Club, game: str, *entries: Any, **values: Any) -> Table:
    table = make_table(club, game, **values)
    services.record_hands(table, entries, by=None)
    return table


def asked(table: Table, entry: Any, instead_of: int | None = None) -> set[str]:
    return {warning.code for warning in TableContext(table).warnings(entry, instead_of=instead_of)}


def test_the_next_hand_is_compared_with_the_last(club: Club) -> None:
    table = table_with(club, "belote", belote(95), belote(100))
    assert asked(table, belote(100)) == {"same_as_before"}
    assert asked(table, belote(95)) == set()


@pytest.mark.parametrize(
    ("instead_of", "points", "codes"),
    [
        (3, 92, {"same_as_before"}),  # as hand 2
        (3, 95, set()),  # as hand 4, and as the last of the sheet
        (1, 95, set()),
        (2, 91, {"same_as_before"}),
        (4, 93, {"same_as_before"}),
        (4, 95, set()),
    ],
)
def test_a_corrected_hand_is_compared_with_the_one_before_it(
    instead_of: int, points: int, codes: set[str], club: Club
) -> None:
    table = table_with(club, "belote", *(belote(points) for points in (91, 92, 93, 95)))
    assert asked(table, belote(points), instead_of) == codes


def test_a_voided_hand_is_not_compared(club: Club) -> None:
    table = table_with(club, "belote", belote(91), belote(92), belote(93))
    services.void_hand(table.hands.get(number=2), by=None, why="misdeal")
    assert asked(table, belote(91), instead_of=3) == {"same_as_before"}
    assert asked(table, belote(92), instead_of=3) == set()


@pytest.mark.parametrize(("instead_of", "board"), [(1, 2), (1, 3), (2, 3), (3, 1)])
def test_a_repeated_board_is_found_anywhere_on_the_sheet(instead_of: int, board: int, club: Club) -> None:
    boards = [Bridge(board=number, passed_out=True) for number in (1, 2, 3)]
    table = table_with(club, "bridge", *boards)
    assert asked(table, Bridge(board=board, passed_out=True), instead_of) == {"board_again"}
    assert asked(table, boards[instead_of - 1], instead_of) == set()


def test_a_pflichtsolo_played_later_counts_as_played_twice(club: Club) -> None:
    plain, solo, duty = hand(121), hand(121, kind="damen"), hand(121, kind="damen", duty="pflicht")
    table = table_with(club, "doppelkopf", plain, duty, variant=PRESETS["ddv"])
    assert asked(table, duty, instead_of=1) == {"pflichtsolo_twice"}
    assert asked(table, solo, instead_of=1) == {"lust_before_pflicht"}


def test_the_hand_after_the_end_of_a_record_begins_another(club: Club) -> None:
    table = make_table(club, "preferans", variant=replace(PREFERANS["bule"], bule=2), players=make_players(club, 3))
    last = Preferans(7, roles=("declarer", "pass", "pass"))
    assert asked(table, last) == set()
    services.record_hand(table, last, by=None, key=None)
    assert asked(table, last) == {"another_record"}
    assert asked(table, last, instead_of=1) == set()
