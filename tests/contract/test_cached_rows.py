"""The rows of a sheet are rendered once and cached. They equal what would be rendered each time."""

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils import translation

from scorer.play import selectors, services
from scorer.play.models import Hand, Table
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig
from tests.contract.conftest import sheet_of
from tests.factories import ClubFactory, PlayerFactory, make_table

pytestmark = pytest.mark.django_db

NO_FRAGMENTS = settings.CACHES | {"template_fragments": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


def rows(table: Table) -> str:
    table_context = TableContext(Table.objects.get(pk=table.pk))
    shown = {"rows": selectors.rows_of(table_context), "totals": selectors.totals_of(table_context)}
    return render_to_string("play/rows.html", {"table_context": table_context, "table": table, **shown})


def assert_as_rendered_anew(table: Table) -> str:
    kept = rows(table)
    with override_settings(CACHES=NO_FRAGMENTS):
        assert kept == rows(table)
    return kept


def hand(table: Table, number: int) -> Hand:
    return table.hands.get(number=number)


def test_a_cached_row_follows_changes_of_its_hand(game: GameConfig, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    variant = game.table_model.objects.get(table=table).variant
    entries = sheet_of(game, variant, table.size, 4)
    for entry in entries:
        services.record_hand(table, entry, by=None, key=None)
        assert_as_rendered_anew(table)
    points = [10 if seat in game.rules.sides(table.size)[0] else 0 for seat in range(1, table.size + 1)]
    changes = [
        lambda: services.correct_hand(hand(table, 2), entries[2], by=None, why="typed wrong"),
        lambda: services.correct_hand(hand(table, 2), entries[0], by=None, why="typed wrong again"),
        lambda: services.correct_hand(hand(table, 2), entries[1], by=None, why="right at first"),
        lambda: services.void_hand(hand(table, 1), by=None, why="a misdeal"),
        lambda: services.restore_hand(hand(table, 1), by=None, why="none after all"),
        lambda: services.record_adjustment(table, points, why="late", by=None, key=None),
        lambda: services.substitute(table, 1, PlayerFactory(club=table.club, name="Zoë"), by=None),
        lambda: services.record_hand(table, entries[3], by=None, key=None),
        lambda: table.club.players.filter(name="Zoë").update(name="Zita"),
    ]
    for change in changes:
        change()
        after = assert_as_rendered_anew(table)
    assert "right at first" in after
    with translation.override("de"):
        assert assert_as_rendered_anew(table) != after


def test_an_unchanged_row_is_not_rendered_again(game: GameConfig, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    variant = game.table_model.objects.get(table=table).variant
    for entry in sheet_of(game, variant, table.size, 6):
        if any(game.rules.replay([entry], variant, table.size)[0].points):  # a row without points is not kept
            services.record_hand(table, entry, by=None, key=None)
    first = rows(table)
    monkeypatch.setattr(game, "describe", None)
    assert rows(table) == first
