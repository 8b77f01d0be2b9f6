"""The page of a club on the evening of two events: short, with what is going on now at the top."""

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.play import services as play
from tests.browser.conftest import PHONE, Visit
from tests.events.conftest import MakeEvent, choose, make_event, play_all, play_round, players
from tests.factories import make_table

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ("en", "de", "fr", "sr-latn")
MOST = 2_000
"""Pixels of the page on a phone. With the tables of its events, it would have some 4,000."""


def test_home_is_short_on_the_evening_of_two_events(
    visit: Visit, club: Club, ada: Membership, make_event: MakeEvent
) -> None:
    finished = make_event(
        "doppelkopf", 16, name="Doppelkopf in der Gartenwirtschaft am Waldrand", rounds=4, per_round=1
    )
    choose(finished, "draw")
    for number in range(4):
        play_round(finished, Random(number))
    services.finish(finished, by=None)
    running = make_event("bridge", 6, name="Tuesday pairs", rounds=3, per_round=1)
    choose(running, "mitchell")
    services.start_round(running, by=None)
    for closed in (True, False) * 2 + (True,) * 5:
        table = make_table(club, "doppelkopf")
        play_all(table, Random(1), 1)
        if closed:
            play.close_table(table, by=None)
    visitor = visit(ada)
    for language in LANGUAGES:
        visitor.choose_language(language)
        page = visitor.open(reverse("standings:home", args=[club.pk]))
        assert visitor.overflow() <= 0, language
        assert page.evaluate("document.documentElement.scrollHeight") < MOST, language
        events = page.get_by_role("link").filter(has_text="Tuesday pairs")
        box = events.first.bounding_box()
        assert box
        assert box["y"] + box["height"] < PHONE[1] / 2, language
        assert page.locator(".tables li").count() == 2 + 5
    expect(events.get_by_role("timer")).to_contain_text(":")
    assert visitor.faults() == []


def test_a_phone_finds_its_table_on_home(visit: Visit, club: Club, make_event: MakeEvent) -> None:
    club.public = True
    club.save()
    event = make_event("bridge", 6, name="Tuesday pairs", rounds=3, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    visitor = visit()
    page = visitor.open(links.path_of(event, Holder.STATION, 2))
    page.get_by_role("button", name="Enter hands").click()
    page.locator("#entry").wait_for()
    page = visitor.open(reverse("standings:home", args=[club.pk]))
    own = page.get_by_role("link", name="Your table")
    box = own.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["y"] + box["height"] < PHONE[1]
    own.click()
    expect(page.get_by_text("Round 1 of 3")).to_be_visible()
