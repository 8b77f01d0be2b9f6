"""Evenings that are compared in a way of their own: a duplicate of tarot, and a league of preferans."""

import re
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Membership
from scorer.events.links import Holder, path_of
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.play.models import Seat
from tests.browser.conftest import DESK, Visit
from tests.browser.hands import fill_in, go_to_table, save
from tests.browser.test_evenings import button, consistent, plan, sittings
from tests.events.conftest import play_all

pytestmark = pytest.mark.django_db(transaction=True)


def make_event(page: Page, club: int, game: str, players: int, comparison: str, preset: str = "") -> Event:
    """An event of one round of one deal, made as a director does."""
    page.goto(page.url.split("/clubs/")[0] + reverse("events:create", args=[club, game]))
    if preset:
        page.locator(f"[name=preset][value={preset}]").check(force=True)
    page.locator(f"[name=comparison][value={comparison}]").check(force=True)
    page.locator("summary", has_text="Everything else").click()
    for name, value in {"name": "Tuesday", "rounds": "1", "per_round": "1"}.items():
        page.locator(f"[name={name}]").fill(value)
    button(page, "Create the event")
    page.get_by_role("link", name="Sign up from a list").click()
    page.locator("[name=names]").fill("\n".join(f"Player {number}" for number in range(1, players + 1)))
    button(page, "Show what the list says")
    button(page, "^Sign up$")
    expect(page.get_by_role("heading", name=f"{players} players")).to_be_visible()
    return Event.objects.get()


def test_eight_play_a_duplicate_and_each_is_compared_with_the_same_seat(visit: Visit, ada: Membership) -> None:
    director, phone = visit(ada, size=DESK), visit()
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    event = make_event(page, ada.club.pk, "tarot", 8, "seat_matchpoints")
    plan(page, "Duplicate")
    button(page, "^Start round 1$")
    at_table = go_to_table(phone, event, 1)
    expect(at_table.locator("#entry h2")).to_have_text("Deal 1")
    fill_in(at_table, {"contract": "garde", "taker": "2", "oudlers": "2", "points": "49"})
    save(at_table)
    expect(at_table.locator("#rows [id^=hand-]")).to_have_count(1)
    other = sittings(event)[1].table
    assert other
    play_all(other, Random(4))
    expect(page.get_by_text("complete").first).to_be_visible()
    page.get_by_role("button", name="End round 1").click()
    page.get_by_role("button", name="Finish the event").click()
    expect(page.locator(".board tbody tr")).to_have_count(8)
    percents = sorted(float(ranked.standing.percent or 0) for ranked in EventResults(event).ranking.places)
    assert sum(percents) == 400
    assert set(percents) <= {0, 50, 100}
    page.goto(page.url.split("/clubs/")[0] + reverse("events:traveller", args=[ada.club.pk, event.pk, 1]))
    expect(page.locator("tbody").first).to_contain_text(re.compile("Table [12]"))
    expect(page.get_by_role("row", name=re.compile("^N "))).to_have_count(2)
    assert director.axe() == []
    assert consistent(event)


def test_six_play_a_league_that_is_ranked_by_their_records(visit: Visit, ada: Membership) -> None:
    director, phone = visit(ada, size=DESK), visit()
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    event = make_event(page, ada.club.pk, "preferans", 6, "league", preset="bule")
    plan(page, "League rounds")
    button(page, "^Start round 1$")
    at_table = go_to_table(phone, event, 1)
    fill_in(at_table, {"declarer": "2", "level": "4", "defence": "both", "tricks_1": "3", "tricks_3": "1"})
    save(at_table)
    expect(at_table.locator("#rows [id^=hand-]")).to_have_count(1)
    first, other = sittings(event)
    assert other.table
    play_all(other.table, Random(4))
    expect(page.get_by_text("complete").first).to_be_visible()
    page.get_by_role("button", name="End round 1").click()
    expect(page.get_by_role("button", name="Draw round 2")).to_be_visible()  # another one could be drawn
    page.get_by_role("button", name="Finish the event").click()
    expect(page.locator(".board tbody tr")).to_have_count(6)
    results = sorted(seat.result or 0 for seat in Seat.objects.filter(table=first.table_id))
    assert sum(results) == 0
    assert results[0] < 0 < results[-1]
    assert sum(ranked.standing.score for ranked in EventResults(event).ranking.places) == 10
    number = EventResults(event).ranking.places[0].standing.contestant
    page.goto(page.url.split("/clubs/")[0] + reverse("events:scorecard", args=[ada.club.pk, event.pk, number]))
    expect(page.get_by_text("the record of the table")).to_be_visible()
    assert director.axe() == []
    page.goto(page.url.split("/clubs/")[0] + reverse("events:sheet_from_paper", args=[ada.club.pk, event.pk, first.pk]))
    expect(page.get_by_role("link", name="Correct")).to_have_count(1)
    own = visit()
    card = own.open(path_of(event, Holder.CONTESTANT, number) + "results/")
    card.locator("summary", has_text="Ask for a correction").click()
    expect(card.locator("#ask-about a").first).to_contain_text("Round 1 · 1")
    assert own.axe() == []
    card.locator("#ask-about a").first.click()
    expect(card.locator("[name=why]")).to_be_visible()
    assert consistent(event)
