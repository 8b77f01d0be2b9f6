"""Invitations and public pages in a browser, with scripts and without."""

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.links import evenings_path
from scorer.events.models import Event
from scorer.registry import get_game
from tests.browser.conftest import DESK, PHONE, Visit
from tests.browser.test_print import A4, sheets_of_paper
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ada", "Boris", "Chloé", "Dirk", "Elif", "Farid", "Greta", "Hugo")


@pytest.fixture
def roster(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, name=name) for name in NAMES]


@pytest.fixture
def event(club: Club, roster: list[Player]) -> Event:
    values: dict[str, Any] = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 2, "per_round": 1}
    day = timezone.localdate() + timedelta(days=7)
    event = services.create_event(club, get_game("bridge"), name="Tuesday pairs", day=day, **values, by=None)
    services.sign_up(event, roster[:2], by=None)
    services.set_invitation(
        event,
        announced=True,
        starts_at=time(19, 30),
        place="Club house, Main Street 5",
        limit=2,
        sign_off_hours=24,
        names_shown=False,
        by=None,
    )
    event.refresh_from_db()
    return event


def test_players_sign_up_wait_find_a_partner_and_sign_off(
    club: Club, event: Event, visit: Visit, ada: Membership
) -> None:
    first, second, alone, other = (visit(size=PHONE) for _phone in range(4))
    path = evenings_path(club)
    for phone, names in ((first, ("Chloé", "Dirk")), (second, ("Elif", "Farid"))):
        page = phone.open(path)
        page.get_by_role("link", name=re.compile("Sign up.*Tuesday pairs")).click()
        page.get_by_label("Your name").fill(names[0])
        page.get_by_label("Your partner’s name").fill(names[1])
        assert phone.faults() == []
        page.get_by_role("button", name="waiting list" if phone is second else "Sign up").click()
    expect(first.page.get_by_role("heading", name="Number 2")).to_be_visible()
    expect(second.page.get_by_role("heading", name="Number 1 on the waiting list")).to_be_visible()
    assert [first.faults(), second.faults()] == [[], []]
    for phone, name in ((alone, "Greta"), (other, "Hugo")):
        page = phone.open(path)
        page.get_by_role("link", name=re.compile("Sign up.*Tuesday pairs")).click()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="I am looking for a partner").click()
        expect(page.get_by_role("heading", name="Looking for a partner")).to_be_visible()
    director = visit(ada, size=DESK)
    page = director.open(reverse("events:event", args=[club.pk, event.pk]))
    expect(page.get_by_role("heading", name="Waiting list")).to_be_visible()
    assert director.faults() == []
    page.get_by_role("button", name="with Hugo").click()
    expect(page.get_by_role("heading", name="3 pairs")).to_be_visible()
    alone.page.get_by_role("link", name="Check again").click()
    expect(alone.page.get_by_text("Greta & Hugo")).to_be_visible()
    alone.page.locator("summary", has_text="Sign off").click()
    expect(alone.page.get_by_text("Hugo then looks for another partner")).to_be_visible()
    assert alone.faults() == []
    other.page.get_by_role("link", name="Check again").click()
    other.page.locator("summary", has_text="Sign off").click()
    other.page.get_by_role("button", name="Yes, sign off").click()
    expect(other.page.get_by_text("You have signed off.")).to_be_visible()
    alone.page.get_by_role("link", name="Check again").click()
    expect(alone.page.get_by_text("Your partner has signed off.")).to_be_visible()
    assert alone.faults() == []
    page.reload()
    expect(page.get_by_text("the partner has signed off")).to_be_visible()
    assert director.faults() == []
    page.get_by_role("button", name=re.compile("Let in.*Elif & Farid")).click()
    expect(page.get_by_role("heading", name="3 pairs")).to_be_visible()
    first.page.locator("summary", has_text="Sign off").click()
    assert first.faults() == []
    first.page.get_by_role("button", name="We both sign off").click()
    expect(first.page.get_by_text("You have signed off.")).to_be_visible()
    second.page.get_by_role("link", name="Check again").click()
    expect(second.page.get_by_role("heading", name="Number 2")).to_be_visible()


def test_public_pages_are_read_without_scripts(club: Club, event: Event, visit: Visit) -> None:
    club.public = True
    club.save()
    visitor = visit(scripts=False)
    page = visitor.open(reverse("standings:home", args=[club.pk]))
    page.get_by_role("link", name="All evenings").click()
    expect(page.get_by_text("Club house, Main Street 5")).to_be_visible()
    assert page.title() == f"Next evenings · {club.name}"
    assert page.locator("meta[name=description]").get_attribute("content")
    page.get_by_role("link", name=re.compile("Sign up.*Tuesday pairs")).click()
    expect(page.get_by_label("Your name")).to_be_visible()
    for name in ("standings:honours", "standings:all_games", "events:events"):
        page = visitor.open(reverse(name, args=[club.pk]))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert club.name in page.title()


def test_a_director_announces_an_evening_and_prints_the_link(
    club: Club, event: Event, visit: Visit, ada: Membership
) -> None:
    director = visit(ada, size=PHONE)
    page = director.open(reverse("events:invitation", args=[club.pk, event.pk]))
    expect(page.get_by_label("Start time")).to_have_value("19:30")
    assert director.faults() == []
    page.get_by_label("Where").fill("Elsewhere")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The invitation is saved.")).to_be_visible()
    page = director.open(reverse("standings:evenings", args=[club.pk]))
    expect(page.get_by_text("Elsewhere")).to_be_visible()
    expect(page.get_by_role("link", name=evenings_path(club))).to_be_visible()
    assert director.faults() == []


def test_the_code_for_the_wall_is_printed_large_with_what_holds_until_the_evening(
    club: Club, event: Event, visit: Visit, ada: Membership
) -> None:
    Club.objects.filter(pk=club.pk).update(host="club.example")
    director = visit(ada, size=PHONE)
    for path in (
        reverse("events:sign_up_code", args=[club.pk, event.pk]),
        reverse("standings:evenings", args=[club.pk]),
    ):
        page = director.open(path)
        page.emulate_media(media="screen")
        code = page.locator("svg.qr")
        expect(code).to_be_visible()
        expect(page.get_by_text("1 place left")).to_be_visible()
        assert director.faults() == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        page.emulate_media(media="print")
        box = code.bounding_box()
        assert box
        assert box["width"] > 300  # 80 mm
        expect(page.get_by_text("Tuesday pairs").filter(visible=True).first).to_be_visible()
        expect(page.get_by_text("1 place left")).to_be_hidden()
        assert sheets_of_paper(page) == [A4]


def test_a_long_name_has_the_width_of_a_phone_and_buttons_go_below(club: Club, event: Event, visit: Visit) -> None:
    Club.objects.filter(pk=club.pk).update(public=True)
    Event.objects.filter(pk=event.pk).update(name="Wanderpokal-Gedächtnisturnier der Freunde des Kartenspiels")
    page = visit(size=PHONE).open(reverse("standings:evenings", args=[club.pk]))
    name = page.locator(".list .grow").first.bounding_box()
    button = page.get_by_role("link", name="Sign up").bounding_box()
    assert name
    assert button
    assert name["width"] > PHONE[0] / 2
    assert button["y"] >= name["y"] + name["height"]
