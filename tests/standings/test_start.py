"""What a start of the server works out beforehand."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorer.club.models import Club
from scorer.play.models import Table
from scorer.standings import selectors
from tests.factories import ClubFactory, SeasonFactory, make_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def clubs() -> list[Club]:
    """Three clubs. The one that played last comes first. A fourth has an open season in which nobody has played."""
    clubs = [ClubFactory() for _ in range(3)]
    for days, club in enumerate(clubs):
        table = make_table(club)
        Table.objects.filter(pk=table.pk).update(opened_at=timezone.now() - timedelta(days=days))
    SeasonFactory(club=ClubFactory())
    return clubs


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[Club]:
    """The clubs whose boards have been computed."""
    seen: list[Club] = []
    monkeypatch.setattr(selectors, "all_games_board", lambda club, _results: seen.append(club))
    return seen


def test_it_works_out_the_boards_of_all_who_play(clubs: list[Club], computed: list[Club]) -> None:
    selectors.compute_current_boards()
    assert computed == clubs


def test_it_works_out_no_more_boards_than_are_kept(
    clubs: list[Club], computed: list[Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MAX_CACHED", 5)
    selectors.compute_current_boards()
    assert computed == clubs[:2]


def test_it_works_out_no_more_ratings_than_are_kept(
    clubs: list[Club], computed: list[Club], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "MAX_RATINGS", 1)
    selectors.compute_current_boards()
    assert computed == clubs[:1]
