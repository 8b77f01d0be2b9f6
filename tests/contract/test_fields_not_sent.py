"""A form does not ask the fields that were not sent, and comes to what it would if it asked them all."""

from collections.abc import Iterator
from typing import Any

import pytest
from django import forms

from scorer.play.forms import EntryForm
from scorer.play.setting import Setting
from scorer.registry import GameConfig
from tests.contract.conftest import form_data, sheet_of
from tests.factories import ClubFactory, make_players, make_table

pytestmark = pytest.mark.django_db


def posts(setting: Setting, form: EntryForm) -> Iterator[dict[str, Any]]:
    """Nothing, whole hands, and those with one answer left out or left empty."""
    yield {}
    for entry in sheet_of(setting.game, setting.variant, setting.size, 5):
        whole = form_data(setting.game, entry, form)
        yield whole
        for name in whole:
            yield {other: value for other, value in whole.items() if other != name}
            yield whole | {name: ""}


def told(form: EntryForm) -> tuple[Any, ...]:
    valid = form.is_valid()
    return valid, form.cleaned_data, form.errors, form.entry, form.problems


def test_they_are_what_they_would_say(game: GameConfig, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    club, variant = ClubFactory(), game.rules.PRESETS[preset]
    for size in game.seat_counts:
        setting = Setting(make_table(club, game, variant=variant, players=make_players(club, size)))
        for way in game.entry_forms.values():
            for data in posts(setting, way(setting=setting)):
                shortened = told(way(data, setting=setting))
                with monkeypatch.context() as patch:
                    patch.setattr(EntryForm, "_clean_fields", forms.Form._clean_fields)
                    assert shortened == told(way(data, setting=setting))


def test_only_those_are_asked_of_which_there_is_more_to_say(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(make_table(ClubFactory(), game))
    form = setting.game.form_class(None)({}, setting=setting)
    asked = []

    def clean(field: forms.Field, _value: Any) -> None:
        asked.append(field)

    monkeypatch.setattr(forms.Field, "clean", clean)
    form.is_valid()
    needed = [name for name, field in form.fields.items() if field.required or hasattr(form, f"clean_{name}")]
    assert asked == [form.fields[name] for name in needed]
