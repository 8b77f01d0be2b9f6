"""The effect of a correction is shown first, in points, totals and ranking. Nothing is saved until it is confirmed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.belote.rules import PRESETS, Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.corrections.effect import TableEffect
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Table
from tests.factories import PlayerFactory, make_table
from tests.totals import totals_by_position

LogIn = Callable[[Membership], Client]

NORTH, EAST = "Ada & Chloé", "Boris & Dirk"
LITIGE = 81
"""Half of 162, so that the points of a contract of 80 wait for the next hand."""


def belote(points: int, bidder: int = 2) -> Entry:
    return Entry(bidder=bidder, value=80, trump="H", points=points)


@pytest.fixture
def table(club: Club) -> Table:
    """A table with a litige, a hand that wins the points in dispute, and one more hand."""
    table = make_table(club, "belote", variant=PRESETS["ffb"])
    services.record_hands(table, (belote(LITIGE), belote(130, bidder=1), belote(100, bidder=1)), by=None)
    return table


@pytest.fixture
def client(ada: Membership, client_of: LogIn) -> Client:
    """Ada's browser."""
    return client_of(ada)


def fresh(hand: Hand) -> Hand:
    return Hand.objects.select_related("table").get(pk=hand.pk)


def first(table: Table) -> Hand:
    return fresh(table.hands.get(number=1))


def page(hand: Hand, act: str = "change") -> str:
    return reverse(f"admin:belote_belotehand_{act}", args=[hand.pk])


def typed(hand: Hand, points: int, **other: Any) -> dict[str, Any]:
    return {
        "key": f"key-{points}",
        "number": hand.number,
        "layout": hand.table.layout,
        "basis": hand.version,
        "bidder": 2,
        "value": 80,
        "trump": "H",
        "points": points,
        "seen": "same_as_before improbable",
        "why": "misread",
    } | other


def state() -> tuple[Any, ...]:
    """Return everything that a change would leave behind."""
    models = (Table, Hand, Score, Revision)
    return tuple(list(model._default_manager.order_by("pk").values()) for model in models)


def totals(table: Table) -> dict[str, int]:
    by_position = totals_by_position(table)
    return {NORTH: by_position.get(1, 0), EAST: by_position.get(2, 0)}


@pytest.mark.postgres
def test_every_hand_whose_points_change_is_shown_and_nothing_is_saved(client: Client, table: Table) -> None:
    before = state()
    hand = first(table)

    response = client.post(page(hand), typed(hand, 100))

    assert response.status_code == 200
    effect, _boards = response.context["effects"]
    lines = {
        number: {(change.name, change.before, change.after) for change in changes} for number, changes in effect.lines
    }
    assert set(lines) == {1, 2}  # what waited for hand 2 waits no more
    assert lines[1] == {(NORTH, 80, 60), (EAST, 0, 180)}
    assert state() == before
    text = response.content.decode()
    assert "Nothing is saved yet" in text
    assert "misread" in text


@pytest.mark.postgres
def test_the_effect_that_is_shown_is_what_happens(client: Client, table: Table) -> None:
    hand = first(table)
    shown = client.post(page(hand), typed(hand, 100))
    effect, _boards = shown.context["effects"]
    assert {total.name: total.before for total in effect.totals} == totals(table)
    points = {(number, change.name): change.after for number, changes in effect.lines for change in changes}

    client.post(page(hand), typed(hand, 100) | {"confirm": shown.context["fingerprint"]})

    assert {total.name: total.after for total in effect.totals} == totals(table)
    for (number, who), due in points.items():
        position = 1 if who == NORTH else 2
        assert Score.objects.get(hand__table=table, hand__number=number, seat__position=position).points == due
    assert list(faults(table)) == []
    assert Revision.objects.filter(action="correct", why="misread").count() == 1


def test_changes_of_the_ranking_are_shown(club: Club, client: Client) -> None:
    table = make_table(club, "belote", variant=PRESETS["ffb"])
    services.record_hand(table, belote(100, bidder=1), by=None, key=None)
    hand = first(table)
    response = client.post(page(hand), typed(hand, 100))  # it was Boris who bid
    effect, _boards = response.context["effects"]
    ranks = {total.name: (total.rank_before, total.rank_after) for total in effect.totals}
    assert ranks == {NORTH: (1, 2), EAST: (2, 1)}
    assert [total.name for total in effect.totals] == [EAST, NORTH]
    assert "2 → 1" in response.content.decode()


def test_equal_totals_share_a_rank(club: Club, client: Client) -> None:
    table = make_table(club, "belote", variant=PRESETS["ffb"])
    services.record_hand(table, belote(100), by=None, key=None)
    hand = first(table)
    effect: TableEffect = client.post(page(hand, "void"), {"why": "misdeal"}).context["effects"][0]
    assert {(total.after, total.rank_after) for total in effect.totals} == {(0, 1)}


def test_going_back_to_the_form_keeps_what_was_typed(client: Client, table: Table) -> None:
    before, hand = state(), first(table)
    response = client.post(page(hand), typed(hand, 100) | {"back": "1"})
    assert response.status_code == 200
    text = response.content.decode()
    assert 'value="100"' in text
    assert 'value="misread"' in text
    assert state() == before


def test_going_back_from_voiding_keeps_the_reason(client: Client, table: Table) -> None:
    before, hand = state(), first(table)
    response = client.post(page(hand, "void"), {"why": "misdeal", "back": "1"})
    assert response.status_code == 200
    assert 'value="misdeal"' in response.content.decode()
    assert state() == before


def test_the_confirmation_page_carries_every_value(client: Client, table: Table) -> None:
    hand = first(table)
    data = typed(hand, 100)
    text = client.post(page(hand), data).content.decode()
    for name, value in data.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in text


@pytest.mark.postgres
def test_a_hand_entered_meanwhile_shows_the_effect_again(client: Client, table: Table) -> None:
    hand = first(table)
    seen = client.post(page(hand), typed(hand, 100)).context["fingerprint"]
    services.record_hand(table, belote(120), by=None, key=None)
    before = state()

    again = client.post(page(hand), typed(hand, 100) | {"confirm": seen})

    assert again.status_code == 409
    assert "The sheet has changed in the meantime" in again.content.decode()
    effect, _boards = again.context["effects"]
    assert {total.name: total.before for total in effect.totals} == totals(table)
    assert state() == before
    done = client.post(page(hand), typed(hand, 100) | {"confirm": again.context["fingerprint"]})
    assert done.status_code == 302
    assert {total.name: total.after for total in effect.totals} == totals(table)


@pytest.mark.parametrize("fingerprint", ["", "0", "x", "1 1"])
def test_a_stamp_that_was_never_given_confirms_nothing(fingerprint: str, client: Client, table: Table) -> None:
    before, hand = state(), first(table)
    assert client.post(page(hand), typed(hand, 100) | {"confirm": fingerprint}).status_code == 409
    assert state() == before


def test_a_hand_corrected_meanwhile_is_shown_with_the_form(client: Client, table: Table) -> None:
    hand = first(table)
    data = typed(hand, 100)
    services.correct_hand(hand, belote(90), by=None, why="typed wrong")
    before = state()

    response = client.post(page(hand), data)

    assert response.status_code == 409
    text = response.content.decode()
    assert "has since been changed" in text
    assert 'value="100"' in text
    assert state() == before
    assert client.post(page(hand), typed(fresh(hand), 100)).status_code == 200


def test_seats_changed_meanwhile_show_the_form_with_the_new_names(client: Client, club: Club, table: Table) -> None:
    hand = first(table)
    data = typed(hand, 100)
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    before = state()

    response = client.post(page(hand), data)

    assert response.status_code == 409
    assert "The seats or rules of this table have since been changed." in response.content.decode()
    assert state() == before
    form = response.context["form"]
    assert form["layout"].value() == str(Table.objects.get(pk=table.pk).layout)
    assert client.post(page(hand), data | {"layout": form["layout"].value()}).status_code == 200


def test_seats_changed_meanwhile_are_a_conflict_at_the_table_too(
    client_of: LogIn, boris: Membership, club: Club, table: Table
) -> None:
    line = services.record_adjustment(table, [-10, 0, -10, 0], why="late", by=None, key=None).hand
    layout = table.layout
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    where = reverse("play:correct", args=[table.pk, line.number])
    data = {"key": "k", "number": 4, "layout": layout, "points_0": "-20", "points_1": "", "why": "very late"}
    refused = client_of(boris).post(where, data)
    assert refused.status_code == 409
    data["layout"] = refused.context["form"]["layout"].value()
    assert client_of(boris).post(where, data).status_code == 302


@pytest.mark.postgres
def test_a_confirmation_whose_response_was_lost_can_be_sent_again(client: Client, table: Table) -> None:
    hand = first(table)
    data = typed(hand, 100)
    data["confirm"] = client.post(page(hand), data).context["fingerprint"]
    assert client.post(page(hand), data).status_code == 302
    before = state()
    assert client.post(page(hand), data).status_code == 302
    assert state() == before


def test_a_correction_without_effect_needs_no_confirmation(client: Client, table: Table) -> None:
    before, hand = state(), first(table)
    response = client.post(page(hand), typed(hand, LITIGE), follow=True)
    assert "Nothing has changed." in response.content.decode()
    assert state() == before


def test_voiding_shows_its_effect_and_requires_a_reason(client: Client, table: Table) -> None:
    before, hand = state(), first(table)
    assert client.post(page(hand, "void"), {"why": " "}).status_code == 422
    response = client.post(page(hand, "void"), {"why": "misdeal"})
    effect, _boards = response.context["effects"]
    assert [number for number, _gains in effect.lines] == [1, 2]
    assert {change.after for change in effect.lines[0][1]} == {None}
    assert state() == before


def test_correcting_an_adjustment_also_needs_confirmation(client: Client, table: Table) -> None:
    line = services.record_adjustment(table, [-10, 0, -10, 0], why="late", by=None, key=None).hand
    where = reverse("admin:play_hand_change", args=[line.pk])
    data = {"key": "k", "number": 4, "layout": 1, "points_0": "-20", "points_1": "", "why": "very late"}
    before = state()
    asked = client.post(where, data)
    effect, _boards = asked.context["effects"]
    assert [(change.name, change.before, change.after) for change in effect.lines[0][1]] == [(NORTH, -10, -20)]
    assert state() == before
    assert client.post(where, data | {"confirm": asked.context["fingerprint"]}).status_code == 302
    assert {total.name: total.after for total in effect.totals} == totals(table)


def test_a_longer_sheet_takes_no_more_queries(client: Client, table: Table) -> None:
    def queries() -> int:
        hand = fresh(table.hands.latest("number"))
        with CaptureQueriesContext(connection) as asked:
            assert client.post(page(hand), typed(hand, 110)).status_code == 200
        return len(asked)

    queries()  # the first one starts the session
    few = queries()
    for points in range(101, 110):
        services.record_hand(table, belote(points), by=None, key=None)
    queries()  # the first one reads the new tables for the boards
    assert queries() <= few  # one statement less where no row has to be added


def test_a_name_that_is_markup_stays_a_name(client: Client, club: Club) -> None:
    players = [PlayerFactory(club=club, name=name) for name in ("<b>Ada</b>", "B", "C", "D")]
    table = make_table(club, "doppelkopf", players=players)
    services.record_adjustment(table, [-10, 0, 0, 0], why="<i>late</i>", by=None, key=None)
    hand = first(table)
    text = client.post(reverse("admin:play_hand_void", args=[hand.pk]), {"why": "<u>x</u>"}).content.decode()
    assert "&lt;b&gt;Ada&lt;/b&gt;" in text
    assert not [tag for tag in ("<b>Ada", "<i>late", "<u>x") if tag in text]
