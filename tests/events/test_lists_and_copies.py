"""Many sign up at once: from a pasted list, from a file, or as last time."""

from collections.abc import Collection
from datetime import timedelta
from io import BytesIO
from time import perf_counter
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from openpyxl import Workbook

from scorer.club.models import Club, Membership, Player
from scorer.club.pasted_names import read_line, turned
from scorer.club.services import LEFT, change_player
from scorer.events import services
from scorer.events.forms.lists import read_list
from scorer.events.models import Event
from tests.events.conftest import MakeEvent, choose, faults_of_events
from tests.events.test_pages import LogIn, address


def names(event: Event) -> list[str]:
    return [str(one) for one in event.contestants.all()]


def sign_up_list(client: Client, event: Event, typed: str) -> Any:
    """Look at what a list says, then confirm it."""
    path = address(event, "sign_up_list")
    shown = client.post(path, {"names": typed})
    return client.post(path, {"names": typed, "confirm": shown.context["digest"]}, follow=True)


def reading(line: str, size: int, roster: Collection[str] = ()) -> tuple[list[str], list[str]] | None:
    found = read_line(line, size, lambda name: name in roster or turned(name) in roster)
    return found and ([turned(name) for name in found.names], list(found.left_out))


@pytest.mark.parametrize(
    "line",
    [
        "Ada & Boris",
        "Ada / Boris",
        "Ada; Boris",
        "Ada\tBoris",
        "Ada, Boris",
        "1. Ada & Boris",
        "1) Ada & Boris",
        "(1) Ada & Boris",
        "12 Ada & Boris",
        "3\tAda\tBoris",
        "• Ada & Boris",
        "Ada - Boris",
        "Ada – Boris",
        "7 - Ada - Boris",
        "Ada and Boris",
        "Ada UND Boris",
        "Ada et Boris",
        "Ada i Boris",
        "Ada и Boris",
    ],
)
def test_a_pair_is_understood_as_lists_write_it(line: str) -> None:
    assert reading(line, 2) == (["Ada", "Boris"], [])


@pytest.mark.parametrize("line", ["Ada & Boris; BC Hamburg", "2. Ada und Boris ;BC Hamburg", "Ada\tBoris\tBC Hamburg"])
def test_a_club_behind_the_names_is_left_out(line: str) -> None:
    assert reading(line, 2) == (["Ada", "Boris"], ["BC Hamburg"])
    assert reading("1. Hansen, Dörte; BC Hamburg", 1) == (["Dörte Hansen"], ["BC Hamburg"])


@pytest.mark.parametrize(
    "line",
    [
        "Hansen, Dörte & Maier, Uwe",
        "Hansen, Dörte, Maier, Uwe",
        "Hansen, Dörte und Maier, Uwe",
        "Dörte Hansen, Uwe Maier",
    ],
)
def test_surnames_may_come_first(line: str) -> None:
    assert reading(line, 2) == (["Dörte Hansen", "Uwe Maier"], [])
    assert reading("Hansen, Dörte", 1) == (["Dörte Hansen"], [])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anne-Marie Weber", "Uwe Müller-Lüdenscheidt"),
        ("Juliette Andrand", "Kundry Iversen"),
        ("Josep Puig i Cadafalch", "John I Smith"),
        ("Player 3", "Juliette 2"),
        ("Karl von und zu Guttenberg", "Ada"),
    ],
)
def test_a_name_is_not_taken_apart(one: str, other: str) -> None:
    assert reading(f"{one} & {other}", 2) == ([one, other], [])
    assert reading(f"1. {one}", 1) == ([one], [])


def test_a_line_is_read_so_that_its_names_are_on_the_roster() -> None:
    assert reading("Ada, Boris", 1) == (["Boris Ada"], [])
    assert reading("Ada, Boris", 1, {"Ada", "Boris"}) is None
    assert reading("Hansen, Dörte", 2) == (["Hansen", "Dörte"], [])
    assert reading("Hansen, Dörte", 2, {"Dörte Hansen"}) is None
    assert reading("7 Zwerge", 1, {"7 Zwerge"}) == (["7 Zwerge"], [])
    assert reading("Ada & Boris; Chloé", 2, {"Ada", "Boris", "Chloé"}) is None
    assert reading("Ada and Boris", 1, {"Ada", "Boris"}) is None


@pytest.mark.parametrize("line", ["Ada", "Ada &", "Ada & Boris & Chloé", "Ada, Boris, Chloé"])
def test_a_line_with_too_many_or_too_few_names_is_wrong(line: str) -> None:
    assert reading(line, 2) is None


@pytest.mark.parametrize("line", ["", "  ", "4.", "12", "- & -"])
def test_a_line_without_a_name_is_passed_over(line: str) -> None:
    assert reading(line, 2) == ([], [])


@pytest.mark.parametrize("line", [letter * 20_000 for letter in ", ;&i\t-1."] + ["a;" * 10_000, "a, " * 6_000])
def test_a_line_made_to_be_hard_is_read_at_once(line: str) -> None:
    before = perf_counter()
    reading(line, 2)
    assert perf_counter() - before < 1


def test_a_pasted_list_is_shown_then_signs_everybody_up_and_adds_new_names_to_the_roster(
    make_event: MakeEvent, club: Club, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 1)
    before = club.players.count()
    typed = "1. player 3 & Player 4; BC Hamburg\r\n\r\n2. Fabre, Chloé / Player 5\r\n"
    client, path = client_of(ada), address(event, "sign_up_list")
    shown = client.post(path, {"names": typed})
    assert (shown.status_code, event.contestants.count(), club.players.count()) == (200, 1, before)
    assert shown.context["form"]["names"].value() == typed
    first, second = shown.context["lines"]
    assert ([one.name for one in first.players], first.new, first.left_out) == (
        ["Player 3", "Player 4"],
        [],
        ["BC Hamburg"],
    )
    assert [one.name for one in second.new] == ["Chloé Fabre"]
    answer = client.post(path, {"names": typed, "confirm": shown.context["digest"]}, follow=True)
    assert names(event)[1:] == ["Player 3 & Player 4", "Chloé Fabre & Player 5"]
    assert club.players.get(name="Chloé Fabre").active
    page = answer.content.decode()
    assert "2 contestants have signed up." in page
    assert "Added to the roster: Chloé Fabre." in page


def test_many_new_names_are_counted_so_that_the_next_step_stays_in_sight(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    client, path = client_of(ada), address(make_event("bridge", 0), "sign_up_list")
    typed = "\n".join(f"Ada {number} & Boris {number}" for number in range(1, 6))
    digest = client.post(path, {"names": typed}).context["digest"]
    page = client.post(path, {"names": typed, "confirm": digest}, follow=True).content.decode()
    assert "10 players have been added to the roster." in page
    assert "Added to the roster:" not in page


def test_a_list_that_was_changed_is_shown_again(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 0)
    client, path = client_of(ada), address(event, "sign_up_list")
    digest = client.post(path, {"names": "Player 1 & Player 2"}).context["digest"]
    again = client.post(path, {"names": "Player 1 & Player 3", "confirm": digest})
    assert (again.status_code, names(event)) == (200, [])
    assert "The list has changed since you looked at it." in again.content.decode()
    client.post(path, {"names": "Player 1 & Player 3", "confirm": again.context["digest"]})
    assert names(event) == ["Player 1 & Player 3"]


def test_what_is_wrong_with_a_list_is_said_by_line_and_nobody_signs_up(
    make_event: MakeEvent, club: Club, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 1)
    Player.objects.create(club=club, name="Dirk", active=False)
    before = club.players.count()
    client, path = client_of(ada), address(event, "sign_up_list")
    typed = (
        "Player 3\nChloé & Dirk\nPlayer 4 & Player 5\n"
        "Chloé & Player 6\nPlayer 1 & Player 7\nPlayer 8 & chloé\nEmil & Emil"
    )
    answer = client.post(path, {"names": typed})
    assert answer.status_code == 422
    assert answer.context["form"].errors["names"] == ["5 lines above are wrong. Change them here."]
    assert [(line.number, line.problem) for line in answer.context["lines"]] == [
        (1, "Expected 2 names, separated by & or /."),
        (2, f"Dirk: {LEFT}"),
        (3, ""),
        (4, ""),
        (5, "Player 1 has signed up already."),
        (6, "Chloé has signed up already."),
        (7, "A player can sit in only one place."),
    ]
    assert answer.context["form"]["names"].value() == typed
    confirmed = client.post(path, {"names": typed, "confirm": answer.context["digest"]})
    assert confirmed.status_code == 422
    assert client.post(path, {"names": " \n"}).context["form"].errors["names"] == ["This field is required."]
    assert client.post(path, {"names": "1.\n2.\n"}).context["form"].errors["names"] == ["This field is required."]
    many = "\n".join(f"N {number} & M {number}" for number in range(401))
    assert "at most 400" in str(client.post(path, {"names": many}).context["form"].errors["names"])
    assert (event.contestants.count(), club.players.count()) == (1, before)


def test_a_long_list_is_read_with_few_statements(
    make_event: MakeEvent, club: Club, django_assert_max_num_queries: Any
) -> None:
    event = make_event("bridge", 0)
    with django_assert_max_num_queries(5):
        lines = read_list(
            "\n".join(f"{number}. Hansen, Ada {number} & Maier, Uwe {number}" for number in range(100)), event
        )
    assert sum(len(line.new) for line in lines) == 200


@pytest.mark.postgres
def test_a_name_that_somebody_else_adds_meanwhile_is_refused_with_a_sentence(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 0)
    lines = read_list("Chloé & Player 1", event)
    Player.objects.create(club=club, name="Chloé")
    with pytest.raises(ValidationError, match="already on the roster"):
        services.sign_up_all(event, [(line.number, line.players) for line in lines], by=None)
    assert not event.contestants.exists()


def test_who_came_to_the_roster_with_a_list_leaves_it_when_signed_off(
    make_event: MakeEvent, club: Club, ada: Membership, client_of: LogIn
) -> None:
    event, other = make_event("bridge", 0), make_event("bridge", 0)
    typed = "Chloé & Emil\nFritz & Gerda\nHans & Player 1"
    client = client_of(ada)
    sign_up_list(client, event, typed)
    emil, fritz = club.players.get(name="Emil"), club.players.get(name="Fritz")
    services.sign_up(other, [emil, club.players.get(name="Player 2")], by=None)
    change_player(fritz, name="Fritz Lang", guest=False, active=True, by=None)
    for _each in range(3):
        services.sign_off(event, event.contestants.get(number=1).own_entry, by=None)
    names_left = set(club.players.exclude(name__startswith="Player").values_list("name", flat=True))
    assert names_left == {"Emil", "Fritz Lang"}
    assert club.players.filter(name="Player 1").exists()
    assert not faults_of_events()
    services.sign_off(other, other.contestants.get(number=1).own_entry, by=None)
    assert club.players.filter(name="Emil").exists()  # this list did not bring him
    sign_up_list(client, event, "Chloé & Emil")
    assert names(event) == ["Chloé & Emil"]


def workbook(*rows: Any) -> BytesIO:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = BytesIO()
    book.save(file)
    file.seek(0)
    file.name = "pairs.xlsx"
    return file


def csv_file(text: str) -> BytesIO:
    file = BytesIO(text.encode())
    file.name = "pairs.csv"
    return file


@pytest.mark.parametrize(
    "file",
    [
        workbook(["Player 1", "Player 2", "paid"], [], ["Player 3", "Player 4", 7]),
        csv_file("Player 1;Player 2;paid\nPlayer 3;Player 4;7\n"),
        csv_file("1;Player 1;Player 2\n2.;Player 3;Player 4\n"),
    ],
)
def test_a_file_is_shown_as_a_list_before_it_counts(
    file: BytesIO, make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 0)
    client, path = client_of(ada), address(event, "sign_up_list")
    shown = client.post(path, {"names": "", "file": file})
    typed = shown.context["form"]["names"].value()
    assert (shown.status_code, typed) == (200, "Player 1 & Player 2\nPlayer 3 & Player 4")
    assert len(shown.context["lines"]) == 2
    assert names(event) == []
    client.post(path, {"names": typed, "confirm": shown.context["digest"]})
    assert names(event) == ["Player 1 & Player 2", "Player 3 & Player 4"]


def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 0)
    broken = BytesIO(b"PK\x03\x04 no workbook")
    broken.name = "pairs.xlsx"
    answer = client_of(ada).post(address(event, "sign_up_list"), {"file": broken})
    assert answer.status_code == 422
    assert "This workbook cannot be read." in answer.content.decode()


def test_the_page_says_how_large_the_file_of_a_list_may_be(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    client, path = client_of(ada), address(make_event("bridge", 0), "sign_up_list")
    page = client.get(path).content.decode()
    assert "XLSX or CSV up to 900 kB" in page
    assert 'data-most="900000"' in page
    assert "js/upload.js" in page
    answer = client.post(path, {"file": csv_file("x" * 900_001)})
    assert answer.status_code == 422
    assert answer.context["form"].errors["file"] == ["This file is too large: a page accepts up to 900 kB."]


def test_nobody_signs_up_by_a_list_beside_a_plan(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 4)
    choose(event, "mitchell")
    answer = client_of(ada).post(address(event, "sign_up_list"), {"names": "Player 21 & Player 22"})
    assert answer.status_code == 422
    assert event.contestants.count() == 4


def test_an_event_is_made_again_with_everything_that_it_had(
    make_event: MakeEvent, players: list[Player], ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 3, rounds=2, per_round=3, ranking_shown="each_round", round_minutes=20)
    Event.objects.filter(pk=event.pk).update(day=timezone.localdate() - timedelta(days=7), correction_minutes=45)
    players[2].active = False
    players[2].save()
    client, path = client_of(ada), address(event, "copy")
    form = client.get(path).context["form"]
    assert (form["name"].value(), form["rounds"].value(), form["round_minutes"].value()) == ("Tuesday", 2, 20)
    following = timezone.localdate() + timedelta(days=3)
    typed = {name: form[name].value() or "" for name in form.fields} | {"day": following, "contestants": "on"}
    typed["preset"] = "duplicate"
    answer = client.post(path, typed, follow=True)
    again = Event.objects.exclude(pk=event.pk).get()
    assert (again.name, again.day, again.rounds, again.per_round) == ("Tuesday", following, 2, 3)
    assert (again.ranking_shown, again.round_minutes, again.correction_minutes) == ("each_round", 20, 45)
    assert names(again) == ["Player 1 & Player 2", "Player 5 & Player 6"]
    assert "1 contestant is not on the list, because a player has left the club." in answer.content.decode()
    client.post(path, typed | {"contestants": "", "name": "Alone"})
    assert names(Event.objects.get(name="Alone")) == []
    far = client.post(path, typed | {"day": timezone.localdate() + timedelta(days=9999)})
    assert (far.status_code, list(far.context["form"].errors)) == (422, ["day"])


def test_a_substitute_does_not_take_the_place_of_who_comes_again(make_event: MakeEvent, players: list[Player]) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    services.start_round(event, by=None)
    services.end_round(event, by=None)
    services.substitute(event, 1, 2, players[20], by=None)
    values = {"name": "Again", "preset": event.preset, "comparison": event.comparison}
    again, left_out = services.copy_event(event, values, contestants=True, by=None)
    assert (names(again)[0], left_out) == ("Player 1 & Player 2", 0)
