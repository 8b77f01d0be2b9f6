"""Ranking, scorecard and traveller of an event: read on a narrow phone, and printed."""

from random import Random

import pytest
from playwright.sync_api import expect

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.models import Sitting
from tests.browser.conftest import PHONE, Visit
from tests.browser.test_print import A4, sheets_of_paper
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.events.test_pages import address

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("players")
def test_results_of_an_event_fit_a_phone_and_a_page_of_paper(
    visit: Visit, make_event: MakeEvent, ada: Membership
) -> None:
    for player, name in zip(Player.objects.order_by("pk"), ("Maximiliane Brandt", "Konstantin Holzer"), strict=False):
        player.name = name
        player.save()
    event = make_event("bridge", 6, rounds=3, per_round=3)
    choose(event, "mitchell")
    for number in range(3):
        play_round(event, Random(number))
    services.finish(event, by=None)
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    first = Sitting.objects.filter(round__event=event, sides__contestant__number=1).order_by("round__number")[0]
    services.rule_result(event, first, first.deals[0], {"average": [60, 40]}, why="Revoke", by=None)
    weighted = {"weighted": [[0.3, 620], [0.3, 170], [0.4, -1100]]}
    services.rule_result(event, first, first.deals[1], weighted, why="Misinformation", by=None)
    visitor = visit(ada, size=PHONE)
    deals = [address(event, "traveller", deal) for deal in (1, first.deals[0], first.deals[1])]
    for path in (address(event), address(event, "scorecard", 1), *deals):
        page = visitor.open(path)
        wide = "[...document.querySelectorAll('.scroll, .hands')].map(part => part.scrollWidth - part.clientWidth)"
        assert set(page.evaluate(wide)) == {0}, path
        page.emulate_media(media="print")
        assert sheets_of_paper(page) == [A4], path
        for control in page.locator("form, button, .button, nav, .back").all():
            expect(control).to_be_hidden()
        expect(page.locator(".sheet tbody th").first).to_be_visible()
        page.emulate_media(media="screen")
