"""A field that was left empty must not decide points: the form refuses it, or its value follows from the others."""

from typing import Any

import pytest
from django.forms import RadioSelect

from scorer.club.models import Club
from scorer.play.forms import EntryForm
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games
from tests.contract.conftest import sheet_of
from tests.factories import make_players, make_table
from tests.games.filled import shown_by, typed

HANDS = 60
MEANS_NO = {"preferans": {"defence"}}
"""In betl everybody follows, and nobody countered unless somebody enters it."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "preset"),
    [pytest.param(game, name, id=f"{game.slug}-{name}") for game in all_games() for name in game.rules.PRESETS],
)
def test_what_is_left_open_decides_no_points(game: GameConfig, preset: str, club: Club) -> None:
    variant = game.rules.PRESETS[preset]
    decided = set()
    for seats in game.seat_counts:
        table_context = TableContext(make_table(club, game.slug, variant=variant, players=make_players(club, seats)))
        examples = [each.entry for each in game.rules.EXAMPLES if (each.variant, each.seats) == (preset, seats)]
        for entry in (*examples, *sheet_of(game, variant, seats, HANDS)):
            decided |= decided_by_silence(table_context, entry)
    assert decided == MEANS_NO.get(game.slug, set())


def decided_by_silence(table_context: TableContext, entry: Any) -> set[str]:
    """Return the fields that can be left empty although the hand then has other points."""
    way = next(one for one in table_context.game.entry_forms.values() if one.can_show(entry))
    shown = shown_by(way(table_context=table_context, initial=way.initial_of(entry)))
    assert typed(way, table_context, shown).is_valid()
    found = set()
    for name in questions(way(table_context=table_context)) & shown.keys():
        form = typed(way, table_context, {other: value for other, value in shown.items() if other != name})
        if form.is_valid() and points(table_context, form.entry) != points(table_context, entry):
            found.add(name)
    return found


def questions(empty: EntryForm) -> set[str]:
    """Return the fields with a button for each answer, of which none means "no" and none is chosen at first."""
    radios = [name for name, field in empty.fields.items() if isinstance(field.widget, RadioSelect)]
    return {
        name
        for name in radios
        if not empty[name].value() and "" not in {str(value) for value, _label in empty.fields[name].widget.choices}
    }


def points(table_context: TableContext, entry: Any) -> tuple[int, ...]:
    return table_context.game.rules.replay([entry], table_context.variant, table_context.size)[0].points
