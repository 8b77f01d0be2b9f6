import re
from collections.abc import Callable
from io import StringIO

import pytest
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from scorer.club import services
from scorer.club.models import Club, Membership, Role
from scorer.web import address_limits
from tests.factories import PASSWORD, MembershipFactory, UserFactory

ClientOf = Callable[[Membership], Client]
NEW = "purple elephants play tarot"


def log_in(client: Client, name: str = "ada", password: str = PASSWORD, **more: str) -> str:
    """Return where the log-in leads, or "" if it was refused."""
    answer = client.post(reverse("club:login"), {"username": name, "password": password, **more})
    assert answer.status_code in {302, 422}
    return str(answer.headers.get("Location", ""))


def test_logging_in_leads_to_the_club(ada: Membership) -> None:
    client = Client()
    assert log_in(client) == reverse("club:start")
    assert client.get("/")["Location"] == reverse("standings:home", args=[ada.club_id])


def test_logging_in_leads_to_the_page_that_asked_for_it(ada: Membership) -> None:
    players = reverse("club:players", args=[ada.club_id])
    client = Client()
    asked = client.get(client.get(players)["Location"])
    assert f'name="next" value="{players}"' in asked.content.decode()
    assert log_in(client, next=players) == players


def test_a_log_in_does_not_lead_to_another_site(ada: Membership) -> None:
    assert log_in(Client(), next="https://example.com/") == reverse("club:start")


@pytest.mark.parametrize(
    ("name", "password"), [("ada", "quite wrong"), ("nobody", PASSWORD), ("ada", ""), ("a\x00da", PASSWORD)]
)
def test_after_a_wrong_name_or_password_the_form_keeps_the_name(ada: Membership, name: str, password: str) -> None:
    answer = Client().post(reverse("club:login"), {"username": name, "password": password})
    assert answer.status_code == 422
    assert answer.context["form"]["username"].value() == name
    assert not password or password not in answer.content.decode()


@pytest.mark.parametrize("typed", ["ada", "Ada", "ADA", " Ada "])
def test_nobody_has_to_remember_the_case_of_a_login(ada: Membership, typed: str) -> None:
    client = Client()
    assert log_in(client, typed) == reverse("club:start")
    assert client.session["_auth_user_id"] == str(ada.user_id)


def test_an_accented_letter_may_be_typed_in_either_case(club: Club) -> None:
    MembershipFactory(club=club, user=UserFactory(username="Élise"))
    assert log_in(Client(), "élise")
    assert not log_in(Client(), "elise")


def test_if_two_logins_differ_only_in_case_the_exact_spelling_decides(ada: Membership) -> None:
    other = UserFactory(username="Ada")
    for name, user in (("ada", ada.user), ("Ada", other)):
        client = Client()
        assert log_in(client, name)
        assert client.session["_auth_user_id"] == str(user.pk)


def test_an_unknown_name_takes_as_long_to_refuse_as_a_wrong_password(
    ada: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []

    def encode(_hasher: MD5PasswordHasher, password: str, _salt: str) -> str:
        hashed.append(password)
        return "md5$x$y"

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    log_in(Client(), "ADA", "quite wrong")
    log_in(Client(), "nobody", "quite wrong")
    assert hashed == ["quite wrong"] * 2


def test_a_blocked_login_is_refused(boris: Membership) -> None:
    boris.user.is_active = False
    boris.user.save()
    assert log_in(Client(), "boris") == ""


def test_the_log_in_page_sends_logged_in_users_on(ada: Membership, client_of: ClientOf) -> None:
    assert client_of(ada).get(reverse("club:login"))["Location"] == reverse("club:start")


def test_without_any_login_the_log_in_page_points_to_the_set_up_link(db: None) -> None:
    assert "There are no logins yet." in Client().get(reverse("club:login")).content.decode()
    UserFactory()
    assert "There are no logins yet." not in Client().get(reverse("club:login")).content.decode()


def test_no_page_mentions_qr_codes_before_there_is_one(ada: Membership, club: Club, client_of: ClientOf) -> None:
    pages = (Client().get(reverse("club:login")), client_of(ada).get(reverse("club:logins", args=[club.pk])))
    assert not any(re.search(r"\bQR\b", page.content.decode()) for page in pages)  # a token may contain these letters


def test_logging_out_needs_a_post(ada: Membership, client_of: ClientOf) -> None:
    client = client_of(ada)
    assert client.get(reverse("club:logout")).status_code == 405
    assert client.get(reverse("club:players", args=[ada.club_id])).status_code == 200
    assert client.post(reverse("club:logout"))["Location"] == reverse("club:login")
    assert client.get(reverse("club:players", args=[ada.club_id])).status_code == 302


def test_a_login_of_several_clubs_is_shown_a_choice(ada: Membership, zoe: Membership, client_of: ClientOf) -> None:
    MembershipFactory(club=ada.club, user=zoe.user)
    shown = client_of(zoe).get("/").content.decode()
    assert [name for name in ("Kartenfreunde", "Elsewhere") if name in shown] == ["Kartenfreunde", "Elsewhere"]


def test_a_login_of_no_club_is_told_what_to_do(db: None) -> None:
    client = Client()
    client.force_login(UserFactory(username="dirk"))
    assert "dirk, you do not belong to a club yet" in client.get("/").content.decode()


# Passwords


def test_changing_ones_password_keeps_one_logged_in(ada: Membership, client_of: ClientOf) -> None:
    client = client_of(ada)
    values = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert client.post(reverse("club:password"), values)["Location"] == reverse("club:start")
    assert client.get(reverse("club:players", args=[ada.club_id])).status_code == 200
    assert not log_in(Client(), password=PASSWORD)
    assert log_in(Client(), password=NEW)


@pytest.mark.parametrize(
    ("old", "new", "again", "field"),
    [
        ("wrong", NEW, NEW, "old_password"),
        (PASSWORD, NEW, NEW + "!", "new_password2"),
        (PASSWORD, "short", "short", "new_password2"),
        (PASSWORD, "password123", "password123", "new_password2"),
        (PASSWORD, "", "", "new_password1"),
    ],
)
def test_an_invalid_password_is_reported_at_its_field(
    ada: Membership, client_of: ClientOf, old: str, new: str, again: str, field: str
) -> None:
    values = {"old_password": old, "new_password1": new, "new_password2": again}
    answer = client_of(ada).post(reverse("club:password"), values)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert NEW not in answer.content.decode()
    assert log_in(Client())


def test_guesses_at_the_old_password_are_limited(
    ada: Membership, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, path = client_of(ada), reverse("club:password")
    for number in range(address_limits.MAX_GUESSES):
        values = {"old_password": f"wrong {number}", "new_password1": NEW, "new_password2": NEW}
        assert client.post(path, values).status_code == 422
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *_: pytest.fail("a password was hashed"))
    refused = client.post(path, {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW})
    assert refused.status_code == 429
    assert "came from your network" in refused.content.decode()


def test_the_page_for_a_lost_password_says_who_helps(db: None) -> None:
    shown = Client().get(reverse("club:lost_password")).content.decode()
    assert "A director opens Logins" in shown
    assert "manage.py passwordlink NAME" in shown


def choose(client: Client, link: str) -> str:
    """Open a one-time link, set the new password, and return where that leads."""
    form = client.get(link, follow=True)
    assert form.context["validlink"]
    return str(client.post(form.request["PATH_INFO"], {"new_password1": NEW, "new_password2": NEW})["Location"])


def test_a_one_time_link_sets_the_password_and_logs_in_once(ada: Membership, club: Club) -> None:
    dirk = services.add_login(club, "dirk", Role.SCORER, by=ada.user)
    link = services.password_link(dirk.user, within=club, by=ada.user)
    client = Client()
    assert choose(client, link) == reverse("club:start")
    assert client.get(reverse("club:players", args=[club.pk])).status_code == 200
    assert log_in(Client(), "dirk", NEW)
    assert not Client().get(link, follow=True).context["validlink"]


def test_after_two_different_passwords_the_link_still_works(boris: Membership) -> None:
    link = services.password_link(boris.user, by=None)
    client = Client()
    form = client.get(link, follow=True)
    values = {"new_password1": NEW, "new_password2": NEW + "!"}
    assert client.post(form.request["PATH_INFO"], values).status_code == 422
    assert choose(client, link)


def test_the_link_of_a_login_that_has_been_blocked_since_does_not_work(boris: Membership) -> None:
    link = services.password_link(boris.user, by=None)
    boris.user.is_active = False
    boris.user.save()
    assert not Client().get(link, follow=True).context["validlink"]


@pytest.mark.parametrize("uid", ["MQ", "----", "x" * 300, "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk"])
@pytest.mark.parametrize("token", ["set-password", "c0ffee-0", "x" * 300])
def test_an_invented_link_does_not_work(boris: Membership, uid: str, token: str) -> None:
    answer = Client().get(reverse("club:new_password", args=[uid, token]))
    assert answer.status_code == 200
    assert "This link no longer works" in answer.content.decode()


def test_the_command_prints_a_link_that_works(boris: Membership) -> None:
    printed = StringIO()
    call_command("passwordlink", "boris", stdout=printed)
    link, hint = printed.getvalue().splitlines()
    assert choose(Client(), link)
    assert "It works once, within 3 days." in hint
    assert re.search(r"\((http\S+)\)", hint)


def test_the_command_prints_a_whole_link_if_the_site_has_an_address(boris: Membership, settings: Settings) -> None:
    settings.SITE = "https://cards.example"
    printed = StringIO()
    call_command("passwordlink", "boris", stdout=printed)
    link, hint = printed.getvalue().splitlines()
    assert choose(Client(), link.removeprefix(settings.SITE))
    assert hint == "It works once, within 3 days."


def test_the_command_finds_a_login_in_any_case(boris: Membership) -> None:
    printed = StringIO()
    call_command("passwordlink", "Boris", stdout=printed)
    assert choose(Client(), printed.getvalue().splitlines()[0])


def test_the_command_reports_an_unknown_login(boris: Membership) -> None:
    with pytest.raises(CommandError, match="There is no login dirk"):
        call_command("passwordlink", "dirk")


def test_the_command_makes_no_link_for_a_blocked_login(boris: Membership) -> None:
    boris.user.is_active = False
    boris.user.save()
    with pytest.raises(CommandError, match="is blocked"):
        call_command("passwordlink", "boris")


@pytest.mark.parametrize("page", ["login", "logout", "password", "lost_password"])
def test_pages_before_a_club_have_no_menu(page: str, ada: Membership, client_of: ClientOf) -> None:
    for client in (Client(), client_of(ada)):
        assert 'class="menu site"' not in client.get(reverse(f"club:{page}")).content.decode()


def guess(client: Client, times: int, name: str = "ada") -> int:
    """Post this many wrong passwords and return the last status."""
    path = reverse("club:login")
    answers = [client.post(path, {"username": name, "password": f"wrong {n}"}) for n in range(times)]
    return answers[-1].status_code


def test_guessing_passwords_leads_to_a_lockout_that_says_so(ada: Membership) -> None:
    client = Client()
    assert guess(client, settings.AXES_FAILURE_LIMIT - 1) == 422
    assert guess(client, 1) == 429
    locked = client.post(reverse("club:login"), {"username": "ada", "password": PASSWORD, "next": "/password/"})
    assert locked.status_code == 429
    page = locked.content.decode()
    assert "Too many wrong passwords. Wait" in page
    assert 'value="ada"' in page
    assert 'name="next" value="/password/"' in page
    assert "_auth_user_id" not in client.session


def test_a_lockout_applies_to_one_login_from_one_address(ada: Membership, boris: Membership) -> None:
    assert guess(Client(), settings.AXES_FAILURE_LIMIT, "ADA") == 429
    assert log_in(Client(), "boris") == reverse("club:start")
    assert log_in(Client(REMOTE_ADDR="192.0.2.7")) == reverse("club:start")


def test_a_lockout_ends(ada: Membership) -> None:
    assert guess(Client(), settings.AXES_FAILURE_LIMIT) == 429
    AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME * 2)
    assert log_in(Client()) == reverse("club:start")


def test_a_right_password_resets_the_count_of_wrong_ones(ada: Membership) -> None:
    for _ in range(2):
        assert guess(Client(), settings.AXES_FAILURE_LIMIT - 1) == 422
        assert log_in(Client()) == reverse("club:start")


def test_guessing_with_another_name_each_time_locks_the_address_out(ada: Membership) -> None:
    for number in range(address_limits.MAX_GUESSES):
        assert guess(Client(REMOTE_ADDR="192.0.2.7"), 1, f"name {number}") == 422
    locked = Client(REMOTE_ADDR="192.0.2.7").post(reverse("club:login"), {"username": "ada", "password": PASSWORD})
    assert locked.status_code == 429
    assert "came from your network" in locked.content.decode()
    assert log_in(Client(REMOTE_ADDR="192.0.2.8")) == reverse("club:start")


def test_no_password_is_checked_while_an_address_is_locked_out(
    ada: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(address_limits.MAX_GUESSES):
        guess(Client(), 1, f"name {number}")
    monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *_: pytest.fail("a password was hashed"))
    attempts = list(AccessAttempt.objects.values())
    assert guess(Client(), 3) == 429
    assert list(AccessAttempt.objects.values()) == attempts


def test_an_ipv6_network_counts_as_one_address(ada: Membership) -> None:
    for number in range(settings.AXES_FAILURE_LIMIT):
        status = guess(Client(REMOTE_ADDR=f"2001:db8:1:2::{number}"), 1)
    assert status == 429
    assert log_in(Client(REMOTE_ADDR="2001:db8:1:3::1")) == reverse("club:start")


def test_forty_people_behind_one_address_may_mistype_their_passwords(club: Club) -> None:
    for number in range(40):
        MembershipFactory(club=club, user=UserFactory(username=f"member {number}"))
        client = Client()
        assert guess(client, 1, f"member {number}") == 422
        assert log_in(client, f"member {number}") == reverse("club:start")


def test_attempts_during_a_lockout_do_not_count_for_the_address(ada: Membership, boris: Membership) -> None:
    assert guess(Client(), settings.AXES_FAILURE_LIMIT + address_limits.MAX_GUESSES) == 429
    assert log_in(Client(), "boris") == reverse("club:start")


def test_attempts_during_a_lockout_neither_prolong_it_nor_fill_the_database(ada: Membership) -> None:
    guess(Client(), settings.AXES_FAILURE_LIMIT)
    attempts = list(AccessAttempt.objects.values())
    assert guess(Client(), 3) == 429
    assert list(AccessAttempt.objects.values()) == attempts


def test_an_empty_form_does_not_count_as_a_guess(ada: Membership) -> None:
    for _ in range(address_limits.MAX_GUESSES):
        assert Client().post(reverse("club:login"), {"username": "ada", "password": ""}).status_code == 422
    assert log_in(Client()) == reverse("club:start")


def test_the_address_of_a_wrong_guess_is_neither_stored_nor_logged(
    ada: Membership, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(address_limits.MAX_GUESSES + 1):
        guess(Client(REMOTE_ADDR="192.0.2.77"), 1, f"name {number}")
    stored = str(list(AccessAttempt.objects.values()))
    assert AccessAttempt.objects.exists()
    assert "192.0.2.77" not in stored + caplog.text


def test_what_was_typed_as_a_name_is_neither_stored_nor_logged(
    ada: Membership, caplog: pytest.LogCaptureFixture
) -> None:
    guess(Client(), settings.AXES_FAILURE_LIMIT, "my secret password")
    stored = str(list(AccessAttempt.objects.values()))
    assert AccessAttempt.objects.exists()
    assert "my secret" not in stored + caplog.text
    assert "wrong 1" not in stored
    assert not AccessLog.objects.exists()


def test_blocking_a_login_or_changing_its_password_ends_its_sessions(ada: Membership, boris: Membership) -> None:
    home = reverse("standings:home", args=[ada.club_id])
    on_the_phone, elsewhere = Client(), Client()
    for client in (on_the_phone, elsewhere):
        client.force_login(boris.user)
        assert client.get(home).status_code == 200
    values = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert on_the_phone.post(reverse("club:password"), values).status_code == 302
    assert (on_the_phone.get(home).status_code, elsewhere.get(home).status_code) == (200, 302)
    services.change_login(boris, role=boris.role, active=False, by=ada.user)
    assert on_the_phone.get(home).status_code == 302
