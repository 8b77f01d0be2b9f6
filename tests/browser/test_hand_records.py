"""Hand records are uploaded by taps, and four hands read well on a phone, by eye and by ear."""

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Event
from scorer.registry import get_game
from tests.browser.conftest import PHONE, Visit
from tests.events.conftest import choose
from tests.events.dealt_hands import DEAL
from tests.events.test_scorecards import play_spades
from tests.factories import make_players

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(club: Club) -> Event:
    """Four pairs before the first of two rounds."""
    players = make_players(club, 8)
    values = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 2, "per_round": 2}
    event = services.create_event(club, get_game("bridge"), name="Tuesday", **values, by=None)
    services.sign_up_all(event, [(n, players[2 * n : 2 * n + 2]) for n in range(4)], by=None)
    choose(event, "mitchell")
    return event


def test_hand_records_are_uploaded_and_seen_on_the_traveller(
    event: Event, visit: Visit, ada: Membership, tmp_path: Path
) -> None:
    hands = tmp_path / "hands.pbn"
    hands.write_text(f'[Board "1"]\n[Dealer "E"]\n[Deal "N:{DEAL}"]\n')
    visitor = visit(ada, size=PHONE)
    page = visitor.open(reverse("events:event", args=[event.club_id, event.pk]))
    page.get_by_role("link", name="Hand records").click()
    page.get_by_label("File").set_input_files(hands)
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_text("Line 2: The dealer of board 1 is N, not E.")).to_be_visible()
    visitor.expect_failed_requests()
    hands.write_text("\n\n".join(f'[Board "{board}"]\n[Deal "N:{DEAL}"]' for board in range(1, 4)))
    page.get_by_label("File").set_input_files(hands)
    page.get_by_role("button", name="Look at the file").click()
    expect(page.get_by_text("Boards 1–3")).to_be_visible()
    expect(page.get_by_text("Not in this file: Board 4")).to_be_visible()
    assert (visitor.faults(), visitor.overflow()) == ([], 0)
    page.get_by_role("button", name="Save the hand records").click()
    expect(page.get_by_text("The hand records are saved.")).to_be_visible()
    assert (visitor.faults(), visitor.overflow()) == ([], 0)
    play_spades(event, 1)
    services.end_round(event, by=None)
    page = visitor.open(reverse("events:traveller", args=[event.club_id, event.pk, 1]))
    cards = page.get_by_role("region", name="Cards")
    expect(cards.get_by_role("heading", name="North")).to_be_visible()
    west = cards.get_by_role("list").nth(3)
    expect(west.get_by_role("listitem").nth(2)).to_contain_text("diamonds")
    expect(west.get_by_role("listitem").nth(2)).to_contain_text("none")
    assert visitor.faults() == []
    for width in (320, *PHONE[:1], 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert visitor.overflow() == 0
        boxes = [hand.bounding_box() or {} for hand in page.locator(".dealt-hand").all()]
        north, east, south, west_box = (box["x"] + box["width"] / 2 for box in boxes)
        assert west_box < north < east
        assert north == pytest.approx(south, abs=25)
        assert boxes[0]["y"] < boxes[1]["y"] == boxes[3]["y"] < boxes[2]["y"]
