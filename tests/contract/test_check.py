"""The check of the ledger finds every change of a game's own tables by SQL."""

from typing import Any

from django.apps import apps

from scorer.club.models import Club
from scorer.play import services
from scorer.registry import GameConfig
from tests.contract.conftest import sheet_of
from tests.damage import all_faults, each_column_changed
from tests.factories import make_players, make_table
from tests.rollback import rolled_back

HANDS = 8
"""Enough for hands of several kinds."""


def play(club: Club, game: GameConfig, seats: int) -> None:
    variant = game.rules.PRESETS[game.default_variant]
    table = make_table(club, game, variant=variant, seats=seats)
    services.record_hands(table, sheet_of(game, variant, table.size, HANDS), by=None)


def told(game: GameConfig) -> tuple[list[Any], list[Any]]:
    """Return what a game's rows say: the house rules and the entries."""
    variants = [row.variant for row in game.table_model.objects.order_by("pk")]
    return variants, [detail.entry for detail in game.hand_model.objects.order_by("pk")]


def test_a_change_of_any_column_is_harmless_or_found(game: GameConfig, seats: int, club: Club) -> None:
    """A change that the database itself prevents needs no finding."""
    play(club, game, seats)
    make_table(club, game, players=make_players(club, 2 * seats)[-seats:])
    assert list(all_faults()) == []
    before = told(game)
    unseen = [
        f"{model.__name__}.{name}"
        for model in apps.get_app_config(game.label).get_models()
        for name, changed in each_column_changed(model)
        if changed and not any(all_faults()) and told(game) != before
    ]
    assert unseen == []


def test_the_deletion_of_any_row_is_found(game: GameConfig, seats: int, club: Club) -> None:
    play(club, game, seats)
    models: list[Any] = list(apps.get_app_config(game.label).get_models())
    for model in models:
        for row in model.objects.all():
            with rolled_back():  # before the database checks references to the row
                rows = model.objects.filter(pk=row.pk)
                rows._raw_delete(rows.db)
                assert any(all_faults()), row
