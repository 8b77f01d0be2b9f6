"""A director types travellers and score sheets with the keyboard, and prints what is needed without a computer."""

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.models import Sitting
from scorer.play.models import Hand
from tests.browser.conftest import DESK, PHONE, Visit
from tests.events.conftest import MakeEvent, choose, make_event, play_all, players

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_traveller_is_typed_line_after_line_without_a_mouse(
    make_event: MakeEvent, visit: Visit, ada: Membership
) -> None:
    event = make_event("bridge", 6, rounds=3, per_round=1)
    choose(event, "mitchell")
    for _number in range(3):
        services.start_round(event, by=None)
        services.end_round(event, by=None)
    visitor = visit(ada, size=DESK)
    page = visitor.open(reverse("events:deal_from_paper", args=[event.club_id, event.pk, 1]))
    page.locator("[name$=-level]").first.focus()
    page.keyboard.type("4ss+1")
    page.keyboard.type("3nn")  # and no result
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("Nothing is saved yet")
    expect(page.locator(".paper-line.wrong")).to_have_count(1)
    expect(page.locator(".paper-line").first.locator("[name$=-level][value='4']")).to_be_checked()
    assert not Hand.objects.exists()
    assert visitor.faults() == []
    page.locator(".paper-line.wrong [name$=-tricks][value='=']").check()
    page.get_by_role("button", name="Save what is typed").click()
    expect(page.get_by_text("2 hands are saved.")).to_be_visible()
    assert Hand.objects.filter(deal=1).count() == 2


def test_typing_a_sheet_and_going_on_by_paper_fit_on_a_phone_and_a_desk(
    make_event: MakeEvent, visit: Visit, club: Club, ada: Membership
) -> None:
    pairs = make_event("bridge", 6, rounds=2, per_round=2)
    choose(pairs, "mitchell")
    services.start_round(pairs, by=None)
    first = Sitting.objects.filter(round__event=pairs, table__isnull=False).first()
    assert first
    assert first.table
    play_all(first.table, Random(1), 1)
    single = make_event("doppelkopf", 5, rounds=2, per_round=4)
    choose(single, "draw")
    services.start_round(single, by=None)
    sitting = Sitting.objects.filter(round__event=single, table__isnull=False).get()
    addresses = [
        reverse("events:paper", args=[club.pk, pairs.pk]),
        reverse("events:deal_from_paper", args=[club.pk, pairs.pk, 2]),
        reverse("events:sheet_from_paper", args=[club.pk, single.pk, sitting.pk]),
        *(reverse("events:go_on_by_paper", args=[club.pk, event.pk]) for event in (pairs, single)),
    ]
    visitor = visit(ada)
    for address in addresses:
        visitor.open(address)
        for size in (PHONE, DESK):
            visitor.take_on(size, "light")
            assert visitor.overflow() <= 0, (address, size)
        assert visitor.axe() == [], address
