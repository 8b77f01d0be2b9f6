"""The first run: from the link that the server prints to a club with a director."""

import re
import threading
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership, Role, Season, User
from scorer.club.services import season_name
from scorer.events.models import Event
from scorer.history.models import Revision
from scorer.play.models import Hand, Table
from scorer.registry import all_games
from scorer.setup import services
from scorer.setup.demo import A_SEASON
from tests.factories import PASSWORD, UserFactory

FORM = {
    "club": "Kartenfreunde Nord",
    "season": "Winter",
    "username": "ada",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


@pytest.fixture
def link(db: None) -> str:
    path = services.setup_path()
    assert path
    return path


def test_the_link_opens_without_a_login(client: Client, link: str) -> None:
    page = client.get(link)
    assert page.status_code == 200
    assert page.context["form"]["season"].value().startswith("Season 20")


def test_the_link_depends_only_on_the_secret_key(link: str, settings: Any) -> None:
    assert services.setup_path() == link
    settings.SECRET_KEY = "another site's"
    assert services.setup_path() != link


def test_the_holder_of_the_link_founds_the_club_and_directs_it(client: Client, link: str) -> None:
    response = client.post(link, FORM)

    club = Club.objects.get()
    assert club.name == "Kartenfreunde Nord"
    assert club.seasons.get().name == "Winter"
    assert club.seasons.open().exists()
    director = club.memberships.get()
    assert director.role == Role.DIRECTOR
    assert director.user.check_password(PASSWORD)
    assert client.session["_auth_user_id"] == str(director.user_id)
    assert (response.status_code, response["Location"]) == (302, reverse("standings:home", args=[club.pk]))
    assert [change.action for change in Revision.objects.all()] == ["found", "start", "add"]
    assert not Table.objects.exists()


def test_there_is_no_link_once_there_is_a_club(client: Client, link: str) -> None:
    client.post(link, FORM)
    assert services.setup_path() is None
    stranger = Client()
    assert stranger.get(link).status_code == 404
    assert stranger.post(link, FORM | {"username": "zoe"}).status_code == 404
    assert Club.objects.count() == User.objects.count() == 1


@pytest.mark.parametrize("wrong", ["0" * 32, "é", "x"])
def test_without_the_link_nobody_can_found_the_club(wrong: str, client: Client, link: str) -> None:
    address = reverse("setup:begin", args=[wrong])
    assert client.get(address).status_code == 404
    assert client.post(address, FORM).status_code == 404
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"club": ""}, "club"),
        ({"club": "   "}, "club"),
        ({"club": "x" * 81}, "club"),
        ({"club": "a\0b"}, "club"),
        ({"season": ""}, "season"),
        ({"season": "x" * 81}, "season"),
        ({"username": ""}, "username"),
        ({"username": "a/b"}, "username"),
        ({"username": "x" * 151}, "username"),
        ({"password1": ""}, "password1"),
        ({"password2": PASSWORD + "!"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password2"),
        ({"password1": "password1234", "password2": "password1234"}, "password2"),
        ({"username": "adanowak99", "password1": "adanowak99", "password2": "adanowak99"}, "password2"),
    ],
)
def test_invalid_values_are_reported_at_their_fields_and_the_others_kept(
    values: dict[str, str], field: str, client: Client, link: str
) -> None:
    page = client.post(link, FORM | values | {"demo": "on"})

    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    kept = {name: page.context["form"][name].value() for name in ("club", "season", "username")}
    assert kept == {name: (FORM | values)[name] for name in kept}
    text = page.content.decode()
    assert f'id="id_{field}_error"' in text
    assert re.search(r'<input[^>]*name="demo"[^>]* checked', text)
    assert PASSWORD not in text
    assert not Club.objects.exists()


def test_a_taken_login_is_refused(client: Client, link: str) -> None:
    UserFactory(username="Ada")
    page = client.post(link, FORM)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["username"]
    assert not Club.objects.exists()


def test_nothing_is_created_if_the_demo_fails(link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_args: object, **_kwargs: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(services, "fill_club", breaks)
    with pytest.raises(ZeroDivisionError):
        services.set_up(club="Kartenfreunde", season="Winter", username="ada", password=PASSWORD, demo=True)
    assert not Club.objects.exists()
    assert not User.objects.exists()
    assert services.setup_path() == link


def test_the_demo_is_created_on_request_with_every_game_and_events(client: Client, link: str) -> None:
    assert client.post(link, FORM | {"demo": "on"}).status_code == 302
    assert Hand.objects.filter(kind="played").count() > A_SEASON
    assert {table.game for table in Table.objects.all()} == {game.slug for game in all_games()}
    assert Event.objects.count() == 12
    assert Table.objects.open().exists()


def test_no_club_can_be_founded_if_there_is_one_already(club: Club) -> None:
    with pytest.raises(services.AlreadySetUp):
        services.found_club("Kartenfreunde Nord", "Winter")
    assert Club.objects.get() == club
    assert not Revision.objects.filter(action="found").exists()


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2026, 9, 1), "Season 2026/27"),
        (date(2027, 6, 30), "Season 2026/27"),
        (date(2027, 7, 1), "Season 2027/28"),
        (date(1999, 12, 31), "Season 1999/00"),
    ],
)
def test_a_season_is_named_after_its_winter(day: date, name: str) -> None:
    assert season_name(day) == name


def both_at_once(*jobs: Callable[[], object]) -> None:
    def run(job: Callable[[], object]) -> None:
        try:
            job()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[job]) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_if_two_post_at_the_same_time_one_founds_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    path = services.setup_path()
    assert path
    meeting = threading.Barrier(2, timeout=10)
    set_up = services.set_up

    def found_together(**values: Any) -> Membership:
        meeting.wait()  # until both have seen that there is no club
        return set_up(**values)

    monkeypatch.setattr(services, "set_up", found_together)
    answers = {}

    def post(name: str) -> None:
        answers[name] = Client().post(path, FORM | {"username": name, "club": f"Club of {name}"})

    both_at_once(lambda: post("ada"), lambda: post("zoe"))

    club = Club.objects.get()
    winner = club.memberships.get().user.username
    assert club.name == f"Club of {winner}"
    assert (Season.objects.count(), User.objects.count()) == (1, 1)
    assert answers.pop(winner)["Location"] == reverse("standings:home", args=[club.pk])
    assert [answer["Location"] for answer in answers.values()] == [reverse("club:start")]
