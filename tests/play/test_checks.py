"""A field that takes a name of the site, or that no column stores, is refused at start-up."""

import re
from dataclasses import make_dataclass

import pytest
from django.conf import settings
from django.core.checks import Error, run_checks
from django.core.management import CommandError, call_command

from scorer.play.checks import RESERVED, faults
from scorer.play.forms import EntryForm, number_field
from scorer.registry import GameConfig, get_game


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameConfig:
    """A game whose parts a test may change. They are restored afterwards."""
    game = get_game("bridge")
    for part in ("rules", "entry_forms", "hand_model", "table_model"):
        monkeypatch.setitem(game.__dict__, part, getattr(game, part))
    return game


def with_field(kind: type, name: str) -> type:
    return make_dataclass(kind.__name__, [(name, int, 0)], bases=(kind,), frozen=True)


TAKEN = (
    "hand",
    "key",
    "number",
    "layout",
    "seen",
    "late",
    "way",
    "entry",
    "columns",
    "fields",
    "dealer",
    "problems",
    "data",
)


@pytest.mark.parametrize("name", TAKEN)
def test_a_field_of_the_entry_cannot_have_a_name_that_the_site_uses(
    name: str, game: GameConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game.rules, "Entry", with_field(game.rules.Entry, name))
    monkeypatch.setattr(game.hand_model, "stored", {"honours": (), name: ()})
    taken = f"rules/entry.py: the name {name} is taken; choose another one for this field"
    assert taken in list(faults(game))
    assert (taken, game.name) in [(error.msg, error.obj) for error in run_checks() if isinstance(error, Error)]
    with pytest.raises(CommandError, match=f"the name {name} is taken"):
        call_command("check")


@pytest.mark.parametrize("name", ["table", "variant", "preset", "shown", "pk"])
def test_a_house_rule_cannot_have_a_name_that_the_site_uses(
    name: str, game: GameConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game.rules, "Variant", with_field(game.rules.Variant, name))
    assert f"rules/variant.py: the name {name} is taken; choose another one for this field" in list(faults(game))


def test_a_field_that_only_the_form_has_cannot_have_such_a_name(
    game: GameConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WithLate(EntryForm):
        late = number_field(label="Late")

    monkeypatch.setitem(game.__dict__, "entry_forms", {"points": WithLate})
    assert list(faults(game)) == ["forms.py: the name late is taken; choose another one for this field"]


def test_a_field_that_only_the_form_has_needs_a_label(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    class WithWeather(EntryForm):
        weather = number_field()

    monkeypatch.setitem(game.__dict__, "entry_forms", {"points": WithWeather})
    assert list(faults(game)) == ["forms.py: weather has no label, neither of its own nor in FIELDS of the labels"]


def test_a_field_of_the_entry_without_a_column_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.rules, "Entry", with_field(game.rules.Entry, "weather"))
    assert list(faults(game)) == ["models.py: weather of the entry has no column, and is not in stored"]


def test_what_is_said_to_be_stored_in_columns_exists(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.hand_model, "stored", {"honours": ("honours_seat", "sun"), "weather": ()})
    assert list(faults(game)) == [
        "models.py: weather in stored is no field of the entry",
        "models.py: sun in stored is no column",
    ]


def test_a_house_rule_without_a_column_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.rules, "Variant", with_field(game.rules.Variant, "weather"))
    assert list(faults(game)) == ["models.py: weather of the variant has no column"]


FORM_TEMPLATES = ("entry", "fields", "save_bar", "hand_in", "correct", "correct_here", "correct_fields", "why")


def test_all_that_pages_post_with_a_hand_is_reserved() -> None:
    folder = settings.BASE_DIR / "templates"
    files = [folder / f"play/{name}.html" for name in FORM_TEMPLATES] + [folder / "corrections/confirm.html"]
    names = {name for file in files for name in re.findall(r' name="([a-z_]+)"', file.read_text())}
    assert {"way", "writer", "late", "confirm"} <= names
    assert names - RESERVED == {"passed_out"}  # a button that ticks the game's own box
