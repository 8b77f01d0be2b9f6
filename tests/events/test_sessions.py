"""Events over several sessions, and finals into which a share of the score is carried."""

from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import finish_of
from scorer.events.results.sessions import Sessions, qualifying_of, read_sessions, sessions_of
from scorer.play import services as play
from scorer.play.models import Hand
from scorer.transfer.event_export import export_club, export_event
from scorer.transfer.importing import import_file
from scorer.transfer.json_lines import parse_lines
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_pages import address
from tests.factories import ClubFactory

LogIn = Callable[[Membership], Client]


def play_to_the_end(event: Event, format: str, seed: int = 7) -> Event:  # noqa: A002  # as the field is called
    choose(event, format)
    play_round(event, Random(seed))
    services.finish(event, by=None)
    event.refresh_from_db()
    return event


def next_session(event: Event, **values: Any) -> Event:
    usual = {"name": event.name, "day": timezone.localdate(), "added_up": "sum", "by_standing": False}
    following, _left_out = services.next_session(event, **usual | values, by=None)
    event.refresh_from_db()
    return following


def make_final(event: Event, first: int, last: int, percent: int, **more: Any) -> Event:
    values = {"name": "Final", "day": timezone.localdate(), "first": first, "last": last, **more}
    final, _left_out = services.make_final(event, **values, carried_percent=percent, by=None)
    return final


def totals(event: Event) -> Sessions:
    return read_sessions(sessions_of(event), EventResults)


def scores(event: Event) -> dict[str, Fraction]:
    people = {contestant.number: str(contestant) for contestant in event.contestants.all()}
    return {people[row.standing.contestant]: row.standing.score for row in EventResults(event).ranking.places}


def carried(final: Event) -> dict[str, Fraction]:
    rulings = final.rulings.in_force().filter(line__has_key="carry")
    return {str(ruling.contestant): Fraction(str(ruling.line["carry"])) for ruling in rulings}


@pytest.fixture
def played(make_event: MakeEvent) -> Event:
    """Eight players at Doppelkopf, one round, finished."""
    return play_to_the_end(make_event("doppelkopf", 8, rounds=1, per_round=4), "draw")


@pytest.fixture
def pairs(make_event: MakeEvent) -> Event:
    """Six pairs, a round of two in which all tables play the same deals, finished."""
    return play_to_the_end(make_event("bridge", 6, rounds=2, per_round=2), "round_robin")


def test_the_next_session_has_the_same_contestants_and_the_scores_of_all_are_added_up(played: Event) -> None:
    second = play_to_the_end(next_session(played), "draw", seed=11)
    assert (second.session, second.series, second.per_round) == (2, played.series, 4)
    first, last = scores(played), scores(second)
    assert first.keys() == last.keys()
    read = totals(played)
    assert {str(read.people[total.entry]): total.value for total in read.totals} == {
        name: first[name] + last[name] for name in first
    }
    assert not faults_of_events()


def test_whoever_misses_a_session_has_a_dash_there_and_comes_back_with_its_scores(
    played: Event, players: list[Player]
) -> None:
    second = next_session(played)
    away = str(second.contestants.get(number=3))
    services.sign_off(second, second.contestants.get(number=3).own_entry, by=None)
    services.sign_up(second, [players[20]], by=None)
    play_to_the_end(second, "draw", seed=11)
    third = next_session(second)
    services.sign_off(third, third.contestants.get(number=1).own_entry, by=None)
    services.sign_up(third, [Player.objects.get(name=away)], by=None)
    play_to_the_end(third, "draw", seed=12)
    by_name = {str(row.contestant): [worth for _number, worth in row.rounds] for row in totals(third).field.standings}
    assert by_name[away][1] is None
    assert None not in by_name[away][::2]
    assert by_name["Player 21"][0] is None


def test_percentages_are_averaged_and_a_substitute_plays_for_the_same_pair(pairs: Event, players: list[Player]) -> None:
    second = next_session(pairs, added_up="mean")
    choose(second, "round_robin")
    services.substitute(second, 1, 2, players[20], by=None)
    play_round(second, Random(5))
    services.finish(second, by=None)
    read = totals(second)
    assert (len(read.totals), read.mean) == (6, True)
    percents = [float(total.value) for total in read.totals]
    assert percents == sorted(percents, reverse=True)
    assert sum(percents) == pytest.approx(300)


def test_the_next_session_may_be_numbered_by_standing(played: Event) -> None:
    second = next_session(played, by_standing=True)
    best = EventResults(played).ranking.places[0].standing.contestant
    assert str(second.contestants.get(number=1)) == str(played.contestants.get(number=best))


def test_there_is_one_next_session_and_none_of_an_event_that_is_not_finished(
    played: Event, make_event: MakeEvent
) -> None:
    second = next_session(played)
    with pytest.raises(ValidationError, match="The next session is there already"):
        next_session(played)
    with pytest.raises(ValidationError, match="has not started"):
        next_session(second)
    services.cancel(second, by=None)
    assert next_session(played).session == 2
    with pytest.raises(ValidationError, match="no percentages"):
        services.next_session(
            play_to_the_end(Event.objects.get(pk=sessions_of(played)[-1].pk), "draw"),
            name="x",
            day=timezone.localdate(),
            added_up="mean",
            by_standing=False,
            by=None,
        )


def test_another_unit_is_refused_with_a_sentence(pairs: Event) -> None:
    second = next_session(pairs)
    with pytest.raises(ValidationError, match="counted in another unit") as refused:
        services.change_event(second, comparison="cross_imps", by=None)
    assert list(refused.value.message_dict) == ["comparison"]


def test_the_best_go_to_the_final_with_a_share_of_their_scores(pairs: Event) -> None:
    ranked = EventResults(pairs).ranking.places
    border = ranked[2].place or 0
    final = make_final(pairs, 1, border, 50)
    pairs.refresh_from_db()
    best = sorted((row for row in ranked if (row.place or 99) <= border), key=lambda row: row.place or 0)
    names = {contestant.number: str(contestant) for contestant in pairs.contestants.all()}
    assert [str(contestant) for contestant in final.contestants.all()] == [
        names[row.standing.contestant] for row in best
    ]
    assert carried(final) == {names[row.standing.contestant]: ((row.standing.percent or 0) - 50) / 2 for row in best}
    consolation = make_final(pairs, border + 1, 6, 0)
    assert consolation.contestants.count() == 6 - len(best)
    assert carried(consolation) == {}
    assert not faults_of_events()


def test_the_director_changes_what_is_carried_before_the_start_and_not_afterwards(played: Event) -> None:
    final = make_final(played, 1, 8, 50)
    before = carried(final)
    services.set_carried(final, carried_percent=25, figures={1: Fraction(7)}, by=None)
    first = str(final.contestants.get(number=1))
    assert carried(final) == {name: figure / 2 for name, figure in before.items()} | {first: 7}
    services.set_carried(final, carried_percent=50, figures={1: None}, by=None)
    assert carried(final) == before
    choose(final, "draw")
    services.start_round(final, by=None)
    with pytest.raises(ValidationError):
        services.set_carried(final, carried_percent=0, figures={}, by=None)


def test_a_correction_of_the_qualifying_changes_what_is_carried_until_the_final_cannot_be_corrected(
    played: Event, django_capture_on_commit_callbacks: Any
) -> None:
    final = make_final(played, 1, 8, 50)
    best = final.contestants.get(number=1)
    origin = played.contestants.get(entry=best.entry)
    before = carried(final)[str(best)]
    with django_capture_on_commit_callbacks(execute=True):
        services.rule_contestant(played, origin, {"penalty": 10, "unit": "points"}, why="Noise", by=None)
    assert carried(final)[str(best)] == before - 5
    play_to_the_end(final, "draw")
    assert scores(final)[str(best)] == EventResults(final).ranking.extras[0] + sum(
        line.result.by_contestant[line.result.contestants.index(1)] or 0
        for line in EventResults(final).lines
        if 1 in line.result.contestants
    )
    Event.objects.filter(pk=final.pk).update(correction_minutes=0)
    with django_capture_on_commit_callbacks(execute=True):
        services.rule_contestant(played, origin, {"penalty": 10, "unit": "points"}, why="Noise", by=None)
    assert carried(final)[str(best)] == before - 5


def test_a_final_into_which_percentages_are_carried_is_ranked_by_percentages(pairs: Event) -> None:
    final = play_to_the_end(make_final(pairs, 1, 4, 50), "round_robin", seed=3)
    percents = [ranked.standing.percent for ranked in EventResults(final).ranking.places]
    assert None not in percents


def test_a_next_session_and_a_final_are_no_corrections_of_a_ranking(played: Event) -> None:
    make_final(played, 1, 2, 50)
    next_session(played)
    finish = finish_of(EventResults(played), contestants_by_number(played))
    assert finish
    assert finish.corrected_at is None


def test_a_corrected_hand_of_the_qualifying_changes_what_is_carried(
    played: Event, django_capture_on_commit_callbacks: Any
) -> None:
    final = make_final(played, 1, 8, 100)
    table = EventResults(played).sittings[0].table
    assert table
    with django_capture_on_commit_callbacks(execute=True):
        play.void_hand(Hand.objects.get(table=table.pk, number=1), by=None)
    assert carried(final) == {name: score for name, score in scores(played).items() if score or name in carried(final)}


def test_pages_of_sessions_show_everything_and_make_the_next_session_and_the_final(
    played: Event, ada: Membership, client_of: LogIn
) -> None:
    client = client_of(ada)
    page = client.get(address(played, "event")).content.decode()
    assert "Next session" in page
    assert client.get(address(played, "next_session")).status_code == 200
    day = timezone.localdate().isoformat()
    far = client.post(address(played, "next_session"), {"name": "Tuesday", "day": "9999-12-31", "added_up": "sum"})
    assert far.status_code == 422
    assert "no more than two years ahead" in far.content.decode()
    answer = client.post(address(played, "next_session"), {"name": "Tuesday", "day": day, "added_up": "sum"})
    second = Event.objects.get(session=2)
    assert answer["Location"] == address(second, "event")
    play_to_the_end(second, "draw", seed=3)
    page = client.get(address(second, "sessions")).content.decode()
    assert "The sum of the scores." in page
    assert "Session 2: finished" in page
    played.refresh_from_db()
    refused = client.get(address(played, "next_session"))
    assert (refused.status_code, "The next session is there already." in refused.content.decode()) == (409, True)
    typed = {"name": "Final", "day": day, "first": 1, "last": 4, "carried_percent": 50}
    assert client.get(address(second, "make_final")).status_code == 200
    wrong = client.post(address(second, "make_final"), typed | {"first": 5})
    assert (wrong.status_code, list(wrong.context["form"].errors)) == (422, ["last"])
    client.post(address(second, "make_final"), typed)
    final = Event.objects.get(name="Final")
    assert final.contestants.count() >= 4
    shown = client.get(address(final, "carried"))
    assert (shown.status_code, len(shown.context["rows"])) == (200, final.contestants.count())
    client.post(address(final, "carried"), {"carried_percent": 25, "figure_1": "2,5"})
    assert Fraction(5, 2) in carried(final).values()
    assert client.post(address(final, "carried"), {"carried_percent": 101}).status_code == 422
    choose(final, "draw")
    services.start_round(final, by=None)
    assert "as a ruling" in client.get(address(final, "carried")).content.decode()
    assert client.post(address(final, "carried"), {"carried_percent": 25}).status_code == 409
    assert "Final" in client.get(address(second, "sessions")).content.decode()
    screen = client.get(address(second, "screen") + "?view=1&still").content.decode()
    assert "All sessions" in screen


def test_prizes_follow_the_ranking_of_all_sessions(played: Event, ada: Membership, client_of: LogIn) -> None:
    second = next_session(played)
    services.set_prizes(second, entry_fee=500, prize_shares="50", by=None)
    play_to_the_end(second, "draw", seed=3)
    (prizes,) = client_of(ada).get(address(second, "prizes")).context["lists"]
    first = totals(second).field.standings[0]
    assert prizes.prizes[0].standing.contestant == first.contestant


def test_a_final_that_came_without_its_qualifying_keeps_what_was_carried(
    played: Event,
) -> None:
    final = make_final(played, 1, 8, 50)
    before = carried(final)
    content = "".join(export_event(final)).encode()
    elsewhere = ClubFactory(name="Elsewhere")
    import_file(elsewhere, lambda: parse_lines(BytesIO(content), elsewhere), by=None)
    moved = elsewhere.events.get()
    assert carried(moved) == before
    play_to_the_end(moved, "draw")
    assert carried(moved) == before


def test_sessions_and_finals_of_a_file_belong_together_in_another_club(played: Event) -> None:
    second = play_to_the_end(next_session(played), "draw", seed=3)
    final = make_final(second, 1, 8, 50)
    content = "".join(export_club(played.club)).encode()
    elsewhere = ClubFactory(name="Elsewhere")
    import_file(elsewhere, lambda: parse_lines(BytesIO(content), elsewhere), by=None)
    moved = elsewhere.events.get(name="Final")
    assert [event.session for event in qualifying_of(moved)] == [1, 2]
    assert [(total.place, total.value) for total in totals(qualifying_of(moved)[0]).totals] == [
        (total.place, total.value) for total in totals(second).totals
    ]
    assert carried(moved) == carried(final)
    assert not faults_of_events()


def test_the_audit_finds_a_carry_over_that_does_not_follow_and_a_session_that_is_there_twice(played: Event) -> None:
    final, second = make_final(played, 1, 8, 50), next_session(played)
    final.rulings.filter(contestant__number=1).update(line={"carry": 999})
    Event.objects.filter(pk=second.pk).update(session=1)
    assert {fault.code for fault in faults_of_events()} == {"carried", "event_sessions"}


def test_pages_of_sessions_ask_as_often_for_many_contestants_as_for_few(
    make_event: MakeEvent,
    ada: Membership,
    client_of: LogIn,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client, counts = client_of(ada), []
    for count in (4, 12):
        event = play_to_the_end(make_event("bridge", count, rounds=1, per_round=1), "round_robin")
        final, second = make_final(event, 1, count, 50), next_session(event)
        play_to_the_end(second, "round_robin", seed=5)
        pages = [("sessions", second), ("next_session", second), ("make_final", second), ("carried", final)]
        for name, page in [*pages, ("hand_records", event)]:
            with django_assert_max_num_queries(26 if name == "sessions" else 9) as asked:
                assert client.get(address(page, name)).status_code == 200
            counts.append((name, len(asked)))
    assert counts[:5] == counts[5:]


def test_each_further_session_takes_two_queries(played: Event, ada: Membership, client_of: LogIn) -> None:
    client, last, counts = client_of(ada), played, []
    for _session in range(3):
        last = play_to_the_end(next_session(last), "draw", seed=3)
        client.get(address(last, "sessions"))
        with CaptureQueriesContext(connection) as asked:
            client.get(address(last, "sessions"))
        counts.append(len(asked))
    assert counts == [counts[0], counts[0] + 2, counts[0] + 4]
