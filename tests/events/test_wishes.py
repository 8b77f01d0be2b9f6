"""The seats that contestants ask for, and numbers that are exchanged before the first round."""

from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scorer.audit.events import event_faults
from scorer.club.models import Club, Membership
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.links import sign_up_path
from scorer.events.models import Event, Sitting
from scorer.events.planning.movement import movement_of
from scorer.events.planning.wishes import unmet_wishes
from scorer.transfer.event_export import export_event
from scorer.transfer.importing import Faulty
from tests.events.conftest import MakeEvent, choose, entry_of, faults_of_events, play_round
from tests.events.test_pages import LogIn, address
from tests.factories import ClubFactory
from tests.transfer.test_tables import take


@pytest.fixture
def director(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


def stations(event: Event, name: str) -> list[int | None]:
    """Where a contestant sits, round by round; None where it sits out."""
    rounds = movement_of(event, contestants_by_number(event))
    return [
        next((sitting.station for sitting, people in planned.sittings if name in map(str, people)), None)
        for planned in rounds
    ]


def test_a_pair_with_a_stick_stays_at_its_table(make_event: MakeEvent, director: Client) -> None:
    event = make_event("bridge", 8)
    name = str(event.contestants.with_players().get(number=5))
    answer = director.post(address(event, "wish", entry_of(event, 5)), {"wish": "table"}, follow=True)
    assert "The same table in all rounds" in answer.content.decode()
    choose(event, "howell")
    assert len(set(stations(event, name))) == 1
    assert str(event.contestants.with_players().get(number=8)) == name
    assert unmet_wishes(event, contestants_by_number(event)) == []
    play_round(event, Random(7))
    assert faults_of_events() == []


def test_whoever_signs_up_by_the_code_asks_for_a_seat_until_there_is_a_plan(make_event: MakeEvent) -> None:
    event, phone = make_event("bridge", 7), Client()
    path = sign_up_path(event)
    names = {"player_1": "Player 21", "player_2": "Player 22"}
    phone.post(path, names)
    page = phone.post(path, {"wish": "first"}, follow=True).content.decode()
    assert "Your wish is noted." in page
    assert "Always N–S" in page
    assert phone.post(path, names).status_code == 302  # the button tapped twice
    assert "You are not on the list any more." in Client().post(path, {"wish": "table"}, follow=True).text
    assert phone.post(path, {"wish": "window"}).status_code == 422
    assert [contestant.wish for contestant in event.contestants.all()] == [""] * 7 + ["first"]
    choose(event, "mitchell")
    assert phone.post(path, {"wish": "table"}).status_code == 302
    assert list(event.contestants.exclude(wish="").values_list("wish", flat=True)) == ["first"]
    assert unmet_wishes(event, contestants_by_number(event)) == []


def test_a_wish_goes_to_whom_it_was_meant_for_though_a_phone_has_signed_off_meanwhile(
    make_event: MakeEvent, director: Client
) -> None:
    event = make_event("bridge", 4)
    page = address(event, "wish", entry_of(event, 2))
    assert page in director.get(address(event)).text
    services.sign_off_self(event, event.contestants.get(number=1))
    director.post(page, {"wish": "table"})
    assert [contestant.wish for contestant in event.contestants.all()] == ["table", "", ""]
    services.sign_off_self(event, event.contestants.get(number=1))
    assert "This contestant has signed off." in director.post(page, {"wish": "first"}).text
    assert not event.contestants.exclude(wish="").exists()


def test_what_cannot_be_met_is_said(make_event: MakeEvent, director: Client) -> None:
    event = make_event("bridge", 8)
    services.set_wish(event, entry_of(event, 5), "table", by=None)
    services.set_wish(event, entry_of(event, 6), "first", by=None)
    choose(event, "howell")
    page = director.get(address(event)).content.decode()
    assert "The plan cannot meet every wish:" in page
    assert "Always N–S (not in" in page
    assert "The same table in all rounds" not in page
    services.start_round(event, by=None)
    assert "The plan cannot meet every wish:" not in director.get(address(event)).content.decode()


def test_a_wish_is_noted_until_there_is_a_plan(make_event: MakeEvent, director: Client) -> None:
    event = make_event("bridge", 8)
    assert director.post(address(event, "wish", entry_of(event, 5)), {"wish": "window"}).status_code == 422
    gone = director.get(address(event, "wish", 9))
    assert (gone.status_code, "This contestant has signed off." in gone.text) == (409, True)
    choose(event, "howell")
    assert "There is a plan already." in director.get(address(event, "wish", entry_of(event, 5))).content.decode()
    answer = director.post(address(event, "wish", entry_of(event, 5)), {"wish": "table"})
    assert answer.status_code == 422
    assert "There is a plan already." in answer.content.decode()
    assert not event.contestants.exclude(wish="").exists()


def test_only_a_game_that_names_its_sides_offers_one(make_event: MakeEvent, director: Client) -> None:
    event = make_event("doppelkopf", 8)
    page = director.get(address(event, "wish", entry_of(event, 1))).content.decode()
    assert "The same table in all rounds" in page
    assert "Always" not in page
    with pytest.raises(ValidationError, match="This game names no sides"):
        services.set_wish(event, entry_of(event, 1), "first", by=None)
    event.contestants.filter(number=1).update(wish="first")  # as a file may say
    assert "Always the first side" in director.get(address(event)).content.decode()


@pytest.mark.parametrize("format", ["draw", "draw-standing"])
def test_in_a_draw_one_player_stays_while_the_others_move(make_event: MakeEvent, format: str) -> None:  # noqa: A002
    event = make_event("doppelkopf", 16, rounds=3, per_round=1)
    services.set_wish(event, entry_of(event, 7), "table", by=None)
    choose(event, format)
    for number in range(3):
        if number and format == "draw-standing":
            services.draw_round(event, by=None)
        play_round(event, Random(number))
    assert len(set(stations(event, "Player 7"))) == 1
    assert faults_of_events() == []


def test_two_taps_exchange_two_numbers_in_all_rounds(make_event: MakeEvent, director: Client) -> None:
    event = make_event("bridge", 7)
    choose(event, "howell")
    before = {name: stations(event, name) for name in map(str, event.contestants.with_players())}
    people = contestants_by_number(event)
    out, other = movement_of(event, people)[0].resting[0], people[3]
    page = director.get(address(event, "seats")).content.decode()
    assert "sits out first." in page
    page = director.get(address(event, "seats") + f"?exchange={out.number}").content.decode()
    assert f"With whom does {out.number} " in page
    answer = director.post(address(event, "seats"), {"exchange": str(out.number), "other": "3"})
    assert answer.status_code == 302
    after = {name: stations(event, name) for name in before}
    assert (after[str(out)], after[str(other)]) == (before[str(other)], before[str(out)])
    assert {name: there for name, there in after.items() if name not in {str(out), str(other)}} == {
        name: there for name, there in before.items() if name not in {str(out), str(other)}
    }
    assert after[str(other)][0] is None
    play_round(event, Random(7))
    assert faults_of_events() == []


@pytest.mark.parametrize("numbers", [("3", "3"), ("3", "99"), ("3", "x"), ("", ""), ("99", "3")])
def test_what_cannot_be_exchanged_is_refused(make_event: MakeEvent, director: Client, numbers: tuple[str, str]) -> None:
    event = make_event("bridge", 8)
    choose(event, "howell")
    before = list(Sitting.objects.filter(round__event=event).values_list("sides__contestant__number", "station"))
    answer = director.post(address(event, "seats"), dict(zip(("exchange", "other"), numbers, strict=True)))
    assert answer.status_code == 409
    assert before == list(
        Sitting.objects.filter(round__event=event).values_list("sides__contestant__number", "station")
    )


def test_numbers_stay_once_a_round_has_started_and_of_those_who_have_left(make_event: MakeEvent) -> None:
    event = make_event("bridge", 8)
    choose(event, "howell")
    services.leave(event, 4, by=None)
    for numbers in ((4, 1), (1, 4)):
        with pytest.raises(ValidationError):
            services.exchange_numbers(event, *numbers, by=None)
    services.exchange_numbers(event, 1, 2, by=None)
    services.start_round(event, by=None)
    with pytest.raises(ValidationError, match="The event has started"):
        services.exchange_numbers(event, 1, 2, by=None)
    assert list(event_faults()) == []


def test_wishes_go_with_files_and_copies(make_event: MakeEvent) -> None:
    event = make_event("bridge", 8)
    services.set_wish(event, entry_of(event, 5), "second", by=None)
    elsewhere: Club = ClubFactory(name="Elsewhere")
    take(elsewhere, "".join(export_event(event)).encode())
    copy, _left_out = services.copy_event(
        event, {"name": "Again", "preset": event.preset, "comparison": event.comparison}, contestants=True, by=None
    )
    for other in (elsewhere.events.get(), copy):
        assert [(one.number, one.wish) for one in other.contestants.exclude(wish="")] == [(5, "second")]


def test_a_wish_that_is_none_is_not_imported(make_event: MakeEvent) -> None:
    event = make_event("bridge", 8)
    services.set_wish(event, entry_of(event, 5), "second", by=None)
    elsewhere: Club = ClubFactory(name="Elsewhere")
    line = "".join(export_event(event)).replace('"wish": "second"', '"wish": "window"')
    with pytest.raises(Faulty):
        take(elsewhere, line.encode())
    assert not elsewhere.events.exists()


@pytest.mark.parametrize("contestants", [4, 12])
def test_the_page_of_seats_takes_as_many_queries_for_many(
    make_event: MakeEvent, director: Client, contestants: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event("bridge", contestants)
    services.set_wish(event, entry_of(event, 1), "first", by=None)
    choose(event, "howell")
    with django_assert_max_num_queries(12):
        director.get(address(event, "seats"))
