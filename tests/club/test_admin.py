"""The admin pages of a director's own club: logging in, the club, its players."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from scorer.club import services
from scorer.club.models import Club, Membership, Player
from scorer.history.models import Revision
from tests.factories import PlayerFactory

LogIn = Callable[[Membership], Client]


@pytest.fixture
def chloe(club: Club) -> Player:
    return Player.objects.create(club=club, name="Chloé")


@pytest.fixture
def client(ada: Membership, client_of: LogIn) -> Client:
    """Ada's browser."""
    return client_of(ada)


def page(player: Player) -> str:
    return reverse("admin:club_player_change", args=[player.pk])


def test_the_admin_uses_the_sites_own_log_in_page(db: None) -> None:
    response = Client().get(reverse("admin:club_player_changelist"), follow=True)
    assert response.redirect_chain[-1][0] == "/login/?next=/admin/club/player/"


def test_the_admins_own_log_in_page_accepts_no_password(ada: Membership) -> None:
    response = Client().post(reverse("admin:login"), {"username": "ada", "password": "x"})
    assert response["Location"] == "/login/?next=/admin/"


def test_a_director_reaches_the_admin(client: Client) -> None:
    assert client.get(reverse("admin:login"))["Location"] == reverse("admin:index")
    text = client.get(reverse("admin:index")).content.decode()
    assert "Scorer" in text
    assert "Recent actions" not in text
    assert client.get(reverse("admin:password_change"))["Location"] == reverse("club:password")


def test_a_scorer_gets_403_from_the_admin_and_no_redirect_loop(boris: Membership, client_of: LogIn) -> None:
    assert client_of(boris).get(reverse("admin:index"), follow=True).status_code == 403


def test_a_former_director_is_refused_by_the_admin(ada: Membership, client: Client) -> None:
    Membership.objects.filter(pk=ada.pk).update(role="scorer")
    assert client.get(reverse("admin:club_player_changelist"), follow=True).status_code == 403


def test_renaming_a_player_leaves_no_name_in_the_log(client: Client, ada: Membership, chloe: Player) -> None:
    assert client.post(page(chloe), {"name": "Chloé Martin", "active": "on"}).status_code == 302
    chloe.refresh_from_db()
    assert chloe.name == "Chloé Martin"
    revision = Revision.objects.of(Revision.Kind.PLAYER, chloe.pk).get()
    assert (revision.action, revision.actor_id) == ("rename", ada.user.pk)
    assert "Chloé" not in f"{revision.before}{revision.after}"
    assert not LogEntry.objects.exists()  # Django's own log would hold the name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("ADA", str(services.TAKEN)), ("x" * 81, "at most 80 characters"), (" ", "This field is required.")],
)
def test_an_invalid_name_is_reported_at_its_field(
    client: Client, club: Club, chloe: Player, name: str, sentence: str
) -> None:
    PlayerFactory(club=club, name="Ada")
    response = client.post(page(chloe), {"name": name, "active": "on"})
    assert sentence in response.content.decode()
    chloe.refresh_from_db()
    assert chloe.name == "Chloé"


def test_a_name_that_was_taken_meanwhile_is_reported_in_a_message(
    client: Client, club: Club, chloe: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    PlayerFactory(club=club, name="Ada")
    monkeypatch.setattr(services, "player_problem", lambda *_args, **_of: None)
    response = client.post(page(chloe), {"name": "Ada", "active": "on"}, follow=True)
    assert str(services.TAKEN) in response.content.decode()
    assert list(club.players.order_by("name").values_list("name", flat=True)) == ["Ada", "Chloé"]


BOARD = {"language": "en", "board_rule": "sum", "board_hands": "20", "board_tables": "10"}


def test_ada_sets_the_correction_period(client: Client, club: Club) -> None:
    where = reverse("admin:club_club_change", args=[club.pk])
    assert client.post(where, BOARD | {"name": club.name, "correction_days": "30"}).status_code == 302
    club.refresh_from_db()
    assert club.correction_days == 30
    revision = Revision.objects.of(Revision.Kind.CLUB, club.pk).get()
    assert (revision.before["correction_days"], revision.after["correction_days"]) == (14, 30)


@pytest.mark.parametrize("values", [{"name": "\u200b"}, {"correction_days": "-1"}, {"correction_days": "99999"}, {}])
def test_invalid_settings_of_a_club_are_refused(client: Client, club: Club, values: dict[str, str]) -> None:
    where = reverse("admin:club_club_change", args=[club.pk])
    data = BOARD | {"name": "Other", "correction_days": "30"} | values if values else {}
    assert client.post(where, data).context["errors"]
    club.refresh_from_db()
    assert (club.name, club.correction_days) == ("Kartenfreunde", 14)


@pytest.mark.parametrize("row", ["user", "membership", "player"])
def test_no_filter_can_be_used_to_guess_a_password_letter_by_letter(client: Client, row: str) -> None:
    for column in ("password__startswith", "user__password__startswith", "club__memberships__user__password__regex"):
        assert client.get(reverse(f"admin:club_{row}_changelist"), {column: "md5"}).status_code == 400


def test_no_page_shows_a_password(client: Client, ada: Membership) -> None:
    text = client.get(reverse("admin:club_user_change", args=[ada.user.pk])).content.decode()
    assert ada.user.password not in text
    assert "md5" not in text


def test_the_admin_has_the_colours_of_the_club() -> None:
    """Each pair of a light and a dark colour is made of colours of the site's own stylesheet."""
    club, of_admin = ((settings.BASE_DIR / "static" / "css" / name).read_text() for name in ("scorer.css", "admin.css"))
    known = set(re.findall(r"#[0-9a-f]{3,6}\b", club))
    used = set(re.findall(r"#[0-9a-f]{3,6}\b", of_admin.split("}\n\n")[0]))
    assert len(used) > 20
    assert used <= known


def test_the_admin_names_the_club_and_leads_back_to_its_pages(client: Client, club: Club) -> None:
    text = client.get(reverse("admin:index")).content.decode()
    assert f"<bdi>{club.name}</bdi>" in text
    assert 'href="/"' in text
    assert "theme-toggle" not in text
