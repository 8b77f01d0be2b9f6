"""Whole evenings of squads, each hand typed on a phone, and the results worked out by hand."""

import re
from collections import Counter
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Membership, Player
from scorer.events.links import Holder, path_of, sign_up_path
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.registry import get_game
from tests.browser.conftest import DESK, PHONE, Visit, Visitor
from tests.browser.hands import fill_in, go_to_table, save
from tests.browser.test_evenings import button, consistent, plan, sittings

pytestmark = pytest.mark.django_db(transaction=True)

TICKED = "on"
Typed = tuple[dict[str, str], dict[int, int]]
"""What is typed for a hand, and the points of each seat that follow."""


def make_event(page: Page, club: int, game: str, squads: str) -> Event:
    """An event of two rounds of one hand, with squads that were pasted, as a director makes it."""
    page.goto(page.url.split("/clubs/")[0] + reverse("events:create", args=[club, game]))
    page.locator("summary", has_text="Everything else").click()
    for name, value in {"name": "Tuesday", "rounds": "2", "per_round": "1"}.items():
        page.locator(f"[name={name}]").fill(value)
    button(page, "Create the event")
    page.get_by_role("link", name="Squads").click()
    page.get_by_role("radio", name="Sum of the scores").check(force=True)
    button(page, "^Save$")
    page.get_by_role("link", name="Sign up from a list").click()
    page.locator("[name=names]").fill(squads)
    button(page, "Show what the list says")
    button(page, "^Sign up$")
    expect(page.get_by_role("heading", name=re.compile(r"^\d players$"))).to_be_visible()
    return Event.objects.get()


def play(director: Page, phone: Visitor, event: Event, hands: list[Typed]) -> Counter[int]:
    """Play two rounds at two tables on a phone, and finish. Return the sum of each contestant by own arithmetic."""
    sums: Counter[int] = Counter()
    coming = iter(hands)
    for number in (1, 2):
        button(director, f"^Start round {number}$")
        expect(director.get_by_role("heading", name=f"Round {number} of 2")).to_be_visible()
        for sitting in sittings(event):
            typed, points = next(coming)
            at_table = go_to_table(phone, event, sitting.station)
            fill_in(at_table, {name: value for name, value in typed.items() if value != TICKED})
            for name, value in typed.items():
                if value == TICKED:
                    at_table.locator(f"#entry input[name={name}]").check()
            save(at_table)
            expect(at_table.locator("#rows [id^=hand-]")).to_have_count(1)
            for seat, contestant in enumerate(sitting.numbers, start=1):
                sums[contestant] += points[seat]
        expect(director.get_by_text("complete")).to_have_count(2)
        director.get_by_role("button", name=f"End round {number}").click()
    director.get_by_role("button", name="Finish the event").click()
    expect(director.get_by_role("heading", name="Ranking of squads")).to_be_visible()
    return sums


def assert_squads_are_ranked(page: Page, event: Event, sums: Counter[int]) -> list[tuple[str, int]]:
    """Compare contestants and squads with own sums. Return the squads, the best first."""
    ranked = {row.standing.contestant: row.standing.score for row in EventResults(event).ranking.places}
    assert ranked == sums
    of_squads: Counter[str] = Counter()
    for contestant in event.contestants.all():
        of_squads[contestant.squad] += sums[contestant.number]
    expected = sorted(of_squads.items(), key=lambda squad: (-squad[1], squad[0]))
    rows: Any = page.get_by_role("region", name="Ranking of squads").locator("tbody tr")
    expect(rows).to_have_count(len(expected))
    for row, (squad, total) in zip(rows.all(), expected, strict=True):
        expect(row.locator("th bdi").first).to_have_text(squad)
        expect(row.locator("td").last).to_have_text(f"{total}".replace("-", "−"))
    return expected


def test_four_squads_of_two_play_two_rounds_of_doppelkopf(visit: Visit, ada: Membership) -> None:
    director, phone = visit(ada, size=DESK), visit(size=PHONE)
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    squads = "Lions: Ada & Boris\nTigers: Chloé & Dirk\nBears: Élise & Fritz\nWolves: Gül & Hugo"
    event = make_event(page, ada.club.pk, "doppelkopf", squads)
    plan(page, "Draw")
    hands = [
        ({"re": "2 4", "augen": "180"}, {1: -2, 2: 2, 3: -2, 4: 2}),  # won, no 90
        ({"re": "1 3", "augen": "210"}, {1: 3, 2: -3, 3: 3, 4: -3}),  # won, no 90, no 60
        ({"re": "1 2", "augen": "120"}, {1: -2, 2: -2, 3: 2, 4: 2}),  # Kontra won, against the old ones
        ({"re": "3 4", "augen": "180"}, {1: -2, 2: -2, 3: 2, 4: 2}),
    ]
    sums = play(page, phone, event, hands)
    assert_squads_are_ranked(page, event, sums)
    assert (director.faults(), director.overflow()) == ([], 0)
    assert consistent(event)


def test_three_squads_of_two_play_two_rounds_of_skat_and_one_signs_up_on_phones(visit: Visit, ada: Membership) -> None:
    director, phone = visit(ada, size=DESK), visit(size=PHONE)
    page = director.open(reverse("events:events", args=[ada.club.pk]))
    event = make_event(page, ada.club.pk, "skat", "Lions: Ada & Boris\nTigers: Chloé & Dirk")
    for name in ("Élise", "Fritz"):
        Player.objects.get_or_create(club=ada.club, name=name)
        own = visit(size=PHONE)
        signing_up = own.open(sign_up_path(event))
        signing_up.get_by_label("Your name").fill(name)
        signing_up.get_by_label("Squad").fill("Bears")
        assert (own.faults(), own.overflow()) == ([], 0)
        button(signing_up, "^Sign up$")
        expect(signing_up.get_by_text("You have signed up.")).to_be_visible()
        expect(signing_up.get_by_text("Bears")).to_be_visible()
        assert (own.faults(), own.overflow()) == ([], 0)
    page.reload()
    expect(page.locator(".mark", has_text="Bears")).to_have_count(2)
    plan(page, "Draw")
    hands = [
        # with 2, game 3, hand 4, times 24 and 50 more
        ({"kind": "grand", "declarer": "2", "matadors": "2", "in_hand": TICKED, "result": "won"}, {1: 0, 2: 146, 3: 0}),
        # with 1, game 2, times 12, twice as much lost and 50 more; 40 for each opponent
        ({"kind": "C", "declarer": "1", "matadors": "1", "result": "lost"}, {1: -98, 2: 40, 3: 40}),
        ({"kind": "null", "declarer": "3", "announced": "ouvert", "result": "lost"}, {1: 40, 2: 40, 3: -142}),
        # with 3, game 4, times 11 and 50 more
        ({"kind": "S", "declarer": "3", "matadors": "3", "result": "won"}, {1: 0, 2: 0, 3: 94}),
    ]
    sums = play(page, phone, event, hands)
    ranked = assert_squads_are_ranked(page, event, sums)
    assert sum(sums.values()) == sum(sum(points.values()) for _typed, points in hands)
    assert (director.faults(), director.overflow()) == ([], 0)
    assert consistent(event)
    card = visit(size=PHONE)
    own_page = card.open(path_of(event, Holder.CONTESTANT, 5))
    expect(own_page.get_by_role("region", name="Ranking of squads")).to_contain_text(ranked[0][0])
    assert (card.faults(), card.overflow()) == ([], 0)
    assert get_game("skat").default_variant == event.preset
