"""Events on the pages of the club: today's come first, and an event stands for all of its tables."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.events import links, services
from scorer.events.links import Holder
from scorer.events.models import Event
from scorer.events.selectors.overview import events_today
from scorer.events.states import Phase
from tests.events.conftest import MakeEvent, choose, make_event, play_all, play_round, players, reach
from tests.factories import make_table
from tests.standings.conftest import Evening

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db

LogIn = Callable[[Membership], Client]
YESTERDAY = timezone.localdate() - timedelta(days=1)


@pytest.fixture
def doppelkopf(make_event: MakeEvent) -> Event:
    """Eight players, in the second of two rounds. Its tables are not sealed."""
    event = make_event("doppelkopf", 8, name="Tuesday Doppelkopf", rounds=2, per_round=2)
    choose(event, "draw")
    play_round(event, Random(7))
    services.start_round(event, by=None)
    return event


def home(club: Club) -> str:
    return reverse("standings:home", args=[club.pk])


def text(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def tables_of(event: Event) -> list[str]:
    sittings = (sitting for round_ in event.planned_rounds.all() for sitting in round_.sittings.all())
    return [reverse("play:table", args=[sitting.table_id]) for sitting in sittings if sitting.table_id]


@pytest.mark.usefixtures("players")
def test_the_events_of_today_say_how_far_they_have_come(make_event: MakeEvent, club: Club) -> None:
    late = make_event("bridge", 4, name="Begun yesterday", day=YESTERDAY, rounds=2, per_round=1)
    choose(late, "howell")
    services.start_round(late, by=None)
    planned = make_event("bridge", 4, name="Planned", rounds=2, per_round=1)
    choose(planned, "howell")
    make_event("bridge", 3, name="Open")
    paused = make_event("bridge", 4, name="Paused", rounds=2, per_round=1)
    choose(paused, "howell")
    play_round(paused, Random(7))
    done = make_event("bridge", 4, name="Done", day=YESTERDAY, rounds=1, per_round=1)
    choose(done, "howell")
    play_round(done, Random(7))
    services.finish(done, by=None)
    services.rehearse(planned, by=None)
    services.cancel(make_event("bridge", 2, name="Cancelled"), by=None)
    make_event("bridge", 2, name="Of another day", day=YESTERDAY)
    assert [(listed.event.name, listed.people, listed.state) for listed in events_today(club)] == [
        ("Paused", "4 pairs", "After round 1 of 2"),
        ("Begun yesterday", "4 pairs", "Round 1 of 2"),
        ("Open", "3 pairs", "Signing up"),
        ("Planned", "4 pairs", "Planned"),
        ("Done", "4 pairs", "Finished"),
    ]


@pytest.mark.usefixtures("players")
def test_of_several_sessions_today_those_before_the_last_that_has_begun_are_left_out(
    make_event: MakeEvent, club: Club
) -> None:
    first = make_event("bridge", 4, name="Morning", rounds=1, per_round=1)
    choose(first, "howell")
    play_round(first, Random(7))
    services.finish(first, by=None)
    more = {"day": first.day, "added_up": "sum", "by_standing": False, "by": None}
    second, _left_out = services.next_session(first, name="Afternoon", **more)
    make_event("bridge", 4, name="Evening")

    def listed() -> list[str]:
        return sorted(of_today.event.name for of_today in events_today(club))

    assert listed() == ["Afternoon", "Evening", "Morning"]
    choose(second, "howell")
    play_round(second, Random(7))
    assert listed() == ["Afternoon", "Evening"]
    services.finish(second, by=None)
    assert listed() == ["Afternoon", "Evening"]


def test_home_has_an_event_and_none_of_its_tables(
    doppelkopf: Event, club: Club, evening: Evening, client_of: LogIn, ada: Membership
) -> None:
    evening(1, 0, -1, close=False)
    page = text(client_of(ada), home(club))
    assert page.index("Events today") < page.index("Tuesday Doppelkopf") < page.index("Tables in play")
    assert "Round 2 of 2" in page
    assert 'role="timer"' in page
    assert len(tables_of(doppelkopf)) == 4
    assert not any(table in page for table in tables_of(doppelkopf))


def test_home_does_not_say_that_nobody_plays_while_an_event_runs(
    doppelkopf: Event, club: Club, client_of: LogIn, ada: Membership
) -> None:
    assert "No table is in play" not in text(client_of(ada), home(club))
    services.end_round(doppelkopf, by=None)
    services.finish(doppelkopf, by=None)
    Event.objects.update(day=YESTERDAY, finished_at=timezone.now() - timedelta(days=1))
    page = text(client_of(ada), home(club))
    assert "Events today" not in page
    assert "No table is in play" in page


def test_home_shows_the_last_five_finished_tables_and_leads_to_all(
    club: Club, evening: Evening, client_of: LogIn, ada: Membership
) -> None:
    for _ in range(7):
        evening(1, 0, -1)
    page = client_of(ada).get(home(club))
    assert len(page.context["finished"]) == 5
    assert f'href="{reverse("play:tables", args=[club.pk])}">All tables' in page.content.decode()


def test_pages_take_as_many_queries_for_many_events_as_for_one(
    club: Club,
    make_event: MakeEvent,
    ada: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client, counts = client_of(ada), []
    addresses = [home(club), *(reverse(f"play:{name}", args=[club.pk]) for name in ("tables", "choose"))]
    for events in (1, 2):
        for _ in range(events):
            event = make_event("doppelkopf", 8, rounds=1, per_round=1)
            choose(event, "draw")
            play_round(event, Random(7))
        asked_for = []
        for address in addresses:
            with django_assert_max_num_queries(22) as asked:
                client.get(address)
            asked_for.append(len(asked))
        counts.append(asked_for)
    assert counts[0] == counts[1]


def test_a_phone_that_has_joined_is_led_to_its_table(doppelkopf: Event, club: Club) -> None:
    club.public = True
    club.save()
    phone, other = Client(), Client()
    path = links.path_of(doppelkopf, Holder.STATION, 1)
    phone.post(path)
    assert f'href="{path}">Your table' in text(phone, home(club))
    assert "Your table" not in text(other, home(club))
    services.renew_links(doppelkopf, by=None)
    assert "Your table" not in text(phone, home(club))


def test_a_phone_that_has_signed_up_is_led_to_its_place(make_event: MakeEvent, club: Club) -> None:
    club.public = True
    club.save()
    event, phone = make_event("bridge", 3), Client()
    path = links.sign_up_path(event)
    phone.post(path, {"player_1": "Player 21", "player_2": "Player 22"})
    assert f'href="{path}">Your table' in text(phone, home(club))
    choose(event, "howell")
    assert phone.get(path)["Location"] == links.path_of(event, Holder.CONTESTANT, 4)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, True),
        ({"player": "player 3"}, True),
        ({"player": "player 21"}, False),
        ({"game": "doppelkopf"}, True),
        ({"game": "bridge"}, False),
        ({"date": f"{YESTERDAY}"}, False),
    ],
)
def test_the_list_of_tables_has_an_event_once_where_its_tables_match(
    query: dict[str, str], found: bool, doppelkopf: Event, club: Club, client_of: LogIn, ada: Membership
) -> None:
    page = client_of(ada).get(reverse("play:tables", args=[club.pk]), query)
    shown = page.content.decode()
    assert shown.count("Tuesday Doppelkopf") == found
    assert (reverse("events:event", args=[club.pk, doppelkopf.pk]) in shown) == found
    assert ("No table matches." in shown) == (not found)
    assert page.context["cards"] == []


def test_a_sealed_event_is_listed_and_a_rehearsal_is_not(
    make_event: MakeEvent, club: Club, client_of: LogIn, boris: Membership
) -> None:
    event = make_event("bridge", 4, name="Tuesday pairs", rounds=2, per_round=1)
    trial = services.rehearse(event, by=None)
    for one in (event, trial):
        choose(one, "howell")
        services.start_round(one, by=None)
    page = text(client_of(boris), reverse("play:tables", args=[club.pk]))
    assert page.count("Tuesday pairs") == 1


def test_only_a_director_is_offered_the_same_event_again(
    doppelkopf: Event, club: Club, client_of: LogIn, ada: Membership, boris: Membership
) -> None:
    choose_game = reverse("play:choose", args=[club.pk])
    again = reverse("events:copy", args=[club.pk, doppelkopf.pk])
    assert again in text(client_of(ada), choose_game)
    page = text(client_of(boris), choose_game)
    assert "Tuesday Doppelkopf" not in page
    assert "The same again" not in page


def test_the_sheet_of_an_event_leads_back_to_it(
    doppelkopf: Event, club: Club, client_of: LogIn, ada: Membership
) -> None:
    event = reverse("events:event", args=[club.pk, doppelkopf.pk])
    for sheet in tables_of(doppelkopf):
        assert f'class="back" href="{event}" aria-label="Back to Tuesday Doppelkopf"' in text(client_of(ada), sheet)


def test_a_players_page_has_an_event_instead_of_its_tables(
    doppelkopf: Event, club: Club, client_of: LogIn, ada: Membership
) -> None:
    play_on(doppelkopf)
    four = [f"Player {number}" for number in range(1, 5)]
    player = club.players.get(name="Player 1")
    play_all(make_table(club, "doppelkopf", players=club.players.filter(name__in=four)), Random(9), 1)
    page = client_of(ada).get(reverse("standings:player", args=[club.pk, player.pk]))
    (record,) = page.context["found"].records
    assert (record.tables, record.events, record.tally.tables) == (1, 1, 3)
    shown = " ".join(page.content.decode().split())
    assert "1 table · 1 event · 5 hands" in shown
    assert "<bdi>Tuesday Doppelkopf</bdi>, round 1" in shown
    assert f"{page.context['found'].events[0].place} of 8" in shown


def play_on(event: Event) -> None:
    """Take the second round back, play it and finish."""
    services.take_back_round(event, by=None)
    play_round(event, Random(8))
    services.finish(event, by=None)


@pytest.mark.parametrize(
    ("phase", "word"),
    [
        (Phase.SIGNING_UP, "Signing up"),
        (Phase.PLANNED, "Planned"),
        (Phase.ROUND, "Round 1 of 2"),
        (Phase.BETWEEN, "After round 1 of 2"),
        (Phase.FINISHED, "Finished"),
    ],
)
def test_all_pages_say_the_same_of_how_far_an_event_has_come(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, phase: Phase, word: str
) -> None:
    event = reach(make_event("bridge", 4, rounds=2, per_round=1), phase, "howell")
    director, club = client_of(ada), event.club_id
    pages = "standings:home", "events:events"
    for path in (*(reverse(page, args=[club]) for page in pages), reverse("events:event", args=[club, event.pk])):
        assert word in director.get(path).content.decode(), path
