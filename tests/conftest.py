import gc
from collections.abc import Callable, Iterator
from functools import partial

import hypothesis
import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate
from django.test import Client
from django.utils import translation
from pytest_django.fixtures import Settings

from scorer.club.models import Club, Membership, Role
from scorer.web import address_limits
from tests import json_commands
from tests.chains import refuse_chains
from tests.factories import ClubFactory, MembershipFactory, SeasonFactory, UserFactory

# Neither an example nor the making of one fails for being slow, since the machine may be busy.
hypothesis.settings.register_profile(
    "busy machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("busy machine")


LONG = ("tests/setup", "tests/wheel", "tests/unplanned")
"""Folders with single tests of half a minute."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take longest. At the end, a worker would still run one while the others are done."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


def pytest_collection_finish() -> None:
    """Collect garbage rarely, and leave alone all that is there before the first test: that takes 8 % off a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Create the test database, but do not fill in permissions and content types again after each test that commits.

    Nothing reads them, and it takes nine tenths of the time for emptying the tables.
    """
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(scope="session", autouse=True)
def _no_query_grows_with_the_club() -> Iterator[None]:
    with connection.execute_wrapper(refuse_chains):
        yield


@pytest.fixture
def club(db: None) -> Club:
    """The club of Ada, with an open season."""
    club = ClubFactory()
    SeasonFactory(club=club, name="Autumn")
    return club


@pytest.fixture
def ada(club: Club) -> Membership:
    """Ada directs the club."""
    return MembershipFactory(club=club, user=UserFactory(username="ada", is_staff=True), role=Role.DIRECTOR)


@pytest.fixture
def boris(club: Club) -> Membership:
    """Boris keeps scores in the club."""
    return MembershipFactory(club=club, user=UserFactory(username="boris"), role=Role.SCORER)


@pytest.fixture
def zoe(db: None) -> Membership:
    """Zoé directs another club, and must never see Ada's."""
    return MembershipFactory(
        club=ClubFactory(name="Elsewhere"), user=UserFactory(username="zoe", is_staff=True), role=Role.DIRECTOR
    )


@pytest.fixture
def client_of() -> Callable[[Membership], Client]:
    """Returns a browser in which somebody has logged in."""

    def log_in(membership: Membership) -> Client:
        client = Client()
        client.force_login(membership.user)
        return client

    return log_in


@pytest.fixture
def run_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> json_commands.RunCommand:
    return partial(json_commands.run, monkeypatch, capsys)


@pytest.fixture(autouse=True)
def _nobody_has_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the limits, since all tests share one address."""
    monkeypatch.setattr(address_limits, "CODES", address_limits.AddressLimit(60))
    monkeypatch.setattr(address_limits, "PASSWORDS", address_limits.AddressLimit(300))
    monkeypatch.setattr(address_limits, "NAMES", address_limits.AddressLimit(10, address_limits.MAX_NAMES))
    monkeypatch.setattr(address_limits, "SIGN_UPS", address_limits.AddressLimit(10, address_limits.MAX_SIGN_UPS))


@pytest.fixture(autouse=True)
def _no_language_stays() -> Iterator[None]:
    """Forget the language of the last request, which Django leaves to the next one."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _fast_passwords(settings: Settings) -> None:
    """Use a fast hash, since no real passwords are involved."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _files_are_found_when_asked_for(settings: Settings) -> None:
    """Let a new client find a static file when a test asks for it, since a list of all files takes 15 ms."""
    settings.WHITENOISE_AUTOREFRESH = True
