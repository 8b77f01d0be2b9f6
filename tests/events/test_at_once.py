"""Two directors press a button at the same moment, or one does while phones save: one after the other, and in order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Barrier
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection, connections
from django.http.response import HttpResponseBase
from django.test import Client

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.links import sign_up_path
from scorer.events.models import Contestant, Event, Sitting, SittingSide
from scorer.events.services.following import follow_all
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Table
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round, random_entries

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

Work = Callable[[], Any]
REFUSALS = (ValidationError, play.Conflict, play.Refused)
"""Whatever else a service raises, such as a deadlock that the database has ended, fails the test."""


def at_once(*works: Work) -> list[bool]:
    """Run each in a thread of its own, all at the same moment, and return which were not refused."""
    together = Barrier(len(works), timeout=20)

    def run(work: Work) -> bool:
        try:
            connection.ensure_connection()
            together.wait()
            work()
        except REFUSALS:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def assert_sound(event: Event) -> None:
    """Every round that has started has one table at each station, and the ledger, the log and the events agree."""
    started = Sitting.objects.filter(round__event=event, round__started_at__isnull=False)
    tables = list(started.values_list("table", flat=True))
    assert None not in tables
    assert len(tables) == len(set(tables)) == event.club.tables.exclude(state=Table.State.CANCELLED).count()
    assert faults_of_events() == []
    call_command("check_ledger", verbosity=0)


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Six pairs after the first of three rounds, with two boards in each."""
    event = make_event("bridge", 6, rounds=3, per_round=2)
    choose(event, "mitchell")
    play_round(event, Random(1))
    return event


def played(event: Event) -> None:
    """Start the second round and save every hand of it but the last of each table."""
    for sitting in services.start_round(event, by=None).sittings.select_related("table"):
        assert sitting.table
        for entry in list(random_entries(sitting.table, Random(2)))[:-1]:
            play.record_hand(sitting.table, entry, by=None, key=None)


def save_the_rest(event: Event) -> list[Work]:
    """What a phone at each table of the second round saves next."""
    tables = [sitting.table for sitting in Sitting.objects.filter(round__event=event, round__number=2)]
    assert all(tables)

    def save(table: Any) -> None:
        play.record_hand(table, list(random_entries(table, Random(2)))[-1], by=None, key=f"{table.pk}-last")

    return [lambda table=table: save(table) for table in tables]


@pytest.mark.parametrize("button", [services.start_round, services.end_round, services.take_back_round])
def test_a_button_that_two_directors_press_at_once_works_once(
    button: Any, event: Event, ada: Membership, boris: Membership
) -> None:
    if button is not services.start_round:
        services.start_round(event, by=None)
    before = Revision.objects.filter(kind=Revision.Kind.EVENT).count()
    done = at_once(lambda: button(event, by=ada.user), lambda: button(event, by=boris.user))
    assert sorted(done) == [False, True]
    assert Revision.objects.filter(kind=Revision.Kind.EVENT).count() == before + 1
    assert_sound(event)


def test_a_round_that_two_directors_draw_at_once_is_drawn_once(
    make_event: MakeEvent, ada: Membership, boris: Membership
) -> None:
    event = make_event("bridge", 6, per_round=1)
    choose(event, "swiss")
    play_round(event, Random(3))
    at_once(lambda: services.draw_round(event, by=ada.user), lambda: services.draw_round(event, by=boris.user))
    assert list(event.planned_rounds.values_list("number", flat=True)) in ([1, 2], [1, 2, 3])
    pairs = SittingSide.objects.filter(sitting__round__event=event).values_list("sitting__round__number", "contestant")
    assert len(pairs) == len(set(pairs))
    assert_sound(event)


def test_two_directors_who_finish_at_once_finish_once(event: Event, ada: Membership, boris: Membership) -> None:
    done = at_once(lambda: services.finish(event, by=ada.user), lambda: services.finish(event, by=boris.user))
    assert sorted(done) == [False, True]
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    assert_sound(event)


@pytest.mark.parametrize("turn", range(3))
def test_a_round_ends_while_its_last_hands_are_saved(turn: int, event: Event, ada: Membership) -> None:
    played(event)
    ended, *saved = at_once(lambda: services.end_round(event, by=ada.user), *save_the_rest(event))
    assert ended
    sittings = Sitting.objects.filter(round__event=event, round__number=2).select_related("table")
    hands = [sitting.table.hands.count() for sitting in sittings if sitting.table]
    assert sorted(hands) == sorted(1 + was_saved for was_saved in saved)
    assert_sound(event)


@pytest.mark.parametrize("turn", range(3))
def test_pairs_are_swapped_while_their_hands_are_saved(turn: int, event: Event, ada: Membership) -> None:
    played(event)
    first, second = Sitting.objects.filter(round__event=event, round__number=2).order_by("station")[:2]
    one, other = (sitting.sides.order_by("side")[0].contestant for sitting in (first, second))
    done = at_once(
        lambda: services.swap_contestants(event, first, one, other, by=ada.user),
        lambda: services.swap_sides(event, second, by=None),
        *save_the_rest(event),
    )
    assert any(done[:2])
    assert_sound(event)


def test_a_pair_is_replaced_while_its_hands_are_saved_and_another_comes_late(
    event: Event, players: list[Player], ada: Membership
) -> None:
    played(event)
    at_once(
        lambda: services.substitute(event, 1, 1, players[-1], now=True, by=ada.user),
        lambda: services.add_late_contestant(event, players[-4:-2], by=None),
        lambda: services.leave(event, 2, by=None),
        *save_the_rest(event),
    )
    assert_sound(event)


def started(event: Event) -> list[int]:
    """The round of each start that the log has, in order."""
    log = Revision.objects.of(Revision.Kind.EVENT, event.pk).filter(action="start_round").order_by("pk")
    return [change.after["round"] for change in log]


@pytest.mark.parametrize("turn", range(3))
def test_a_round_follows_once_when_the_last_tables_save_at_once_and_several_processes_look(
    turn: int, event: Event
) -> None:
    played(event)
    services.set_following(event, rounds_follow=True, grace_minutes=5, by=None)
    done = at_once(*save_the_rest(event), follow_all, follow_all)
    assert all(done)
    follow_all()
    assert started(event) == [1, 2, 3]
    assert event.planned_rounds.running().get().number == 3
    assert_sound(event)


@pytest.mark.parametrize("turn", range(3))
def test_a_hand_that_is_undone_while_its_round_follows_is_missed_or_was_too_late(turn: int, event: Event) -> None:
    played(event)
    for save in save_the_rest(event):
        save()
    last = Sitting.objects.filter(round__event=event, round__number=2)[0].table
    assert last
    Event.objects.filter(pk=event.pk).update(rounds_follow=True)
    undone, _looked = at_once(lambda: play.undo_hand(last.hands.latest("number"), by=None), follow_all)
    assert event.planned_rounds.running().get().number == (2 if undone else 3)
    assert_sound(event)


def test_a_round_follows_or_a_director_ends_it_but_not_both(event: Event, ada: Membership) -> None:
    played(event)
    *others, last = save_the_rest(event)
    for save in others:
        save()
    services.set_following(event, rounds_follow=True, grace_minutes=5, by=None)
    at_once(last, lambda: services.end_round(event, by=ada.user))
    assert started(event) in ([1, 2], [1, 2, 3])
    assert_sound(event)


@pytest.fixture
def invited(make_event: MakeEvent) -> Event:
    """An evening with one place left."""
    event = make_event("bridge", 1)
    values = {"starts_at": None, "place": "", "limit": 2, "sign_off_hours": None, "names_shown": False}
    return services.set_invitation(event, announced=True, **values, by=None)


def waiting(event: Event) -> list[str]:
    return [str(applicant) for applicant in event.applicants.not_in()]


def sign_up_on(phone: Client, event: Event, first: int, second: int) -> HttpResponseBase:
    return phone.post(sign_up_path(event), {"player_1": f"Player {first}", "player_2": f"Player {second}"})


@pytest.mark.parametrize("turn", range(3))
def test_two_phones_want_the_last_place_and_one_of_them_waits(turn: int, invited: Event) -> None:
    phones = {Client(): (11, 12), Client(): (13, 14), Client(): (15, 16)}
    assert all(at_once(*(partial(sign_up_on, phone, invited, *pair) for phone, pair in phones.items())))
    assert (invited.contestants.count(), len(waiting(invited))) == (2, 2)
    pages = [phone.get(sign_up_path(invited)).text for phone in phones]
    said = ("Number 2</h2>", "Number 1 on the waiting list", "Number 2 on the waiting list")
    assert [sum(words in page for page in pages) for words in said] == [1, 1, 1]
    assert_sound(invited)


@pytest.mark.parametrize("turn", range(3))
def test_a_double_tap_signs_up_once_and_the_phone_knows_it(turn: int, invited: Event) -> None:
    first, second = Client(), Client()
    first.get(sign_up_path(invited))
    second.cookies = first.cookies
    answers: list[HttpResponseBase] = []
    assert all(at_once(*(lambda tap=tap: answers.append(sign_up_on(tap, invited, 11, 12)) for tap in (first, second))))
    assert [answer.status_code for answer in answers] == [302, 302]
    assert (invited.contestants.count(), waiting(invited)) == (2, [])
    assert "Number 2</h2>" in first.get(sign_up_path(invited)).text


def test_both_of_a_pair_sign_up_at_once_and_are_in_once(invited: Event) -> None:
    at_once(partial(sign_up_on, Client(), invited, 11, 12), partial(sign_up_on, Client(), invited, 12, 11))
    assert (invited.contestants.count(), waiting(invited)) == (2, [])
    assert_sound(invited)


@pytest.mark.parametrize("turn", range(3))
def test_somebody_signs_off_while_others_sign_up_and_the_evening_is_full_and_no_more(
    turn: int, invited: Event, players: list[Player]
) -> None:
    pairs = [players[number : number + 2] for number in (20, 22, 24)]
    own = services.apply(invited, players[18:20], by=None)
    assert isinstance(own, Contestant)
    done = at_once(
        lambda: services.sign_off_self(invited, own),
        *(partial(services.apply, invited, pair, by=None) for pair in pairs),
    )
    assert all(done)
    assert (invited.contestants.count(), len(waiting(invited))) == (2, 2)
    assert_sound(invited)


def test_two_directors_who_match_or_let_in_the_same_players_do_so_once(
    invited: Event, players: list[Player], ada: Membership, boris: Membership
) -> None:
    for player in players[10:13]:
        services.apply(invited, [player], looking=True, by=None)
    done = at_once(
        lambda: services.match_partners(invited, 1, 2, by=ada.user),
        lambda: services.match_partners(invited, 2, 3, by=boris.user),
    )
    assert sorted(done) == [False, True]
    services.apply(invited, players[20:22], by=None)
    number = invited.applicants.not_in().filter(looking=False).get().number
    done = at_once(*(partial(services.let_in, invited, number, by=directs.user) for directs in (ada, boris)))
    assert sorted(done) == [False, True]
    assert (invited.contestants.count(), len(waiting(invited))) == (3, 1)
    assert_sound(invited)


@pytest.mark.parametrize("turn", range(3))
def test_both_of_a_matched_pair_sign_off_at_once_and_whoever_was_second_is_still_looking(
    turn: int, invited: Event, players: list[Player]
) -> None:
    for player in players[10:12]:
        services.apply(invited, [player], looking=True, by=None)
    own = services.match_partners(invited, 1, 2, by=None)
    done = at_once(*(partial(services.sign_off_self, invited, own, place) for place in (1, 2)))
    assert sorted(done) == [False, True]
    assert waiting(invited) == ["Player 12" if done[0] else "Player 11"]
    assert_sound(invited)
