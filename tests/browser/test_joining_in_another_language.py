"""A phone that joins a table speaks its owner's language from the first page to the last, whatever the club's is."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scorer.club.models import Club
from scorer.play import phones, services
from scorer.play.phones import Link
from tests.browser.conftest import Visit
from tests.browser.hands import USUAL, fill_in
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = {
    "fr": ("Rejoindre", "Boris", "Qui êtes", "Enregistrer la donne 1", "Enregistré", "Annuler", "Règles", "fermée"),
    "sr-Latn": ("Priključi se", "Boris", "Ko ste?", "Sačuvaj ruku 1", "Sačuvano", "Opozovi", "Pravila", "zatvoren"),
}


@pytest.mark.parametrize("language", WORDS)
def test_a_guest_at_a_german_club_never_sees_a_german_page(language: str, visit: Visit, club: Club) -> None:
    club.language = "de"
    club.save()
    table = make_table(club, "belote")
    join, boris, who, save, saved, undo, rules, closed = WORDS[language]
    visitor = visit()
    visitor.context.set_extra_http_headers({"Accept-Language": language})

    def speaks(page: Page) -> None:
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}$", re.IGNORECASE))

    page = visitor.open(reverse("play:code"))
    speaks(page)
    page.locator("input[name=code]").fill(phones.code_of(table, Link.ENTRY) or "")
    page.get_by_role("button", name=join).click()
    expect(page.get_by_text(who)).to_be_visible()
    speaks(page)
    page.get_by_role("button", name=boris).click()
    expect(page.locator("#entry")).to_be_visible()
    speaks(page)
    fill_in(page, USUAL["belote"])
    page.get_by_role("button", name=save).click()
    expect(page.locator("#entry .success")).to_contain_text(saved)
    expect(page.get_by_role("button", name=undo)).to_be_visible()
    visitor.open(reverse("play:hand", args=[table.pk, 1]))
    speaks(page)
    visitor.open(reverse("play:rules", args=[table.pk]))
    speaks(page)
    expect(page.locator("h1")).to_contain_text(rules)
    visitor.open(reverse("play:table", args=[table.pk]))
    services.close_table(table, by=None)
    page.reload()
    expect(page.get_by_text(closed).first).to_be_visible()
    speaks(page)
