"""A director puts a sitting right; a hand typed without a connection reaches the director after a ruling."""

import re
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.events.planning.proposals import proposal_of
from scorer.registry import get_game
from tests.browser.conftest import Visit
from tests.browser.hands import go_to_table, save, type_notrump
from tests.events.conftest import play_round
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(club: Club) -> Event:
    """Four pairs in the second of two rounds of two boards."""
    event = services.create_event(
        club, get_game("bridge"), name="A", preset="duplicate", comparison="matchpoints", rounds=2, per_round=2, by=None
    )
    for pair in range(4):
        players = [PlayerFactory(club=club, name=f"Greta {2 * pair + one}") for one in (1, 2)]
        services.sign_up(event, players, by=None)
    proposal = proposal_of(event, "howell", 4)
    assert proposal
    services.choose_plan(event, proposal, by=None)
    play_round(event, Random(7))
    services.start_round(event, by=None)
    return event


def sitting_of(event: Event, number: int) -> Sitting:
    return Sitting.objects.select_related("table").get(round__event=event, round__number=number, station=1)


def test_a_director_sees_what_a_swap_would_change(visit: Visit, event: Event, ada: Membership) -> None:
    sitting = sitting_of(event, 1)
    desk = visit(ada)
    page = desk.open(reverse("events:swap", args=[event.club_id, event.pk, sitting.pk]))
    assert desk.faults() == []
    page.get_by_role("button", name="The sides were swapped for the whole round").click()
    expect(page.get_by_role("heading", name="The sides were swapped for the whole round.")).to_be_visible()
    assert desk.faults() == []
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#messages")).to_contain_text("The same swap again undoes it.")


def test_a_hand_that_waited_for_a_connection_reaches_the_director_after_a_ruling(
    visit: Visit, event: Event, ada: Membership
) -> None:
    sitting = sitting_of(event, 2)
    guest = visit()
    phone = go_to_table(guest, event, 1)
    with phone.expect_response(re.compile("/ahead/")):
        type_notrump(phone, 3)
    guest.set_offline(True)
    save(phone)
    services.rule_result(event, sitting, sitting.deals[0], {"average": [50, 50]}, why="Slow", by=None)
    guest.set_offline(False)
    expect(phone.locator("#main")).to_contain_text("Your hand is with the director now.")
    assert sitting.table
    assert sitting.table.late_hands.waiting().count() == 1
    desk = visit(ada)
    page = desk.open(reverse("events:event", args=[event.club_id, event.pk]))
    page.set_viewport_size({"width": 360, "height": 800})
    expect(page.locator("#now")).to_contain_text("already ruled on")
    assert desk.axe() == []
    page.get_by_role("button", name="Enter it on the sheet").click()
    expect(page.get_by_text("already ruled on")).to_have_count(0)
    assert sitting.table.hands.count() == 1
    guest.expect_failed_requests()


def test_what_became_of_a_hand_is_still_said_after_the_page_has_loaded_itself(visit: Visit, event: Event) -> None:
    sitting = sitting_of(event, 2)
    assert sitting.table
    phone = go_to_table(visit(), event, 1)
    type_notrump(phone, 3)
    services.rule_result(event, sitting, sitting.deals[0], {"average": [50, 50]}, why="Slow", by=None)
    with phone.expect_navigation():  # deals and state of the table have changed, so the page loads itself
        save(phone)
    said = phone.get_by_text("Your hand is with the director now.")
    expect(said).to_have_count(1)
    expect(phone.locator("#entry [name=level]:checked")).to_have_count(0)
    phone.reload()
    expect(said).to_have_count(0)
