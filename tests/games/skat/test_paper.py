"""The list on paper: values with their signs, running sums, games won and lost, and a foot that adds up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.skat.rules import PRESETS, Entry
from games.skat.rules.paper import on_paper as paper
from scorer.play import services
from scorer.registry import get_game
from scorer.scoring import PaperLine
from tests.contract.conftest import sheet_of
from tests.factories import make_players, make_table
from tests.games.conftest import paper_of

ISKO, PLAIN, PUB = PRESETS.values()
WON = Entry("C", 1, 1, result="won", sitting_out=(4,))
LOST = Entry("grand", 2, -2, result="lost", sitting_out=(1,))
NOBODY = Entry(passed_out=True, sitting_out=(2,))
AGAIN = Entry("null", 1, result="won", sitting_out=(3,))
RAMSCH = Entry("ramsch", loser=3, augen=50, result="lost")


def on_paper(*lines, variant=ISKO, seats=4):
    """Draw hands, and adjustments as points by seat."""
    return paper(
        [PaperLine(line) if isinstance(line, Entry) else PaperLine(points=line) for line in lines], variant, seats
    )


def test_each_value_has_its_sign_and_its_player_the_sum_so_far():
    drawn = on_paper(WON, LOST, NOBODY, AGAIN)
    assert [row.value for row in drawn.rows] == [24, -144, 0, 23]
    assert [row.cells for row in drawn.rows] == [
        (24, None, None, None),
        (None, -144, None, None),
        (None, None, None, None),
        (47, None, None, None),
    ]
    assert [row.number for row in drawn.rows] == [1, 2, 3, 4]


def test_the_foot_counts_games_and_adds_up_to_the_totals():
    drawn = on_paper(WON, LOST, (0, 0, -20, 0), AGAIN)
    assert drawn.games == ((2, 0), (0, 1), (0, 0), (0, 0))
    assert drawn.foot == {
        "own": [47, -144, 0, 0],
        "of_games": [100, -50, 0, 0],
        "of_others": [30, 0, 30, 30],
        "adjusted": [0, 0, -20, 0],
        "totals": (177, -194, 10, 30),
    }
    assert drawn.rows[2].number is None
    assert drawn.rows[2].cells == (None, None, -20, None)


def test_the_plain_list_has_values_only_and_a_ramsch_is_no_game():
    drawn = on_paper(replace(WON, sitting_out=()), RAMSCH, variant=PUB, seats=3)
    assert drawn.foot == {"own": [24, 0, -50], "totals": (24, 0, -50)}
    assert drawn.games == ((1, 0), (0, 0), (0, 0))


def test_an_empty_list_is_empty():
    drawn = on_paper()
    assert (drawn.rows, drawn.foot) == ((), {"totals": (0, 0, 0, 0)})


@given(st.sampled_from([ISKO, PLAIN, PUB]), st.sampled_from([3, 4]), st.integers(0, 99))
def test_whatever_is_played_the_foot_adds_up(variant, seats, seed):
    hands = sheet_of(get_game("skat"), variant, seats, 20, seed)
    foot = dict(on_paper(*hands, (5,) * seats, variant=variant, seats=seats).foot)
    totals = foot.pop("totals")
    assert tuple(map(sum, zip(*foot.values(), strict=True))) == totals


@pytest.mark.django_db
def test_the_page_draws_the_list(club, boris, client_of):
    table = make_table(club, "skat", players=make_players(club, 4))
    services.record_hands(table, (WON, LOST, NOBODY, replace(AGAIN, in_hand=True, announced="ouvert")), by=None)
    page = paper_of(client_of(boris), table)
    assert "<small>+24</small>24" in page
    assert "<small>−144</small>−144" in page
    assert "<td>2 : 0</td><td>0 : 1</td><td>0 : 0</td><td>0 : 0</td>" in page
    assert "Lost by others" in page
    assert "Adjustments" not in page


@pytest.mark.django_db
def test_the_page_of_a_list_without_hands_says_so(club, boris, client_of):
    assert "Nothing is written down yet." in paper_of(client_of(boris), make_table(club, "skat"))
