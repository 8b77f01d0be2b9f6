"""What a correction changes on other lines is said before it is saved, and after it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.belote.rules import PRESETS as BELOTE
from games.belote.rules import Entry as BeloteHand
from games.doppelkopf.rules import PRESETS as DOPPELKOPF
from scorer.club.models import Club, Membership
from scorer.play import services
from scorer.play.models import Table
from scorer.play.selectors.knock_on import knock_on_effects_of_correction
from scorer.play.table_context import TableContext
from tests.contract.conftest import form_data
from tests.factories import make_table
from tests.games.doppelkopf.hands import hand

LogIn = Callable[[Membership], Client]

EQUAL = BeloteHand(bidder=1, value=80, trump="H", points=81)
WON = replace(EQUAL, points=100)
FFB = BELOTE["ffb"]
BOCK = replace(DOPPELKOPF["house"], bock_after_event=True)
PLAIN = hand(121)


@pytest.fixture
def client(boris: Membership, client_of: LogIn) -> Client:
    return client_of(boris)


def table_with(club: Club, game: str, variant: Any, hands: Sequence[Any]) -> Table:
    table = make_table(club, game, variant=variant)
    services.record_hands(table, hands, by=None)
    return Table.objects.get(pk=table.pk)


def if_corrected(table: Table, number: int, entry: Any) -> str:
    return knock_on_effects_of_correction(TableContext(table, at=number), number, entry)


def after(client: Client, table: Table, number: int, entry: Any) -> str:
    """Correct a hand on its page and return the message."""
    address = reverse("play:correct", args=[table.pk, number])
    shown = client.get(address).context
    data = form_data(table.config, entry, shown["form"]) | {
        "reason": "counted",
        "basis": shown["why"]["basis"].value(),
        "seen": " ".join(table.config.labels.PROBLEMS),
    }
    preview = client.post(reverse("play:preview_correction", args=[table.pk, number]), data, HTTP_HX_REQUEST="true")
    page = client.post(address, data, follow=True)
    (message,) = page.context["messages"]
    told = str(message).partition("is corrected.")[2].strip()
    assert (preview.context["knock_on"] or "") == told
    return told


def test_points_in_litige_that_another_hand_won_are_said_to_go(client: Client, club: Club) -> None:
    table = table_with(club, "belote", FFB, [EQUAL, WON])
    told = after(client, table, 1, WON)
    assert told.startswith("Elsewhere on the sheet: Hand 2: ")
    assert "Ada & Chloé" in told
    assert "→" in told


def test_points_that_now_wait_for_the_next_hand_are_said(client: Client, club: Club) -> None:
    table = table_with(club, "belote", FFB, [WON])
    told = after(client, table, 1, EQUAL)
    assert told.startswith("Elsewhere on the sheet: now: Litige: 80 points wait for the next hand")
    told = after(client, Table.objects.get(pk=table.pk), 1, WON)
    assert told.startswith("Elsewhere on the sheet: no longer: Litige: 80 points")


def test_a_correction_that_ends_a_bock_round_names_the_hands_that_score_otherwise(club: Club) -> None:
    table = table_with(club, "doppelkopf", BOCK, [replace(PLAIN, bock_event=True), *[PLAIN] * 2])
    told = if_corrected(table, 1, PLAIN)
    assert told.startswith("Elsewhere on the sheet: Hand 2: Ada ")
    assert "; Hand 3: Ada " in told
    assert "no longer: Bock × 2" in told


def test_of_many_hands_only_the_first_are_named(club: Club) -> None:
    table = table_with(club, "doppelkopf", BOCK, [replace(PLAIN, bock_event=True), *[PLAIN] * 4])
    assert "and 1 more hand" in if_corrected(table, 1, PLAIN)


def test_nothing_is_said_if_nothing_else_changes(client: Client, club: Club) -> None:
    table = table_with(club, "belote", FFB, [WON, WON])
    assert after(client, table, 1, replace(WON, points=110)) == ""


def test_a_game_that_is_not_won_any_more_is_said_and_a_voided_hand_too(client: Client, club: Club) -> None:
    table = table_with(club, "belote", replace(FFB, target=200), [WON, WON])
    page = client.post(reverse("play:void", args=[table.pk, 2]), {"why": "misdeal"}, follow=True)
    (message,) = page.context["messages"]
    assert "no longer: Ada & Chloé have reached 200 points and win" in str(message)


def test_a_hand_that_does_not_count_changes_nothing_elsewhere(club: Club) -> None:
    table = table_with(club, "belote", FFB, [EQUAL, WON])
    services.void_hand(table.hands.get(number=1), by=None, why="misdeal")
    assert if_corrected(Table.objects.get(pk=table.pk), 1, WON) == ""
