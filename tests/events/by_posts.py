"""A whole evening as its director taps it. Only the hands are entered by a service."""

from collections.abc import Sequence
from random import Random

from django.test import Client
from django.urls import reverse

from scorer.club.models import Club
from scorer.events.models import Event
from tests.events.conftest import play_all
from tests.events.test_pages import address


def play_evening(
    client: Client, club: Club, game: str, typed: dict[str, str], names: Sequence[str], plan: str
) -> Event:
    """Make an event of new contestants, plan, play and finish it. Rounds that the plan leaves open are drawn."""
    assert client.post(reverse("events:create", args=[club.pk, game]), {"name": "Evening", **typed}).status_code == 302
    event = Event.objects.get()
    said = {"names": "\n".join(names)}
    shown = client.post(address(event, "sign_up_list"), said)
    client.post(address(event, "sign_up_list"), {**said, "confirm": shown.context["digest"]})
    assert event.contestants.count() == len(names)
    assert client.post(address(event, "plan"), {"format": plan, "ranking": "one"}).status_code == 302
    for number in range(1, int(typed["rounds"]) + 1):
        if not event.planned_rounds.filter(number=number).exists():
            assert client.post(address(event, "draw")).status_code == 302
        client.post(address(event, "start_round"))
        running = event.planned_rounds.get(started_at__isnull=False, ended_at=None)
        for sitting in running.sittings.select_related("table"):
            assert sitting.table
            play_all(sitting.table, Random(sitting.station))
        assert client.post(address(event, "end_round")).status_code == 302
    assert client.post(address(event, "finish")).status_code == 302
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert client.get(address(event, "event")).status_code == 200
    return event
