"""Every example of a game's rules, in the database and in the form."""

import pytest

from scorer.club.models import Club
from scorer.play import services
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig
from scorer.scoring import Example
from tests.factories import make_players, make_table
from tests.games.filled import entry_of, shown_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def table_context(game: GameConfig, example: Example, club: Club) -> TableContext:
    """A table that can play the example."""
    variant = game.rules.PRESETS[example.variant]
    return TableContext(make_table(club, game.slug, variant=variant, players=make_players(club, example.seats)))


def test_an_example_survives_the_database(game: GameConfig, example: Example, table_context: TableContext) -> None:
    hand = services.record_hand(table_context.table, example.entry, by=None, key=None).hand
    assert game.hand_model.objects.get(hand=hand).entry == example.entry


def test_an_example_is_shown_by_its_form_and_saved_with_the_same_outcome(
    game: GameConfig, example: Example, table_context: TableContext
) -> None:
    way = game.form_class(None, example.entry)
    shown = way(table_context=table_context, initial=way.initial_of(example.entry))
    saved = entry_of(way, table_context, shown_by(shown))
    variant, seats = table_context.variant, example.seats
    assert game.rules.replay([saved], variant, seats) == game.rules.replay([example.entry], variant, seats)
