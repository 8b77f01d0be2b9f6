"""The marque: what each deal was worth to each player, the running totals, the contracts and their takers."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.tarot.rules import PRESETS, Entry, Variant, replay
from games.tarot.rules.entry import Handful
from games.tarot.rules.paper import Cell, Paper
from games.tarot.rules.paper import on_paper as paper
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.scoring import PaperLine
from tests.contract.conftest import sheet_of
from tests.factories import make_table
from tests.games.conftest import paper_of

HOUSE = PRESETS["house"]
GARDE = Entry("taker", 1, None, "garde", 2, 49.0, "attack", (Handful(1, "single"),))
"""Ada takes and makes it by 8, with the Petit au bout and a single handful: (25 + 8 + 10) x 2 + 20 = 106."""
LOST = Entry("taker", 2, None, "garde", 1, 45.0, "attack")
"""Boris takes and fails by 6, but wins the Petit au bout: (-25 - 6 + 10) x 2 = -42."""
THROWN_IN = Entry(passed_out=True)

LogIn = Callable[[Membership], Client]


def on_paper(*entries: Entry | tuple[int, ...], seats: int = 4, variant: Variant = HOUSE) -> Paper:
    """Draw deals, and adjustments as points by seat."""
    lines = [PaperLine(one) if isinstance(one, Entry) else PaperLine(points=one) for one in entries]
    return paper(lines, variant, seats)


def test_each_line_has_what_the_deal_was_worth_and_the_totals_so_far() -> None:
    drawn = on_paper(GARDE, LOST)
    assert [[cell.gained for cell in row.cells] for row in drawn.rows] == [[318, -106, -106, -106], [42, -126, 42, 42]]
    assert [[cell.total for cell in row.cells] for row in drawn.rows] == [
        [318, -106, -106, -106],
        [360, -232, -64, -64],
    ]
    assert drawn.totals == (360, -232, -64, -64)
    assert drawn.sum_of_totals == 0


def test_the_value_of_a_deal_is_what_each_defender_pays() -> None:
    alone = Entry("taker", 1, 1, "garde", 1, 48.0)
    called = Entry("taker", 1, 3, "garde_sans", 1, 56.5, None, (Handful(2, "double"),))
    assert [row.value for row in on_paper(GARDE, LOST).rows] == [106, -42]
    assert [row.value for row in on_paper(alone, called, seats=5).rows] == [-56, 154]


def test_the_taker_and_the_called_partner_are_marked() -> None:
    called = Entry("taker", 1, 3, "garde_sans", 1, 56.5, None, (Handful(2, "double"),))
    alone = replace(called, partner=1)
    parts = [[cell.part for cell in row.cells] for row in on_paper(called, alone, seats=5).rows]
    assert parts == [["taker", "", "partner", "", ""], ["taker", "", "", "", ""]]


def test_a_deal_that_was_thrown_in_changes_nothing() -> None:
    (_first, row) = on_paper(GARDE, THROWN_IN).rows
    assert row.number == 2
    assert row.value is None
    assert row.cells == (Cell(0, 318), Cell(0, -106), Cell(0, -106), Cell(0, -106))


def test_whoever_sits_out_has_a_dash_and_keeps_the_total() -> None:
    row = on_paper(GARDE, replace(GARDE, sitting_out=(5,), partner=None), seats=5, variant=Variant(mort=True)).rows[1]
    assert row.cells[4].gained is None
    assert row.value == 106


def test_a_penalty_is_a_line_without_a_number_and_changes_the_sum_of_the_totals() -> None:
    drawn = on_paper(GARDE, (-20, 0, 0, 0), LOST)
    assert [row.number for row in drawn.rows] == [1, None, 2]
    assert drawn.rows[1].cells == (Cell(-20, 298), Cell(None, -106), Cell(None, -106), Cell(None, -106))
    assert drawn.sum_of_totals == -20


@given(st.sampled_from([3, 4, 5, 6]), st.booleans(), st.integers(0, 30), st.integers(0, 99))
def test_every_line_adds_up_to_zero_and_leads_to_the_next_total(seats: int, mort: bool, deals: int, seed: int) -> None:
    variant = Variant(mort=mort)
    entries = sheet_of(get_game("tarot"), variant, seats, deals, seed)
    outcomes, drawn = replay(entries, variant, seats), on_paper(*entries, seats=seats, variant=variant)
    before = (0,) * seats
    for entry, outcome, row in zip(entries, outcomes, drawn.rows, strict=True):
        gained = tuple(cell.gained or 0 for cell in row.cells)
        after = tuple(cell.total for cell in row.cells)
        assert gained == outcome.points
        assert sum(gained) == 0
        assert after == tuple(then + own for then, own in zip(before, gained, strict=True))
        assert [seat for seat, cell in enumerate(row.cells, 1) if cell.gained is None] == [*entry.sitting_out]
        if row.value is not None:
            assert {-own for own, cell in zip(gained, row.cells, strict=True) if not cell.part and own} <= {row.value}
        before = after
    assert drawn.totals == before


# The page


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "tarot")
    services.record_hands(table, (GARDE, LOST), by=None)
    return table


@pytest.mark.django_db
def test_the_page_draws_it(table: Table, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    assert '<small>+318</small><span class="ring">318</span>' in paper_of(client, table)
    assert '<abbr title="Garde">G</abbr><small>−42</small>' in paper_of(client, table)


@pytest.mark.django_db
def test_the_rate_of_the_table_turns_the_totals_into_money(table: Table, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    assert 'class="worth"' not in paper_of(client, table)
    rate = {"amount": "1", "currency": "€", "points": "100", "rounded_to": "0.10"}
    client.post(reverse("play:rate", args=[table.pk]), rate)
    assert "<td>+3.60</td>" in paper_of(client, table).partition('class="worth"')[2]
