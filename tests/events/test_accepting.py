"""Events in which the other side accepts each result on its own phone."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Sitting
from scorer.play import phones
from scorer.play.models import Reply, Table
from tests.events.conftest import MakeEvent, begin, choose, play_all
from tests.events.test_pages import LogIn, address


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs in the first of three rounds."""
    return begin(make_event("bridge", 4, rounds=3, per_round=1, confirms=True), "howell")


def first_table(event: Event) -> tuple[Any, list[Client]]:
    """The table of the first station, and the phone of each contestant there, by side."""
    sitting = Sitting.objects.with_contestants().select_related("table").filter(round__event=event)[0]
    clients = [Client() for _side in sitting.sides.all()]
    for client, side in zip(clients, sitting.sides.all(), strict=True):
        client.post(links.path_of(event, Holder.CONTESTANT, side.contestant.number))
    return sitting.table, clients


def test_a_director_says_so_when_creating_the_event(
    club: Club, ada: Membership, client_of: LogIn, make_event: MakeEvent
) -> None:
    client, make = client_of(ada), reverse("events:create", args=[club.pk, "bridge"])
    typed = {"name": "Tuesday", "preset": "duplicate", "comparison": "matchpoints", "confirms": "on"}
    client.post(make, typed)
    event = Event.objects.get()
    assert event.confirms
    assert client.get(address(event, "copy")).context["form"]["confirms"].value()
    assert not make_event("bridge", 4, name="Wednesday").confirms


def test_the_tables_of_such_an_event_ask_and_those_of_others_do_not(event: Event, make_event: MakeEvent) -> None:
    assert {table.confirms for table in Table.objects.all()} == {True}
    other = make_event("doppelkopf", 4, rounds=1, per_round=1)
    choose(other, "draw")
    started = services.start_round(other, by=None)
    assert not Table.objects.get(pk=started.sittings.get().table_id).confirms


def test_the_phone_of_a_contestant_speaks_for_its_side(event: Event) -> None:
    table, (ours, theirs) = first_table(event)
    typed = {"board": table.deals[0], "level": "4", "strain": "S", "declarer": "N", "tricks": "="}
    page = ours.get(reverse("play:table", args=[table.pk]))
    form = page.context["form"]
    sent = {name: form[name].value() or "" for name in ("number", "layout")} | {
        "key": page.context["key"],
        "way": form.way,
    }
    ours.post(reverse("play:record", args=[table.pk]), typed | sent)
    hand = table.hands.get()
    accept = reverse("play:reply", args=[table.pk, hand.number])
    ours.post(accept, {"accepted": "on", "basis": hand.version})
    assert not Reply.objects.exists()
    theirs.post(accept, {"accepted": "on", "basis": hand.version})
    reply = Reply.objects.get()
    assert reply.player_id in table.seats.filter(position__in=(2, 4)).values_list("player", flat=True)


def test_a_phone_of_the_station_says_who_holds_it_and_still_finds_the_next_round(event: Event) -> None:
    table, _phones = first_table(event)
    phone, path = Client(), links.path_of(event, Holder.STATION, 1)
    phone.post(path)
    play_all(table, Random(7))
    page = phone.get(reverse("play:table", args=[table.pk]))
    assert page.context["who_are_you"] == phones.path_of(table, phones.Link.ENTRY)
    player = table.seats.current().first().player_id
    phone.post(page.context["who_are_you"], {"player": player})
    page = phone.get(reverse("play:table", args=[table.pk]))
    assert page.context["reader"].position == 1
    assert path in page.content.decode()


def test_a_substitute_at_the_table_speaks_for_the_side(event: Event, ada: Membership) -> None:
    table, (_ours, theirs) = first_table(event)
    sitting = Sitting.objects.with_contestants().get(table=table)
    number = sitting.sides.all()[1].contestant.number
    guest = event.club.players.create(name="Zoltan")
    services.substitute(event, number, 1, guest, now=True, by=ada.user)
    theirs.post(links.path_of(event, Holder.CONTESTANT, number))
    reader = theirs.get(reverse("play:table", args=[table.pk])).context["reader"]
    assert reader.side == (2, 4)
