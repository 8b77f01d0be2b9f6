"""The record drawn as on paper, and what a corrected hand changes elsewhere on it."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.preferans.rules import PRESETS, Entry, Variant, replay
from games.preferans.rules.examples import SESSION, SESSION_VARIANT
from games.preferans.rules.paper import Column, Mark, papers, settled
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.play.result.settlement import result_of
from scorer.play.selectors.knock_on import knock_on_effects_of_correction
from scorer.play.table_context import TableContext
from scorer.scoring import PaperLine
from tests.factories import make_players, make_table
from tests.games.preferans.test_record import BULE, LAST, MADE, hands, kept, twelve, variants

LogIn = Callable[[Membership], Client]


def drawn(marks: list[Mark]) -> list[str]:
    signs = {"refa": "△", "hat": "⌒", "number": ""}
    return [f"{signs[mark.kind] or mark.number}{'/' * mark.crossed}" for mark in marks]


def drawn_supe(column: Column) -> dict[int, list[str]]:
    return {seat: drawn(marks) for seat, marks in column.supe.items()}


def lines(entries: list[Entry] | tuple[Entry, ...]) -> list[PaperLine]:
    return [PaperLine(entry) for entry in entries]


def test_the_worked_record_is_drawn_as_on_paper() -> None:
    (paper,) = papers(lines(SESSION), SESSION_VARIANT, 3)
    assert [drawn(column.bule) for column in paper.columns] == [
        ["12", "4", "△/", "⌒", "-16"],
        ["12", "△/", "⌒", "-8"],
        ["12", "△/", "24"],
    ]
    assert [drawn_supe(column) for column in paper.columns] == [
        {2: ["40"], 3: ["24"]},
        {3: ["36"], 1: ["24"]},
        {1: ["8"], 2: []},
    ]
    assert [column.settlement for column in paper.columns] == [192, 100, -292]
    assert [column.points for column in paper.columns] == [344, 260, -112]
    assert paper.left == 0


def test_the_left_neighbour_is_on_the_left() -> None:
    (three,) = papers([], BULE, 3)
    assert [(column.left[0], [seat for seat, _ in column.others]) for column in three.columns] == [
        (2, [3]),
        (3, [1]),
        (1, [2]),
    ]
    (four,) = papers([], BULE, 4)
    assert (four.columns[1].left[0], [seat for seat, _ in four.columns[1].others]) == (3, [4, 1])


def test_an_empty_paper_has_the_bule_that_everybody_starts_with() -> None:
    (paper,) = papers([], BULE, 3)
    assert [drawn(column.bule) for column in paper.columns] == [["60"]] * 3
    assert paper.left == 180


def test_supe_are_running_sums_and_a_hat_is_crossed_off_when_the_bule_rise_again() -> None:
    under = [Entry(5, in_hand=True, roles=("declarer", "pass", "pass"))] * 2
    fails = Entry(5, in_hand=True, roles=("declarer", "follow", "follow"), tricks=(5, 3, 2))
    (paper,) = papers(lines([*under, fails, fails]), twelve(), 3)
    assert drawn(paper.columns[0].bule) == ["12", "0", "⌒", "-12", "⌒/", "0", "12"]
    assert drawn_supe(paper.columns[1]) == {3: [], 1: ["36", "72"]}


def test_a_record_follows_another_and_all_are_settled_together() -> None:
    found = papers(lines([*LAST, MADE, MADE]), twelve(), 3)
    assert [(paper.number, paper.left) for paper in found] == [(1, 0), (2, 28)]
    assert settled(found) == tuple(
        sum(each) for each in zip(*([one.settlement for one in paper.columns] for paper in found), strict=True)
    )


def test_an_adjustment_changes_the_points_alone() -> None:
    (with_it,) = papers([*lines(SESSION), PaperLine(points=(-50, 0, 50))], SESSION_VARIANT, 3)
    assert [column.points for column in with_it.columns] == [294, 260, -62]
    assert [column.settlement for column in with_it.columns] == [192, 100, -292]


@given(st.lists(hands(), max_size=20), variants)
def test_the_paper_ends_where_the_record_does(entries: list[Entry], variant: Variant) -> None:
    variant = replace(variant, spades="played", stop_at_five=False)
    paper = papers(lines(entries), variant, 3)[-1]
    outcomes = replay(entries, variant, 3)
    if not outcomes:
        return
    now = outcomes[-1].carry
    for column in paper.columns:
        numbers = [mark.number for mark in column.bule if mark.kind == "number"]
        assert numbers[-1] == now.bule[column.seat - 1]
        still_open = [mark for mark in column.bule if mark.kind == "refa" and not mark.crossed]
        assert len(still_open) == now.refe[column.seat - 1]
        hats = [mark for mark in column.bule if mark.kind == "hat"]
        assert (bool(hats) and not hats[-1].crossed) == (numbers[-1] < 0)


# At the table


def played(club: Club, *entries: Entry, variant: Variant = SESSION_VARIANT) -> Table:
    table = make_table(club, "preferans", variant=variant, players=make_players(club, 3))
    services.record_hands(table, entries, by=None)
    return table


def outcomes(table: Table) -> list[tuple[int, ...]]:
    return [outcome.points for outcome in TableContext(Table.objects.get(pk=table.pk)).sheet.outcomes()]


@pytest.mark.django_db
def test_the_page_says_what_a_corrected_early_hand_moves_before_it_is_saved(club: Club) -> None:
    table = played(club, *SESSION[:4])
    said = knock_on_effects_of_correction(TableContext(table), 2, MADE)
    assert "Hand 3: " in said
    assert " +40 → +20" in said
    assert "now: Bule: " in said
    assert "now: Settlement: " in said
    assert "now: 16 bule left" in said


@pytest.mark.django_db
def test_voiding_and_restoring_an_early_hand_moves_everything_and_back(club: Club) -> None:
    table = played(club, *SESSION)
    whole = outcomes(table)
    services.void_hand(table.hands.get(number=2), by=None, why="twice")
    assert outcomes(table)[1:] == [(20, 100, 0), (12, 18, -60), (100, 0, 0)]
    assert not faults(Table.objects.get(pk=table.pk))
    services.restore_hand(table.hands.get(number=2), by=None, why="not twice")
    assert outcomes(table) == whole
    assert not faults(Table.objects.get(pk=table.pk))


@pytest.mark.django_db
def test_undoing_the_last_hand_opens_the_record_again(club: Club) -> None:
    table = played(club, *SESSION)
    assert next(one.code for one in TableContext(table).notices) == "record_over"
    services.undo_hand(table.hands.get(number=5), by=None)
    codes = [one.code for one in TableContext(Table.objects.get(pk=table.pk)).notices]
    assert codes == ["bule_left", "open_refa", "bule", "settlement"]


@pytest.mark.django_db
def test_the_sheet_shows_the_record_on_paper(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = played(club, *SESSION)
    client = client_of(boris)
    page = client.get(reverse("play:paper", args=[table.pk])).content.decode()
    assert page.count('class="refa played"') == 3
    assert page.count('class="hat"') == 2
    assert "−292" in page


@pytest.mark.django_db
def test_a_hand_says_what_it_writes_without_points_beside_it(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = played(club, SESSION[0])
    page = client_of(boris).get(reverse("play:hand", args=[table.pk, 1])).content.decode()
    assert "<li><span>Bule: 12 − 8 = 4</span></li>" in page
    assert '<li><span>3 tricks × 8</span><span class="points">+24</span></li>' in page
    assert re.search("<li><span>Supe against .*Ada.*: 24</span></li>", page)


def paid(table: Table) -> list[tuple[str, str, int]]:
    result = result_of(TableContext(Table.objects.get(pk=table.pk)))
    return [(payment.payer, payment.payee, int(payment.amount)) for payment in result.payments]


@pytest.mark.django_db
def test_a_table_is_ranked_and_settled_by_its_record(club: Club, boris: Membership, client_of: LogIn) -> None:
    table = played(club, *SESSION)
    assert paid(table) == [("Chloé", "Ada", 192), ("Chloé", "Boris", 100)]
    result = result_of(TableContext(table))
    assert [total.points for _place, total in result.standing] == [192, 100, -292]
    assert result.mean is None
    page = client_of(boris).get(reverse("play:result", args=[table.pk])).content.decode()
    assert "Ranked and settled by the record on paper, not by the points of the hands." in page
    assert "Settlement: Ada +192, Boris +100, Chloé −292." in page


@pytest.mark.django_db
def test_a_record_that_is_not_finished_is_settled_against_the_mean(club: Club) -> None:
    table = played(club, SESSION[0])
    assert kept([SESSION[0]], SESSION_VARIANT).settlement == (-72, -96, -112)
    result = result_of(TableContext(table))
    assert [(person.name, int(person.amount)) for person in result.people] == [
        ("Ada", 22),
        ("Boris", -3),
        ("Chloé", -19),
    ]
    assert result.mean is None


@pytest.mark.django_db
def test_an_adjustment_is_settled_too(club: Club) -> None:
    table = played(club, *SESSION)
    services.record_adjustment(table, [-50, 0, 50], why="revoke", by=None, key=None)
    assert paid(table) == [("Chloé", "Ada", 142), ("Chloé", "Boris", 100)]


@pytest.mark.django_db
def test_the_house_rules_are_settled_by_points(club: Club) -> None:
    table = played(club, MADE, variant=PRESETS["house"])
    assert result_of(TableContext(table)).unit.is_points
    assert [payment[2] for payment in paid(table)] == [13, 30]


@given(st.lists(hands(), max_size=20), variants)
def test_what_the_hands_settle_adds_up_to_the_settlement_of_all_records(entries: list[Entry], variant: Variant) -> None:
    variant = replace(variant, spades="played", stop_at_five=False)
    outcomes = replay(entries, variant, 3)
    together = tuple(sum(each) for each in zip(*(one.result for one in outcomes), strict=True))
    assert not entries or together == settled(papers(lines(entries), variant, 3))
