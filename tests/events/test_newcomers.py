"""Somebody whom the roster does not know is added to it where the name is typed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from scorer.club.models import Membership, Player
from scorer.events import services
from scorer.events.links import sign_up_path
from scorer.events.models import Event
from tests.events.conftest import MakeEvent, choose
from tests.events.test_at_once import at_once
from tests.events.test_pages import address

LogIn = Callable[[Membership], Client]


@pytest.fixture
def director(ada: Membership, client_of: LogIn) -> Client:
    return client_of(ada)


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs of a bridge event have signed up."""
    return make_event("bridge", 4, rounds=3, per_round=1)


def names_of(event: Event) -> list[str]:
    return [str(contestant) for contestant in event.contestants.with_players()]


PLACES = {"sign_up": (), "add_late_contestant": (), "substitute": (2,)}


@pytest.mark.parametrize("place", PLACES)
def test_an_unknown_name_is_offered_and_added_with_the_second_button(
    event: Event, director: Client, place: str
) -> None:
    if place != "sign_up":
        choose(event, "howell")
    where, typed = address(event, place, *PLACES[place]), {"player_1": "Neuer Gast"}
    typed |= {"place": "1"} if place == "substitute" else {"player_2": "Player 20"}
    page = director.post(where, typed)
    assert page.status_code == 422
    text = page.content.decode()
    assert "Nobody on the roster is called Neuer Gast." in text
    verb = "substitute" if place == "substitute" else "sign up"
    assert f'name="add" value="Neuer Gast">Add Neuer Gast and {verb}</button>' in text
    assert text.index('<button class="second" name="add"') > text.index("<button>")
    assert not Player.objects.filter(name="Neuer Gast").exists()
    done = director.post(where, typed | {"add": "Neuer Gast"})
    assert done.status_code == 302
    guest = Player.objects.get(name="Neuer Gast")
    assert guest.club == event.club
    assert any("Neuer Gast" in name for name in names_of(event))
    assert Player.objects.filter(name="Neuer Gast").count() == 1


def test_the_plain_button_and_a_name_that_was_not_offered_add_nobody(event: Event, director: Client) -> None:
    for added in ("", "Neuer Gast", "Neuer Gst & Anna"):
        page = director.post(
            address(event, "sign_up"), {"player_1": "Neuer Gst", "player_2": "Player 20", "add": added}
        )
        assert page.context["form"].errors == {"player_1": ["Nobody on the roster is called Neuer Gst."]}
    assert event.contestants.count() == 4


def test_two_unknown_names_are_added_together(event: Event, director: Client) -> None:
    typed = {"player_1": "Neuer Gast", "player_2": "Anna Neu"}
    page = director.post(address(event, "sign_up"), typed)
    assert page.context["form"].offered == "Neuer Gast & Anna Neu"
    director.post(address(event, "sign_up"), typed | {"add": "Neuer Gast & Anna Neu"})
    assert names_of(event)[-1] == "Neuer Gast & Anna Neu"


def test_one_new_name_twice_is_one_person(event: Event, director: Client) -> None:
    typed = {"player_1": "Neuer Gast", "player_2": "neuer gast"}
    offered = director.post(address(event, "sign_up"), typed).context["form"].offered
    page = director.post(address(event, "sign_up"), typed | {"add": offered})
    assert page.context["form"].non_field_errors() == ["A player can sit in only one place."]
    assert not Player.objects.filter(name__iexact="neuer gast").exists()


def test_a_name_that_cannot_be_added_is_not_offered(event: Event, director: Client) -> None:
    Player.objects.create(club=event.club, name="Gone", active=False)
    page = director.post(address(event, "sign_up"), {"player_1": "Gone", "player_2": "Player 20", "add": "Gone"})
    assert page.status_code == 422
    assert 'name="add"' not in page.content.decode()


def test_the_code_on_the_wall_never_adds_anybody(event: Event) -> None:
    typed = {"player_1": "Neuer Gast", "player_2": "Player 20", "add": "Neuer Gast"}
    page = Client().post(sign_up_path(event), typed)
    assert page.status_code == 422
    assert 'name="add"' not in page.content.decode()
    assert not Player.objects.filter(name="Neuer Gast").exists()


def test_whoever_is_taken_off_the_list_leaves_the_roster_unless_somebody_else_knows_them(
    event: Event, director: Client, make_event: MakeEvent
) -> None:
    other = make_event("bridge", 0, name="Wednesday")
    for name, partner in (("Neuer Gast", "Player 20"), ("Anna Neu", "Player 21")):
        typed = {"player_1": name, "player_2": partner, "add": name}
        director.post(address(event, "sign_up"), typed)
    director.post(address(other, "sign_up"), {"player_1": "Anna Neu", "player_2": "Player 21"})
    for _name in range(2):
        director.post(address(event, "sign_off", event.contestants.get(number=5).own_entry))
    assert set(Player.objects.filter(name__in=("Neuer Gast", "Anna Neu")).values_list("name", flat=True)) == {
        "Anna Neu"
    }
    assert Player.objects.filter(name="Player 20").exists()


def test_what_is_refused_adds_nobody(event: Event) -> None:
    choose(event, "howell")
    with pytest.raises(ValidationError):
        services.sign_up(event, newcomers(event), by=None)
    assert not Player.objects.filter(name__startswith="New").exists()


def newcomers(event: Event, *names: str) -> list[Any]:
    return [Player(club=event.club, name=name) for name in names or ("New Ada", "New Boris")]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spelled", ["New Ada", "NEW ADA"])
def test_two_phones_that_add_the_same_name_at_once_add_it_once(
    event: Event, make_event: MakeEvent, spelled: str
) -> None:
    other = make_event("bridge", 0, name="Wednesday")
    done = at_once(
        lambda: services.sign_up(event, newcomers(event, "New Ada", "New Boris"), by=None),
        lambda: services.sign_up(other, newcomers(other, spelled, "New Chloé"), by=None),
    )
    assert sorted(done) == [False, True]
    assert Player.objects.filter(name__iexact="New Ada").count() == 1
    assert Player.objects.filter(name__istartswith="New").count() == 2
