"""Contestants sign up: typed by a director, pasted, from a file, and by themselves with the code on the wall."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership, Player
from scorer.events import services
from scorer.events.links import sign_up_path
from scorer.events.models import Event
from scorer.registry import get_game
from tests.browser.conftest import DESK, Visit, Visitor
from tests.events.conftest import choose
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Hans-Joachim von der Heidenreich-Müller"
NAMES = ("Ada", "Boris", "Chloé", "Dirk", LONG, "Marie-Antoinette de La Rochefoucauld-Montmorency")


@pytest.fixture
def roster(club: Club) -> list[Player]:
    return [PlayerFactory(club=club, name=name) for name in NAMES]


@pytest.fixture
def event(club: Club, roster: list[Player]) -> Event:
    """Last week, Ada played with Boris."""
    earlier = make(club, "Last Tuesday")
    Event.objects.filter(pk=earlier.pk).update(day=timezone.localdate() - timedelta(days=7))
    services.sign_up(earlier, roster[:2], by=None)
    return make(club, "Tuesday")


def make(club: Club, name: str) -> Event:
    values: dict[str, Any] = {"preset": "duplicate", "comparison": "matchpoints", "rounds": 2, "per_round": 1}
    return services.create_event(club, get_game("bridge"), name=name, **values, by=None)


def address(event: Event, page: str = "event") -> str:
    return reverse(f"events:{page}", args=[event.club_id, event.pk])


def signed_up(event: Event) -> list[str]:
    return [str(one) for one in event.contestants.all()]


def assert_clean(visitor: Visitor) -> None:
    assert visitor.faults() == []


def press_sign_up(page: Page) -> None:
    page.get_by_role("button", name="Sign up", exact=True).click()


def press_show(page: Page) -> None:
    page.get_by_role("button", name="Show what the list says").click()


def test_a_director_types_pair_after_pair(event: Event, visit: Visit, ada: Membership) -> None:
    visitor = visit(ada, size=DESK)
    page = visitor.open(address(event))
    first, second = page.get_by_label("Player 1"), page.get_by_label("Player 2")
    first.fill("ada")
    first.press("Tab")
    expect(second).to_have_value("Boris")
    expect(page.get_by_text("The partner from last time.")).to_be_visible()
    assert_clean(visitor)
    press_sign_up(page)
    expect(page.get_by_role("heading", name="1 pair", exact=True)).to_be_visible()
    expect(first).to_be_focused()
    page.keyboard.type(LONG)
    second.fill("Dirkk")
    press_sign_up(page)
    expect(page.get_by_text("Nobody on the roster is called Dirkk.")).to_be_visible()
    expect(page.get_by_role("button", name="Add Dirkk and sign up")).to_be_visible()
    expect(first).to_have_value(LONG)
    assert_clean(visitor)
    second.fill("Dirk")
    press_sign_up(page)
    expect(page.get_by_role("heading", name="2 pairs", exact=True)).to_be_visible()
    assert signed_up(event) == ["Ada & Boris", f"{LONG} & Dirk"]
    page.get_by_role("button", name="Take Ada & Boris off the list").click()
    expect(page.get_by_role("heading", name="1 pair", exact=True)).to_be_visible()


def test_the_list_follows_what_others_sign_up_while_a_director_types(
    event: Event, roster: list[Player], visit: Visit, ada: Membership
) -> None:
    visitor = visit(ada, size=DESK)
    page = visitor.open(address(event))
    first = page.get_by_label("Player 1")
    expect(page.get_by_role("heading", name="0 pairs", exact=True)).to_be_visible()
    assert page.get_by_role("link", name="Plan the rounds").count() == 0
    first.fill("Chl")
    services.sign_up(event, roster[:2], by=None)
    expect(page.get_by_role("heading", name="1 pair", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Plan the rounds")).to_be_visible()
    expect(first).to_have_value("Chl")
    expect(first).to_be_focused()
    assert_clean(visitor)
    services.sign_up_all(event, [(1, roster[2:4]), (2, roster[4:6])], by=None)
    expect(page.get_by_role("heading", name="3 pairs", exact=True)).to_be_visible()
    choose(event, "howell")
    expect(page.get_by_role("button", name="Start round 1", exact=True)).to_be_visible()
    expect(first).to_have_count(0)


def test_a_guest_at_the_door_is_added_and_signed_up_with_one_more_tap(
    event: Event, visit: Visit, ada: Membership
) -> None:
    visitor = visit(ada)
    page = visitor.open(address(event))
    page.get_by_label("Player 1").fill("Neuer Gast")
    page.get_by_label("Player 2").fill("Dirk")
    press_sign_up(page)
    add = page.get_by_role("button", name="Add Neuer Gast and sign up")
    expect(add).to_be_visible()
    assert_clean(visitor)
    add.click()
    expect(page.get_by_text("Neuer Gast & Dirk: number 1.")).to_be_visible()
    assert signed_up(event) == ["Neuer Gast & Dirk"]


def test_a_director_pastes_a_list_and_mends_its_wrong_line(event: Event, visit: Visit, ada: Membership) -> None:
    visitor = visit(ada)
    page = visitor.open(address(event))
    page.get_by_role("link", name="Sign up from a list").click()
    names = page.get_by_label("Contestants")
    names.fill("Ada & Boris\nChloé")
    press_show(page)
    expect(page.get_by_text("Expected 2 names, separated by & or /.")).to_be_visible()
    expect(page.get_by_role("button", name="Sign up", exact=True)).to_have_count(0)
    expect(names).to_have_value("Ada & Boris\nChloé")
    assert signed_up(event) == []
    assert_clean(visitor)
    names.fill(f"1. Ada & Boris\n2. Chloé / Nolde, Emil; BC Hamburg\n3. {NAMES[-1]} and {LONG}")
    press_show(page)
    expect(page.get_by_text("left out: BC Hamburg")).to_be_visible()
    expect(names).to_have_value(f"1. Ada & Boris\n2. Chloé / Nolde, Emil; BC Hamburg\n3. {NAMES[-1]} and {LONG}")
    assert signed_up(event) == []
    assert_clean(visitor)
    press_sign_up(page)
    expect(page.get_by_text("3 contestants have signed up.")).to_be_visible()
    expect(page.get_by_text("Added to the roster: Emil Nolde.")).to_be_visible()
    assert signed_up(event) == ["Ada & Boris", "Chloé & Emil Nolde", f"{NAMES[-1]} & {LONG}"]
    assert_clean(visitor)


def test_a_file_is_shown_before_it_counts(event: Event, visit: Visit, ada: Membership) -> None:
    visitor = visit(ada, size=DESK)
    page = visitor.open(address(event, "sign_up_list"))
    file = f"Ada,Boris\n{LONG},Chloé\n"
    page.get_by_label("Or from a file").set_input_files(
        {"name": "pairs.csv", "mimeType": "text/csv", "buffer": file.encode()}
    )
    press_show(page)
    expect(page.get_by_label("Contestants")).to_have_value(f"Ada & Boris\n{LONG} & Chloé")
    assert signed_up(event) == []
    assert_clean(visitor)
    press_sign_up(page)
    expect(page.get_by_role("heading", name="2 pairs", exact=True)).to_be_visible()
    assert signed_up(event) == ["Ada & Boris", f"{LONG} & Chloé"]


def test_players_sign_up_with_the_code_on_the_wall(
    event: Event, roster: list[Player], visit: Visit, ada: Membership
) -> None:
    director = visit(ada, size=DESK)
    wall = director.open(address(event, "sign_up_code"))
    link = wall.get_by_role("link", name=sign_up_path(event))
    phone = visit()
    page = phone.open(str(link.get_attribute("href")))
    page.get_by_label("Your name").fill("boris")
    page.get_by_label("Your partner’s name").fill("Boris")
    press_sign_up(page)
    expect(page.get_by_text("A player can sit in only one place.")).to_be_visible()
    assert_clean(phone)
    page.get_by_label("Your partner’s name").fill("Ada")
    press_sign_up(page)
    expect(page.get_by_role("heading", name="Number 1")).to_be_visible()
    assert signed_up(event) == ["Boris & Ada"]
    assert_clean(phone)
    page = director.open(address(event))
    expect(page.get_by_text("by the code", exact=True)).to_be_visible()
    page.get_by_text("Was that a stranger?").click()
    assert_clean(director)
    page.get_by_role("button", name="Take all who came by the code off the list").click()
    expect(page.get_by_text("Nobody has signed up yet.")).to_be_visible()
    page = phone.open(sign_up_path(event))
    page.get_by_label("Your name").fill("Boris")
    page.get_by_label("Your partner’s name").fill("Ada")
    press_sign_up(page)
    services.sign_up(event, roster[2:4], by=None)
    choose(event, "swiss")
    page.get_by_role("link", name="Check again").click()
    expect(page.get_by_role("heading", name="Round 1 has not started yet")).to_be_visible()
    assert_clean(phone)
    late = visit().open(sign_up_path(event))
    expect(late.get_by_label("Your name")).to_have_count(0)
