"""The pages of a club as Ada, its director, sees them."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorer.club.models import Club, Membership, Player, Role
from scorer.club.services import LEFT
from scorer.history.models import Revision
from scorer.web.phones import qr_code
from tests.factories import MembershipFactory, PlayerFactory, SeasonFactory, UserFactory, make_table

Counting = Callable[[int], AbstractContextManager[Any]]

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "👩‍👩‍👧‍👦",
    "محمد بن عبد الله",
    "Robert') DROP TABLE players --",
]


@pytest.fixture
def browser(ada: Membership, client_of: Callable[[Membership], Client]) -> Client:
    return client_of(ada)


def page(name: str, club: Club, *ids: int | str) -> str:
    return reverse(f"club:{name}", args=[club.pk, *ids])


def text(answer: Any) -> str:
    content: HttpResponse = answer
    return content.content.decode()


# Players


def test_a_player_is_added_and_greeted_and_the_next_name_can_be_typed(club: Club, browser: Client) -> None:
    answer = browser.post(page("players", club), {"names": "Chloé", "guest": "on"}, follow=True)
    assert answer.redirect_chain == [(page("players", club) + "?more", 302)]
    assert "Chloé is on the roster." in text(answer)
    assert " autofocus" in text(answer)
    assert " autofocus" not in text(browser.get(page("players", club)))
    assert club.players.get().guest


def add_list(browser: Client, club: Club, typed: str, **more: str) -> Any:
    """Look at what a list says, then confirm it."""
    shown: Any = browser.post(page("players", club), {"names": typed} | more)
    assert shown.status_code == 200
    sent = {"names": typed, "confirm": shown.context["digest"]} | more
    return browser.post(page("players", club), sent, follow=True)


def test_a_pasted_list_is_shown_before_anybody_is_added(club: Club, browser: Client) -> None:
    PlayerFactory(club=club, name="Ada")
    PlayerFactory(club=club, name="Dirk", active=False)
    typed = "1. ada\n2. Hansen, Dörte & Müller-Lüdenscheidt, Anne-Marie\n3. Dirk\n4. Karl von und zu Guttenberg"
    answer = browser.post(page("players", club), {"names": typed, "guest": "on"})
    assert (answer.status_code, club.players.count()) == (200, 2)
    assert answer.context["form"]["names"].value() == typed
    assert [[(row.player.name, row.mark, row.problem) for row in line.players] for line in answer.context["rows"]] == [
        [("ada", "", "")],
        [("Dörte Hansen", "new", ""), ("Anne-Marie Müller-Lüdenscheidt", "new", "")],
        [("Dirk", "", str(LEFT))],
        [("Karl von und zu Guttenberg", "new", "")],
    ]
    other = browser.post(page("players", club), {"names": typed + "\nEmil", "confirm": answer.context["digest"]})
    assert (other.status_code, club.players.count()) == (200, 2)
    add_list(browser, club, typed)
    assert set(club.players.values_list("name", flat=True)) == {
        "Ada",
        "Dirk",
        "Dörte Hansen",
        "Anne-Marie Müller-Lüdenscheidt",
        "Karl von und zu Guttenberg",
    }


def test_clubs_behind_the_names_of_a_list_are_left_out(club: Club, browser: Client) -> None:
    add_list(browser, club, "1. Ada; BC Hamburg\n2. Boris; SC Kiel\n")
    assert set(club.players.values_list("name", flat=True)) == {"Ada", "Boris"}


def test_names_with_commas_between_them_are_several(club: Club, browser: Client) -> None:
    add_list(browser, club, "Ada, Boris, Chloé\nDirk and Emil")
    assert set(club.players.values_list("name", flat=True)) == {"Ada", "Boris", "Chloé", "Dirk", "Emil"}


def test_a_pasted_list_is_added_in_one_go(club: Club, browser: Client) -> None:
    PlayerFactory(club=club, name="Ada")
    pasted = "Boris\r\n  Chloé  \tMartin\n\n\u200b\nada\nDirk\nboris\n"
    answer = add_list(browser, club, pasted)
    assert "3 players are on the roster now." in text(answer)
    assert "Already on the roster: Ada." in text(answer)
    assert set(club.players.values_list("name", flat=True)) == {"Ada", "boris", "Chloé Martin", "Dirk"}
    assert Revision.objects.filter(kind=Revision.Kind.PLAYER, action="add").count() == 3


def test_names_with_semicolons_between_them_are_several(club: Club, browser: Client) -> None:
    add_list(browser, club, "Boris; Chloé Martin;\nDirk;;\n")
    assert set(club.players.values_list("name", flat=True)) == {"Boris", "Chloé Martin", "Dirk"}


def test_names_that_cannot_be_stay_in_the_field_and_the_others_are_added(club: Club, browser: Client) -> None:
    dirk = PlayerFactory(club=club, name="Dirk", active=False)
    PlayerFactory(club=club, name="Élise Fabre", shown_as="E. F.")
    PlayerFactory(club=club, name="A. L.", active=False, merged_into=PlayerFactory(club=club, name="Ada"))
    answer = add_list(browser, club, f"Boris\ndirk\n{'W' * 90}\nE. F.\na. l.", guest="on")
    assert answer.status_code == 422
    assert "Boris is on the roster." in text(answer)
    assert answer.context["form"]["names"].value() == f"dirk\n{'W' * 90}\nE. F.\na. l."
    assert answer.context["form"]["names"].errors == [
        "dirk: This name belongs to somebody who has left. Bring the player back under Players, or type another name.",
        f"{'W' * 39}…: Ensure this value has at most 80 characters (it has 90).",
        "E. F.: Another player is already shown under this name.",
        "a. l.: This player is the same person as Ada: choose that name.",
    ]
    assert f'action="{page("bring_back", club, dirk.pk)}"' in text(answer)
    assert club.players.get(name="Boris").guest


TABLE = """Name;Number;Groups;Note
Ada;4711;junior, women;needs a chair with arms
Boris;12;Junior, guest;
Dirk;12;;
Chloé;;;
Emil;7;"""


def test_a_table_gives_new_and_known_players_their_numbers_groups_and_notes(club: Club, browser: Client) -> None:
    PlayerFactory(club=club, name="Ada", groups=["Women"])
    PlayerFactory(club=club, name="Chloé", number="3")
    PlayerFactory(club=club, name="Farid", number="7")
    answer = browser.post(page("players", club), {"names": TABLE})
    assert (answer.status_code, club.players.filter(number="4711").count()) == (200, 0)
    assert [(row.mark, row.problem) for line in answer.context["rows"] for row in line.players] == [
        ("changed", ""),
        ("new", ""),
        ("", "Boris has this number."),
        ("", ""),
        ("", "Farid has this number."),
    ]
    assert "Add 1 player, change 1" in text(answer)
    done = browser.post(page("players", club), {"names": TABLE, "confirm": answer.context["digest"]})
    assert done.status_code == 422
    assert "Boris is on the roster." in text(done)
    assert "Changed: Ada." in text(done)
    assert "Already on the roster: Chloé." in text(done)
    assert (
        done.context["form"]["names"].value()
        == "Name; Number; Groups; Note; Federation number\nDirk; 12; ; ; \nEmil; 7; ; ; "
    )
    ada, boris, chloe = (club.players.get(name=name) for name in ("Ada", "Boris", "Chloé"))
    assert (ada.number, ada.groups, ada.note, ada.guest) == (
        "4711",
        ["junior", "Women"],
        "needs a chair with arms",
        False,
    )
    assert (boris.number, boris.groups, boris.note, boris.guest) == ("12", ["junior"], "", True)
    assert (chloe.number, chloe.groups) == ("3", [])
    assert list(Revision.objects.values_list("action", flat=True)) == ["add", "change"]
    assert "4711" not in str(list(Revision.objects.values_list("before", "after")))
    again = browser.post(page("players", club), {"names": "Name;Note\nAda;needs a chair with arms"})
    assert (again.status_code, Revision.objects.count()) == (302, 2)


def test_a_table_that_changed_is_shown_again_before_it_is_saved(club: Club, browser: Client) -> None:
    shown = browser.post(page("players", club), {"names": "Name;Number\nAda;1\nBoris;2"})
    other = browser.post(
        page("players", club), {"names": "Name;Number\nAda;1\nBoris;3", "confirm": shown.context["digest"]}
    )
    assert (other.status_code, club.players.count()) == (200, 0)


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (f"Ada;{'1' * 21};;", "Number: Ensure this value has at most 20 characters (it has 21)."),
        (f"Ada;;{'w' * 31};", "Groups: At most 10 groups, each with at most 30 letters."),
        (f"Ada;;;{'w' * 201}", "Note: Ensure this value has at most 200 characters (it has 201)."),
    ],
)
def test_what_is_too_long_in_a_table_is_said_by_its_title(club: Club, browser: Client, row: str, sentence: str) -> None:
    answer = browser.post(page("players", club), {"names": f"Name;Number;Groups;Note\n{row}"})
    assert answer.status_code == 422
    assert answer.context["form"]["names"].errors == [sentence]
    assert row.split(";")[3].strip() in answer.context["form"]["names"].value()
    assert not club.players.exists()


def test_the_roster_can_be_downloaded_with_the_titles_of_a_table(club: Club, browser: Client) -> None:
    PlayerFactory(club=club, name="Ada", number="4711", groups=["junior", "women"], note="=1+1; a chair", guest=True)
    PlayerFactory(club=club, name="Boris", federation_number="00471108")
    PlayerFactory(club=club, name="Dirk", active=False)
    file = browser.get(page("roster_file", club, "csv"))
    rows = text(file).lstrip("\ufeff").splitlines()
    assert rows[0] == "Name,Number,Groups,Note,Federation number"
    assert rows[1:] == ['Ada,4711,"junior, women, guest",\'=1+1; a chair,', "Boris,,,,00471108"]
    assert browser.get(page("roster_file", club, "pdf")).status_code == 404


def test_a_federation_number_is_somebodys_own_and_found_and_the_clubs_numbers_are_others(
    club: Club, browser: Client
) -> None:
    ada, boris = (PlayerFactory(club=club, name=name) for name in ("Ada", "Boris"))
    typed = {"name": "Ada", "number": "12", "federation_number": " 00471108 ", "active": "on"}
    assert browser.post(page("player", club, ada.pk), typed).status_code == 302
    ada.refresh_from_db()
    assert (ada.number, ada.federation_number) == ("12", "00471108")
    refused = browser.post(page("player", club, boris.pk), typed | {"name": "Boris", "number": "00471108"})
    assert refused.context["form"].errors == {"federation_number": ["Ada has this number."]}
    taken = browser.post(page("players", club), {"names": "Name;Federation number\nBoris;00471108\nChloé;1"})
    assert [row.problem for line in taken.context["rows"] for row in line.players] == ["Ada has this number.", ""]
    assert [row.name for row in browser.get(page("players", club), {"search": "4711"}).context["page"]] == ["Ada"]
    browser.post(page("anonymise", club, ada.pk))
    ada.refresh_from_db()
    assert (ada.number, ada.federation_number) == ("", "")


def test_number_groups_and_note_are_changed_on_a_players_page_and_found(club: Club, browser: Client) -> None:
    player, other = PlayerFactory(club=club, name="Dirk"), PlayerFactory(club=club, name="Emil", number="12")
    PlayerFactory(club=club, name="Ada", groups=["Junior"])
    typed = {"name": "Dirk", "number": " 12 ", "groups": "junior, Wednesday", "note": " a  chair ", "active": "on"}
    refused = browser.post(page("player", club, player.pk), typed)
    assert refused.status_code == 422
    assert refused.context["form"]["number"].errors == ["Emil has this number."]
    assert refused.context["form"]["groups"].value() == "junior, Wednesday"
    assert browser.post(page("player", club, player.pk), typed | {"number": "13"}).status_code == 302
    player.refresh_from_db()
    assert (player.number, player.groups, player.note) == ("13", ["Junior", "Wednesday"], "a chair")
    shown = browser.get(page("player", club, player.pk))
    assert shown.context["form"]["groups"].value() == "Junior, Wednesday"
    for search, found in {"13": [player.name], "wedn": [player.name], "12": [other.name]}.items():
        assert [row.name for row in browser.get(page("players", club), {"search": search}).context["page"]] == found
    guest = browser.post(page("player", club, player.pk), typed | {"groups": "Gast"})
    assert guest.context["form"]["groups"].errors == ["Choose “Guest” below for a guest."]


def test_whoever_loses_the_name_loses_number_groups_and_note(club: Club, browser: Client) -> None:
    player = PlayerFactory(club=club, name="Dirk", number="13", groups=["junior"], note="a chair")
    browser.post(page("anonymise", club, player.pk))
    player.refresh_from_db()
    assert (player.number, player.groups, player.note) == ("", [], "")


def test_a_long_list_is_added_by_few_statements(
    club: Club, browser: Client, django_assert_max_num_queries: Counting
) -> None:
    names = "\n".join(f"Player {number}" for number in range(1000))
    shown: Any = browser.post(page("players", club), {"names": names})
    sent = {"names": names, "confirm": shown.context["digest"]}
    with django_assert_max_num_queries(43):  # SQLite takes only so many values at once
        assert browser.post(page("players", club), sent).status_code == 302
    assert club.players.count() == 1000
    answer = browser.post(page("players", club), {"names": names + "\nAda"})
    assert answer.context["form"]["names"].errors == ["At most 1000 names at once."]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_shown_and_never_executed(club: Club, browser: Client, name: str) -> None:
    shown = text(browser.post(page("players", club), {"names": name}, follow=True))
    player = club.players.get()
    assert player.name == name
    shown += text(browser.get(page("player", club, player.pk)))
    shown += text(browser.get(page("players", club), {"search": name}))
    assert "<script>alert" not in shown
    assert "<img" not in shown


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field is required."),
        ("\u200b", "This field is required."),
        ("A" * 300, "Ensure this value has at most 80 characters (it has 300)."),
        ("Bo\x00ris", "Null characters are not allowed."),
    ],
)
def test_an_invalid_name_is_reported_at_its_field(club: Club, browser: Client, name: str, sentence: str) -> None:
    PlayerFactory(club=club, name="Ada")
    answer = browser.post(page("players", club), {"names": name, "guest": "on"})
    assert answer.status_code == 422
    assert answer.context["form"]["names"].errors == [sentence]
    assert answer.context["form"]["names"].value() == name
    assert answer.context["form"]["guest"].value()
    assert 'aria-invalid="true"' in text(answer)
    assert club.players.count() == 1


def test_a_player_who_has_left_can_be_brought_back_with_one_button(club: Club, browser: Client) -> None:
    dirk = PlayerFactory(club=club, name="Dirk", active=False, guest=True)
    answer = browser.post(page("players", club), {"names": " dirk "})
    assert answer.status_code == 422
    assert "belongs to somebody who has left" in text(answer)
    assert f'action="{page("bring_back", club, dirk.pk)}"' in text(answer)
    back = browser.post(page("bring_back", club, dirk.pk), follow=True)
    assert "Dirk plays here again." in text(back)
    dirk.refresh_from_db()
    assert (dirk.active, dirk.guest) == (True, True)


def test_a_player_can_be_renamed_marked_as_a_guest_and_set_inactive(club: Club, browser: Client) -> None:
    player = PlayerFactory(club=club, name="Dirk")
    browser.post(page("player", club, player.pk), {"name": "Dirk Hansen", "guest": "on"})
    player.refresh_from_db()
    assert (player.name, player.guest, player.active) == ("Dirk Hansen", True, False)


def test_a_taken_name_changes_nothing_and_keeps_what_was_typed(club: Club, browser: Client) -> None:
    PlayerFactory(club=club, name="Ada")
    player = PlayerFactory(club=club, name="Dirk")
    answer = browser.post(page("player", club, player.pk), {"name": "Ada", "guest": "on"})
    assert answer.status_code == 422
    assert answer.context["form"]["name"].value() == "Ada"
    assert answer.context["form"]["guest"].value()
    assert not answer.context["form"]["active"].value()
    assert 'class="bar"' in text(answer)
    assert "<bdi>Dirk</bdi>" in text(answer)
    player.refresh_from_db()
    assert (player.name, player.guest, player.active) == ("Dirk", False, True)


@pytest.fixture
def roster(club: Club) -> None:
    for name in ("Zoé", "élise", "Farid", "Elif"):
        PlayerFactory(club=club, name=name)
    PlayerFactory(club=club, name="Greta", guest=True)
    PlayerFactory(club=club, name="Hugo", active=False)
    PlayerFactory(name="Stranger")


@pytest.mark.usefixtures("roster")
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Elif", "élise", "Farid", "Greta", "Zoé"]),
        ({"search": "ELI"}, ["Elif", "élise"]),
        ({"search": "Éli"}, ["Elif", "élise"]),
        ({"search": "nobody"}, []),
        ({"show": "guests"}, ["Greta"]),
        ({"show": "left"}, ["Hugo"]),
        ({"show": "left", "search": "zoe"}, []),
        ({"show": "nonsense", "page": "-7", "search": "\x00"}, ["Elif", "élise", "Farid", "Greta", "Zoé"]),
        ({"page": "x" * 500, "search": "x" * 500}, ["Elif", "élise", "Farid", "Greta", "Zoé"]),
    ],
)
def test_the_roster_is_sorted_and_searched_without_case_and_accents(
    club: Club, browser: Client, query: dict[str, str], found: list[str]
) -> None:
    answer = browser.get(page("players", club), query)
    assert [player.name for player in answer.context["page"]] == found


def test_a_long_roster_comes_in_pages(club: Club, browser: Client) -> None:
    Player.objects.bulk_create(Player(club=club, name=f"Player {number:03}") for number in range(101))
    second = browser.get(page("players", club), {"page": "2", "search": "player"})
    assert [player.name for player in second.context["page"]] == ["Player 100"]
    assert 'href="?page=1&amp;search=player"' in text(second)


# Seasons


def test_a_season_is_ended_and_the_next_one_started(club: Club, browser: Client) -> None:
    ended = browser.post(page("end_season", club, club.seasons.get().pk), follow=True)
    assert "The season Autumn has ended." in text(ended)
    assert "No season is open" in text(ended)
    started = browser.post(page("start_season", club), {"name": "Winter", "starts": "2026-01-02"}, follow=True)
    assert "The season Winter has started." in text(started)
    assert club.seasons.open().get().starts.isoformat() == "2026-01-02"


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "", "starts": "2026-01-02"}, "name"),
        ({"name": "Autumn", "starts": "2026-01-02"}, "name"),
        ({"name": "Winter", "starts": "the day after tomorrow"}, "starts"),
        ({"name": "Winter", "starts": ""}, "starts"),
        ({"name": "W" * 300, "starts": "2026-01-02"}, "name"),
    ],
)
def test_an_invalid_season_is_reported_at_its_field(
    club: Club, browser: Client, values: dict[str, str], field: str
) -> None:
    browser.post(page("end_season", club, club.seasons.get().pk))
    answer = browser.post(page("start_season", club), values)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert answer.context["form"]["starts"].value() == values["starts"]
    assert club.seasons.count() == 1


def test_a_second_season_is_refused_while_one_is_open(club: Club, browser: Client) -> None:
    answer = browser.post(page("start_season", club), {"name": "Winter", "starts": "2026-01-02"})
    assert answer.status_code == 422
    assert "Another season is open. End it first." in text(answer)
    assert answer.context["form"]["name"].value() == "Winter"
    assert not Revision.objects.exists()


# Logins


def test_a_login_is_created_and_gets_its_link(club: Club, browser: Client) -> None:
    made = browser.post(page("logins", club), {"username": "dirk", "role": "scorer"}, follow=True)
    dirk = club.memberships.get(user__username="dirk")
    assert made.redirect_chain == [(page("login_change", club, dirk.pk), 302)]
    answer = browser.post(page("login_link", club, dirk.pk))
    assert answer.status_code == 200
    assert answer.context["url"].startswith("http://testserver/new-password/")
    assert '<svg viewBox="0 0' in text(answer)
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("network", "site"),
    [(["192.168.7.20"], "http://192.168.7.20:8000/"), (["127.0.0.1"], "http://localhost:8000/")],
    ids=["served to the network", "served to this machine"],
)
def test_the_link_leads_to_an_address_that_a_phone_can_open(
    network: list[str], site: str, club: Club, boris: Membership, browser: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS, settings.NETWORK_HOSTS = ["*"], network
    answer = browser.post(page("login_link", club, boris.pk), headers={"host": "localhost:8000"})
    assert answer.context["url"].startswith(site)
    assert answer.context["qr"] == qr_code(answer.context["url"], "Choose a password for boris")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"username": "", "role": "scorer"}, "username"),
        ({"username": "Boris", "role": "scorer"}, "username"),
        ({"username": "two words", "role": "scorer"}, "username"),
        ({"username": "<script>", "role": "scorer"}, "username"),
        ({"username": "d" * 300, "role": "scorer"}, "username"),
        ({"username": "dirk", "role": "king"}, "role"),
        ({"username": "dirk"}, "role"),
    ],
)
def test_an_invalid_login_is_reported_at_its_field(
    club: Club, boris: Membership, browser: Client, values: dict[str, str], field: str
) -> None:
    answer = browser.post(page("logins", club), values)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert answer.context["form"]["username"].value() == values["username"]
    assert club.memberships.count() == 2


def test_blocking_a_login_logs_it_out_at_once(
    club: Club, boris: Membership, browser: Client, client_of: Callable[[Membership], Client]
) -> None:
    his = client_of(boris)
    assert his.get(page("players", club)).status_code == 200
    browser.post(page("login_change", club, boris.pk), {"role": "scorer"})
    assert his.get(page("players", club)).status_code == 302
    assert browser.post(page("login_link", club, boris.pk)).status_code == 422


@pytest.mark.parametrize("role", Role)
def test_a_director_can_create_and_block_a_login_of_each_role(role: Role, club: Club, browser: Client) -> None:
    browser.post(page("logins", club), {"username": "dirk", "role": role})
    dirk = club.memberships.get(user__username="dirk")
    assert dirk.role == role
    assert browser.post(page("login_change", club, dirk.pk), {"role": role}).status_code == 302
    dirk.user.refresh_from_db()
    assert not dirk.user.is_active


def test_a_member_is_offered_only_what_members_may_use(club: Club, client_of: Callable[[Membership], Client]) -> None:
    mehmet = MembershipFactory(club=club, user=UserFactory(username="mehmet"), role=Role.MEMBER)
    table = make_table(club)
    his = client_of(mehmet)
    seen: set[str] = set()
    actions: set[str] = set()
    waiting = {reverse("standings:home", args=[club.pk]), reverse("play:table", args=[table.pk])}
    while waiting:
        path = waiting.pop()
        seen.add(path)
        answer = his.get(path, follow=True)
        assert answer.status_code == 200, path
        linked = set() if answer.streaming else set(re.findall(r'href="(/[^"?#]*)', text(answer)))
        actions |= set(re.findall(r'action="([^"]+)"', text(answer)))
        waiting |= {found for found in linked if not found.startswith("/static/")} - seen
    assert len(seen) > 10
    assert actions == {reverse("club:logout"), reverse("club:language")}


def test_the_last_director_cannot_step_down(club: Club, ada: Membership, browser: Client) -> None:
    answer = browser.post(page("login_change", club, ada.pk), {"role": "scorer", "active": "on"})
    assert answer.status_code == 422
    assert "A club needs a director" in text(answer)
    ada.refresh_from_db()
    assert ada.role == Role.DIRECTOR


def test_a_director_who_steps_down_is_redirected_to_the_start(club: Club, ada: Membership, browser: Client) -> None:
    MembershipFactory(club=club, role=Role.DIRECTOR)
    answer = browser.post(page("login_change", club, ada.pk), {"role": "scorer", "active": "on"})
    assert answer["Location"] == reverse("club:start")


# Numbers of queries


@pytest.mark.parametrize(("name", "queries"), [("players", 5), ("seasons", 5), ("logins", 6)])
def test_a_page_makes_as_many_queries_for_a_large_club_as_for_a_small_one(
    name: str, queries: int, club: Club, browser: Client, django_assert_num_queries: Counting
) -> None:
    with django_assert_num_queries(queries):  # session, login, club, memberships, list; whether there are other clubs
        browser.get(page(name, club))
    for number in range(40):
        PlayerFactory(club=club, name=f"Player {number}")
        SeasonFactory(club=club, name=f"Season {number}", ends="2100-01-01")
        MembershipFactory(club=club, user=UserFactory(username=f"login{number}"))
    with django_assert_num_queries(queries):
        browser.get(page(name, club))


def test_the_page_of_a_player_makes_no_more_queries_for_a_large_club(
    club: Club, browser: Client, django_assert_num_queries: Counting
) -> None:
    player = PlayerFactory(club=club, name="Ada")
    for number in range(40):
        PlayerFactory(club=club, name=f"Player {number}")
    with django_assert_num_queries(5):
        browser.get(page("player", club, player.pk))


# Settings


def test_the_director_chooses_what_the_boards_rank_by(club: Club, browser: Client) -> None:
    values = {
        "name": "Trumpf",
        "correction_days": "7",
        "board_rule": "best",
        "board_hands": "5",
        "board_tables": "3",
        "language": "de",
    }
    answer = browser.post(page("settings", club), values, follow=True)
    assert "The settings have been changed." in text(answer)
    club.refresh_from_db()
    assert (club.name, club.correction_days) == ("Trumpf", 7)
    assert (club.board_rule, club.board_hands, club.board_tables) == ("best", 5, 3)
    revision = Revision.objects.of(Revision.Kind.CLUB, club.pk).get()
    assert revision.after["board_rule"] == "best"


@pytest.mark.parametrize(
    "values", [{"board_rule": "luck"}, {"board_hands": "-1"}, {"board_tables": "0"}, {"name": ""}, {"board_hands": "x"}]
)
def test_invalid_settings_are_reported_at_their_fields(club: Club, browser: Client, values: dict[str, str]) -> None:
    good = {
        "name": "T",
        "correction_days": "7",
        "board_rule": "sum",
        "board_hands": "5",
        "board_tables": "3",
        "language": "de",
    }
    answer = browser.post(page("settings", club), good | values)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == list(values)
    club.refresh_from_db()
    assert club.name == "Kartenfreunde"


def test_a_scorer_cannot_open_the_settings(
    club: Club, boris: Membership, client_of: Callable[[Membership], Client]
) -> None:
    player = PlayerFactory(club=club)
    assert client_of(boris).get(page("settings", club)).status_code == 403
    assert client_of(boris).post(page("anonymise", club, player.pk)).status_code == 403
    player.refresh_from_db()
    assert player.active


# Names shown instead


def test_a_player_can_be_shown_under_another_name(club: Club, browser: Client) -> None:
    player = PlayerFactory(club=club, name="Dirk Hansen")
    browser.post(page("player", club, player.pk), {"name": "Dirk Hansen", "shown_as": "Dirk  H.", "active": "on"})
    player.refresh_from_db()
    assert (player.shown, player.shown_as, player.name) == ("Dirk H.", "Dirk H.", "Dirk Hansen")


@pytest.mark.parametrize("shown_as", ["ada", "The Boss"])
def test_nobody_can_be_shown_under_somebody_elses_name(club: Club, browser: Client, shown_as: str) -> None:
    PlayerFactory(club=club, name="Ada", shown_as="The boss")
    player = PlayerFactory(club=club, name="Dirk")
    answer = browser.post(page("player", club, player.pk), {"name": "Dirk", "shown_as": shown_as, "active": "on"})
    assert answer.context["form"].errors == {"shown_as": ["Another player is already shown under this name."]}
    taken = browser.post(page("players", club), {"names": "the BOSS"})
    assert taken.context["form"].errors == {"names": ["Another player is already shown under this name."]}


def test_a_name_on_the_roster_leads_to_the_results_and_a_button_beside_it_to_the_form(
    ada: Membership, client_of: Callable[[Membership], Client]
) -> None:
    club = ada.club
    player = PlayerFactory(club=club, name="Emil")
    page = client_of(ada).get(reverse("club:players", args=[club.pk])).content.decode()
    assert f'<a href="{reverse("standings:player", args=[club.pk, player.pk])}"><b><bdi>Emil' in page
    assert f'href="{reverse("club:player", args=[club.pk, player.pk])}">Change<' in page
