"""Clubs with host names of their own."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorer.club.hosts import set_host
from scorer.club.joining import make_link
from scorer.club.models import Club, Membership, Role, User
from scorer.events.links import Holder, path_of, sign_up_path
from scorer.events.services import create_event
from scorer.history.models import Revision
from scorer.play import phones
from scorer.registry import all_games
from scorer.server import maintenance
from tests.factories import MembershipFactory, make_table

NORD = "nord.example"
ClientOf = Callable[[Membership], Client]
Counting = Callable[[int], Any]


@pytest.fixture
def nord(ada: Membership) -> Club:
    """Ada's club, at nord.example."""
    return set_host(ada.club, NORD)


def home(club: Club) -> str:
    return reverse("standings:home", args=[club.pk])


def at_nord(client: Client, path: str, how: str = "get", **values: Any) -> Any:
    return getattr(client, how)(path, headers={"host": values.pop("host", NORD)}, **values)


def command(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.mark.postgres
def test_at_its_host_name_the_start_is_the_club(nord: Club, ada: Membership, client_of: ClientOf) -> None:
    assert at_nord(client_of(ada), "/")["Location"] == home(nord)
    assert at_nord(client_of(ada), home(nord)).status_code == 200
    assert at_nord(Client(), "/")["Location"] == reverse("club:login") + "?next=/"
    nord.public = True
    nord.save()
    assert at_nord(Client(), "/")["Location"] == home(nord)


def test_somebody_of_another_club_is_told_that_they_do_not_belong_to_this_one(
    nord: Club, zoe: Membership, client_of: ClientOf
) -> None:
    page = at_nord(client_of(zoe), "/")
    assert page.status_code == 200
    assert "zoe, you do not belong to this club" in page.content.decode()
    assert "Elsewhere" not in page.content.decode()


@pytest.mark.postgres
def test_other_clubs_do_not_exist_at_the_host_name_of_one(
    nord: Club, zoe: Membership, client_of: ClientOf, settings: Settings
) -> None:
    Club.objects.filter(pk=zoe.club_id).update(public=True)
    root = MembershipFactory(club=nord, role=Role.DIRECTOR, user=User.objects.create_superuser("root"))
    MembershipFactory(club=zoe.club, role=Role.DIRECTOR, user=root.user)
    table = make_table(zoe.club)
    game = all_games()[0]
    event = create_event(
        zoe.club, game, name="Tuesday", preset=game.default_variant, comparison="total", rounds=2, per_round=2, by=None
    )
    pages = [
        home(zoe.club),
        reverse("play:table", args=[table.pk]),
        reverse("events:event", args=[zoe.club_id, event.pk]),
    ]
    links = [
        phones.path_of(table, phones.Link.ENTRY),
        path_of(event, Holder.STATION, 1),
        sign_up_path(event),
    ]
    browser = client_of(root)
    for path in pages:
        assert browser.get(path).status_code == 200, path
        assert at_nord(browser, path).status_code == 404, path
        assert at_nord(Client(), path).status_code == 302, path
    for path in links:
        assert Client().get(path).status_code in (200, 403), path
        assert at_nord(Client(), path).status_code == 403, path
        assert "Tuesday" not in at_nord(Client(), path).content.decode()
    joining = make_link(zoe.club, Role.SCORER, by=None)
    assert at_nord(browser, reverse("club:join", args=[zoe.club_id, joining.pk, "x"])).status_code == 404
    assert "Elsewhere" not in at_nord(browser, reverse("admin:club_club_changelist")).content.decode()
    assert "Elsewhere" in browser.get(reverse("admin:club_club_changelist")).content.decode()
    assert "Elsewhere" not in at_nord(Client(), reverse("club:login")).content.decode()


def test_the_code_of_a_table_elsewhere_is_unknown(nord: Club, zoe: Membership) -> None:
    table = make_table(zoe.club)
    code = {"code": phones.code_of(table, phones.Link.ENTRY)}
    assert Client().post(reverse("play:code"), code).status_code == 302
    assert at_nord(Client(), reverse("play:code"), "post", data=code).status_code == 422
    own = make_table(nord)
    code = {"code": phones.code_of(own, phones.Link.ENTRY)}
    assert at_nord(Client(), reverse("play:code"), "post", data=code).status_code == 302


@pytest.mark.parametrize(
    "host",
    [
        "elsewhere.example",
        "nord.example.evil.example",
        "evil.nord.example",
        "nord.example/evil",
        "nord.example:80@evil.example",
        "nord.example:",
        "nord.example:²",
        "nord.example\x00",
        "nord.example#",
        "",
        "x" * 5000,
    ],
)
def test_no_other_host_name_is_let_in(nord: Club, host: str) -> None:
    assert at_nord(Client(), reverse("club:login"), host=host).status_code == 400


@pytest.mark.parametrize("host", ["nord.example", "NORD.example:8443"])
def test_the_host_name_may_have_capitals_and_a_port(nord: Club, host: str) -> None:
    page = at_nord(Client(), home(nord), host=host)
    assert page.status_code == 302


def test_the_sites_own_names_cost_no_query(nord: Club, django_assert_num_queries: Counting) -> None:
    with django_assert_num_queries(0):
        Client().get(reverse("club:lost_password"))
    with django_assert_num_queries(1):
        at_nord(Client(), reverse("club:lost_password"))


def test_the_club_is_not_read_twice(
    nord: Club, ada: Membership, client_of: ClientOf, django_assert_num_queries: Counting
) -> None:
    browser = client_of(ada)
    with django_assert_num_queries(5):  # club, session, login, memberships, list
        at_nord(browser, reverse("club:players", args=[nord.pk]))


def test_while_the_site_is_closed_no_host_name_is_looked_up(
    nord: Club, django_assert_num_queries: Counting, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA = tmp_path  # or other processes that test would be closed, too
    with maintenance.close_site(), django_assert_num_queries(0):
        assert at_nord(Client(), "/").status_code == 503


def test_behind_a_proxy_http_leads_to_https_at_the_same_name(nord: Club, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    assert at_nord(Client(), "/login/")["Location"] == f"https://{NORD}/login/"
    secure = Client().get("/login/", headers={"host": NORD, "x-forwarded-proto": "https"})
    assert secure.status_code == 200


@pytest.mark.parametrize(("origin", "status"), [(f"https://{NORD}", 302), ("https://evil.example", 403)])
def test_forms_at_the_host_name_are_those_of_its_own_pages(
    origin: str, status: int, nord: Club, ada: Membership, settings: Settings
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada.user)
    headers = {"host": NORD, "x-forwarded-proto": "https", "origin": origin}
    browser.get(reverse("club:password"), headers=headers)
    form = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert browser.post(reverse("club:logout"), form, headers=headers).status_code == status


def test_cookies_are_for_one_host_name_only(nord: Club) -> None:
    browser = Client()
    at_nord(
        browser, reverse("club:login"), "post", data={"username": "ada", "password": "correct horse battery staple"}
    )
    assert browser.cookies["sessionid"]["domain"] == ""


# Links name the club's host name, wherever the director reads


def test_links_and_codes_name_the_host_name_of_the_club(nord: Club, ada: Membership, client_of: ClientOf) -> None:
    director, site = client_of(ada), f"http://{NORD}"
    boris = MembershipFactory(club=nord)
    table = make_table(nord)
    link = director.post(reverse("club:login_link", args=[nord.pk, boris.pk]))
    assert link.context["url"].startswith(f"{site}/new-password/")
    link = director.post(reverse("club:make_membership_link", args=[nord.pk]), {"link-role": "scorer"})
    assert link.context["url"].startswith(f"{site}/clubs/")
    assert director.get(reverse("play:phones", args=[table.pk])).context["site"] == site
    Club.objects.filter(pk=nord.pk).update(public=True)
    assert f"{site}/tables/" in director.get(reverse("play:result", args=[table.pk])).context["text"]
    away = director.get(reverse("play:phones", args=[table.pk]), headers={"host": "localhost:8000"})
    assert away.context["site"] == f"{site}:8000"


@pytest.mark.parametrize(("https", "site"), [(True, f"https://{NORD}"), (False, f"http://{NORD}:8000")])
def test_commands_print_links_at_the_host_name(
    https: bool, site: str, nord: Club, boris: Membership, zoe: Membership, settings: Settings
) -> None:
    settings.HTTPS, settings.SITE = https, "https://cards.example"
    assert command("passwordlink", "boris").startswith(f"{site}/new-password/")
    MembershipFactory(club=zoe.club, user=boris.user)
    assert command("passwordlink", "boris").startswith("https://cards.example/")
    command("club", "add", "Süd")
    command("club", "host", "Süd", "sued.example")
    assert command("club", "add", "Süd").startswith(site.replace("nord", "sued") + "/setup/")


def test_the_set_up_link_of_another_club_leads_nowhere_at_the_host_name(nord: Club) -> None:
    path = command("club", "add", "Süd").splitlines()[0]
    assert Client().get(path).status_code == 200
    assert at_nord(Client(), path).status_code == 404


# The command


def test_the_command_gives_a_host_name_and_takes_it_away(ada: Membership) -> None:
    assert "Kartenfreunde is at http://nord.example:8000." in command("club", "host", "Kartenfreunde", "Nord.Example ")
    assert "nord.example" in command("club", "list")
    assert "has no host name" in command("club", "host", "Kartenfreunde", "-")
    assert Club.objects.get().host is None
    assert [revision.action for revision in Revision.objects.all()] == ["host", "host"]


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("testserver", "a name of the whole site"),
        (NORD, "Another club has this host name"),
        ("https://sued.example", "only the name"),
        ("sued.example:80", "only the name"),
        ("*.example", "only the name"),
        ("sued-.example", "only the name"),
        ("sued", "only the name"),
        (f"{'x' * 100}.example", "only the name"),
    ],
)
def test_a_host_name_that_cannot_be_is_refused(host: str, said: str, nord: Club, zoe: Membership) -> None:
    with pytest.raises(CommandError, match=said):
        command("club", "host", "Elsewhere", host)
    assert Club.objects.get(pk=zoe.club_id).host is None


# The login page


@pytest.mark.parametrize("lists", [True, False])
def test_the_log_in_page_lists_public_clubs_only_if_the_operator_wants_it(
    lists: bool, nord: Club, zoe: Membership, settings: Settings
) -> None:
    Club.objects.update(public=True)
    settings.LIST_CLUBS = lists
    page = Client().get(reverse("club:login")).content.decode()
    assert ("Elsewhere" in page, "Kartenfreunde" in page) == (lists, lists)
    own = at_nord(Client(), reverse("club:login")).content.decode()
    assert ("Elsewhere" in own, "Kartenfreunde" in own) == (False, True)
    zoe.delete()
    zoe.club.delete()
    assert "Kartenfreunde" in Client().get(reverse("club:login")).content.decode(), "the only club there is"
    Club.objects.update(public=False)
    assert "Kartenfreunde" not in Client().get(reverse("club:login")).content.decode()


def test_a_phone_joins_a_table_at_the_host_name(nord: Club) -> None:
    table = make_table(nord)
    phone = Client()
    assert at_nord(phone, phones.path_of(table, phones.Link.ENTRY) or "", "post").status_code == 302
    assert at_nord(phone, reverse("play:table", args=[table.pk])).status_code == 200
