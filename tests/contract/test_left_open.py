"""A field that was left empty must not decide points: the form refuses it, or its value follows from the others."""

from typing import Any

from django.forms import RadioSelect

from scorer.club.models import Club
from scorer.play.forms import EntryForm, button_field
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig
from tests.contract.conftest import sheet_of
from tests.factories import make_players, make_table
from tests.games.filled import shown_by, typed

HANDS = 60


def test_what_is_left_open_decides_no_points(game: GameConfig, preset: str, club: Club) -> None:
    variant = game.rules.PRESETS[preset]
    decided = set()
    for seats in game.seat_counts:
        table_context = TableContext(make_table(club, game.slug, variant=variant, players=make_players(club, seats)))
        examples = [each.entry for each in game.rules.EXAMPLES if (each.variant, each.seats) == (preset, seats)]
        for entry in (*examples, *sheet_of(game, variant, seats, HANDS)):
            decided |= decided_by_silence(table_context, entry)
    assert decided == {name for form in game.entry_forms.values() for name in form.may_stay_open}


class TricksForm(EntryForm):
    """A form whose field for tricks begins with 0, and whose field for the declarer begins with nothing."""

    declarer = button_field([(seat, str(seat)) for seat in (1, 2, 3)], number=True)
    tricks = button_field([(tricks, str(tricks)) for tricks in range(3)], number=True, initial=0)


def test_a_field_that_begins_with_0_is_not_open(club: Club) -> None:
    assert questions(TricksForm(table_context=TableContext(make_table(club)))) == {"declarer"}


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
        if empty[name].value() in (None, "")
        and "" not in {str(value) for value, _label in empty.fields[name].widget.choices}
    }


def points(table_context: TableContext, entry: Any) -> tuple[int, ...]:
    return table_context.game.rules.replay([entry], table_context.variant, table_context.size)[0].points
