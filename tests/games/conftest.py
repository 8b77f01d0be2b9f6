from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scorer.club.models import Membership
from scorer.play.models import Table
from tests.factories import make_table

ClientOf = Callable[[Membership], Client]


@pytest.fixture
def english() -> Iterator[None]:
    """For tests of words, whatever language the test before has left active."""
    with translation.override("en"):
        yield


def paper_of(client: Client, table: Table) -> str:
    """Return the sheet as on paper as text with single spaces."""
    return " ".join(client.get(reverse("play:paper", args=[table.pk])).content.decode().split())


@pytest.fixture
def slug(request: pytest.FixtureRequest) -> str:
    """The slug of the game in whose folder the test is."""
    return request.path.parent.name


@pytest.fixture
def page(slug: str, ada: Membership, client_of: ClientOf) -> Callable[..., str]:
    """Returns the game's rules page as text with single spaces."""

    def read(preset: str = "") -> str:
        address = reverse("play:game_rules", args=[ada.club_id, slug])
        return text_of(client_of(ada), address, {"preset": preset} if preset else {})

    return read


@pytest.fixture
def page_of_table(slug: str, ada: Membership, client_of: ClientOf) -> Callable[..., str]:
    """Returns the rules page of a table with this variant, likewise."""

    def read(variant: Any) -> str:
        table = make_table(ada.club, slug, variant=variant)
        return text_of(client_of(ada), reverse("play:rules", args=[table.pk]), {})

    return read


def text_of(client: Client, address: str, query: dict[str, str]) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def assert_kept_or_refused(
    saved: Callable[[Any], Any], rows: QuerySet[Any], impossible: Sequence[tuple[Any, dict[str, Any], str]], *more: Any
) -> None:
    """Save each entry once. Assert that it comes back as it was written, like `more` entries, and that the database
    refuses each change of an entry's row by this constraint.
    """
    hands = {entry: saved(entry) for entry in [*more, *(entry for entry, _change, _constraint in impossible)]}
    assert [rows.get(hand=hand).entry for hand in hands.values()] == [*hands]
    for entry, change, constraint in impossible:
        assert constraint in refused(rows.filter(hand=hands[entry]), change), change


def refused(rows: QuerySet[Any], change: dict[str, Any]) -> str:
    """Return what the database says against a change of these rows, or nothing if it makes it."""
    try:
        with transaction.atomic():
            assert rows.update(**change)
    except IntegrityError as error:
        return str(error)
    return ""
