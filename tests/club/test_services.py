import json
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from scorer.club import services
from scorer.club.models import Club, Membership, Player, Role, Season, User
from scorer.history.models import Revision
from tests.factories import PASSWORD, ClubFactory, MembershipFactory, PlayerFactory, SeasonFactory, UserFactory

pytestmark = pytest.mark.postgres


def changes(kind: str) -> list[str]:
    return [revision.action for revision in Revision.objects.filter(kind=kind)]


# Players


def test_a_player_is_added_under_a_tidy_name(club: Club, boris: Membership) -> None:
    player = services.add_player(club, "  Chloé   Martin ", guest=True, by=boris.user)
    assert (player.name, player.guest, player.active) == ("Chloé Martin", True, True)
    revision = Revision.objects.get()
    assert (revision.action, revision.object_id, revision.actor_id) == ("add", player.pk, boris.user.pk)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "This field cannot be blank."),
        (" \u200b ", "This field cannot be blank."),
        ("A" * 81, "Ensure this value has at most 80 characters (it has 81)."),
        ("ÉLISE", "This name is on the roster already."),
        ("e\u0301lise", "This name is on the roster already."),
        (
            "dirk",
            "This name belongs to somebody who has left. Bring the player back under Players, or type another name.",
        ),
    ],
)
def test_a_name_that_is_none_or_taken_is_refused_in_one_sentence(club: Club, name: str, sentence: str) -> None:
    PlayerFactory(club=club, name="Élise")
    PlayerFactory(club=club, name="Dirk", active=False)
    assert services.player_problem(club, name) == sentence
    with pytest.raises(ValidationError) as refused:
        services.add_player(club, name, by=None)
    assert refused.value.messages == [sentence]
    assert club.players.count() == 2
    assert not Revision.objects.exists()


def test_two_clubs_may_each_have_an_ada(club: Club) -> None:
    PlayerFactory(name="Ada")
    assert services.add_player(club, "Ada", by=None).club == club


def test_a_player_is_renamed_and_may_change_the_case_of_the_own_name(club: Club) -> None:
    player = PlayerFactory(club=club, name="ada")
    assert services.change_player(player, name="Ada", guest=False, active=True, by=None).name == "Ada"
    assert changes("player") == ["rename"]


def test_a_player_cannot_take_the_name_of_another(club: Club) -> None:
    PlayerFactory(club=club, name="Ada")
    boris = PlayerFactory(club=club, name="Boris")
    with pytest.raises(ValidationError, match="on the roster already"):
        services.change_player(boris, name="ADA", guest=False, active=True, by=None)
    boris.refresh_from_db()
    assert boris.name == "Boris"


def test_saving_a_player_unchanged_leaves_no_trace(club: Club) -> None:
    ada = PlayerFactory(club=club, name="Ada")
    services.change_player(ada, name=" Ada ", guest=False, active=True, by=None)
    assert not Revision.objects.exists()


def blind_at_first(monkeypatch: pytest.MonkeyPatch, model: type, name: str) -> None:
    """The check before a write sees what was there before somebody else wrote; the one after it sees everything."""
    seeing = getattr(model, name)
    looks: list[None] = []

    def check(self: object, *args: object, **kwargs: object) -> None:
        looks.append(None)
        if len(looks) > 1:
            seeing(self, *args, **kwargs)

    monkeypatch.setattr(model, name, check)


def test_who_comes_second_with_a_name_gets_the_same_sentence(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    PlayerFactory(club=club, name="Ada")
    monkeypatch.setattr(services, "player_problem", lambda *_args: None)
    blind_at_first(monkeypatch, Player, "validate_constraints")
    with pytest.raises(ValidationError) as refused:
        services.add_player(club, "Ada", by=None)
    assert refused.value.messages == ["This name is on the roster already."]
    assert club.players.count() == 1


# Seasons


def test_a_season_starts_and_ends(club: Club, ada: Membership) -> None:
    autumn = services.end_season(club.seasons.get(), by=ada.user)
    assert autumn.ends == timezone.localdate()
    winter = services.start_season(club, "Winter", starts=date(2026, 1, 1), by=ada.user)
    assert club.seasons.open().get() == winter
    assert changes("season") == ["end", "start"]


def test_one_season_is_open_at_a_time(club: Club) -> None:
    with pytest.raises(ValidationError) as refused:
        services.start_season(club, "Winter", by=None)
    assert refused.value.messages == ["Another season is open. End it first."]


def test_a_seasons_name_is_used_once(club: Club) -> None:
    services.end_season(club.seasons.get(), by=None)
    with pytest.raises(ValidationError) as refused:
        services.start_season(club, "autumn", by=None)
    assert refused.value.messages == ["There is a season of this name already."]


def test_who_comes_second_with_a_season_gets_the_same_sentence(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    blind_at_first(monkeypatch, Season, "validate_constraints")
    with pytest.raises(ValidationError) as refused:
        services.start_season(club, "Winter", by=None)
    assert refused.value.messages == ["Another season is open. End it first."]


def test_ending_a_season_twice_changes_nothing_the_second_time(club: Club) -> None:
    season = services.end_season(club.seasons.get(), ends=date(2099, 1, 1), by=None)
    assert services.end_season(season, by=None).ends == date(2099, 1, 1)
    assert changes("season") == ["end"]


def test_a_season_that_starts_tomorrow_does_not_end_before_it_starts(db: None) -> None:
    tomorrow = timezone.localdate() + timedelta(days=1)
    assert services.end_season(SeasonFactory(starts=tomorrow), by=None).ends == tomorrow


# Logins


def test_a_login_is_made_without_a_password(club: Club, ada: Membership) -> None:
    membership = services.add_login(club, " dirk ", Role.DIRECTOR, by=ada.user)
    assert membership.user.username == "dirk"
    assert membership.user.is_staff
    assert not membership.user.has_usable_password()
    assert changes("login") == ["add"]


@pytest.mark.parametrize("name", ["boris", "BORIS"])
def test_a_login_is_taken_in_every_club_and_whatever_its_case(club: Club, boris: Membership, name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        services.add_login(ClubFactory(), name, Role.SCORER, by=None)
    assert refused.value.messages == ["This login is taken."]


def test_who_comes_second_with_a_login_gets_the_same_sentence(
    club: Club, boris: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "logins_named", lambda _name: [])
    blind_at_first(monkeypatch, User, "validate_unique")
    with pytest.raises(ValidationError) as refused:
        services.add_login(club, "boris", Role.SCORER, by=None)
    assert refused.value.messages == ["This login is taken."]
    assert User.objects.count() == 1


def test_a_director_makes_another_and_becomes_a_scorer(ada: Membership, boris: Membership) -> None:
    services.change_login(boris, role=Role.DIRECTOR, active=True, by=ada.user)
    services.change_login(ada, role=Role.SCORER, active=True, by=ada.user)
    assert {m.user.username: (m.role, m.user.is_staff) for m in Membership.objects.select_related("user")} == {
        "ada": ("scorer", False),
        "boris": ("director", True),
    }


@pytest.mark.parametrize(("role", "active"), [(Role.SCORER, True), (Role.DIRECTOR, False)])
def test_a_club_keeps_a_director_who_may_log_in(ada: Membership, role: Role, active: bool) -> None:
    MembershipFactory(club=ada.club, user=UserFactory(username="greta", is_active=False), role=Role.DIRECTOR)
    with pytest.raises(ValidationError, match="A club needs a director"):
        services.change_login(ada, role=role, active=active, by=None)
    ada.refresh_from_db()
    assert (ada.role, ada.user.is_active) == (Role.DIRECTOR, True)


@pytest.mark.parametrize(("role", "active"), [(Role.SCORER, True), (Role.DIRECTOR, False)])
def test_a_director_who_has_not_chosen_a_password_is_not_the_other_one(
    ada: Membership, role: Role, active: bool
) -> None:
    greta = services.add_login(ada.club, "greta", Role.DIRECTOR, by=ada.user)
    with pytest.raises(ValidationError, match="A club needs a director who can log in"):
        services.change_login(ada, role=role, active=active, by=None)
    greta.user.set_password(PASSWORD)
    greta.user.save()
    changed = services.change_login(ada, role=role, active=active, by=None)
    assert (changed.role, changed.user.is_active) == (role, active)


def test_a_login_saved_unchanged_leaves_no_trace(ada: Membership) -> None:
    services.change_login(ada, role=Role.DIRECTOR, active=True, by=None)
    assert not Revision.objects.exists()


def test_a_director_of_two_clubs_stays_staff_when_one_makes_a_scorer_of_her(ada: Membership, zoe: Membership) -> None:
    here = MembershipFactory(club=ada.club, user=zoe.user, role=Role.DIRECTOR)
    services.change_login(here, role=Role.SCORER, active=True, by=ada.user)
    zoe.user.refresh_from_db()
    assert zoe.user.is_staff


def test_a_director_cannot_lock_another_club_out_or_get_into_it(ada: Membership, zoe: Membership) -> None:
    here = MembershipFactory(club=ada.club, user=zoe.user)
    with pytest.raises(ValidationError, match="used beyond this club"):
        services.change_login(here, role=Role.SCORER, active=False, by=ada.user)
    with pytest.raises(ValidationError, match="used beyond this club"):
        services.password_link(zoe.user, within=ada.club, by=ada.user)
    assert services.password_link(zoe.user, by=None)


def test_a_director_cannot_take_over_the_servers_own_login(ada: Membership) -> None:
    root = MembershipFactory(club=ada.club, user=UserFactory(username="root", is_superuser=True))
    with pytest.raises(ValidationError, match="used beyond this club"):
        services.password_link(root.user, within=ada.club, by=ada.user)
    with pytest.raises(ValidationError, match="used beyond this club"):
        services.change_login(root, role=Role.SCORER, active=False, by=ada.user)


def test_a_blocked_login_gets_no_link(boris: Membership) -> None:
    boris.user.is_active = False
    with pytest.raises(ValidationError, match="is blocked"):
        services.password_link(boris.user, by=None)


@pytest.fixture
def busy_evening(club: Club, ada: Membership) -> None:
    """Every kind of change to a club, each with a name in it."""
    dirk = services.add_player(club, "Dirk Hansen", by=ada.user)
    services.change_player(dirk, name="Dirk Lindqvist", guest=True, active=False, by=ada.user)
    services.end_season(club.seasons.get(), by=ada.user)
    services.start_season(club, "Lindqvist Cup", by=ada.user)
    login = services.add_login(club, "lindqvist", Role.SCORER, by=ada.user)
    services.change_login(login, role=Role.DIRECTOR, active=True, by=ada.user)
    services.password_link(login.user, within=club, by=ada.user)


@pytest.mark.usefixtures("busy_evening")
def test_the_history_of_a_club_holds_no_names_and_no_link() -> None:
    written = json.dumps(list(Revision.objects.values("before", "after", "why", "action")))
    assert Revision.objects.count() == 7
    assert not [word for word in ("Dirk", "Hansen", "indqvist", "new-password") if word in written]


AtOnce = Callable[..., list[object]]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_add_the_same_player_at_once_one_is_told_so(at_once: AtOnce) -> None:
    club = ClubFactory()
    results = at_once(*[lambda: services.add_player(club, "Ada", by=None)] * 4)
    assert club.players.count() == 1
    refused = [result for result in results if isinstance(result, ValidationError)]
    assert [one.messages for one in refused] == [["This name is on the roster already."]] * 3


@pytest.mark.django_db(transaction=True)
def test_of_two_who_start_a_season_at_once_one_is_told_so(at_once: AtOnce) -> None:
    club = ClubFactory()
    results = at_once(*[lambda name=name: services.start_season(club, name, by=None) for name in ("Spring", "Summer")])
    refused = [result for result in results if isinstance(result, ValidationError)]
    assert [one.messages for one in refused] == [["Another season is open. End it first."]]


@pytest.mark.django_db(transaction=True)
def test_two_directors_who_make_scorers_of_each_other_at_once_leave_one(at_once: AtOnce) -> None:
    club = ClubFactory()
    ada, greta = (MembershipFactory(club=club, role=Role.DIRECTOR) for _ in range(2))
    at_once(*[lambda one=one: services.change_login(one, role="scorer", active=True, by=None) for one in (ada, greta)])
    assert club.memberships.filter(role=Role.DIRECTOR).count() == 1
