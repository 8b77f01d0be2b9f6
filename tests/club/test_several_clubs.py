"""Logins that belong to several clubs, and names that clubs do not learn of each other."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorer.club import joining, services
from scorer.club.hosts import set_host
from scorer.club.models import Club, Membership, MembershipLink, Role, User
from scorer.history.models import Revision
from scorer.live import Ticket
from scorer.play import services as play
from scorer.play.rights import may_listen
from tests.factories import ClubFactory, MembershipFactory, UserFactory, make_table

ClientOf = Callable[[Membership], Client]
Counting = Callable[[int], Any]
AtOnce = Callable[..., list[object]]


@pytest.fixture
def link(ada: Membership) -> MembershipLink:
    """Ada's link for a scorer from another club."""
    return joining.make_link(ada.club, Role.SCORER, by=ada.user)


@pytest.fixture
def both(ada: Membership, zoe: Membership) -> Membership:
    """Zoé also keeps scores in Ada's club."""
    return MembershipFactory(club=ada.club, user=zoe.user, role=Role.SCORER)


def home(club: Club) -> str:
    return reverse("standings:home", args=[club.pk])


def text(answer: Any) -> str:
    return str(answer.content.decode())


# Joining


@pytest.mark.postgres
def test_somebody_joins_another_club_by_a_link_of_its_director(
    ada: Membership, zoe: Membership, client_of: ClientOf
) -> None:
    made = client_of(ada).post(reverse("club:make_membership_link", args=[ada.club_id]), {"link-role": "scorer"})
    assert "no-store" in made["Cache-Control"]
    path = made.context["url"].removeprefix("http://testserver")
    asked = Client().get(path)
    assert asked["Location"] == f"{reverse('club:login')}?next={path}"
    browser = client_of(zoe)
    page = text(browser.get(path))
    assert "Join Kartenfreunde" in page
    assert "Your role there: Scorer" in page
    assert "You are logged in as zoe." in page
    assert not zoe.user.memberships.filter(club=ada.club).exists(), "many programs open the URLs that they see"

    joined = browser.post(path, follow=True)

    assert joined.redirect_chain == [(home(ada.club), 302)]
    assert "You now belong to Kartenfreunde." in text(joined)
    assert set(zoe.user.memberships.values_list("club__name", "role")) == {
        ("Elsewhere", "director"),
        ("Kartenfreunde", "scorer"),
    }
    log = Revision.objects.filter(club_id=ada.club_id)
    assert [(revision.action, revision.actor_id) for revision in log] == [
        ("link", ada.user_id),
        ("join", zoe.user_id),
    ]
    assert not Revision.objects.filter(club_id=zoe.club_id).exists(), "the other club is not told"


def test_a_link_works_once_and_leads_its_user_to_the_club_afterwards(
    link: MembershipLink, zoe: Membership, client_of: ClientOf
) -> None:
    path, browser = joining.path_of(link), client_of(zoe)
    browser.post(path)
    for again in (browser.get(path), browser.post(path)):
        assert again["Location"] == home(link.club)
    other = client_of(MembershipFactory(club=zoe.club))
    for answer in (other.get(path), other.post(path)):
        assert answer.status_code == 403
        assert "This link no longer works" in text(answer)
        assert link.club.name not in text(answer)
    assert link.club.memberships.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_who_use_a_link_at_the_same_time_do_not_both_join(at_once: AtOnce) -> None:
    link = joining.make_link(ClubFactory(), Role.DIRECTOR, by=None)
    users = [MembershipFactory().user for _ in range(3)]
    results = at_once(*[lambda user=user: joining.join(link, user) for user in users])
    assert sum(isinstance(result, Membership) for result in results) == 1
    assert sum(isinstance(result, joining.LinkEnded) for result in results) == 2
    assert link.club.memberships.count() == 1


def test_a_link_ends_after_three_days(link: MembershipLink, zoe: Membership, client_of: ClientOf) -> None:
    for age, status in ((timedelta(days=2, hours=23), 200), (timedelta(days=3, seconds=1), 403)):
        MembershipLink.objects.update(made_at=link.made_at - age)
        assert client_of(zoe).get(joining.path_of(link)).status_code == status
    joining.make_link(link.club, Role.MEMBER, by=None)
    assert not MembershipLink.objects.filter(pk=link.pk).exists(), "and is not kept"


def test_a_director_withdraws_a_link(
    link: MembershipLink, ada: Membership, zoe: Membership, client_of: ClientOf
) -> None:
    director = client_of(ada)
    page = text(director.get(reverse("club:logins", args=[ada.club_id])))
    withdraw = reverse("club:withdraw_membership_link", args=[ada.club_id, link.pk])
    assert withdraw in page
    assert joining.path_of(link) not in page
    assert client_of(zoe).post(withdraw).status_code == 404
    assert "The link no longer works." in text(director.post(withdraw, follow=True))
    assert client_of(zoe).get(joining.path_of(link)).status_code == 403
    assert director.post(withdraw).status_code == 404


@pytest.mark.parametrize("change", ["token", "id", "club", "site"])
def test_an_invented_link_does_not_work(
    change: str, link: MembershipLink, zoe: Membership, client_of: ClientOf, settings: Settings
) -> None:
    other = joining.make_link(link.club, Role.DIRECTOR, by=None)
    token = joining.path_of(link).split("/")[-2]
    club = ClubFactory() if change == "club" else link.club
    key = other.pk if change == "id" else link.pk
    path = reverse("club:join", args=[club.pk, key, "0" * 32 if change == "token" else token])
    if change == "site":
        settings.SECRET_KEY = "that of another server"
    assert client_of(zoe).post(path).status_code == 403


def test_the_role_is_one_of_those_offered(ada: Membership, client_of: ClientOf) -> None:
    make = reverse("club:make_membership_link", args=[ada.club_id])
    assert client_of(ada).post(make, {"link-role": "king"}).status_code == 400
    assert not MembershipLink.objects.exists()


def test_a_login_that_was_deleted_meanwhile_does_not_join(link: MembershipLink, boris: Membership) -> None:
    user = boris.user
    services.delete_login(boris, by=None)
    with pytest.raises(joining.LinkEnded):
        joining.join(link, user)
    assert MembershipLink.objects.exists(), "and the link stays"


def test_a_club_without_others_here_offers_no_links(ada: Membership, client_of: ClientOf) -> None:
    logins = reverse("club:logins", args=[ada.club_id])
    assert "Create a link to join" not in text(client_of(ada).get(logins))
    ClubFactory()
    assert "Create a link to join" in text(client_of(ada).get(logins))


def test_the_page_of_the_logins_asks_as_often_for_many_links(
    ada: Membership, zoe: Membership, client_of: ClientOf, django_assert_num_queries: Counting
) -> None:
    browser = client_of(ada)
    for count in (1, 20):
        for _ in range(count):
            joining.make_link(ada.club, Role.SCORER, by=None)
        with django_assert_num_queries(7):
            browser.get(reverse("club:logins", args=[ada.club_id]))


def test_a_suspended_club_lets_nobody_join(link: MembershipLink, zoe: Membership, client_of: ClientOf) -> None:
    services.suspend(link.club, suspended=True, by=None)
    assert client_of(zoe).post(joining.path_of(link)).status_code == 503
    assert MembershipLink.objects.exists()


# Rights are per club


@pytest.mark.postgres
def test_blocking_a_login_in_one_club_leaves_it_its_others(
    both: Membership, zoe: Membership, ada: Membership, client_of: ClientOf
) -> None:
    browser = client_of(zoe)
    change = reverse("club:login_change", args=[ada.club_id, both.pk])
    assert client_of(ada).post(change, {"role": "scorer"}).status_code == 302
    assert browser.get(home(ada.club)).status_code == 404
    assert browser.get(home(zoe.club)).status_code == 200
    session = browser.session.session_key or ""
    assert not may_listen(Ticket((), ada.club_id, login=zoe.user_id), session)
    assert may_listen(Ticket((), zoe.club_id, login=zoe.user_id), session)
    assert "blocked" in text(client_of(ada).get(reverse("club:logins", args=[ada.club_id])))
    assert "blocked" not in text(browser.get(reverse("club:logins", args=[zoe.club_id])))


def test_a_login_that_all_its_clubs_block_cannot_log_in_until_one_lets_it(both: Membership, zoe: Membership) -> None:
    MembershipFactory(club=zoe.club, role=Role.DIRECTOR)
    services.change_login(both, role=Role.SCORER, active=False, by=None)
    services.change_login(zoe, role=Role.DIRECTOR, active=False, by=None)
    user = User.objects.get(pk=zoe.user_id)
    assert (user.is_active, user.is_staff) == (False, False)
    services.change_login(both, role=Role.SCORER, active=True, by=None)
    user.refresh_from_db()
    assert (user.is_active, user.is_staff) == (True, False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_two_clubs_that_delete_a_login_at_the_same_time_leave_nothing(at_once: AtOnce) -> None:
    clubs = [MembershipFactory(role=Role.DIRECTOR).club for _ in range(2)]
    user = UserFactory(username="emil")
    memberships = [MembershipFactory(club=club, user=user) for club in clubs]
    results = at_once(*[lambda one=one: services.delete_login(one, by=None) for one in memberships])
    assert results == [None, None]
    assert not User.objects.filter(username="emil").exists()


def test_who_left_a_club_is_not_named_in_its_log(both: Membership, ada: Membership, client_of: ClientOf) -> None:
    table = make_table(ada.club)
    entry = table.config.rules.EXAMPLES[0].entry
    hand = play.record_hand(table, entry, by=both.user, key=None).hand
    page = reverse("play:hand", args=[table.pk, hand.number])
    assert "zoe" in text(client_of(ada).get(page))
    services.delete_login(both, by=ada.user)
    assert "zoe" not in text(client_of(ada).get(page))


# Switching


def test_the_menu_leads_to_the_other_clubs_with_one_tap(
    both: Membership, zoe: Membership, ada: Membership, client_of: ClientOf
) -> None:
    link = f'<a href="{home(zoe.club)}">Go to Elsewhere</a>'
    assert link in text(client_of(zoe).get(home(ada.club)))
    assert link not in text(client_of(zoe).get(home(zoe.club)))
    assert "Go to" not in text(client_of(ada).get(home(ada.club)))
    assert f'href="{home(ada.club)}"' in text(client_of(zoe).get(reverse("club:start")))


def test_at_a_host_name_the_menu_leads_to_the_address_of_the_other_club(
    both: Membership, zoe: Membership, ada: Membership, client_of: ClientOf, settings: Settings
) -> None:
    set_host(ada.club, "nord.example")
    browser, at_nord = client_of(zoe), {"host": "nord.example"}
    assert "Go to" not in text(browser.get(home(ada.club), headers=at_nord)), "its address is not known here"
    settings.SITE = "https://cards.example"
    assert f'"https://cards.example{home(zoe.club)}"' in text(browser.get(home(ada.club), headers=at_nord))
    set_host(zoe.club, "elsewhere.example")
    assert f'"http://elsewhere.example{home(zoe.club)}"' in text(browser.get(home(ada.club), headers=at_nord))
    assert f'<a href="{home(zoe.club)}">Go to' in text(browser.get(home(ada.club)))


def test_several_clubs_cost_no_further_query(
    both: Membership, zoe: Membership, client_of: ClientOf, django_assert_num_queries: Counting
) -> None:
    browser = client_of(zoe)
    with django_assert_num_queries(5):
        browser.get(reverse("club:players", args=[both.club_id]))


# Leaving


def test_somebody_leaves_one_of_two_clubs(
    both: Membership, zoe: Membership, ada: Membership, client_of: ClientOf
) -> None:
    browser = client_of(zoe)
    leave = reverse("club:leave", args=[ada.club_id])
    assert leave in text(browser.get(reverse("club:password")))
    assert "In other clubs, nothing changes." in text(browser.get(leave))
    left = browser.post(leave, follow=True)
    assert left.redirect_chain[-1][0] == home(zoe.club)
    assert "You have left Kartenfreunde." in text(left)
    assert list(zoe.user.memberships.all()) == [zoe]
    assert Revision.objects.get().actor_id == zoe.user_id
    assert browser.post(leave).status_code == 404


def test_leaving_the_only_club_deletes_the_login(boris: Membership, ada: Membership, client_of: ClientOf) -> None:
    browser = client_of(boris)
    leave = reverse("club:leave", args=[ada.club_id])
    assert "so the login is deleted" in text(browser.get(leave))
    left = browser.post(leave, follow=True)
    assert left.redirect_chain[-1][0].startswith(reverse("club:login"))
    assert "You have left Kartenfreunde." in text(left)
    assert boris.user.username not in User.objects.values_list("username", flat=True)


def test_the_last_director_does_not_leave(ada: Membership, client_of: ClientOf) -> None:
    answer = client_of(ada).post(reverse("club:leave", args=[ada.club_id]))
    assert answer.status_code == 422
    assert "A club needs a director" in text(answer)


# Names


def normal(answer: Any) -> str:
    """The page without what differs from request to request."""
    return re.sub(r"(?i)[a-z]+-\d{3}|\b\w{64}\b|\b[0-9a-z]{13}\b", "", text(answer))


@pytest.mark.postgres
@pytest.mark.parametrize("name", ["zoe", "ZOE"])
def test_a_director_does_not_learn_that_another_club_has_a_name(
    name: str, ada: Membership, zoe: Membership, client_of: ClientOf
) -> None:
    director, logins = client_of(ada), reverse("club:logins", args=[ada.club_id])
    answers, asked = [], []
    for typed in (name, "xqx" if name.islower() else "XQX"):
        with CaptureQueriesContext(connection) as queries:
            answers.append(director.post(logins, {"username": typed, "role": "scorer"}, follow=True))
        asked.append(len(queries))
    assert asked[0] == asked[1], "it takes as long"
    taken, free = answers
    assert (taken.status_code, free.status_code) == (200, 200)
    found = [normal(answer).lower().replace(typed, "") for answer, typed in ((taken, "zoe"), (free, "xqx"))]
    assert found[0] == found[1]
    made = set(ada.club.memberships.exclude(pk=ada.pk).values_list("user__username", flat=True))
    assert all(re.fullmatch(r"(?i)(zoe|xqx)-\d{3}", username) for username in made)
    assert len(made) == 2


def test_within_the_club_a_name_is_taken_whatever_its_number(ada: Membership, zoe: Membership) -> None:
    services.add_login(ada.club, "greta", Role.SCORER, by=None)
    with pytest.raises(ValidationError, match=r"This login is taken\."):
        services.add_login(ada.club, "Greta", Role.SCORER, by=None)


def test_in_the_only_club_names_have_no_number(ada: Membership) -> None:
    assert services.add_login(ada.club, "greta", Role.SCORER, by=None).user.username == "greta"


def test_a_number_is_found_even_if_almost_all_are_taken() -> None:
    taken = {f"ada-{number}" for number in range(100, 1000)}
    assert re.fullmatch(r"ada-1\d{3}", services.numbered("ada", taken))


def test_what_other_clubs_know_of_a_login_is_not_in_its_file(
    both: Membership, zoe: Membership, ada: Membership, client_of: ClientOf
) -> None:
    file = text(client_of(ada).get(reverse("transfer:stored_of_login", args=[ada.club_id, both.pk])))
    assert "Elsewhere" not in file
    assert str(zoe.club_id) not in file
    assert "last_login" not in file
