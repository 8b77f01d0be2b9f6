"""Lines of travellers and scorecards are kept as drawn. They equal what would be drawn each time."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.models import Event
from scorer.play import services as play
from scorer.play.models import Hand
from tests.events.conftest import MakeEvent, choose
from tests.events.test_scorecards import play_spades

pytestmark = pytest.mark.django_db

NO_FRAGMENTS = settings.CACHES | {"template_fragments": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


def lines_of(client: Client, event: Event, deal: int) -> str:
    def drawn() -> str:
        shown = ""
        for name, number in (("traveller", deal), ("scorecard", 1)):
            answer = client.get(reverse(f"events:{name}", args=[event.club_id, event.pk, number]))
            assert answer.status_code == 200
            shown += re.sub(r"\b\w{64}\b", "", answer.content.decode())  # without tokens
        return shown

    kept = drawn()
    with override_settings(CACHES=NO_FRAGMENTS):
        assert kept == drawn()
    return kept


def test_a_kept_line_follows_every_change(
    make_event: MakeEvent, ada: Membership, boris: Membership, client_of: Callable[[Membership], Client]
) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=2)
    choose(event, "howell")
    play_spades(event, 1)
    services.end_round(event, by=None)
    director, scorer = client_of(ada), client_of(boris)
    hand = Hand.objects.order_by("table__number", "number")[0]
    entry = hand.table.config.hand_model.objects.get(hand=hand).entry
    assert hand.deal
    fewer = replace(entry, tricks=entry.tricks - 1)
    seen = {lines_of(director, event, hand.deal)}
    for change in (
        lambda: play.correct_hand(hand, fewer, by=None, why="typed wrong"),
        lambda: play.void_hand(hand, by=None, why="twice"),
        lambda: play.restore_hand(hand, by=None),
        lambda: Player.objects.filter(club=event.club).update(shown_as="Zita"),
    ):
        change()
        seen.add(lines_of(director, event, hand.deal))
        lines_of(scorer, event, hand.deal)
    assert len(seen) >= 3
