"""Two phones at a table save the same hand: one tap says so, and nothing is left to be saved a second time."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club
from scorer.play import phones
from scorer.play.models import Table
from scorer.play.phones import Link
from tests.factories import make_table

HAND = {"board": "1", "level": "4", "strain": "S", "declarer": "S", "tricks": "=", "number": "1", "layout": "1"}


@pytest.fixture
def table(club: Club) -> Table:
    return make_table(club, "bridge")


@pytest.fixture
def two(table: Table) -> list[Client]:
    """Phones whose holders have not said who they are."""
    clients = [Client(), Client()]
    for client in clients:
        client.post(phones.path_of(table, Link.ENTRY) or "")
    return clients


def save(client: Client, table: Table, *, plain: bool = False, **values: str) -> Any:
    headers = {} if plain else {"HX-Request": "true"}
    return client.post(reverse("play:record", args=[table.pk]), HAND | values, headers=headers)


@pytest.mark.parametrize("plain", [False, True], ids=["by htmx", "as a plain form"])
@pytest.mark.parametrize(
    ("tricks", "says"), [("=", "You have typed the same."), ("+1", "If the sheet is right, say so below.")]
)
def test_one_tap_says_that_it_was_the_same_hand(
    two: list[Client], table: Table, tricks: str, says: str, plain: bool
) -> None:
    save(two[0], table, key="a")
    answer = save(two[1], table, key="b", tricks=tricks, plain=plain)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert says in page
    assert ("Board 1 has already been entered by somebody:" in page) == (tricks == "=")
    assert ("Two results of Board 1" in page) == (tricks != "=")
    assert 'name="same" value="1"' in page
    again = {name: str(answer.context["form"][name].value()) for name in ("key", "number", "layout")}
    said = save(two[1], table, tricks=tricks, same="1", plain=plain, **again)
    if plain:
        assert said["Location"] == reverse("play:table", args=[table.pk])
        said = two[1].get(said["Location"])
    page = said.content.decode()
    assert "Board 1 was already saved." in page
    assert "data-typed" not in page
    assert said.context["form"]["level"].value() is None
    assert table.hands.count() == 1


@pytest.mark.parametrize("tricks", ["=", "+1"])
def test_it_is_so_at_a_table_that_was_given_its_deals(club: Club, tricks: str) -> None:
    """There, a hand of a deal that is on the sheet is no possible next hand."""
    table = make_table(club, "bridge", first_deal=1, deal_count=2)
    two = [Client(), Client()]
    for client in two:
        client.post(phones.path_of(table, Link.ENTRY) or "")
    save(two[0], table, key="a")
    answer = save(two[1], table, key="b", tricks=tricks)
    assert answer.status_code == 409
    assert ("Two results of Board 1" in answer.content.decode()) == (tricks != "=")
    assert ("You have typed the same." in answer.content.decode()) == (tricks == "=")
    again = {name: str(answer.context["form"][name].value()) for name in ("key", "number", "layout")}
    refused = save(two[1], table, tricks=tricks, **again)
    assert refused.status_code == 422
    assert 'name="same" value="1"' in refused.content.decode()
    said = save(two[1], table, tricks=tricks, same="1", **again)
    assert said.status_code == 200
    assert said.context["form"]["board"].value() == 2
    assert said.context["form"]["level"].value() is None
    assert table.hands.count() == 1


def test_at_a_table_that_has_played_its_deals_nothing_is_left_in_the_form(club: Club) -> None:
    table = make_table(club, "bridge", first_deal=1, deal_count=1)
    two = [Client(), Client()]
    for client in two:
        client.post(phones.path_of(table, Link.ENTRY) or "")
    save(two[0], table, key="a")
    answer = save(two[1], table, key="b")
    assert answer.status_code == 409
    again = {name: str(answer.context["form"][name].value()) for name in ("key", "number", "layout")}
    said = save(two[1], table, same="1", **again).content.decode()
    assert "Board 1 was already saved." in said
    assert '<form class="card entry"' not in said


def test_a_line_that_there_is_not_is_the_same_as_nothing(two: list[Client], table: Table) -> None:
    for number, same in enumerate(("7", "x", "9" * 5000), start=1):
        assert save(two[0], table, key=same[:20], same=same, board=str(number), number=str(number)).status_code == 200
    assert table.hands.count() == 3


def test_two_results_of_a_hand_stand_side_by_side_with_the_points_of_each(two: list[Client], table: Table) -> None:
    save(two[0], table, key="a")
    answer = save(two[1], table, key="b", tricks="+1")
    assert [points for _entry, points in answer.context["results"]] == [
        [("N–S", 420), ("E–W", -420)],
        [("N–S", 450), ("E–W", -450)],
    ]
    page = answer.content.decode()
    assert "On the sheet, by somebody" in page
    assert page.index("+420") < page.index("+450") < page.index('name="mine"')


@pytest.mark.parametrize("plain", [False, True], ids=["by htmx", "as a plain form"])
def test_whoever_typed_the_right_one_corrects_the_sheet_without_typing_it_again(
    two: list[Client], table: Table, plain: bool
) -> None:
    save(two[0], table, key="a")
    answer = save(two[1], table, key="b", tricks="+1")
    headers = {} if plain else {"HX-Request": "true"}
    correct = reverse("play:correct", args=[table.pk, 1])
    typed = dict(answer.context["mine"].typed)
    shown = two[1].post(correct, typed | {"mine": "1"}, headers=headers)
    assert shown.status_code == 200
    form = shown.context["form"]
    assert (form["tricks"].value(), form["number"].value()) == ("+1", "1")
    assert shown.context["gains"] == [("N–S", 450), ("E–W", -450)]
    assert not shown.context["why"].errors
    assert table.hands.get().version == shown.context["why"]["basis"].value()
    sent = {name: form[name].value() for name in ("key", "number", "layout")}
    sent |= {"basis": shown.context["why"]["basis"].value(), "reason": "typing"}
    said = two[1].post(correct, typed | sent | ({} if plain else {"here": "1"}), headers=headers)
    assert said.status_code == (302 if plain else 200)
    assert "corrected" in (two[1].get(reverse("play:table", args=[table.pk])) if plain else said).content.decode()
    assert {score.points for score in table.scores.all()} == {450, -450}
    assert table.hands.count() == 1


def test_the_same_result_or_half_a_hand_is_not_compared(two: list[Client], table: Table) -> None:
    save(two[0], table, key="a")
    for tricks in ("=", ""):
        assert "results" not in save(two[1], table, key=f"b{tricks}", tricks=tricks).context
