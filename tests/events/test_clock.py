"""The clock of a round."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from scorer.club.models import Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Round, Sitting
from tests.events.conftest import MakeEvent, choose
from tests.events.test_pages import LogIn, address


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    event = make_event("bridge", 4, rounds=2, per_round=3)
    choose(event, "mitchell")
    return event


def running(event: Event) -> Round:
    return event.planned_rounds.running().get()


def put_back(event: Event, **values: int) -> None:
    """Let time pass: the clock, as if it had been started so long ago."""
    now, ago = running(event), timedelta(**values)
    now.ends_at = now.ends_at and now.ends_at - ago
    now.paused_at = now.paused_at and now.paused_at - ago
    now.save()


def minutes_left(event: Event) -> int:
    left = running(event).seconds_left
    assert left is not None
    return round(left / 60)


@pytest.mark.parametrize(
    ("game", "deals", "asked", "minutes"),
    [
        ("bridge", 3, None, 22),
        ("bridge", 3, 20, 20),
        ("bridge", 3, 0, 0),
        ("doppelkopf", 24, None, 100),
        ("doppelkopf", 5, None, 21),
        ("doppelkopf", 0, None, 0),
        ("tarot", 4, None, 0),
        ("tarot", 4, 60, 60),
    ],
)
def test_a_round_has_the_minutes_that_were_asked_for_or_those_usual_in_its_game(
    game: str, deals: int, asked: int | None, minutes: int
) -> None:
    assert Event(game=game, round_minutes=asked).minutes_for([Sitting(deal_count=deals)]) == minutes


def test_the_clock_starts_with_the_round(event: Event) -> None:
    started = services.start_round(event, by=None)
    assert started.started_at
    assert started.ends_at == started.started_at + timedelta(minutes=22)
    assert running(event).clock_text == "22:00"


def test_a_round_may_start_without_a_clock(event: Event) -> None:
    services.start_round(event, clocked=False, by=None)
    assert running(event).seconds_left is None
    services.add_minutes(event, 5, by=None)
    assert minutes_left(event) == 5


def test_minutes_are_added_to_those_left_or_to_now_when_the_time_is_up(event: Event) -> None:
    services.start_round(event, by=None)
    services.add_minutes(event, 1, by=None)
    assert minutes_left(event) == 23
    put_back(event, minutes=30)
    assert running(event).clock_text.startswith("+7:0")
    services.add_minutes(event, 5, by=None)
    assert minutes_left(event) == 5


def test_a_clock_that_is_paused_loses_no_time(event: Event) -> None:
    services.start_round(event, by=None)
    services.pause_clock(event, by=None)
    put_back(event, minutes=10)  # the pause lasts, the time left stays
    assert minutes_left(event) == 22
    services.resume_clock(event, by=None)
    assert minutes_left(event) == 22
    assert running(event).paused_at is None
    services.pause_clock(event, by=None)
    services.stop_clock(event, by=None)
    assert running(event).seconds_left is None
    services.resume_clock(event, by=None)
    assert running(event).seconds_left is None


@pytest.mark.parametrize("minutes", [0, 241])
def test_so_many_minutes_cannot_be_added(event: Event, minutes: int) -> None:
    services.start_round(event, by=None)
    with pytest.raises(ValidationError, match="Add between 1 and 240 minutes"):
        services.add_minutes(event, minutes, by=None)


def test_a_clock_needs_a_round(event: Event) -> None:
    with pytest.raises(ValidationError, match="No round is running"):
        services.add_minutes(event, 5, by=None)


def test_the_director_adds_minutes_and_pauses_on_the_page_of_the_event(
    event: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    assert "Start without a clock" in client.get(address(event)).content.decode()
    client.post(address(event, "start_round"))
    assert 'data-left="132' in client.get(address(event)).content.decode()
    client.post(address(event, "add_minutes", 10))
    assert minutes_left(event) == 32
    client.post(address(event, "pause_clock"))
    assert "data-paused" in client.get(address(event)).content.decode()
    client.post(address(event, "resume_clock"))
    client.post(address(event, "stop_clock"))
    assert "data-left" not in client.get(address(event)).content.decode()
    client.post(address(event, "end_round"))
    client.post(address(event, "start_without_clock"))
    assert "data-left" not in client.get(address(event)).content.decode()


def test_the_phones_of_an_event_show_the_seconds_that_are_left(event: Event, client: Client) -> None:
    services.start_round(event, by=None)
    put_back(event, seconds=20 * 60)
    path = links.path_of(event, Holder.STATION, 1)
    for page in (client.get(path), client.get(client.post(path)["Location"])):
        content = page.content.decode()
        assert any(f'data-left="{seconds}"' in content for seconds in (118, 119, 120)), path
        assert "Time is up." not in content.replace('data-up="Time is up."', "")
    put_back(event, minutes=3)
    assert '<span class="says" role="status">Time is up.</span>' in client.get(path).content.decode()


def test_the_form_of_an_event_says_what_is_usual(ada: Membership, client_of: LogIn, make_event: MakeEvent) -> None:
    usual = {"name": "Friday", "preset": "duplicate", "comparison": "matchpoints"}
    make = reverse("events:create", args=[ada.club_id, "bridge"])
    client = client_of(ada)
    make_event("bridge", 0)
    assert "the usual time; 0 means no clock" in client.get(make).content.decode()
    assert client.post(make, {**usual, "round_minutes": "-1"}).status_code == 422
    client.post(make, {**usual, "round_minutes": "25"})
    assert Event.objects.get(name="Friday").round_minutes == 25


def test_a_round_of_as_many_deals_as_suit_can_start_without_its_clock(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, client = make_event("doppelkopf", 8, rounds=2), client_of(ada)
    choose(event, "draw")
    assert "Start without a clock" not in client.get(address(event)).content.decode()
    services.set_deals(event, 12, by=None)
    page = client.get(address(event))
    assert page.context["following_minutes"] == 50
    assert "Start without a clock" in page.content.decode()


def test_minutes_are_taken_off_down_to_now(event: Event) -> None:
    services.start_round(event, by=None)
    services.remove_minutes(event, 1, by=None)
    assert minutes_left(event) == 21
    services.pause_clock(event, by=None)
    services.remove_minutes(event, 1, by=None)
    assert minutes_left(event) == 20
    services.resume_clock(event, by=None)
    services.remove_minutes(event, 60, by=None)
    assert minutes_left(event) == 0
    put_back(event, minutes=3)
    services.remove_minutes(event, 1, by=None)
    assert minutes_left(event) == -3, "the time was up already"
    services.stop_clock(event, by=None)
    with pytest.raises(ValidationError, match="No clock is running"):
        services.remove_minutes(event, 1, by=None)


@pytest.mark.parametrize("minutes", [0, 241])
def test_so_many_minutes_cannot_be_taken_off(event: Event, minutes: int) -> None:
    services.start_round(event, by=None)
    with pytest.raises(ValidationError, match="Take off between 1 and 240 minutes"):
        services.remove_minutes(event, minutes, by=None)


def test_the_director_takes_off_a_minute_if_a_clock_runs(event: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    services.start_round(event, clocked=False, by=None)
    assert "−1 min" not in client.get(address(event)).content.decode()
    services.add_minutes(event, 5, by=None)
    assert "−1 min" in client.get(address(event)).content.decode()
    client.post(address(event, "remove_minutes", 1))
    assert minutes_left(event) == 4
