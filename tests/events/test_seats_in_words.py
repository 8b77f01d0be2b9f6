"""Seats are words: N–S and E–W on the movement, on guide cards and on phones."""

import re

import pytest
from django.test import Client

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.events.planning.proposals import proposals
from tests.events.conftest import MakeEvent, choose
from tests.events.test_pages import LogIn, address


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs in a Mitchell whose last round is arrow-switched."""
    event = make_event("bridge", 6, rounds=3, per_round=1)
    proposal = next(proposal for proposal in proposals(event, 6) if proposal.switch)
    services.choose_plan(event, proposal, by=None)
    event.refresh_from_db()
    return event


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_movement_says_who_sits_on_which_side_and_where_tables_are_turned(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    page = words(client_of(ada).get(address(event, "movement")).content.decode())
    assert "Station 1 · 1 N–S 1 Player 1 & Player 2 – E–W 4 Player 7 & Player 8" in page.replace("&amp;", "&")
    assert page.count("arrow-switched") == 1
    assert "Round 3 arrow-switched" in page


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
