"""Many sign up at once: from a pasted list, from a file, or as last time."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from openpyxl import Workbook

from scorer.club.models import Club, Membership, Player
from scorer.club.services import LEFT
from scorer.events import services
from scorer.events.lists import names_in
from scorer.events.models import Event
from tests.events.conftest import MakeEvent, choose
from tests.events.test_pages import LogIn, address


def names(event: Event) -> list[str]:
    return [str(one) for one in event.contestants.all()]


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("Ada & Boris", ["Ada", "Boris"]),
        ("Ada / Boris", ["Ada", "Boris"]),
        ("Ada; Boris", ["Ada", "Boris"]),
        ("Ada\tBoris", ["Ada", "Boris"]),
        ("Ada, Boris", ["Ada", "Boris"]),
        ("Lovelace, Ada & Spasski, Boris", ["Lovelace, Ada", "Spasski, Boris"]),
        ("  ", []),
    ],
)
def test_the_players_of_a_pair_may_be_separated_in_several_ways(line: str, pair: list[str]) -> None:
    assert names_in(line, 2) == pair


def test_a_name_alone_is_never_split() -> None:
    assert names_in("Lovelace, Ada", 1) == ["Lovelace, Ada"]


def test_a_pasted_list_signs_everybody_up_and_adds_new_names_to_the_roster(
    make_event: MakeEvent, club: Club, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 1)
    typed = "player 3 & Player 4\r\n\r\nChloé / Player 5\r\n"
    answer = client_of(ada).post(address(event, "sign_up_list"), {"names": typed}, follow=True)
    assert names(event)[1:] == ["Player 3 & Player 4", "Chloé & Player 5"]
    assert club.players.get(name="Chloé").active
    page = answer.content.decode()
    assert "2 contestants have signed up." in page
    assert "Added to the roster: Chloé." in page


def test_what_is_wrong_with_a_list_is_said_by_line_and_nobody_signs_up(
    make_event: MakeEvent, club: Club, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 1)
    Player.objects.create(club=club, name="Dirk", active=False)
    before = club.players.count()
    client, path = client_of(ada), address(event, "sign_up_list")
    typed = "Player 3\nChloé & Dirk\nPlayer 4 & Player 5"
    answer = client.post(path, {"names": typed})
    assert answer.status_code == 422
    assert answer.context["form"].errors["names"] == [
        "Line 1: Expected 2 names, separated by & or /.",
        f"Line 2: Dirk: {LEFT}",
    ]
    assert "Player 4 &amp; Player 5" in answer.content.decode()
    answer = client.post(path, {"names": "Player 3 & Chloé\nPlayer 1 & Player 5\nChloé & Player 6"})
    assert answer.context["form"].errors["names"] == [
        "Line 2: Player 1 has signed up already.",
        "Line 3: Chloé has signed up already.",
    ]
    assert client.post(path, {"names": " \n"}).context["form"].errors["names"] == ["This field is required."]
    assert (event.contestants.count(), club.players.count()) == (1, before)


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
    assert names(event) == []
    client.post(path, {"names": typed})
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
