"""Squads by taps: who plays for which, a league day, and the ranking of squads wherever people look."""

from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorer.club.models import Membership
from scorer.events import services
from scorer.events.links import Holder, path_of
from tests.browser.conftest import DESK, PHONE, Visit
from tests.events.conftest import MakeEvent, make_event, play_round, players

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("players")
def test_four_squads_play_a_league_day(visit: Visit, make_event: MakeEvent, ada: Membership) -> None:
    event = make_event("doppelkopf", 16, preset="ddv", rounds=2, per_round=1)
    visitor = visit(ada, size=PHONE)
    console = reverse("events:event", args=[event.club_id, event.pk])
    page = visitor.open(console)
    page.get_by_role("link", name="Squads").click()
    expect(page.get_by_label("Match day")).to_be_hidden()
    page.get_by_role("radio", name="League: match points").check(force=True)
    page.get_by_label("Match day").fill("1")
    for number in range(1, 17):
        page.get_by_label(f"{number} Player {number}", exact=True).fill(
            ("Löwen", "Bären", "Dachse", "Füchse am langen Damm")[number % 4]
        )
    assert visitor.faults() == []
    assert visitor.overflow() == 0
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The squads are saved.")).to_be_visible()
    page.get_by_role("link", name="Plan the rounds").click()
    page.get_by_role("button", name="Choose League day").click()
    expect(page.get_by_text("Planned: League day, 2 rounds")).to_be_visible()
    play_round(event, Random(7))
    play_round(event, Random(8))
    services.finish(event, by=None)
    for looking in (visitor, visit(ada, size=DESK, scheme="dark")):
        for path in (
            console,
            reverse("events:squads", args=[event.club_id, event.pk]),
            reverse("events:scorecard", args=[event.club_id, event.pk, 1]),
            *(reverse("events:screen", args=[event.club_id, event.pk]) + f"?view={view}&still" for view in range(3)),
            path_of(event, Holder.CONTESTANT, 5),
        ):
            looking.open(path)
            assert looking.faults() == [], path
            assert looking.overflow() == 0, path
    table = visitor.open(console).get_by_role("region", name="Ranking of squads")
    expect(table.get_by_role("row")).to_have_count(5)
    expect(table.get_by_role("row").filter(has_text="Füchse am langen Damm")).to_be_visible()
