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


def test_a_new_players_name_is_cleaned(club: Club, boris: Membership) -> None:
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
        ("ÉLISE", "This name is already on the roster."),
        ("e\u0301lise", "This name is already on the roster."),
        (
            "dirk",
            "This name belongs to somebody who has left. Bring the player back under Players, or type another name.",
        ),
    ],
)
def test_an_invalid_or_taken_name_is_refused_with_one_sentence(club: Club, name: str, sentence: str) -> None:
    PlayerFactory(club=club, name="Élise")
    PlayerFactory(club=club, name="Dirk", active=False)
    assert services.player_problem(club, name) == sentence
    with pytest.raises(ValidationError) as refused:
        services.add_player(club, name, by=None)
    assert refused.value.messages == [sentence]
    assert club.players.count() == 2
    assert not Revision.objects.exists()


def test_the_same_name_may_be_on_two_rosters(club: Club) -> None:
    PlayerFactory(name="Ada")
    assert services.add_player(club, "Ada", by=None).club == club


def test_a_player_may_be_renamed_to_the_same_name_in_another_case(club: Club) -> None:
    player = PlayerFactory(club=club, name="ada")
    assert services.change_player(player, name="Ada", guest=False, active=True, by=None).name == "Ada"
    assert changes("player") == ["rename"]


def test_a_player_cannot_take_the_name_of_another(club: Club) -> None:
    PlayerFactory(club=club, name="Ada")
    boris = PlayerFactory(club=club, name="Boris")
    with pytest.raises(ValidationError, match="already on the roster"):
        services.change_player(boris, name="ADA", guest=False, active=True, by=None)
    boris.refresh_from_db()
    assert boris.name == "Boris"


def test_saving_an_unchanged_player_leaves_no_revision(club: Club) -> None:
    ada = PlayerFactory(club=club, name="Ada")
    services.change_player(ada, name=" Ada ", guest=False, active=True, by=None)
    assert not Revision.objects.exists()


def blind_at_first(monkeypatch: pytest.MonkeyPatch, model: type, name: str) -> None:
    """Make the first validation pass, as if somebody else wrote just after it. Later ones see everything."""
    seeing = getattr(model, name)
    looks: list[None] = []

    def check(self: object, *args: object, **kwargs: object) -> None:
        looks.append(None)
        if len(looks) > 1:
            seeing(self, *args, **kwargs)

    monkeypatch.setattr(model, name, check)


def test_losing_a_race_for_a_name_gives_the_same_sentence(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    PlayerFactory(club=club, name="Ada")
    monkeypatch.setattr(services, "player_problem", lambda *_args: None)
    blind_at_first(monkeypatch, Player, "validate_constraints")
    with pytest.raises(ValidationError) as refused:
        services.add_player(club, "Ada", by=None)
    assert refused.value.messages == ["This name is already on the roster."]
    assert club.players.count() == 1


# Seasons


def test_a_season_starts_and_ends(club: Club, ada: Membership) -> None:
    autumn = services.end_season(club.seasons.get(), by=ada.user)
    assert autumn.ends == timezone.localdate()
    winter = services.start_season(club, "Winter", starts=date(2026, 1, 1), by=ada.user)
    assert club.seasons.open().get() == winter
    assert changes("season") == ["end", "start"]


def test_only_one_season_can_be_open(club: Club) -> None:
    with pytest.raises(ValidationError) as refused:
        services.start_season(club, "Winter", by=None)
    assert refused.value.messages == ["Another season is open. End it first."]


def test_a_seasons_name_cannot_be_used_twice(club: Club) -> None:
    services.end_season(club.seasons.get(), by=None)
    with pytest.raises(ValidationError) as refused:
        services.start_season(club, "autumn", by=None)
    assert refused.value.messages == ["There is already a season with this name."]


def test_losing_a_race_for_a_season_gives_the_same_sentence(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_new_login_has_no_password(club: Club, ada: Membership) -> None:
    membership = services.add_login(club, " dirk ", Role.DIRECTOR, by=ada.user)
    assert membership.user.username == "dirk"
    assert membership.user.is_staff
    assert not membership.user.has_usable_password()
    assert changes("login") == ["add"]


@pytest.mark.parametrize("name", ["boris", "BORIS"])
def test_a_login_cannot_be_used_twice_in_any_case(club: Club, boris: Membership, name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        services.add_login(club, name, Role.SCORER, by=None)
    assert refused.value.messages == ["This login is taken."]


def test_losing_a_race_for_a_login_gives_the_same_sentence(
    club: Club, boris: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "find_logins", lambda _name: [])
    blind_at_first(monkeypatch, User, "validate_unique")
    with pytest.raises(ValidationError) as refused:
        services.add_login(club, "boris", Role.SCORER, by=None)
    assert refused.value.messages == ["This login is taken."]
    assert User.objects.count() == 1


def test_a_director_can_appoint_another_and_become_a_scorer(ada: Membership, boris: Membership) -> None:
    services.change_login(boris, role=Role.DIRECTOR, active=True, by=ada.user)
    services.change_login(ada, role=Role.SCORER, active=True, by=ada.user)
    assert {m.user.username: (m.role, m.user.is_staff) for m in Membership.objects.select_related("user")} == {
        "ada": ("scorer", False),
        "boris": ("director", True),
    }


@pytest.mark.parametrize(("role", "active"), [(Role.SCORER, True), (Role.DIRECTOR, False)])
def test_a_club_keeps_a_director_who_can_log_in(ada: Membership, role: Role, active: bool) -> None:
    MembershipFactory(club=ada.club, user=UserFactory(username="greta"), role=Role.DIRECTOR, active=False)
    with pytest.raises(ValidationError, match="A club needs a director"):
        services.change_login(ada, role=role, active=active, by=None)
    ada.refresh_from_db()
    assert (ada.role, ada.user.is_active) == (Role.DIRECTOR, True)


@pytest.mark.parametrize(("role", "active"), [(Role.SCORER, True), (Role.DIRECTOR, False)])
def test_a_director_without_a_password_does_not_count_as_the_other_director(
    ada: Membership, role: Role, active: bool
) -> None:
    greta = services.add_login(ada.club, "greta", Role.DIRECTOR, by=ada.user)
    with pytest.raises(ValidationError, match="A club needs a director who can log in"):
        services.change_login(ada, role=role, active=active, by=None)
    greta.user.set_password(PASSWORD)
    greta.user.save()
    changed = services.change_login(ada, role=role, active=active, by=None)
    assert (changed.role, changed.user.is_active) == (role, active)


def test_saving_an_unchanged_login_leaves_no_revision(ada: Membership) -> None:
    services.change_login(ada, role=Role.DIRECTOR, active=True, by=None)
    assert not Revision.objects.exists()


def test_a_director_of_two_clubs_remains_staff_when_one_makes_her_a_scorer(ada: Membership, zoe: Membership) -> None:
    here = MembershipFactory(club=ada.club, user=zoe.user, role=Role.DIRECTOR)
    services.change_login(here, role=Role.SCORER, active=True, by=ada.user)
    zoe.user.refresh_from_db()
    assert zoe.user.is_staff


def test_a_director_cannot_take_over_a_login_of_another_club(ada: Membership, zoe: Membership) -> None:
    MembershipFactory(club=ada.club, user=zoe.user)
    with pytest.raises(ValidationError, match="also used outside this club"):
        services.password_link(zoe.user, within=ada.club, by=ada.user)
    assert services.password_link(zoe.user, by=None)


def test_a_director_cannot_take_over_the_servers_own_login(ada: Membership) -> None:
    root = MembershipFactory(club=ada.club, user=UserFactory(username="root", is_superuser=True))
    with pytest.raises(ValidationError, match="also used outside this club"):
        services.password_link(root.user, within=ada.club, by=ada.user)
    services.change_login(root, role=Role.SCORER, active=False, by=ada.user)
    root.user.refresh_from_db()
    assert (root.user.is_active, root.user.is_staff) == (True, True)


def test_a_blocked_login_gets_no_link(boris: Membership) -> None:
    boris.user.is_active = False
    with pytest.raises(ValidationError, match="is blocked"):
        services.password_link(boris.user, by=None)


@pytest.fixture
def busy_evening(club: Club, ada: Membership) -> None:
    """Make every kind of change to a club, each with a name."""
    dirk = services.add_player(club, "Dirk Hansen", by=ada.user)
    services.change_player(dirk, name="Dirk Lindqvist", guest=True, active=False, by=ada.user)
    services.end_season(club.seasons.get(), by=ada.user)
    services.start_season(club, "Lindqvist Cup", by=ada.user)
    login = services.add_login(club, "lindqvist", Role.SCORER, by=ada.user)
    services.change_login(login, role=Role.DIRECTOR, active=True, by=ada.user)
    services.password_link(login.user, within=club, by=ada.user)


@pytest.mark.usefixtures("busy_evening")
def test_the_log_of_a_club_contains_no_names_and_no_links() -> None:
    written = json.dumps(list(Revision.objects.values("before", "after", "why", "action")))
    assert Revision.objects.count() == 7
    assert not [word for word in ("Dirk", "Hansen", "indqvist", "new-password") if word in written]


AtOnce = Callable[..., list[object]]


@pytest.mark.django_db(transaction=True)
def test_adding_the_same_player_at_the_same_time_succeeds_once(at_once: AtOnce) -> None:
    club = ClubFactory()
    results = at_once(*[lambda: services.add_player(club, "Ada", by=None)] * 4)
    assert club.players.count() == 1
    refused = [result for result in results if isinstance(result, ValidationError)]
    assert [one.messages for one in refused] == [["This name is already on the roster."]] * 3


@pytest.mark.django_db(transaction=True)
def test_starting_two_seasons_at_the_same_time_succeeds_once(at_once: AtOnce) -> None:
    club = ClubFactory()
    results = at_once(*[lambda name=name: services.start_season(club, name, by=None) for name in ("Spring", "Summer")])
    refused = [result for result in results if isinstance(result, ValidationError)]
    assert [one.messages for one in refused] == [["Another season is open. End it first."]]


@pytest.mark.django_db(transaction=True)
def test_two_directors_who_make_each_other_scorers_at_the_same_time_leave_one_director(at_once: AtOnce) -> None:
    club = ClubFactory()
    ada, greta = (MembershipFactory(club=club, role=Role.DIRECTOR) for _ in range(2))
    at_once(*[lambda one=one: services.change_login(one, role="scorer", active=True, by=None) for one in (ada, greta)])
    assert club.memberships.filter(role=Role.DIRECTOR).count() == 1


# Deleting a login


def test_a_login_that_has_changed_nothing_is_gone(ada: Membership, boris: Membership) -> None:
    services.delete_login(boris, by=ada.user)
    assert list(User.objects.all()) == [ada.user]
    revision = Revision.objects.get()
    assert (revision.action, revision.object_id, revision.actor_id) == ("remove", boris.pk, ada.user.pk)


def test_a_login_that_the_log_names_loses_its_name_and_lets_nobody_in(ada: Membership, boris: Membership) -> None:
    player = services.add_player(ada.club, "Chloé", by=boris.user)
    services.delete_login(boris, by=ada.user)
    left = User.objects.get(pk=boris.user_id)
    assert (left.username, left.is_active, left.has_usable_password()) == ("N.N.1", False, False)
    assert not left.memberships.exists()
    assert Revision.objects.of(Revision.Kind.PLAYER, player.pk).get().actor_id == left.pk
    greta = services.add_login(ada.club, "greta", Role.SCORER, by=ada.user)
    services.end_season(ada.club.seasons.get(), by=greta.user)
    services.delete_login(greta, by=ada.user)
    assert User.objects.filter(username="N.N.2").exists()


def test_the_last_director_is_not_deleted(ada: Membership, boris: Membership) -> None:
    with pytest.raises(ValidationError, match="A club needs a director"):
        services.delete_login(ada, by=ada.user)
    services.change_login(boris, role=Role.DIRECTOR, active=True, by=ada.user)
    services.delete_login(ada, by=ada.user)
    assert list(ada.club.memberships.all()) == [boris]


def test_a_login_of_another_club_stays_there(ada: Membership, zoe: Membership) -> None:
    here = MembershipFactory(club=ada.club, user=zoe.user, role=Role.SCORER)
    services.delete_login(here, by=ada.user)
    user = User.objects.get(pk=zoe.user_id)
    assert (user.username, user.is_active, user.is_staff) == ("zoe", True, True)
    assert list(user.memberships.all()) == [zoe]
