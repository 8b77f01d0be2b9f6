from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings

from scorer.club.models import Club, Membership, Role
from scorer.web import guesses
from tests.factories import ClubFactory, MembershipFactory, SeasonFactory, UserFactory


@pytest.fixture
def club(db: None) -> Club:
    """The club of Ada, with an open season."""
    club = ClubFactory()
    SeasonFactory(club=club, name="Autumn")
    return club


@pytest.fixture
def ada(club: Club) -> Membership:
    """Directs the club."""
    return MembershipFactory(club=club, user=UserFactory(username="ada", is_staff=True), role=Role.DIRECTOR)


@pytest.fixture
def boris(club: Club) -> Membership:
    """Keeps scores in the club."""
    return MembershipFactory(club=club, user=UserFactory(username="boris"), role=Role.SCORER)


@pytest.fixture
def zoe(db: None) -> Membership:
    """Directs another club, and must never see Ada's."""
    return MembershipFactory(
        club=ClubFactory(name="Elsewhere"), user=UserFactory(username="zoe", is_staff=True), role=Role.DIRECTOR
    )


@pytest.fixture
def client_of() -> Callable[[Membership], Client]:
    """A browser in which somebody has logged in."""

    def log_in(membership: Membership) -> Client:
        client = Client()
        client.force_login(membership.user)
        return client

    return log_in


@pytest.fixture(autouse=True)
def _nobody_has_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All tests come from one address."""
    monkeypatch.setattr(guesses, "CODES", guesses.Guesses(60))
    monkeypatch.setattr(guesses, "PASSWORDS", guesses.Guesses(300))


@pytest.fixture(autouse=True)
def _fast_passwords(settings: Settings) -> None:
    """Nobody's password is at stake here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


ASK_THE_DATABASE = ("test_sheet", "test_live")
"""Of the tests in a browser; the others look at pages, and what is on those is asked elsewhere, on each database."""

SAME_ON_ANY = tuple(f"tests/{name}/" for name in ("adding_a_game", "bench", "chaos", "languages", "registry", "web"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A second database is asked what may depend on it. Rules and forms know none, a page looks the same from any,
    and so do a new game, a language and a measurement: those tests would say the same again, for minutes."""
    if settings.DATABASES["default"]["ENGINE"] == "scorer.db":
        return
    same = {item for item in items if _is_the_same_on_any(item)}
    config.hook.pytest_deselected(items=list(same))
    items[:] = [item for item in items if item not in same]


def _is_the_same_on_any(item: pytest.Item) -> bool:
    if item.nodeid.startswith("tests/browser/"):
        return item.path.stem not in ASK_THE_DATABASE
    if item.nodeid.startswith("tests/games/"):
        return item.path.stem != "test_models"
    if item.nodeid.startswith(SAME_ON_ANY):
        return True
    asks = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("django_db")
    return not asks and item.nodeid.startswith(("tests/scoring/", "tests/contract/"))
