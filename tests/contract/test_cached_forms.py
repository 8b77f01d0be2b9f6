"""The game's part of an empty form is rendered once, and equals what it would be if it were rendered each time."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory, override_settings
from django.utils import translation

from scorer.play import services
from scorer.play.forms import EntryForm
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from scorer.play.views.contexts import entry_context
from scorer.registry import GameConfig
from tests.contract.conftest import sheet_of
from tests.factories import ClubFactory, make_table

pytestmark = pytest.mark.django_db

HANDS = 7
"""Enough for everybody to have dealt and sat out."""

LANGUAGE_AT = {0: "en", HANDS - 1: "de"}
"""In which language all forms are rendered, by the number of hands before."""

LATE = {HANDS - 1: "de"}
"""The same for other variants, and for larger tables."""


NO_FRAGMENTS = settings.CACHES | {"template_fragments": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


@contextmanager
def nothing_cached() -> Iterator[None]:
    with override_settings(CACHES=NO_FRAGMENTS):
        yield


def drawn(table_context: TableContext, form: EntryForm) -> str:
    """Return the rendered form without its own key and fingerprint."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    text = render_to_string("play/entry.html", {"csrf_token": "token"} | entry_context(table_context, form), request)
    return text.replace(str(form["key"].value()), "").replace(form.fingerprint, "")


def next_form(table: Table) -> str:
    table_context = TableContext(table)
    return drawn(table_context, table_context.game.form_class(None)(table_context=table_context))


def all_forms(table: Table, played: Any) -> Iterator[str]:
    """Yield every kind of form: empty ones for the next hand, those with the values of an undone hand, that of a
    correction, and those in which somebody chose who deals, leads or sits out.
    """
    table_context, later = TableContext(table), next(TableContext(table).future_contexts())
    ways = table.config.entry_forms.values()
    at = [TableContext(table, at=table_context.sheet.last)] if table_context.sheet.last else []
    for one, way in product((table_context, later), ways):
        yield drawn(one, way(table_context=one))
    for one, way in product((table_context, *at), ways):
        if way.can_show(played):
            yield drawn(one, way(table_context=one, initial=way.initial_of(played)))
            yield drawn(one, way(table_context=one, initial=way.initial_of(played) | {"leader": table.size}))
    for seat, way in product((1, table.size), ways):
        said = {"key": "a-key"} | dict.fromkeys(("dealer", "leader", "sitting_out", "sitting_out_1"), str(seat))
        yield drawn(table_context, way(said, table_context=table_context))


def test_cached_forms_equal_new_ones(game: GameConfig, preset: str, seats: int) -> None:
    club, variant = ClubFactory(), game.rules.PRESETS[preset]
    is_usual = (preset, seats) == (game.default_variant, game.seat_counts[0])
    language_at = LANGUAGE_AT if is_usual else LATE
    table = make_table(club, game, seats=seats, variant=variant)
    for number, played in enumerate(sheet_of(game, variant, seats, HANDS)):
        if number in language_at:
            with translation.override(language_at[number]):
                kept = list(all_forms(table, played))
                with nothing_cached():
                    assert kept == list(all_forms(table, played))
        services.record_hand(table, played, by=None, key=None)


def test_other_tables_and_variants_have_their_own_forms(game: GameConfig, seats: int) -> None:
    club = ClubFactory()
    variants = [game.rules.PRESETS[game.default_variant], *game.rules.PRESETS.values()]
    tables = [make_table(club, game, seats=seats, variant=variant) for variant in variants]
    kept = [[next_form(table) for table in tables] for _time in range(2)]
    with nothing_cached():
        new = [next_form(table) for table in tables]
    assert kept == [new, new]


def test_each_language_has_its_own_form(game: GameConfig, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    for language in ("en", "de"):
        with translation.override(language):
            kept = next_form(table)
            with nothing_cached():
                assert kept == next_form(table)


def test_a_new_player_is_on_the_buttons(game: GameConfig, seats: int) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    for _time in range(2):
        kept = next_form(table)
        with nothing_cached():
            assert kept == next_form(table)
        table.club.players.filter(seats__table=table, seats__position=1).update(name="Zoë")


def test_an_empty_form_is_rendered_once(game: GameConfig, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = make_table(ClubFactory(), game, seats=seats)
    first = next_form(table)
    form_class = TableContext(table).game.form_class(None)
    monkeypatch.setattr(form_class, "template", "nowhere.html")
    assert next_form(table) == first


def test_a_form_with_typed_values_is_not_cached(game: GameConfig, seats: int) -> None:
    table_context = TableContext(make_table(ClubFactory(), game, seats=seats))
    form = table_context.game.form_class(None)({"key": "a-key"}, table_context=table_context)
    assert form.cache_key is None
    kept = drawn(table_context, form)
    with nothing_cached():
        assert kept == drawn(table_context, form)
