import pkgutil
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, ClassVar, cast

from django.apps import AppConfig, apps
from django.db import models
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

import games
from scorer.contest.offer import GameEvents
from scorer.scoring import Rules


class GameConfig(AppConfig):
    """The front door of one game. A game's apps.py has a subclass that fills in what the class attributes name.

    In apps.py write `from scorer import registry; class Config(registry.GameConfig)`: importing this class by name
    would give Django two configurations in one module, and it would take neither.
    """

    title: ClassVar[StrOrPromise]
    icon: ClassVar[str]
    """A character or two that stand for the game, such as a suit."""
    seat_counts: ClassVar[Sequence[int]]
    """How many positions a table may have; the first is usual."""
    seat_names: ClassVar[Sequence[StrOrPromise]] = ()
    """Names of the positions where players use them (N, E, S, W); otherwise the players' names stand alone."""
    side_names: ClassVar[Sequence[StrOrPromise]] = ()
    """Names of the sides where players use them (N–S, E–W)."""
    deals_in_turn: ClassVar[bool] = True
    """False where the hand itself tells who dealt it, as a board does."""
    hand_word: ClassVar[StrOrPromise] = _("Hand")
    """What players call one hand on the sheet."""

    @property
    def slug(self) -> str:
        return self.label

    @cached_property
    def rules(self) -> Rules:
        return cast("Rules", import_module(f"{self.name}.rules"))

    @cached_property
    def events(self) -> GameEvents | None:
        """What the game offers for events; None for a game without `rules/events.py`."""
        name = f"{self.name}.rules.events"
        return cast("GameEvents", import_module(name).EVENTS) if find_spec(name) else None

    @cached_property
    def labels(self) -> ModuleType:
        return import_module(f"{self.name}.labels")

    @cached_property
    def entry_forms(self) -> Mapping[str, Any]:
        """The ways to enter a hand by their short name; the first is the usual one."""
        return {form.way: form for form in import_module(f"{self.name}.forms").FORMS}

    def title_of(self, _entry: Any, ordinal: int) -> str:
        """What players call a hand: its word, and which of the hands that count it is."""
        return f"{self.hand_word} {ordinal}"

    def form_class(self, way: str | None, entry: Any = None) -> Any:
        """The form for the way of entry that was asked for; without one, the first that can show `entry`."""
        usual = next(form for form in self.entry_forms.values() if entry is None or form.can_show(entry))
        return self.entry_forms.get(way or "") or usual

    @cached_property
    def hand_model(self) -> Any:
        return self._model("Hand")

    @cached_property
    def table_model(self) -> Any:
        return self._model("Table")

    def _model(self, kind: str) -> type[models.Model]:
        return self.get_model(f"{self.label}{kind}")

    @property
    def row_template(self) -> str:
        return f"{self.slug}/row.html"

    @property
    def default_variant(self) -> str:
        return next(iter(self.rules.PRESETS))

    def preset_of(self, variant: object) -> str | None:
        """The name of the preset that equals this variant; None for a club's own mixture."""
        return next((name for name, preset in self.rules.PRESETS.items() if preset == variant), None)


def game_apps() -> list[str]:
    """The packages under games/, for INSTALLED_APPS."""
    return [f"games.{found.name}" for found in pkgutil.iter_modules(games.__path__) if found.ispkg]


def all_games() -> list[GameConfig]:
    found = [config for config in apps.get_app_configs() if isinstance(config, GameConfig)]
    return sorted(found, key=lambda game: game.slug)


def get_game(slug: str) -> GameConfig:
    """Raises LookupError for a game that is not installed."""
    config = apps.get_app_config(slug)
    if not isinstance(config, GameConfig):
        raise LookupError(slug)  # noqa: TRY004  # an app that is no game is as good as not installed
    return config


def get_game_or_404(slug: str) -> GameConfig:
    """For a view: a game that is not installed has no page."""
    try:
        return get_game(slug)
    except LookupError as error:
        raise Http404 from error
