"""The Spielzettel: running totals, rings for solos, marks for Bock, and who has played the Pflichtsolo."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.doppelkopf.rules import PRESETS, Entry, Variant, replay
from games.doppelkopf.rules.paper import Duty, Paper
from games.doppelkopf.rules.paper import on_paper as paper
from games.doppelkopf.rules.sheet import Carry
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.play.sheets.sheet import Sheet
from scorer.registry import get_game
from scorer.scoring import PaperLine
from scorer.scoring.settlement import Rate
from tests.contract.conftest import sheet_of
from tests.contract.test_table import HTMX, ask
from tests.factories import make_table
from tests.games.conftest import paper_of
from tests.games.doppelkopf.hands import hand

HOUSE, DDV = PRESETS["house"], PRESETS["ddv"]
AFTER_120 = replace(HOUSE, bock_after_120=True)
STACKED = replace(AFTER_120, bock_overlap="stack")
PLAIN, LEVEL = hand(121), hand(120)

LogIn = Callable[[Membership], Client]


def on_paper(variant: Variant, *entries: Entry | tuple[int, ...], seats: int = 4) -> Paper:
    """Draw hands, and adjustments as points by seat."""
    lines = [PaperLine(one) if isinstance(one, Entry) else PaperLine(points=one) for one in entries]
    return paper(lines, variant, seats)


def totals(drawn: Paper) -> list[tuple[int, ...]]:
    return [tuple(cell.total for cell in row.cells) for row in drawn.rows]


def test_each_player_has_a_column_with_a_total_that_runs_on() -> None:
    drawn = on_paper(HOUSE, hand(121), hand(180), hand(120), hand(150, kind="buben"))
    assert totals(drawn) == [(1, -1, 1, -1), (3, -3, 3, -3), (1, -1, 1, -1), (4, -2, 0, -2)]
    assert drawn.totals == (4, -2, 0, -2)
    assert [row.value for row in drawn.rows] == [1, 2, 2, 1]
    assert [row.number for row in drawn.rows] == [1, 2, 3, 4]


def test_a_ring_is_around_the_figure_of_a_soloist_only() -> None:
    drawn = on_paper(HOUSE, PLAIN, hand(121, kind="damen"), hand(121, kind="hochzeit"))
    assert [[cell.ring for cell in row.cells] for row in drawn.rows] == [
        [False] * 4,
        [True, False, False, False],
        [False] * 4,
    ]
    assert [row.solo for row in drawn.rows] == [None, "damen", None]


def test_whoever_sits_out_has_a_dash_and_keeps_the_total() -> None:
    drawn = on_paper(HOUSE, PLAIN, replace(PLAIN, re=(1, 3), sitting_out=(5,)), seats=5)
    assert [cell.changed for cell in drawn.rows[1].cells] == [True, True, True, True, False]
    assert drawn.rows[1].cells[4].total == drawn.rows[0].cells[4].total


def test_a_penalty_is_a_line_without_a_number() -> None:
    drawn = on_paper(HOUSE, PLAIN, (-3, 1, 1, 1), PLAIN)
    assert [row.number for row in drawn.rows] == [1, None, 2]
    assert totals(drawn) == [(1, -1, 1, -1), (-2, 0, 2, 0), (-1, -1, 3, -1)]
    assert drawn.rows[1].value is None


def test_the_hands_of_a_bock_round_are_marked_before_they_are_played() -> None:
    drawn = on_paper(AFTER_120, PLAIN, LEVEL, PLAIN)
    assert [row.times for row in drawn.rows] == [1, 1, 2]
    assert drawn.coming == (2, 2, 2)
    assert on_paper(AFTER_120, PLAIN).coming == ()


def test_two_rounds_at_a_time_are_marked_twice() -> None:
    drawn = on_paper(STACKED, LEVEL, PLAIN, LEVEL)
    assert [row.times for row in drawn.rows] == [1, 2, 2]
    assert drawn.coming == (4, 4, 2, 2)


def test_a_ticked_bock_hand_is_marked_without_rounds() -> None:
    assert [row.times for row in on_paper(HOUSE, hand(121, bock=True), PLAIN).rows] == [2, 1]


def test_the_first_pflichtsolo_of_each_player_is_on_the_list() -> None:
    own = hand(121, kind="damen", duty="pflicht")
    forced = replace(own, re=(3,), kind="fleischlos", duty="vorfuehrung")
    drawn = on_paper(DDV, PLAIN, own, replace(own, duty="lust", re=(2,)), forced, own)
    assert drawn.duties == (Duty(2, "damen"), None, Duty(4, "fleischlos"), None)
    assert on_paper(HOUSE, PLAIN, own).duties == ()


def test_without_solo_bock_and_adjustment_there_is_no_column_for_marks() -> None:
    assert not on_paper(HOUSE, PLAIN, PLAIN).has_marks
    assert on_paper(HOUSE, PLAIN, hand(121, kind="buben")).has_marks
    assert on_paper(AFTER_120, LEVEL).has_marks


VARIANTS = [HOUSE, DDV, AFTER_120, STACKED, replace(DDV, bock_after_solo_lost=True, bock_after_both=True)]
evenings = st.tuples(st.sampled_from(VARIANTS), st.sampled_from([4, 5, 7]), st.integers(0, 30), st.integers(0, 99))


@given(evenings)
def test_the_paper_agrees_with_the_points_of_every_hand(evening: tuple[Variant, int, int, int]) -> None:
    variant, seats, hands, seed = evening
    entries = sheet_of(get_game("doppelkopf"), variant, seats, hands, seed)
    outcomes, drawn = replay(entries, variant, seats), on_paper(variant, *entries, seats=seats)
    before = (0,) * seats
    for outcome, row, entry in zip(outcomes, drawn.rows, entries, strict=True):
        after = tuple(cell.total for cell in row.cells)
        assert tuple(now - then for now, then in zip(after, before, strict=True)) == outcome.points
        assert [seat for seat, cell in enumerate(row.cells, 1) if not cell.changed] == [*entry.sitting_out]
        assert row.times == next((one.params["times"] for one in outcome.reasons if one.code == "bock"), 1)
        before = after
    assert drawn.totals == before
    assert sum(before) == 0
    settled = (outcomes[-1].carry or Carry()).duty_done if outcomes else ()
    assert {seat for seat, duty in enumerate(drawn.duties, 1) if duty} == ({*settled} if variant.pflichtsolo else set())


@given(evenings)
def test_the_marks_of_bock_hands_to_come_are_those_that_the_hands_get(evening: tuple[Variant, int, int, int]) -> None:
    variant, seats, hands, seed = evening
    entries = sheet_of(get_game("doppelkopf"), variant, seats, hands, seed)
    drawn = on_paper(variant, *entries, seats=seats)
    later = [hand(130, sitting_out=tuple(range(5, seats + 1)))] * (len(drawn.coming) + 1)
    rows = on_paper(variant, *entries, *later, seats=seats).rows[len(entries) :]
    assert tuple(row.times for row in rows) == (*drawn.coming, 1)


# The page


@pytest.fixture
def table(club: Club) -> Table:
    table = make_table(club, "doppelkopf", variant=AFTER_120)
    services.record_hands(table, (LEVEL, hand(121, kind="damen")), by=None)
    return table


@pytest.mark.django_db
def test_the_page_draws_it(table: Table, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    assert '<span class="ring">' in paper_of(client, table)
    assert paper_of(client, table).count('class="coming"') == 3


@pytest.mark.django_db
def test_the_rate_of_the_table_turns_the_totals_into_money(table: Table, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    assert 'class="worth"' not in paper_of(client, table)
    client.post(
        reverse("play:rate", args=[table.pk]),
        {"amount": "0.05", "currency": "€", "points": "1", "rounded_to": "0.01"},
    )
    found = services.rate_of(table)
    assert isinstance(found, Rate)
    worth = paper_of(client, table).partition('class="worth"')[2]
    assert re.findall(r"<td.*?>(.+?)</td>", worth)[:4] == ["+0.20", "0.00", "−0.20", "0.00"]
    assert f"{reverse('play:result', args=[table.pk])}#settlement" in worth


@pytest.mark.django_db
def test_an_adjustment_is_on_the_paper(table: Table, boris: Membership, client_of: LogIn) -> None:
    services.record_adjustment(table, [-3, 1, 1, 1], why="revoke", by=boris.user, key=None)
    assert '<abbr title="Adjustment">±</abbr>' in paper_of(client_of(boris), table)


@pytest.mark.django_db
def test_a_save_in_a_bock_round_replays_no_earlier_hand(
    table: Table, boris: Membership, client_of: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, typed = client_of(boris), ask(table, PLAIN)
    monkeypatch.setattr(Sheet, "outcomes", None)
    saved = client.post(reverse("play:record", args=[table.pk]), typed, **HTMX)
    assert "Bock × 2" in saved.content.decode()
