"""The form at a table that was given its deals: they are keys, and what their numbers say is not asked."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from tests.factories import make_table

LogIn = Callable[[Membership], Client]


@pytest.fixture
def boards_7_to_9(club: Club) -> Table:
    return make_table(club, "bridge", first_deal=7, deal_count=3)


def play(table: Table, board: int, **values: Any) -> None:
    entry: dict[str, Any] = {"level": 3, "strain": "NT", "declarer": "N", "tricks": 9, **values}
    services.record_hand(table, Entry(board, **entry), by=None, key=None)


def keys(form: Any) -> list[tuple[int, bool, bool]]:
    """Return for each key its deal, whether it is chosen, and whether it is done."""
    options = [choice.data for choice in form["board"]]
    return [(data["value"], data["selected"], bool(data["attrs"]["disabled"])) for data in options]


def test_boards_are_keys_and_those_that_are_done_cannot_be_chosen(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    client, sheet = client_of(boris), reverse("play:table", args=[boards_7_to_9.pk])
    assert keys(client.get(sheet).context["form"]) == [(7, True, False), (8, False, False), (9, False, False)]
    play(boards_7_to_9, 8)
    assert keys(client.get(sheet).context["form"]) == [(7, False, False), (8, False, True), (9, True, False)]


def test_dealer_and_vulnerability_are_asked_only_at_a_table_without_boards_of_its_own(
    club: Club, boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(boris)
    given = client.get(reverse("play:table", args=[boards_7_to_9.pk])).context["form"]
    free = client.get(reverse("play:table", args=[make_table(club, "bridge", number=2).pk])).context["form"]
    assert {"dealer", "vulnerable"} & given.fields.keys() == set()
    assert {"dealer", "vulnerable"} <= free.fields.keys()
    assert (given.deal_keys, free.deal_keys) == ("board", "")
    assert free["board"].field.widget.input_type == "number"


def test_a_key_says_dealer_and_vulnerability_of_its_board(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    form = client_of(boris).get(reverse("play:table", args=[boards_7_to_9.pk])).context["form"]
    said = form["board"][1].data["attrs"]
    assert (said["data-title"], said["data-subtitle"]) == ("Board 8", "dealer W · nobody vulnerable")
    assert (form.head.title, form.head.subtitle) == ("Board 7", "dealer S · all vulnerable")
    assert said["data-save"] == "Save board 8"


def test_a_correction_offers_the_own_board_and_those_that_are_left(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    play(boards_7_to_9, 7)
    play(boards_7_to_9, 8)
    form = client_of(boris).get(reverse("play:correct", args=[boards_7_to_9.pk, 2])).context["form"]
    assert keys(form) == [(7, False, True), (8, True, False), (9, False, False)]


def test_a_correction_keeps_another_vulnerability_that_came_by_a_file_and_asks_for_it(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    play(boards_7_to_9, 7, vulnerable="none")
    client, address = client_of(boris), reverse("play:correct", args=[boards_7_to_9.pk, 1])
    page = client.get(address).context
    form = page["form"]
    assert form["vulnerable"].value() == "none"
    assert "dealer" not in form.fields
    sent = {name: form[name].value() for name in ("key", "number", "layout", "board", "level", "strain", "declarer")}
    sent |= {"vulnerable": "none", "tricks": "+1", "reason": "typing", "seen": "vulnerable_differs"}
    client.post(address, sent | {"basis": page["why"]["basis"].value()})
    (entry,) = [hand.entry for hand in boards_7_to_9.config.hand_model.objects.for_table(boards_7_to_9)]
    assert (entry.vulnerable, entry.tricks) == ("none", 10)


def test_a_board_that_is_not_of_the_table_is_refused_and_stays_typed(
    boards_7_to_9: Table, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(boris)
    form = client.get(reverse("play:table", args=[boards_7_to_9.pk])).context["form"]
    sent = {name: form[name].value() for name in ("key", "number", "layout")} | {"passed_out": "on"}
    for board in ("11", "-5", "seven"):
        answer = client.post(reverse("play:record", args=[boards_7_to_9.pk]), sent | {"board": board})
        assert answer.status_code == 422
        assert answer.context["form"].errors["board"]
    assert not boards_7_to_9.hands.exists()


def test_more_boards_than_fit_in_a_row_are_folded_into_the_head(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    client = client_of(boris)
    for deals, folded in ((7, False), (8, True)):
        table = make_table(club, "bridge", number=deals, first_deal=1, deal_count=deals)
        page = client.get(reverse("play:table", args=[table.pk])).content.decode()
        head = page[page.index('<details class="head"') :]
        assert ('class="deal-keys"' in head[: head.index("</details>")]) is folded
        assert page.count('class="deal-keys"') == 1
