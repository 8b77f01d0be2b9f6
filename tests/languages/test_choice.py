"""The language of a page is chosen by the reader, the browser or the club, in this order."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scorer.club.models import Club, Membership
from scorer.play import phones
from scorer.play.phones import Link
from scorer.setup.machine import environment_language
from scorer.setup.services import found_club
from tests.factories import make_table

LogIn = Callable[[Membership], Client]
GERMAN, FRENCH, DUTCH = ({"headers": {"accept-language": code}} for code in ("de-AT,en;q=0.5", "fr", "nl"))


@pytest.fixture(autouse=True)
def afterwards_as_before() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def of_germans(club: Club) -> Club:
    club.language, club.public = "de", True
    club.save()
    return club


def home(club: Club) -> str:
    return reverse("standings:home", args=[club.pk])


def language_of(client: Client, address: str, **extra: object) -> str:
    response = client.get(address, **extra)
    assert f'<html lang="{response["Content-Language"]}">' in response.content.decode()
    return str(response["Content-Language"])


def choose(client: Client, language: str, **extra: str) -> str:
    return str(client.post(reverse("club:language"), {"language": language, "next": "/login/", **extra})["Location"])


def test_at_first_the_browser_decides(of_germans: Club) -> None:
    assert language_of(Client(), home(of_germans), **FRENCH) == "fr"
    assert language_of(Client(), reverse("club:login"), **GERMAN) == "de"


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("sr-RS", "sr"), ("sr-Latn-RS,sr;q=0.9", "sr-latn"), ("xx,de;q=0.1", "de"), ("*", "en"), ("", "en")],
)
def test_the_browser_also_decides_the_script_of_serbian(db: None, asked: str, spoken: str) -> None:
    assert language_of(Client(headers={"accept-language": asked}), reverse("club:login")) == spoken


def test_the_club_decides_if_no_language_of_the_browser_is_available(of_germans: Club) -> None:
    table = make_table(of_germans)
    assert language_of(Client(), home(of_germans), **DUTCH) == "de"
    assert language_of(Client(), reverse("play:table", args=[table.pk]), **DUTCH) == "de"


def test_the_choice_of_language_is_remembered(of_germans: Club) -> None:
    client = Client()
    assert choose(client, "sr-latn") == "/login/"
    assert language_of(client, home(of_germans), **FRENCH) == "sr-latn"
    assert client.cookies["django_language"]["httponly"]


@pytest.mark.parametrize("language", ["tlh", "", "../../etc"])
def test_an_unknown_language_changes_nothing(db: None, language: str) -> None:
    client = Client()
    choose(client, language)
    assert language_of(client, reverse("club:login")) == "en"


def test_choosing_a_language_does_not_redirect_to_another_site(db: None) -> None:
    assert choose(Client(), "de", next="https://elsewhere.example/") == "/"


def test_every_page_offers_the_languages_unless_it_shows_typed_values(of_germans: Club) -> None:
    client = Client()
    assert b'value="sr-latn"' in client.get(reverse("club:login")).content
    assert b'value="sr-latn"' not in client.post(reverse("club:login"), {"username": "ada"}).content


def test_a_phone_that_joins_gets_its_own_language_until_it_chooses_one(of_germans: Club) -> None:
    table = make_table(of_germans)
    path, sheet = phones.path_of(table, Link.ENTRY), reverse("play:table", args=[table.pk])
    assert path
    phone = Client(**FRENCH)
    assert language_of(phone, path) == "fr"
    phone.post(path)
    assert language_of(phone, sheet) == "fr"
    choose(phone, "sr")
    assert language_of(phone, sheet) == "sr"
    assert language_of(phone, path) == "sr"


def test_a_phone_with_an_unknown_language_gets_the_language_of_the_club(of_germans: Club) -> None:
    table = make_table(of_germans)
    path, sheet = phones.path_of(table, Link.ENTRY), reverse("play:table", args=[table.pk])
    assert path
    phone = Client(**DUTCH)
    assert language_of(phone, path) == "de"
    phone.post(path)
    assert language_of(phone, sheet) == "de"


def test_a_director_sets_the_language_of_the_club(club: Club, ada: Membership, client_of: LogIn) -> None:
    client, address = client_of(ada), reverse("club:settings", args=[club.pk])
    values = {"name": club.name, "correction_days": 14, "board_rule": "sum", "board_hands": 20, "board_tables": 10}
    assert client.post(address, values | {"language": "tlh"}).status_code == 422
    assert client.post(address, values | {"language": "fr"}).status_code == 302
    club.refresh_from_db()
    assert club.language == "fr"


def test_a_new_club_gets_the_language_of_its_founder(db: None) -> None:
    with translation.override("sr-latn"):
        assert found_club("Preferans klub", "2026").language == "sr-latn"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "sr_RS.UTF-8"}, "sr"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "sr-latn"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_commands_use_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment, {"en", "de", "fr", "sr", "sr-latn"}, default="en") == language
