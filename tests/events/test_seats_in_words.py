"""Seats are words: N–S and E–W on the movement, on guide cards and on phones."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership, Player
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.events.planning.movement import switched_rounds
from scorer.events.planning.proposals import proposals
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in a Mitchell whose last round is arrow-switched."""
    event = make_event("bridge", 6, rounds=3, per_round=1)
    proposal = next(proposal for proposal in proposals(event, 6) if proposal.family.switch)
    services.choose_plan(event, proposal, by=None)
    event.refresh_from_db()
    return event


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_movement_says_who_sits_on_which_side_and_where_tables_are_turned(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    page = words(client_of(ada).get(address(event, "movement")).content.decode())
    assert "Table 1 · 1 N–S 1 Player 1 & Player 2 – E–W 4 Player 7 & Player 8" in page.replace("&amp;", "&")
    assert page.count("arrow-switched") == 1
    assert "Round 3 arrow-switched" in page


def test_the_page_of_the_event_says_that_rounds_are_switched_before_it_starts_and_while_it_runs(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    director = client_of(ada)
    assert (
        "Planned: Mitchell, arrow-switched, 3 rounds of 1 board"
        in director.get(address(event, "event")).content.decode()
    )
    play_round(event, Random(7))
    assert "Mitchell, arrow-switched" in words(director.get(address(event, "event")).content.decode())


def test_a_movement_that_is_not_switched_says_nothing_of_it(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    assert "arrow-switched" not in client_of(ada).get(address(event, "movement")).content.decode()


def test_guide_cards_have_the_side_of_each_round(event: Event, ada: Membership, client_of: LogIn) -> None:
    page = client_of(ada).get(address(event, "cards")).content.decode()
    assert re.findall(r'<td class="side-name">([^<]+)</td>', page)[:3] == ["N–S", "N–S", "E–W"]
    assert "<b>E–W</b> 4 " in page


def test_cards_phones_and_pages_of_contestants_say_in_which_round_the_tables_are_turned(
    event: Event, ada: Membership, client_of: LogIn, client: Client
) -> None:
    director = client_of(ada)
    assert director.get(address(event, "cards")).content.decode().count("arrow-switched") == 3 + 6
    page = words(director.get(address(event, "contestant", 1)).content.decode())
    assert page.count("arrow-switched") == 1
    assert "Round 2 · Table 1 · Board 2 · N–S E–W 6 " in page
    assert "Round 3 · Table 1 · Board 3 · E–W arrow-switched N–S 5 " in page
    for number in range(3):
        phone = client.get(links.path_of(event, Holder.STATION, 1)).content.decode()
        assert ("arrow-switched" in phone) == (number == 2)
        play_round(event, Random(7))


def test_a_late_pair_with_a_high_number_does_not_turn_a_table(make_event: MakeEvent, players: list[Player]) -> None:
    event = make_event("bridge", 5, rounds=3, per_round=1)
    chosen = next(proposal for proposal in proposals(event, 5) if proposal.family.switch)
    services.choose_plan(event, chosen, by=None)
    event.refresh_from_db()
    services.leave(event, 1, by=None)
    services.add_late_contestant(event, players[20:22], by=None)
    assert switched_rounds(event) == {event.planned_rounds.get(number=3).pk}


def test_the_head_of_a_table_has_the_numbers_of_both_pairs(event: Event, ada: Membership, client_of: LogIn) -> None:
    services.start_round(event, by=None)
    table = Table.objects.order_by("number")[0]
    page = words(client_of(ada).get(reverse("play:table", args=[table.pk])).content.decode())
    assert "Table 1 · Round 1 · Board 1 · N–S 1 · E–W 4" in page


def test_a_game_without_named_sides_has_no_column_for_them(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("doppelkopf", 8, rounds=2, per_round=2)
    choose(event, "draw")
    page = client_of(ada).get(address(event, "cards")).content.decode()
    assert "side-name" not in page
    assert "N–S" not in page


@pytest.mark.parametrize("holder", Holder)
def test_phones_say_who_sits_where(event: Event, client: Client, holder: Holder) -> None:
    page = words(client.get(links.path_of(event, holder, 1)).content.decode())
    assert "N–S 1 Player 1 & Player 2 – E–W 4 Player 7 & Player 8" in page.replace("&amp;", "&")
