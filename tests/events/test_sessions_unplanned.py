"""Sessions and finals in the order in which nobody was meant to use them."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.sessions import qualifying_of, sessions_of
from scorer.play import services as play
from scorer.play.models import Hand
from scorer.transfer.event_export import export_event
from scorer.transfer.importing import Faulty
from scorer.transfer.undo import preview, undo
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_pages import address
from tests.events.test_sessions import carried, make_final, next_session, play_to_the_end, scores, totals
from tests.factories import ClubFactory, SeasonFactory
from tests.transfer.test_tables import take

LogIn = Callable[[Membership], Client]
PAGES = ("event", "sessions", "carried", "next_session", "make_final", "prizes", "screen")


@pytest.fixture
def first(make_event: MakeEvent) -> Event:
    """Eight players at Doppelkopf after the first session, of one round."""
    return play_to_the_end(make_event("doppelkopf", 8, rounds=1, per_round=4), "draw")


@pytest.fixture
def second(first: Event) -> Event:
    return next_session(first)


@pytest.fixture
def pages_open(ada: Membership, client_of: LogIn) -> Callable[[Event], None]:
    """Open every page of sessions: each is there, or says in a sentence why not."""

    def open_all(event: Event) -> None:
        client = client_of(ada)
        for session in sessions_of(event):
            for name in PAGES:
                assert client.get(address(session, name)).status_code in {200, 409}, name
        assert not faults_of_events()

    return open_all


def by_name(event: Event) -> dict[str, list[float | None]]:
    return {str(row.contestant): [worth for _number, worth in row.rounds] for row in totals(event).field.standings}


def penalize(event: Event) -> None:
    line = {"penalty": 10, "unit": "points"}
    services.rule_contestant(event, event.contestants.get(number=1), line, why="Noise", by=None)


def test_the_second_session_is_cancelled_and_the_first_stands_alone(
    first: Event, second: Event, pages_open: Callable[[Event], None]
) -> None:
    services.cancel(second, by=None)
    assert sessions_of(first) == [first]
    second.refresh_from_db()
    assert sessions_of(second) == [second]
    pages_open(first)
    pages_open(second)
    with pytest.raises(ValidationError, match="The event is cancelled"):
        next_session(second)


@pytest.mark.parametrize("is_over", [False, True])
def test_a_hand_of_the_first_session_is_corrected_while_the_second_runs_or_is_finished(
    first: Event, second: Event, is_over: bool, pages_open: Callable[[Event], None]
) -> None:
    choose(second, "draw")
    play_round(second, Random(5))
    if is_over:
        services.finish(second, by=None)
    before = by_name(second)
    table = EventResults(first).sittings[0].table
    assert table
    play.void_hand(Hand.objects.get(table=table.pk, number=1), by=None)
    after = by_name(second)
    changed = {name for name in before if before[name][0] != after[name][0]}
    assert 0 < len(changed) <= 4
    assert {name: worth[1] for name, worth in before.items()} == {name: worth[1] for name, worth in after.items()}
    pages_open(second)


def test_a_table_of_the_qualifying_is_opened_again_after_the_final_was_made(
    first: Event, django_capture_on_commit_callbacks: Any, pages_open: Callable[[Event], None]
) -> None:
    final = make_final(first, 1, 8, 100)
    table = EventResults(first).sittings[0].table
    assert table
    with django_capture_on_commit_callbacks(execute=True):
        opened = play.reopen_table(first.club.tables.get(pk=table.pk), by=None)
        play.record_adjustment(opened, [100, -50, -50, 0], why="As it stood", by=None, key=None)
        play.close_table(opened, by=None)
    assert {name: figure for name, figure in carried(final).items() if figure} == {
        name: score for name, score in scores(first).items() if score
    }
    pages_open(first)
    pages_open(final)


def test_whoever_leaves_in_a_session_does_not_come_to_the_next_one_and_keeps_what_it_has(
    make_event: MakeEvent, pages_open: Callable[[Event], None]
) -> None:
    event = make_event("doppelkopf", 9, rounds=2, per_round=4)
    choose(event, "draw")
    play_round(event, Random(7))
    away = str(event.contestants.get(number=3))
    services.leave(event, 3, by=None)
    services.finish(event, by=None)
    second = play_to_the_end(next_session(event), "draw", seed=5)
    assert away not in {str(contestant) for contestant in second.contestants.all()}
    assert [by_name(second)[away][0] is None, by_name(second)[away][1]] == [False, None]
    pages_open(second)


def test_a_new_contestant_comes_to_the_second_session_on_time_or_late(
    first: Event, second: Event, players: list[Player], pages_open: Callable[[Event], None]
) -> None:
    services.sign_up(second, [players[20]], by=None)
    choose(second, "draw")
    services.add_late_contestant(second, [players[21]], by=None)
    play_round(second, Random(5))
    services.finish(second, by=None)
    assert by_name(second)["Player 21"][0] is None
    assert len({contestant.entry for contestant in second.contestants.all()}) == 10
    pages_open(second)


def test_nobody_has_a_place_so_nobody_comes_to_a_final(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, rounds=1, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    services.finish(event, by=None)
    typed = {"name": "Final", "day": timezone.localdate().isoformat(), "first": 1, "last": 4, "carried_percent": 50}
    answer = client_of(ada).post(address(event, "make_final"), typed)
    assert (answer.status_code, answer.context["form"].errors["last"]) == (422, ["Nobody has one of these places."])
    assert Event.objects.count() == 1


def test_without_a_season_there_is_a_sentence(first: Event, ada: Membership, client_of: LogIn) -> None:
    first.club.seasons.update(ends=timezone.localdate())
    typed = {"name": "Tuesday", "day": timezone.localdate().isoformat(), "added_up": "sum"}
    answer = client_of(ada).post(address(first, "next_session"), typed)
    assert answer.status_code == 422
    assert "No season is open" in answer.content.decode()
    assert Event.objects.count() == 1


def test_the_next_session_is_made_once_by_two_phones(first: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    typed = {"name": "Tuesday", "day": timezone.localdate().isoformat(), "added_up": "sum"}
    assert client.post(address(first, "next_session"), typed).status_code == 302
    again = client.post(address(first, "next_session"), typed)
    assert (again.status_code, "The next session is there already." in again.content.decode()) == (409, True)
    assert Event.objects.count() == 2


def test_a_final_is_cancelled_and_the_qualifying_corrected(
    first: Event, django_capture_on_commit_callbacks: Any, pages_open: Callable[[Event], None]
) -> None:
    final = make_final(first, 1, 8, 100)
    services.cancel(final, by=None)
    before = carried(final)
    with django_capture_on_commit_callbacks(execute=True):
        penalize(first)
    assert carried(final) == before
    pages_open(first)


def test_there_is_more_time_for_corrections_of_a_final_whose_qualifying_was_corrected_too_late(
    first: Event, django_capture_on_commit_callbacks: Any
) -> None:
    final = play_to_the_end(make_final(first, 1, 8, 100), "draw")
    services.change_event(final, correction_minutes=0, by=None)
    before = carried(final)
    with django_capture_on_commit_callbacks(execute=True):
        penalize(first)
    assert carried(final) == before
    services.change_event(final, correction_minutes=60, by=None)
    assert sum(carried(final).values()) == sum(before.values()) - 10
    assert not faults_of_events()


def test_there_is_a_next_session_after_the_final_and_what_is_carried_waits_for_its_end(
    first: Event, django_capture_on_commit_callbacks: Any, pages_open: Callable[[Event], None]
) -> None:
    final = make_final(first, 1, 8, 100)
    second = next_session(first)
    choose(second, "draw")
    before = carried(final)
    with django_capture_on_commit_callbacks(execute=True):
        play_round(second, Random(5))
    assert carried(final) == before
    assert not faults_of_events()
    with django_capture_on_commit_callbacks(execute=True):
        services.finish(second, by=None)
    assert carried(final) == {name: scores(first)[name] + scores(second)[name] for name in before}
    pages_open(final)


def test_a_final_is_made_from_the_last_session_only(first: Event, second: Event) -> None:
    with pytest.raises(ValidationError, match="The next session is there already"):
        make_final(first, 1, 8, 100)
    assert make_final(play_to_the_end(second, "draw"), 1, 8, 100)


def test_the_qualifying_is_removed_and_the_final_keeps_what_was_carried(
    first: Event, zoe: Membership, client_of: LogIn
) -> None:
    take(zoe.club, "".join(export_event(first)).encode())
    qualifying, record = zoe.club.events.get(), zoe.club.imports.get()
    content = "".join(export_event(make_final(first, 1, 8, 50))).encode()
    take(zoe.club, content)
    final = zoe.club.events.exclude(pk=qualifying.pk).get()
    before = carried(final)
    assert (undo(record, by=None).events, qualifying_of(final)) == (1, [])
    client = client_of(zoe)
    page = client.get(address(final, "carried")).content.decode()
    assert "so its share cannot be changed" in page
    answer = client.post(address(final, "carried"), {"carried_percent": 25})
    assert answer.status_code == 422
    assert "so its share cannot be changed" in answer.content.decode()
    client.post(address(final, "carried"), {"carried_percent": 50, "figure_1": "7"})
    assert carried(final) == before | {str(final.contestants.get(number=1)): 7}
    play_to_the_end(final, "draw")
    assert client.get(address(final, "sessions")).status_code == 200
    assert not faults_of_events()


def test_sessions_that_came_in_a_file_stay_as_long_as_a_final_made_here_counts_on_them(
    first: Event, second: Event, zoe: Membership
) -> None:
    play_to_the_end(second, "draw", seed=5)
    take(zoe.club, "".join([*export_event(first), *export_event(second)]).encode())
    record = zoe.club.imports.get()
    SeasonFactory(club=zoe.club)
    final = make_final(zoe.club.events.get(session=2), 1, 8, 100)
    before = carried(final)
    assert (preview(record).events, undo(record, by=None).events) == (0, 0)
    assert [event.session for event in qualifying_of(final)] == [1, 2]
    assert carried(final) == before
    assert not faults_of_events()


def test_the_first_session_is_removed_and_the_second_goes_on_by_itself(
    first: Event, second: Event, zoe: Membership, client_of: LogIn
) -> None:
    play_to_the_end(second, "draw", seed=5)
    take(zoe.club, "".join(export_event(first)).encode())
    record = zoe.club.imports.get()
    take(zoe.club, "".join(export_event(second)).encode())
    assert len(sessions_of(zoe.club.events.get(session=2))) == 2
    undo(record, by=None)
    left = zoe.club.events.get()
    assert sessions_of(left) == [left]
    client = client_of(zoe)
    for name in PAGES:
        assert client.get(address(left, name)).status_code in {200, 409}, name
    assert not faults_of_events()


def test_an_event_that_would_be_a_session_for_the_second_time_is_not_imported(first: Event, second: Event) -> None:
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, "".join(export_event(second)).encode())
    (event, *_tables) = (json.loads(line) for line in export_event(second))
    again = json.dumps(event | {"event": "another", "name": "Another evening"}).encode()
    with pytest.raises(Faulty) as refused:
        take(elsewhere, again)
    assert "two sessions of an event have the same number" in str(refused.value.survey.faults[0])
    assert elsewhere.events.count() == 1
