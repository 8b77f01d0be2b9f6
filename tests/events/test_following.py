"""Rounds that follow by themselves, for a director who plays."""

from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from scorer.club.models import Membership
from scorer.events import clock, links, services
from scorer.events.links import Holder
from scorer.events.models import Event, Round, Sitting
from scorer.events.selectors.following import Obstacle, readiness_of
from scorer.events.services import following
from scorer.history.models import Revision
from scorer.play import services as play
from scorer.play.models import Reply, Table
from scorer.play.phones import Link, Phone
from scorer.play.table_context import TableContext
from tests.events.conftest import MakeEvent, begin, choose, play_all, random_entries
from tests.events.test_pages import LogIn, address

Commit = DjangoCaptureOnCommitCallbacks


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs in the first of three rounds, with two boards each."""
    return begin(make_event("bridge", 4, rounds=3, per_round=2, rounds_follow=True), "howell")


def running(event: Event) -> Round | None:
    return Event.objects.get(pk=event.pk).planned_rounds.running().first()


def number(event: Event) -> int | None:
    """The number of the round that runs."""
    found = running(event)
    return found.number if found else None


def tables(event: Event) -> list[Table]:
    sittings = Sitting.objects.filter(round=running(event)).select_related("table__club").order_by("station")
    return [sitting.table for sitting in sittings if sitting.table]


def sitting_at(table: Table) -> Sitting:
    return Sitting.objects.select_related("round__event").get(table=table)


def complete(event: Event, commit: Commit, *, but: int = 0) -> None:
    """Play everything in the running round, except the last hands of the last table."""
    *others, last = tables(event)
    with commit(execute=True):
        for table in others:
            play_all(table, Random(1))
        play_all(last, Random(1), (last.deal_count or 0) - but)


def save_last(event: Event) -> None:
    last = tables(event)[-1]
    play.record_hand(last, list(random_entries(last, Random(1)))[-1], by=None, key=None)


def pass_time(event: Event, **ago: int) -> None:
    now = running(event)
    assert now
    assert now.ends_at
    Round.objects.filter(pk=now.pk).update(ends_at=now.ends_at - timedelta(**ago))


def actions(event: Event) -> list[str]:
    logged = Revision.objects.of(Revision.Kind.EVENT, event.pk).order_by("pk")
    return list(logged.values_list("action", flat=True))


def test_the_save_that_completes_a_round_ends_it_and_starts_the_next(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    complete(event, django_capture_on_commit_callbacks, but=1)
    assert number(event) == 1
    first = tables(event)
    with django_capture_on_commit_callbacks(execute=True):
        save_last(event)
    assert number(event) == 2
    assert not Table.objects.filter(pk__in=[table.pk for table in first]).open().exists()
    assert all(table.is_open for table in tables(event))
    now = running(event)
    assert now
    assert now.ends_at
    assert actions(event)[-2:] == ["end_round", "start_round"]


def test_after_the_last_round_the_director_finishes(event: Event, django_capture_on_commit_callbacks: Commit) -> None:
    for _round in range(3):
        complete(event, django_capture_on_commit_callbacks)
    event.refresh_from_db()
    assert number(event) is None
    assert event.planned_rounds.not_started().count() == 0
    assert event.state == Event.State.RUNNING


def test_rounds_do_not_follow_unless_the_event_says_so(
    make_event: MakeEvent, django_capture_on_commit_callbacks: Commit
) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=2)
    choose(event, "howell")
    services.start_round(event, by=None)
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) == 1


def test_a_table_whose_deal_was_ruled_on_is_done(event: Event, django_capture_on_commit_callbacks: Commit) -> None:
    complete(event, django_capture_on_commit_callbacks, but=1)
    last = tables(event)[-1]
    with django_capture_on_commit_callbacks(execute=True):
        line: dict[str, Any] = {"average": [60, 40]}
        services.rule_result(event, sitting_at(last), (last.deals or [0])[-1], line, why="Late", by=None)
    assert number(event) == 2


def test_a_table_that_the_director_closed_is_done(event: Event, django_capture_on_commit_callbacks: Commit) -> None:
    complete(event, django_capture_on_commit_callbacks, but=1)
    with django_capture_on_commit_callbacks(execute=True):
        play.close_table(tables(event)[-1], by=None)
    assert number(event) == 2


def test_a_call_stops_the_room_until_the_director_has_been_there(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    table = tables(event)[0]
    services.call_director(sitting_at(table), by=None)
    complete(event, django_capture_on_commit_callbacks)
    now = running(event)
    assert now
    assert (now.number, bool(now.stopped_at)) == (1, True)
    assert actions(event)[-1] == "stop_round"
    with django_capture_on_commit_callbacks(execute=True):
        services.end_call(sitting_at(table), by=None)
    assert number(event) == 2
    assert Round.objects.filter(event=event, stopped_at__isnull=False).count() == 0


def test_an_objection_stops_the_room_until_it_is_settled(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    table = tables(event)[0]
    play.ask_for_confirmations(table, confirms=True, by=None)
    seats = {seat.position: seat.player for seat in table.seats.select_related("player")}
    north, east = (Phone(Link.ENTRY, seats[position]) for position in (1, 2))
    entries = list(random_entries(table, Random(1)))
    first, second = [play.record_hand(table, entry, by=north, key=None).hand for entry in entries]
    complete_others(event, django_capture_on_commit_callbacks)
    assert number(event) == 1, "nobody has accepted these results"
    with django_capture_on_commit_callbacks(execute=True):
        play.reply_to_hand(first, accepted=True, by=east, basis=first.version)
        play.reply_to_hand(second, accepted=False, by=east, basis=second.version, note="Nine tricks")
    now = running(event)
    assert now
    assert (now.number, bool(now.stopped_at)) == (1, True)
    with django_capture_on_commit_callbacks(execute=True):
        play.reply_to_hand(second, accepted=True, by=east, basis=second.version)
    assert number(event) == 2


def asks(event: Event, table: Table, contestant: int) -> Reply:
    hand = table.hands.get(number=1)
    said: dict[str, Any] = {"note": "We made ten", "entry": None, "basis": hand.version}
    return services.ask_for_correction(event, sitting_at(table).pk, contestant, 1, **said)


def test_a_request_for_a_correction_in_this_round_stops_the_room_until_the_director_has_decided(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    first = tables(event)[0]
    complete(event, django_capture_on_commit_callbacks, but=1)
    refused = asks(event, first, sitting_at(first).numbers[0])
    settled = asks(event, first, sitting_at(first).numbers[1])
    with django_capture_on_commit_callbacks(execute=True):
        save_last(event)
    now = running(event)
    assert now
    assert (now.number, bool(now.stopped_at)) == (1, True)
    assert [(stop.obstacle, stop.station) for stop in readiness_of(now).stops] == [(Obstacle.REQUEST, 1)]
    with django_capture_on_commit_callbacks(execute=True):
        services.refuse_request(event, sitting_at(first).pk, refused.pk, why="All four agreed", by=None)
    assert number(event) == 1, "the other one is still open"
    with django_capture_on_commit_callbacks(execute=True):
        play.void_hand(settled.hand, by=None)
        play.restore_hand(settled.hand, by=None)
    assert number(event) == 2


def test_a_request_about_an_earlier_round_stops_nothing(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    earlier = tables(event)[0]
    complete(event, django_capture_on_commit_callbacks)
    asks(event, earlier, sitting_at(earlier).numbers[0])
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) == 3


def complete_others(event: Event, commit: Commit) -> None:
    with commit(execute=True):
        for table in tables(event)[1:]:
            play_all(table, Random(1))


def test_what_nobody_has_accepted_or_objected_to_holds_the_room_until_the_time_is_up(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    play.ask_for_confirmations(tables(event)[0], confirms=True, by=None)
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) == 1
    pass_time(event, minutes=60)
    following.follow_all()
    assert number(event) == 2


def test_a_late_hand_stops_the_room_until_the_director_has_decided(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    earlier = tables(event)[0]
    complete(event, django_capture_on_commit_callbacks)
    play.hand_in(earlier, urlencode({"board": 1}), by=None, key="late")
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) == 2
    late = earlier.late_hands.get()
    with django_capture_on_commit_callbacks(execute=True):
        services.put_aside_late_hand(event, sitting_at(earlier).pk, late.pk, by=None)
    assert number(event) == 3


def test_a_missing_result_stops_the_room_when_the_clock_and_the_grace_are_over(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    complete(event, django_capture_on_commit_callbacks, but=1)
    pass_time(event, minutes=19)  # its fifteen minutes are over, but not yet the five of grace
    following.follow_all()
    now = running(event)
    assert now
    assert now.stopped_at is None
    pass_time(event, minutes=1)
    following.follow_all()
    now = running(event)
    assert now
    assert (now.number, bool(now.stopped_at)) == (1, True)
    services.add_minutes(event, 5, by=None)
    following.follow_all()
    now = running(event)
    assert now
    assert now.stopped_at is None, "the director has given them time"
    with django_capture_on_commit_callbacks(execute=True):
        save_last(event)
    assert number(event) == 2


def test_tables_that_play_as_many_as_they_like_go_by_the_clock(
    make_event: MakeEvent, django_capture_on_commit_callbacks: Commit
) -> None:
    event = make_event("doppelkopf", 8, rounds=2, round_minutes=30, rounds_follow=True)
    choose(event, "draw")
    services.start_round(event, by=None)
    with django_capture_on_commit_callbacks(execute=True):
        play_all(tables(event)[0], Random(1))
    assert number(event) == 1
    pass_time(event, minutes=36)
    following.follow_all()
    assert number(event) == 1, "nobody has played at the other table"
    with django_capture_on_commit_callbacks(execute=True):
        play_all(tables(event)[1], Random(1), 1)
    following.follow_all()
    assert number(event) == 2


def test_a_clock_that_is_paused_lets_nothing_follow(event: Event) -> None:
    services.pause_clock(event, by=None)
    pass_time(event, minutes=60)
    following.follow_all()
    now = running(event)
    assert now
    assert now.stopped_at is None


def test_a_round_that_is_drawn_from_the_results_is_drawn_by_itself(
    make_event: MakeEvent, django_capture_on_commit_callbacks: Commit
) -> None:
    event = make_event("bridge", 6, rounds=2, per_round=1, rounds_follow=True)
    choose(event, "swiss")
    services.start_round(event, by=None)
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) == 2
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) is None
    assert event.planned_rounds.count() == 2, "no more rounds than were asked for"


def test_a_round_that_started_by_itself_is_taken_back_until_its_first_result(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    complete(event, django_capture_on_commit_callbacks)
    with django_capture_on_commit_callbacks(execute=True):
        services.take_back_round(event, by=None)
        services.go_back(event, by=None)
    following.follow_all()
    now = running(event)
    assert now
    assert (now.number, now.held) == (1, True), "the director has gone back to it"
    with django_capture_on_commit_callbacks(execute=True):
        services.release_round(event, by=None)
    assert number(event) == 2
    with django_capture_on_commit_callbacks(execute=True):
        play_all(tables(event)[0], Random(1), 1)
    with pytest.raises(ValidationError, match="A hand has been entered"):
        services.take_back_round(event, by=None)


def test_the_director_ends_a_round_that_is_held(event: Event, django_capture_on_commit_callbacks: Commit) -> None:
    services.hold_round(event, by=None)
    with pytest.raises(ValidationError, match="Only the director ends this round"):
        services.hold_round(event, by=None)
    complete(event, django_capture_on_commit_callbacks)
    following.follow_all()
    assert number(event) == 1
    services.end_round(event, by=None)
    services.start_round(event, by=None)
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) == 3


def test_rounds_may_begin_and_cease_to_follow_while_one_runs(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    services.set_following(event, rounds_follow=False, grace_minutes=5, by=None)
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) == 1
    with django_capture_on_commit_callbacks(execute=True):
        services.set_following(event, rounds_follow=True, grace_minutes=0, by=None)
    assert number(event) == 2
    with pytest.raises(ValidationError, match="at most 60 minutes"):
        services.set_following(event, rounds_follow=True, grace_minutes=61, by=None)


def test_what_a_busy_database_prevented_is_made_up_for_by_the_clock(
    event: Event, django_capture_on_commit_callbacks: Commit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_event: Event) -> None:
        raise OperationalError

    monkeypatch.setattr(clock, "close_old_connections", lambda: None)  # within the transaction of a test
    with monkeypatch.context() as patched:
        patched.setattr(following, "follow_round", busy)
        complete(event, django_capture_on_commit_callbacks)  # the save itself is not undone
        clock.look()
    assert number(event) == 1
    clock.look()
    assert number(event) == 2


@pytest.mark.parametrize("where", ["follow_all", "close_old_connections"])
@pytest.mark.parametrize(("error", "lines"), [(OperationalError("gone"), 0), (LookupError("a fault"), 1)])
def test_the_clock_goes_on_and_says_nothing_of_a_database_that_is_away(
    error: Exception, lines: int, where: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise error

    for step in ("follow_all", "close_old_connections"):
        monkeypatch.setattr(clock, step, fail if step == where else lambda: None)
    clock.look()
    assert len(caplog.records) == lines


def test_a_round_in_which_nobody_plays_is_left_to_the_director(
    event: Event, django_capture_on_commit_callbacks: Commit
) -> None:
    event.planned_rounds.get(number=2).sittings.all().delete()
    complete(event, django_capture_on_commit_callbacks)
    assert number(event) is None
    assert event.planned_rounds.not_started().count() == 2


def test_a_save_that_completes_nothing_asks_little(
    event: Event, django_capture_on_commit_callbacks: Commit, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    services.set_following(event, rounds_follow=False, grace_minutes=5, by=None)
    table = tables(event)[0]
    with django_capture_on_commit_callbacks(execute=True) as callbacks:  # from then on, it is known whose table it is
        play_all(table, Random(1), 1)
    with django_assert_num_queries(1):
        for callback in callbacks:
            callback()
    Event.objects.update(rounds_follow=True)
    with django_assert_num_queries(3):
        for callback in callbacks:
            callback()


def test_the_setting_is_on_a_page_of_its_own(event: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    page = client.get(address(event)).content.decode()
    assert "Rounds follow by themselves." in page
    assert client.get(address(event, "following")).context["form"]["grace_minutes"].value() == 5
    refused = client.post(address(event, "following"), {"rounds_follow": "on", "grace_minutes": "99"})
    assert refused.status_code == 422
    assert "99" in refused.content.decode()
    client.post(address(event, "following"), {"grace_minutes": ""})
    assert "You start and end each round." in client.get(address(event)).content.decode()


def test_only_directors_change_it(event: Event, boris: Membership, client_of: LogIn) -> None:
    client = client_of(boris)
    assert client.get(address(event, "following")).status_code == 403
    assert client.post(address(event, "hold_round")).status_code == 403


def test_the_console_says_what_the_room_waits_for(
    event: Event, ada: Membership, client_of: LogIn, django_capture_on_commit_callbacks: Commit
) -> None:
    client = client_of(ada)
    complete(event, django_capture_on_commit_callbacks, but=1)
    assert "is waiting for you" not in client.get(address(event)).content.decode()
    pass_time(event, minutes=60)
    following.follow_all()
    page = client.get(address(event)).content.decode()
    assert "Round 1 is waiting for you" in page
    deal = (tables(event)[-1].deals or [0])[-1]
    assert f"Table 2 is not done. Missing: {deal}" in page
    assert "Stop after round 1" in page
    client.post(address(event, "hold_round"))
    assert "Let round 1 end by itself" in client.get(address(event)).content.decode()


def test_the_phone_with_which_a_director_plays_hears_what_others_need(
    event: Event, ada: Membership, client: Client, client_of: LogIn, django_capture_on_commit_callbacks: Commit
) -> None:
    director, path = client_of(ada), links.path_of(event, Holder.STATION, 1)
    assert "For the director" not in director.get(director.post(path)["Location"]).content.decode()
    services.call_director(sitting_at(tables(event)[1]), by=None)
    on_sheet = director.get(director.post(path)["Location"]).content.decode()
    assert "Table 2 calls you." in on_sheet
    assert "Table 2 calls you." in director.get(path).content.decode()
    assert "calls you" not in client.get(client.post(path)["Location"]).content.decode()
    complete(event, django_capture_on_commit_callbacks)
    assert "Round 1 is waiting for you" in director.get(path).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        services.end_call(sitting_at(tables(event)[1]), by=None)
    started = director.get(path).content.decode()
    assert "Round 2 has started by itself." in started
    assert f'{address(event)}#take-back"' in started
    assert 'id="take-back"' in director.get(address(event)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        play_all(tables(event)[1], Random(1), 1)
    assert "For the director" not in director.get(path).content.decode()
    services.end_round(event, by=None)
    assert "You start the next one." in director.get(path).content.decode()


def test_the_phone_and_the_tile_tell_the_director_of_requests_for_corrections(
    event: Event, ada: Membership, client_of: LogIn, django_capture_on_commit_callbacks: Commit
) -> None:
    director, path = client_of(ada), links.path_of(event, Holder.STATION, 1)
    second = tables(event)[1]
    complete(event, django_capture_on_commit_callbacks, but=1)
    asks(event, second, sitting_at(second).numbers[0])
    news = director.get(path).content.decode()
    assert "1 request for a correction" in news
    assert f'{address(event)}#requests"' in news
    stations = director.get(address(event)).context["stations"]
    assert [(station.sitting.station, station.requests) for station in stations] == [(2, 1), (1, 0)]
    assert "correction asked for" in director.get(address(event)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        save_last(event)
    assert "Table 2 asks for a correction." in director.get(path).content.decode()


def test_the_table_that_was_done_last_is_told_where_everybody_goes(
    event: Event, client: Client, django_capture_on_commit_callbacks: Commit
) -> None:
    path = links.path_of(event, Holder.STATION, 2)
    complete(event, django_capture_on_commit_callbacks)
    page = client.get(client.post(path)["Location"]).content.decode()
    assert "Who played here in round 1" in page
    with django_capture_on_commit_callbacks(execute=True):
        play_all(tables(event)[1], Random(1), 1)
    table = tables(event)[1]
    assert TableContext(table).number > 1
    assert "Who played here" not in client.get(client.post(path)["Location"]).content.decode()


def test_a_copy_follows_as_its_original_does(event: Event, ada: Membership) -> None:
    copy, _left_out = services.copy_event(
        event, {"name": "x", "preset": event.preset, "comparison": event.comparison}, contestants=False, by=ada.user
    )
    assert copy.rounds_follow
