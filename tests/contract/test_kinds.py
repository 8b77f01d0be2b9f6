"""A hand has the fields of its kind and no others: the rules say so, and so does the database."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scorer.club.models import Club
from scorer.play import services
from scorer.registry import GameConfig
from tests.contract.conftest import SEED, sheet_of
from tests.factories import make_players, make_table

SHEETS, HANDS = 150, 24
"""Enough for the rarest kind of hand, such as a Hochzeit without a partner."""

Made = dict[str, tuple[Any, Any, int]]
"""An entry of each kind, with its house rules and the size of its table."""


@pytest.fixture
def made(game: GameConfig) -> Made:
    """What the demo makes of each kind: of its first hands that with most values."""
    found: Made = {}
    for number in range(SHEETS):
        for variant in game.rules.PRESETS.values():
            seats = game.seat_counts[number % len(game.seat_counts)]
            for entry in sheet_of(game, variant, seats, HANDS, SEED + number):
                name = str(game.rules.kind_of(entry))
                if name not in found or len(values(entry)) > len(values(found[name][0])):
                    found[name] = entry, variant, seats
        if found.keys() >= game.rules.HAND_KINDS.keys():
            break
    return found


def values(entry: Any) -> dict[str, Any]:
    return {
        field.name: getattr(entry, field.name) for field in fields(entry) if getattr(entry, field.name) != field.default
    }


def altered(game: GameConfig, made: Made) -> Iterator[tuple[Any, Any, Any, int]]:
    """Yield an entry of each kind, and the same without a required field, or with one that only other kinds have."""
    empty = game.rules.Entry()
    of_all = {name: value for entry, _variant, _seats in made.values() for name, value in values(entry).items()}
    for name, kind in game.rules.HAND_KINDS.items():
        entry, variant, seats = made[name]
        changes = {field: getattr(empty, field) for field in kind.required}
        changes |= {field: value for field, value in of_all.items() if not kind.has(field)}
        for field, value in changes.items():
            yield entry, replace(entry, **{field: value}), variant, seats


def test_the_demo_makes_every_kind_of_hand(game: GameConfig, made: Made) -> None:
    assert made.keys() == (game.rules.HAND_KINDS.keys() or {"played"})


def test_the_rules_refuse_a_hand_with_the_fields_of_another_kind(game: GameConfig, made: Made) -> None:
    for entry, other, variant, seats in altered(game, made):
        assert game.rules.problems(entry, variant, seats) == ()
        assert game.rules.problems(other, variant, seats), other


def test_the_database_refuses_a_hand_with_the_fields_of_another_kind(game: GameConfig, club: Club, made: Made) -> None:
    saved: dict[Any, Any] = {}
    for entry, other, variant, seats in altered(game, made):
        if entry not in saved:
            table = make_table(club, game, variant=variant, players=make_players(club, seats))
            saved[entry] = services.record_hand(table, entry, by=None, key=None).hand
        columns = game.hand_model.columns(other)
        if columns == game.hand_model.columns(entry):
            continue  # what differs is in another table
        with pytest.raises(IntegrityError), transaction.atomic():
            game.hand_model.objects.filter(hand=saved[entry]).update(**columns)
