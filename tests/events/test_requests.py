"""Contestants ask for corrections by their link, and the director corrects the hand or says why not."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.audit.check import faults
from scorer.club.models import Membership
from scorer.events import services
from scorer.events.links import Holder, path_of
from scorer.events.models import Contestant, Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Hand, Reply
from scorer.play.services.requests import MAX_OPEN
from scorer.play.table_context import TableContext
from tests.events.conftest import MakeEvent, choose, play_two_rounds
from tests.events.test_at_once import at_once
from tests.events.test_pages import LogIn, address

OWN = 1
"""The contestant who asks."""


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs after two of three rounds, with three boards in each."""
    return play_two_rounds(make_event("bridge", 6, rounds=3, per_round=3))


@pytest.fixture
def director(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


def sitting_of(event: Event, number: int = 1, contestant: int = OWN) -> Any:
    sittings = Sitting.objects.select_related("round", "table__club").filter(round__event=event, round__number=number)
    return sittings.get(sides__contestant__number=contestant)


def hand_of(event: Event, line: int = 1) -> Hand:
    hand: Hand = sitting_of(event).table.hands.get(number=line)
    return hand


def own(event: Event, page: str = "", contestant: int = OWN) -> str:
    return path_of(event, Holder.CONTESTANT, contestant) + page


def asking(event: Event, line: int = 1, contestant: int = OWN) -> str:
    link = event.contestants.get(number=contestant).link
    table = sitting_of(event).table_id
    token = own(event, contestant=contestant).rstrip("/").split("/")[-1]
    return reverse("events:ask", args=[event.pk, link, token, table, line])


def filled_in(event: Event, line: int = 1, **values: str) -> dict[str, str]:
    """What the page of a request sends: the hand as it is on the sheet, with some other values."""
    page = Client().get(asking(event, line))
    form, said = page.context["form"], page.context["said"]
    shown = {name: form[name].value() for name in form.fields} | {"basis": said["basis"].value(), "way": form.way}
    typed = {name: value for name, value in shown.items() if value not in (None, False, "")}
    return typed | {"why": ""} | values


def other_tricks(event: Event, line: int = 1) -> dict[str, str]:
    now = filled_in(event, line)
    return {"tricks": "-1" if now.get("tricks") != "-1" else "-2", "passed_out": ""} | (
        {} if now.get("level") else {"level": "1", "strain": "C", "declarer": "N"}
    )


def asks(event: Event, line: int = 1, **values: str) -> Reply:
    assert Client().post(asking(event, line), filled_in(event, line, **values)).status_code == 302
    ask: Reply = Reply.objects.requests().last()
    return ask


def decision(event: Event, ask: Reply, what: str) -> str:
    return address(event, f"{what}_request", Sitting.objects.get(table=ask.hand.table_id).pk, ask.pk)


def texts(client: Client, path: str) -> str:
    return " ".join(client.get(path).content.decode().split())


def test_a_sentence_reaches_the_director_and_a_refusal_with_a_sentence_the_contestant(
    event: Event, director: Client
) -> None:
    results = own(event, "results/")
    assert asking(event) in texts(Client(), results)
    page = Client().post(asking(event), filled_in(event, why="We made ten"), follow=True)
    assert "The director has your request." in page.content.decode()
    assert "waits for the director" in page.content.decode()
    ask = Reply.objects.requests().get()
    assert (ask.note, ask.entry, ask.hand) == ("We made ten", None, hand_of(event))
    assert ask.player in event.contestants.with_players()[0].players_in(1)
    for where in (address(event), address(event, "traveller", hand_of(event).deal)):
        shown = texts(director, where)
        assert "1 request for a correction" in shown
        assert "We made ten" in shown
        assert decision(event, ask, "accept") not in shown
    assert director.post(decision(event, ask, "refuse"), {"why": " "}).status_code == 409
    director.post(decision(event, ask, "refuse"), {"why": "All four signed"})
    assert "request for a correction" not in texts(director, address(event))
    shown = texts(Client(), results)
    assert "refused" in shown
    assert "All four signed" in shown
    assert list(faults(hand_of(event).table)) == []


def test_a_hand_that_was_filled_in_again_is_corrected_with_one_tap_and_the_log_says_who_asked(
    event: Event, director: Client, ada: Membership
) -> None:
    before = EventResults(event).ranking.places
    ask = asks(event, **other_tricks(event))
    assert ask.entry
    director.post(decision(event, ask, "accept"))
    hand = hand_of(event)
    assert hand.version > ask.version
    assert TableContext(hand.table).sheet.entry_at(1).tricks != 13
    correction = Revision.objects.of(Revision.Kind.HAND, hand.pk).last()
    assert correction
    assert (correction.action, correction.actor_id) == ("correct", ada.user.pk)
    assert correction.after["asked_by"] == [ask.player_id]
    assert EventResults(event).ranking.places != before
    assert "corrected" in texts(Client(), own(event, "results/"))
    assert "request for a correction" not in texts(director, address(event))
    shown = texts(director, reverse("play:hand", args=[hand.table_id, 1]))
    assert "asked for a correction" in shown
    assert list(faults(hand.table)) == []
    assert director.post(decision(event, ask, "accept")).status_code == 409
    assert director.post(decision(event, ask, "refuse"), {"why": "No"}).status_code == 409


def test_any_correction_of_the_hand_settles_the_request(event: Event, ada: Membership) -> None:
    ask = asks(event, why="Wrong declarer")
    hand = hand_of(event)
    play.void_hand(hand, by=ada.user, why="Wrong board")
    assert not Reply.objects.open_requests().exists()
    assert "corrected" in texts(Client(), own(event, "results/"))
    with pytest.raises(ValidationError, match="decided already"):
        services.refuse_request(event, sitting_of(event).pk, ask.pk, why="No", by=ada.user)


def test_nothing_said_and_half_a_hand_are_refused_beside_the_field_with_what_was_typed(event: Event) -> None:
    page = Client().post(asking(event), filled_in(event))
    assert page.status_code == 422
    assert page.context["said"].errors["why"] == ["Say what is wrong, or fill in the hand again."]
    half = filled_in(event, why="No idea", level="", passed_out="")
    page = Client().post(asking(event), half)
    assert (page.status_code, page.context["is_filled_in"]) == (422, True)
    assert "No idea" in page.content.decode()
    assert not Reply.objects.exists()


def test_a_contestant_has_five_open_requests_and_the_same_one_again_is_none(event: Event) -> None:
    lines = [(number, line) for number in (1, 2) for line in (1, 2, 3)]
    for number, line in lines[:MAX_OPEN]:
        request(event, number, line)
        request(event, number, line)
    assert Reply.objects.open_requests().count() == MAX_OPEN
    with pytest.raises(ValidationError, match="Five corrections"):
        request(event, *lines[-1])
    first = Reply.objects.requests().first()
    assert first
    services.refuse_request(event, sitting_of(event).pk, first.pk, why="No", by=None)
    request(event, *lines[-1])
    other = sitting_of(event).sides.exclude(contestant__number=OWN).get().contestant
    services.ask_for_correction(event, sitting_of(event).pk, other.number, 1, **said(hand_of(event)))


def said(hand: Hand) -> dict[str, Any]:
    return {"note": "Wrong", "entry": None, "basis": hand.version}


def request(event: Event, number: int, line: int) -> None:
    sitting = sitting_of(event, number)
    services.ask_for_correction(event, sitting.pk, OWN, line, **said(sitting.table.hands.get(number=line)))


def test_nobody_asks_after_the_time_for_corrections_and_the_page_says_so(event: Event, director: Client) -> None:
    ask = asks(event, why="In time")
    services.finish(event, by=None)
    assert asking(event) in texts(Client(), own(event, "results/"))
    Event.objects.filter(pk=event.pk).update(finished_at=timezone.now() - timedelta(minutes=31))
    event.refresh_from_db()
    assert asking(event) not in texts(Client(), own(event, "results/"))
    assert "The time for corrections is over. Ask the director." in texts(Client(), asking(event))
    page = Client().post(asking(event), {"why": "Too late", "basis": hand_of(event).version})
    assert page.status_code == 422
    director.post(decision(event, ask, "refuse"), {"why": "No"})
    assert not Reply.objects.open_requests().exists()


def test_only_who_played_a_hand_asks_for_its_correction(event: Event) -> None:
    outside = next(
        one.number
        for one in Contestant.objects.filter(event=event)
        if one.number not in sitting_of(event).sides.values_list("contestant__number", flat=True)
    )
    assert Client().get(asking(event, contestant=outside)).status_code == 404
    with pytest.raises(ValidationError, match="not one of yours"):
        services.ask_for_correction(event, sitting_of(event).pk, outside, 1, **said(hand_of(event)))
    assert Client().get(asking(event, line=99)).status_code == 404


def test_a_hand_that_was_changed_in_the_meantime_is_looked_at_again(event: Event, ada: Membership) -> None:
    typed = filled_in(event, why="Wrong")
    play.void_hand(hand_of(event), by=ada.user, why="x")
    play.restore_hand(hand_of(event), by=ada.user, why="x")
    page = Client().post(asking(event), typed)
    assert page.status_code == 422
    assert "has since been changed" in page.content.decode()


def test_members_and_strangers_read_no_request_and_decide_none(
    event: Event, boris: Membership, zoe: Membership, client_of: LogIn
) -> None:
    ask = asks(event, why="We made ten")
    assert "We made ten" not in texts(client_of(boris), address(event))
    for client, status in ((client_of(boris), 403), (client_of(zoe), 404)):
        assert client.post(decision(event, ask, "accept")).status_code == status
        assert client.post(decision(event, ask, "refuse"), {"why": "No"}).status_code == status
    assert Reply.objects.open_requests().count() == 1


def test_a_request_is_no_reply_of_the_other_side(make_event: MakeEvent) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=1, confirms=True)
    choose(event, "howell")
    services.start_round(event, by=None)
    sitting = sitting_of(event)
    for entry in list(services_entries(sitting.table)):
        play.record_hand(sitting.table, entry, by=None, key=None)
    services.ask_for_correction(event, sitting.pk, OWN, 1, **said(hand_of(event)))
    assert all(one.waiting for one in TableContext(sitting.table).confirmations.values())


def services_entries(table: Any) -> Any:
    from scorer.events.services.copies import random_entries  # noqa: PLC0415

    return random_entries(table, Random(3))


def test_the_ledger_agrees_with_the_log_and_a_changed_refusal_is_found(event: Event, director: Client) -> None:
    ask, other = asks(event, why="We made ten"), asks(event, 2, **other_tricks(event, 2))
    director.post(decision(event, ask, "refuse"), {"why": "No"})
    call_command("check_ledger", verbosity=0)
    Reply.objects.filter(pk=ask.pk).update(refusal="Yes")
    Reply.objects.filter(pk=other.pk).update(note="Never said")
    assert [fault.row for fault in faults(ask.hand.table)] == ["replies"]


def test_pages_take_as_many_queries_for_any_number_of_requests_at_a_table(
    event: Event, director: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    director.get(address(event))
    asks(event, why="One")
    director.get(address(event))
    with django_assert_max_num_queries(100) as one:
        director.get(address(event))
    asks(event, 2, why="Two")
    director.get(address(event))
    with django_assert_max_num_queries(100) as two:
        director.get(address(event))
    assert len(two) == len(one)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_directors_who_decide_at_once_one_is_told_that_it_is_decided(event: Event) -> None:
    ask = asks(event, **other_tricks(event))
    sitting = sitting_of(event)
    done = at_once(
        lambda: services.accept_request(event, sitting.pk, ask.pk, by=None),
        lambda: services.refuse_request(event, sitting.pk, ask.pk, why="No", by=None),
    )
    assert sorted(done) == [False, True]
