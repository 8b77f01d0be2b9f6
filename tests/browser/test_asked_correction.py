"""An evening of belote in the French interface: a pair asks for a correction on its phone, and sees it made."""

import re
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Club, Membership
from scorer.events.links import Holder, path_of
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from tests.browser.conftest import Visit, Visitor
from tests.browser.hands import USUAL, fill_in
from tests.events.conftest import MakeEvent, make_event, play_all, players

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = 6
ASKING = 1
"""The pair whose hand was typed wrongly."""


def in_french(visitor: Visitor) -> Visitor:
    visitor.choose_language("fr")
    return visitor


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(name)).first.click()


@pytest.mark.usefixtures("players")
def test_a_correction_is_asked_for_from_a_phone_and_made_by_the_director(
    visit: Visit, make_event: MakeEvent, club: Club, ada: Membership
) -> None:
    event = make_event("belote", PAIRS, rounds=1, per_round=1)
    desk, phone = in_french(visit(ada)), in_french(visit())
    console = desk.open(reverse("events:event", args=[club.pk, event.pk]))
    console.get_by_role("link", name="Planifier les tours").click()
    console.get_by_role("button", name=re.compile("^Choisir")).first.click()
    press(console, "^Lancer le tour 1$")
    expect(console.get_by_role("heading", name="Tour 1 sur 1")).to_be_visible()
    page = go_to_french_table(phone, event)
    fill_in(page, USUAL["belote"])
    press(page, "^Enregistrer la donne 1$")
    expect(page.locator("#rows [id^=hand-]")).to_have_count(1)
    own = Sitting.objects.select_related("table").get(sides__contestant__number=ASKING)
    for sitting in Sitting.objects.select_related("table").exclude(pk=own.pk):
        assert sitting.table
        play_all(sitting.table, Random(7))
    console.reload()
    press(console, "^Terminer le tour 1$")
    press(console, "^Clore le tournoi$")
    expect(console.get_by_role("heading", name=re.compile("^Classement")).first).to_be_visible()
    before = EventResults(event).ranking.places

    page.wait_for_url("**/contestants/**", timeout=40_000)  # where it goes by itself
    page.get_by_role("link", name="Vos résultats").click()
    page.locator("summary", has_text="Demander une correction").click()
    assert phone.faults() == []
    page.get_by_role("link", name=re.compile("^Tour 1 · 1$")).click()
    page.locator("summary", has_text="Remplir la donne à nouveau").click()
    assert phone.faults() == []
    fill_in(page, {"points": "105"})
    press(page, "^Demander une correction$")
    asked = page.locator("#own-requests")
    expect(asked).to_contain_text("attend l’arbitre")
    assert phone.faults() == []

    expect(console.get_by_role("heading", name="1 demande de correction")).to_be_visible()
    assert desk.faults() == []
    press(console, "^Corriger ainsi$")
    expect(console.get_by_role("heading", name="1 demande de correction")).to_have_count(0)
    expect(asked).to_contain_text("corrigée")
    expect(asked).not_to_contain_text("attend l’arbitre")
    expect(page.locator(".scorecard")).to_contain_text("105 points")
    event.refresh_from_db()
    assert EventResults(event).ranking.places != before


def go_to_french_table(phone: Visitor, event: Event) -> Page:
    page = phone.open(path_of(event, Holder.CONTESTANT, ASKING))
    press(page, "^Saisir les donnes$")
    page.wait_for_url("**/tables/**")
    return page
