"""A game with a missing part fails at start-up, and the error names that part."""

import sys
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from django.core.checks import Error, run_checks
from django.core.management import CommandError, call_command

from scorer.contest.offer import GameEvents
from scorer.registry import GameConfig, all_games, get_game
from scorer.registry.checks import faults
from scorer.scoring import ResultUnit, Rules


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameConfig:
    """A game whose parts a test may remove. They are restored afterwards."""
    game = all_games()[0]
    for part in ("rules", "events", "labels", "entry_forms", "hand_model", "table_model"):
        monkeypatch.setitem(game.__dict__, part, getattr(game, part))
    return game


def without(module: ModuleType | Rules, name: str) -> Any:
    copied: Any = Rules() if isinstance(module, Rules) else SimpleNamespace()
    vars(copied).update({key: value for key, value in vars(module).items() if key != name})
    return copied


@pytest.mark.parametrize("name", ["problems", "replay", "random_entry", "PRESETS", "Entry", "tables"])
def test_a_name_that_rules_lack_is_reported(name: str, game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.__dict__, "rules", without(game.rules, name))
    assert list(faults(game)) == [f"rules lacks {name}"]


def test_a_function_that_the_rules_leave_out_is_the_default() -> None:
    assert not hasattr(sys.modules["games.tarot.rules"], "next_dealer")
    assert get_game("tarot").rules.next_dealer(None, 4, 4) == 1


def test_a_function_with_a_misspelt_name_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[f"{game.name}.rules"], "next_dealers", lambda: 1, raising=False)
    assert list(faults(game)) == ["rules/__init__.py: nothing calls next_dealers"]


@pytest.mark.parametrize("name", ["REASONS", "PROBLEMS", "NOTICES", "VARIANTS", "VARIANT_FIELDS", "FIELDS", "CHOICES"])
def test_a_name_that_labels_lack_is_reported(name: str, game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.__dict__, "labels", without(game.labels, name))
    assert f"labels.py lacks {name}" in list(faults(game))


def test_a_reason_without_a_sentence_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.labels, "REASONS", {})
    assert any(fault.startswith("labels.py: REASONS lacks") for fault in faults(game))


@pytest.mark.parametrize(
    ("mapping", "code"),
    [
        ("REASONS", "waiting_won"),
        ("REASONS", "capot_made"),  # which the rules put together
        ("PROBLEMS", "value_range"),
        ("PROBLEMS", "passed_out_empty"),  # of a kind of hand
        ("NOTICES", "litige_waiting"),
    ],
)
def test_a_code_without_a_sentence_is_reported(
    mapping: str, code: str, game: GameConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(getattr(game.labels, mapping), code)
    assert list(faults(game)) == [f"labels.py: {mapping} lacks {code}"]


def test_a_statistic_without_words_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    statistic, *_others = game.rules.STATISTICS
    title, made, groups = game.labels.STATISTICS[statistic.name]
    group, *others = groups
    few = {other: groups[other] for other in others}
    monkeypatch.setitem(game.labels.STATISTICS, statistic.name, (title, made, few))
    assert list(faults(game)) == [f"labels.py: STATISTICS of {statistic.name} lacks {group}"]
    monkeypatch.delattr(game.labels, "STATISTICS")
    assert f"labels.py: STATISTICS lacks {statistic.name}" in list(faults(game))


def test_a_choice_without_a_label_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    field, choices = next(iter(game.labels.CHOICES.items()))
    monkeypatch.delitem(choices, next(iter(choices)))
    assert [fault.startswith(f"labels.py: CHOICES of {field} lacks") for fault in faults(game)] == [True]


def test_a_field_without_a_label_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    name, *_others = game.labels.FIELDS
    monkeypatch.delitem(game.labels.FIELDS, name)
    assert list(faults(game)) == [f"labels.py: FIELDS lacks {name}"]


def test_a_preset_without_a_label_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.labels, "VARIANTS", {})
    assert any(fault.startswith("labels.py: VARIANTS lacks") for fault in faults(game))


def test_a_game_without_an_entry_form_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.__dict__, "entry_forms", {})
    assert "forms.py: FORMS is empty" in list(faults(game))


def test_a_game_needs_no_events(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(game.__dict__, "events")
    monkeypatch.setattr("scorer.registry.config.find_spec", lambda _name: None)
    assert game.events is None
    assert list(faults(game)) == []


def test_events_that_cannot_be_imported_are_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{game.name}.rules.events"
    monkeypatch.delitem(game.__dict__, "events")
    monkeypatch.delattr(sys.modules[name], "EVENTS")
    assert list(faults(game)) == [f"rules/events.py: module '{name}' has no attribute 'EVENTS'"]


@pytest.mark.parametrize("offered", ["format", "comparison"])
def test_a_duplicate_is_reported(offered: str, game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = getattr(game.events, f"{offered}s")
    assert game.events is not None
    twice = replace(game.events, **{f"{offered}s": (first, first, *others)})
    monkeypatch.setitem(game.__dict__, "events", twice)
    assert list(faults(game)) == [f"rules/events.py: duplicate {offered} {first.name}"]


def test_events_of_a_game_without_points_are_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.rules, "result_unit", lambda _variant: ResultUnit.GAMES)
    assert list(faults(game)) == [
        "rules/events.py: no preset has points as the result of a table, which events compare"
    ]


def test_events_without_formats_and_comparisons_are_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.__dict__, "events", GameEvents((), ()))
    assert list(faults(game)) == [
        "rules/events.py: there is no format",
        "rules/events.py: there is no comparison",
    ]


@pytest.mark.parametrize("name", ["title", "icon", "seat_counts"])
def test_a_missing_attribute_of_the_config_is_reported(
    name: str, game: GameConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(game), name, None)
    assert f"apps.py: {name} is missing" in list(faults(game))


def test_a_missing_template_is_reported(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.registry.checks.TEMPLATES", ("entry.html", "nowhere.html"))
    assert list(faults(game)) == [f"the template {game.slug}/nowhere.html is missing"]


def test_a_fault_prevents_the_start(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.__dict__, "rules", without(game.rules, "replay"))
    errors = [error for error in run_checks() if isinstance(error, Error)]
    assert [(error.id, error.obj) for error in errors] == [("scorer.E001", game.name)]
    with pytest.raises(CommandError, match="rules lacks replay"):
        call_command("check")


def test_games_are_sorted_by_slug_and_no_other_app_is_a_game() -> None:
    assert [game.slug for game in all_games()] == sorted(game.slug for game in all_games())
    for slug in ("hearts", "play", "admin"):
        with pytest.raises(LookupError):
            get_game(slug)
