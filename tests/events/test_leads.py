"""The opening leads of an event, which its rules ask for."""

from dataclasses import replace
from random import Random

from django.urls import reverse

from games.bridge.models import BridgeHand
from games.bridge.rules import PRESETS
from scorer.club.models import Membership
from scorer.events import services as events
from scorer.events.models import Event
from scorer.registry import get_game
from scorer.registry.description import Subject
from scorer.scoring import dump
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address

BRIDGE = get_game("bridge")
REQUIRED = replace(PRESETS["duplicate"], opening_lead="required")


def test_an_evening_shows_the_leads_wherever_it_shows_results(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, rounds=1, per_round=2)
    Event.objects.filter(pk=event.pk).update(house_rules=dump(REQUIRED))
    event.refresh_from_db()
    choose(event, "howell")
    play_round(event, Random(7))
    event = events.finish(event, by=None)
    client = client_of(ada)
    led = [hand for hand in BridgeHand.objects.select_related("hand__table") if hand.lead]
    assert led
    pages = [address(event, "download", what, "csv") for what in ("travellers", "scorecards", "results")]
    for hand in led:
        description = BRIDGE.describe(Subject(hand.entry, {}, REQUIRED, deal_known=True))
        for page in pages:
            assert description.text in client.get(page).content.decode(), page
        lead = description._replace(said=(), details=description.details[1:2]).html.strip()
        assert "lead" in lead
        for page in (address(event, "traveller", hand.board), reverse("play:table", args=[hand.hand.table_id])):
            assert lead in client.get(page).content.decode(), page
    assert "lead" in client.get(address(event, "scorecard", 1)).content.decode()
