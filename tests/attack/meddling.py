"""What somebody could change who has no right to: by no link, an old one or that of another club, or by too much."""

from collections.abc import Iterator
from typing import Any

from django.test import Client, RequestFactory
from django.urls import reverse

from scorer.club.models import Club
from scorer.events import services
from scorer.events.links import Holder, path_of, sign_up_path
from scorer.events.models import Event, Sitting
from scorer.events.selectors.requests import requests_of
from scorer.history.models import Revision
from scorer.play.models import Reply
from scorer.play.services.requests import MAX_OPEN
from scorer.play.views.hands import correction_form, find
from tests.attack.spying import STATIONS, play_round
from tests.bench import Line
from tests.bench.measuring import browser_of, found_club
from tests.bench.rooms import room

ASKED = 20
"""Requests for corrections by one contestant."""
LONG = "All four of us have signed. " * 4_000


def meddling(club: Club) -> Iterator[Line]:
    event = played_room(club)
    yield "strangers.meddled", by_strangers(event), "changes"
    yield "requests.meddled", by_asking_too_much(event), "changes"
    yield "old-links.meddled", by_old_links(event), "changes"


def played_room(club: Club) -> Event:
    event = room(club, STATIONS)
    services.start_round(event, by=None)
    play_round(event)
    return event


def by_strangers(event: Event) -> int:
    """Return how many changes somebody without a link has made, and the director and a contestant of another club."""
    elsewhere = found_club()
    other = room(elsewhere.club, STATIONS)
    sitting, hand = own_hand(event)
    said = {"note": "We made ten", "entry": None, "basis": sitting.table.hands.get(number=hand).version}
    ask = services.ask_for_correction(event, sitting.pk, 1, hand, **said)
    of_event, of_table = [event.club_id, event.pk], [sitting.table_id, hand]
    paths = [
        asking(event, path_of(other, Holder.CONTESTANT, 1), sitting, hand),
        reverse("play:ask", args=of_table),
        *(reverse(f"play:{name}", args=[*of_table, ask.pk]) for name in ("decide", "seen")),
        *(reverse(f"events:{name}_request", args=[*of_event, sitting.pk, ask.pk]) for name in ("accept", "refuse")),
        reverse("events:wish", args=[*of_event, event.contestants.get(number=1).own_entry]),
        reverse("events:set_prizes", args=of_event),
        reverse("events:hand_records", args=of_event),
        reverse("events:deal_from_paper", args=[*of_event, sitting.deals[0]]),
        reverse("events:rule_result", args=[*of_event, sitting.pk, sitting.deals[0]]),
        sign_up_path(other).replace(path_part(other), path_part(event)),
    ]
    typed = {
        "why": "Mine now",
        "accept": "1",
        "wish": "first",
        "entry_fee": "5",
        "delete": "1",
        "written": "4S S =",
        "kind": "average",
    }
    before = changes(event)
    for client in (Client(SERVER_NAME="localhost"), browser_of(elsewhere)):
        for path in paths:
            assert client.post(path, typed).status_code >= 400 or changes(event) == before, path
    return changes(event) - before


def by_asking_too_much(event: Event) -> int:
    """Return how many requests of a contestant are open beyond those that it may have, and how many are too long."""
    path, typed = request_of_contestant(event)
    client = Client(SERVER_NAME="localhost")
    client.post(path, typed | {"why": LONG})
    most = Reply._meta.get_field("note").max_length or 0
    too_long = sum(len(ask.note) > most for ask in requests_of(event))
    for number in range(ASKED):
        client.post(path, typed | {"why": f"We made ten {number}"})
    return too_long + requests_of(event).open_requests().count() - MAX_OPEN


def by_old_links(event: Event) -> int:
    """Return how many changes a contestant has made by the link of a card that is out of date."""
    card, wall = path_of(event, Holder.CONTESTANT, 1), sign_up_path(event)
    path, typed = request_of_contestant(event)
    client = Client(SERVER_NAME="localhost")
    services.renew_links(event, by=None)
    before = changes(event)
    client.post(path, typed | {"why": "By an old link"})
    client.post(wall, {"wish": "first"})
    client.post(card)
    return changes(event) - before


def request_of_contestant(event: Event) -> tuple[str, dict[str, str]]:
    """Return where the first contestant asks for a correction, and the hand as that page sends it unchanged."""
    sitting, number = own_hand(event)
    request: Any = RequestFactory().get("/")
    form = correction_form(request, *find(sitting.table, number))
    shown = {name: form[name].value() for name in form.fields} | {"way": form.way}
    sent = {name: value for name, value in shown.items() if value not in (None, False, "")}
    return asking(event, path_of(event, Holder.CONTESTANT, 1), sitting, number), sent


def own_hand(event: Event) -> tuple[Any, int]:
    """Return the sitting of the first contestant in the first round, and the number of a hand there."""
    sittings = Sitting.objects.filter(round__event=event, round__number=1).select_related("table")
    return sittings.get(sides__contestant__number=1), 1


def asking(event: Event, card: str, sitting: Sitting, hand: int) -> str:
    key, token = card.strip("/").split("/")[-2:]
    return reverse("events:ask", args=[event.pk, int(key), token, sitting.table_id, hand])


def path_part(event: Event) -> str:
    return reverse("events:event", args=[event.club_id, event.pk]).strip("/").split("/")[-1]


def changes(event: Event) -> int:
    return Revision.objects.filter(club_id=event.club_id).count()
