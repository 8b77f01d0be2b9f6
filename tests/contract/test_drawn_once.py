"""The game's part of an empty form is drawn once, and is what it would be if it were drawn each time."""

from itertools import product
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from scorer.db.memory import Memory
from scorer.play import services
from scorer.play.forms import EntryForm
from scorer.play.models import Table
from scorer.play.setting import Setting
from scorer.play.templatetags import entry as tag
from scorer.play.views.sheet import entry_context
from scorer.registry import GameConfig
from tests.contract.conftest import sheet_of
from tests.factories import ClubFactory, make_players, make_table

pytestmark = pytest.mark.django_db

HANDS = 7
"""So many that everybody has dealt, and sat out."""


@pytest.fixture(autouse=True)
def _nothing_drawn_yet() -> None:
    tag._drawn.clear()


def drawn(setting: Setting, form: EntryForm) -> str:
    return render_to_string("play/fields.html", entry_context(setting, form))


def drawn_anew(setting: Setting, form: EntryForm, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patch:
        patch.setattr(tag, "_drawn", Memory[str](1))
        return drawn(setting, form)


def forms_of(table: Table, entry: Any) -> list[tuple[Setting, EntryForm]]:
    """Empty ones for the next hand in each way, those with the values of a hand that was undone, and a correction's."""
    setting, later = Setting(table), next(Setting(table).ahead())
    ways = table.config.entry_forms.values()
    empty = [(one, way(setting=one)) for one, way in product((setting, later), ways)]
    undone = [(setting, way(setting=setting, initial=way.initial_of(entry))) for way in ways if way.suits(entry)]
    if not setting.sheet.last:
        return empty + undone
    at = Setting(table, at=setting.sheet.last)
    return empty + undone + [(at, way(setting=at, initial=way.initial_of(entry))) for way in ways if way.suits(entry)]


@pytest.mark.parametrize("most", [False, True], ids=["fewest players", "most players"])
def test_it_is_what_it_would_be(game: GameConfig, preset: str, most: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    club, variant, size = ClubFactory(), game.rules.PRESETS[preset], (max if most else min)(game.seat_counts)
    table = make_table(club, game, variant=variant, players=make_players(club, size))
    for entry in sheet_of(game, variant, size, HANDS):
        for language in ("en", "de"):
            with translation.override(language):
                for setting, form in forms_of(table, entry):
                    assert drawn(setting, form) == drawn_anew(setting, form, monkeypatch)
        services.record_hand(table, entry, by=None, key=None)


def test_another_table_and_other_house_rules_have_their_own(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    club = ClubFactory()
    tables = [make_table(club, game, variant=variant) for variant in game.rules.PRESETS.values() for _time in range(2)]
    for table in (*tables, *tables):
        setting = Setting(table)
        form = setting.form_class(None)(setting=setting)
        assert drawn(setting, form) == drawn_anew(setting, form, monkeypatch)


def test_a_new_player_is_on_the_keys(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table(ClubFactory(), game)
    for _time in range(2):
        setting = Setting(table)
        form = setting.form_class(None)(setting=setting)
        assert drawn(setting, form) == drawn_anew(setting, form, monkeypatch)
        table.club.players.filter(seats__table=table, seats__position=1).update(name="Zoë")


def test_it_is_drawn_once(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table(ClubFactory(), game)
    setting = Setting(table)
    form_class = setting.form_class(None)
    first = drawn(setting, form_class(setting=setting))
    monkeypatch.setattr(form_class, "template", "nowhere.html")
    again = form_class(setting=setting, initial={"key": "a-key"})
    assert 'value="a-key"' in drawn(setting, again)
    assert len(drawn(setting, form_class(setting=setting))) == len(first)


def test_what_somebody_has_typed_is_not_kept(game: GameConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(make_table(ClubFactory(), game))
    form = setting.form_class(None)({"key": "a-key"}, setting=setting)
    assert form.looks is None
    assert drawn(setting, form) == drawn_anew(setting, form, monkeypatch)
