"""The next evenings of a club: on a page, by a link, and in calendars."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.links import evenings_path, sign_up_path
from scorer.events.models import Event
from tests.events.conftest import MakeEvent, choose, make_event, players
from tests.events.test_pages import LogIn
from tests.events.test_sessions import play_to_the_end

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db

USUAL = {"starts_at": time(19, 30), "place": "Club house", "limit": None, "sign_off_hours": None, "names_shown": False}


@pytest.fixture
def public(club: Club) -> Club:
    club.public = True
    club.save()
    return club


@pytest.fixture
def announce(make_event: MakeEvent) -> MakeEvent:
    """An event in so many days that is among the next evenings."""

    def make(days: int = 7, contestants: int = 2, **values: object) -> Event:
        named = {"name": values.pop("name", "Tuesday"), "day": timezone.localdate() + timedelta(days=days)}
        event = make_event("bridge", contestants, **named, minutes=values.pop("minutes", None))
        services.set_invitation(event, **{"announced": True} | USUAL | values, by=None)
        event.refresh_from_db()
        return event

    return make


def page_of(club: Club, client: Client | None = None) -> str:
    return (client or Client()).get(reverse("standings:evenings", args=[club.pk])).text


def calendar_of(path: str) -> list[Any]:
    """The events in a calendar, as another program reads them."""
    answer = Client().get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).events)


def test_visitors_of_a_public_club_see_the_next_evenings_and_can_sign_up(
    public: Club, announce: MakeEvent, make_event: MakeEvent
) -> None:
    event = announce(limit=3)
    make_event("bridge", 1, name="Not for everybody")
    announce(-1, name="Yesterday")
    page = page_of(public)
    assert sign_up_path(event) in page
    assert all(said in page for said in ("Tuesday", "19:30", "Club house", "2 pairs", "1 place left"))
    assert "Not for everybody" not in page
    assert "Yesterday" not in page
    assert "Player" not in page
    choose(announce(8, 4, name="Planned"), "mitchell")
    planned = page_of(public).partition("Planned")[2]
    assert "/join/" not in planned


def test_an_evening_that_was_given_up_says_so(public: Club, announce: MakeEvent) -> None:
    event = announce()
    services.cancel(event, by=None)
    page = page_of(public)
    assert "does not take place" in page.lower()
    assert sign_up_path(event) not in page


def test_a_rehearsal_is_no_evening(public: Club, announce: MakeEvent) -> None:
    services.rehearse(announce(), by=None)
    assert "rehearsal" not in page_of(public)


def test_only_the_link_opens_the_evenings_of_another_club_without_a_login(
    club: Club, announce: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event, path = announce(), evenings_path(club)
    assert Client().get(reverse("standings:evenings", args=[club.pk])).status_code == 302
    page = Client().get(path).text
    assert sign_up_path(event) in page
    assert "Player" not in page
    assert evenings_path(club, calendar=True) in page
    assert path in page_of(club, client_of(ada))
    client_of(ada).post(reverse("standings:renew_evenings_link", args=[club.pk]))
    club.refresh_from_db()
    for old in (path, path.rstrip("/") + ".ics"):
        assert Client().get(old).status_code == 403
    assert sign_up_path(event) in Client().get(evenings_path(club)).text


def test_the_link_of_a_public_club_leads_to_its_page(public: Club) -> None:
    assert Client().get(evenings_path(public))["Location"] == reverse("standings:evenings", args=[public.pk])


def test_who_has_won_the_last_evenings_is_on_the_page(public: Club, make_event: MakeEvent) -> None:
    play_to_the_end(make_event("bridge", 4, rounds=3, per_round=1, name="Last week"), "howell")
    assert "Last week" in page_of(public)
    assert "Last results" in page_of(public)


@pytest.mark.parametrize(
    ("zone", "day", "at"),
    [
        ("Europe/Berlin", date(2027, 1, 12), datetime(2027, 1, 12, 18, 30, tzinfo=UTC)),
        ("Europe/Berlin", date(2027, 7, 13), datetime(2027, 7, 13, 17, 30, tzinfo=UTC)),
        ("Europe/Berlin", date(2027, 3, 28), datetime(2027, 3, 28, 17, 30, tzinfo=UTC)),
        ("America/New_York", date(2027, 1, 12), datetime(2027, 1, 13, 0, 30, tzinfo=UTC)),
    ],
)
def test_a_calendar_reads_the_moment_of_the_start_in_winter_and_in_summer(
    zone: str, day: date, at: datetime, public: Club, announce: MakeEvent, settings: Settings
) -> None:
    settings.TIME_ZONE = zone
    event = announce(minutes=200)
    Event.objects.filter(pk=event.pk).update(day=day)
    (entry,) = calendar_of(reverse("standings:calendar", args=[public.pk]))
    assert (entry.start, entry.end) == (at, at + timedelta(minutes=200))


@pytest.mark.postgres
def test_a_calendar_reads_back_what_the_invitation_says_and_no_names(public: Club, announce: MakeEvent) -> None:
    event = announce(name="Pairs; first, of many\\more — Ö" + "x" * 40, place="Club, behind the café")
    services.cancel(announce(9, name="Given up"), by=None)
    announce(9, name="Some time", starts_at=None)
    path = reverse("standings:calendar", args=[public.pk])
    first, given_up, all_day = calendar_of(path)
    assert [first.summary, first.location] == [event.name, event.place]
    assert first.url.endswith(sign_up_path(event))
    assert (str(given_up.status), given_up.summary) == ("CANCELLED", "Given up")
    assert all_day.start == timezone.localdate() + timedelta(days=9)
    text = Client().get(path).content
    assert b"Player" not in text
    assert max(map(len, text.split(b"\r\n"))) <= 75
    (alone,) = calendar_of(f"{sign_up_path(event)}evening.ics")
    assert alone.uid == first.uid
    assert Client().get(reverse("events:calendar", args=[event.pk, "made-up"])).status_code == 403


def test_a_calendar_follows_an_evening_that_is_moved_renamed_and_cancelled(public: Club, announce: MakeEvent) -> None:
    event, path = announce(), reverse("standings:calendar", args=[public.pk])
    (before,) = calendar_of(path)
    services.change_event(event, day=event.day + timedelta(days=1), name="Wednesday", by=None)
    (moved,) = calendar_of(path)
    assert (moved.uid, moved.summary, moved.start) == (before.uid, "Wednesday", before.start + timedelta(days=1))
    assert moved.sequence > before.sequence
    services.cancel(event, by=None)
    (cancelled,) = calendar_of(path)
    assert (cancelled.uid, str(cancelled.status)) == (before.uid, "CANCELLED")
    assert cancelled.sequence > moved.sequence
    whole = [str(Calendar.from_ical(Client().get(path).content).uid) for _twice in range(2)]
    assert whole[0] == whole[1] != before.uid


@pytest.mark.parametrize(("day", "at"), [(date(2027, 3, 27), time(23, 30)), (date(2027, 10, 30), time(23, 30))])
def test_an_evening_is_as_long_as_the_director_says_though_the_clocks_change(
    day: date, at: time, public: Club, announce: MakeEvent, settings: Settings
) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    event = announce(minutes=300, starts_at=at)
    Event.objects.filter(pk=event.pk).update(day=day)
    (entry,) = calendar_of(reverse("standings:calendar", args=[public.pk]))
    assert entry.end - entry.start == timedelta(minutes=300)


def test_a_copy_of_last_weeks_evening_is_announced_for_the_next_one(
    announce: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = announce(-7, 2, limit=9)
    client, path = client_of(ada), reverse("events:copy", args=[event.club_id, event.pk])
    form = client.get(path).context["form"]
    assert form["day"].value() == timezone.localdate()
    assert client.get(reverse("events:copy", args=[event.club_id, announce(0).pk])).context["form"][
        "day"
    ].value() == timezone.localdate() + timedelta(days=7)
    typed = {name: form[name].value() or "" for name in form.fields} | {"preset": "duplicate"}
    assert client.post(path, typed).status_code == 302
    again = Event.objects.order_by("pk").get(day=timezone.localdate(), limit=9)
    assert (again.announced, again.starts_at, again.place) == (True, time(19, 30), "Club house")
    assert again.contestants.count() == 0


@pytest.mark.postgres
def test_many_evenings_take_as_many_queries_as_one(
    public: Club, announce: MakeEvent, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for days in (1, 2, 3):
        services.apply(announce(days, limit=2), list(public.players.all()[20:22]), by=None)
        for path in ("standings:evenings", "standings:calendar"):
            with django_assert_max_num_queries(16) as asked:
                assert Client().get(reverse(path, args=[public.pk])).status_code == 200
            counts.append(len(asked))
    assert counts[2:4] == counts[4:]


def test_home_and_the_big_screen_show_the_next_evenings(public: Club, announce: MakeEvent) -> None:
    announce()
    home = Client().get(reverse("standings:home", args=[public.pk])).text
    assert "Tuesday" in home
    assert reverse("standings:evenings", args=[public.pk]) in home
    screens = [Client().get(reverse("standings:big_screen", args=[public.pk]), {"view": n}).text for n in range(3)]
    assert any("Next evenings" in screen for screen in screens)
