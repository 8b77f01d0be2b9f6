import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, cast

from django.apps import AppConfig, apps
from django.db import models
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from django_stubs_ext import StrOrPromise

import games
from scorer.contest.offer import GameEvents
from scorer.contest.report import ReportFormat
from scorer.registry.description import Description, Subject
from scorer.scoring import DealerSitsOut, Example, Problem, Rules

NAMES_OF_RULES = sorted(name for name in {*dir(Rules), *Rules.__annotations__} if not name.startswith("_"))


class ShownHand(NamedTuple):
    """The cards that were dealt to one position."""

    seat: StrOrPromise
    suits: Sequence[tuple[str, Sequence[StrOrPromise]]]
    """The code of each suit, and its cards from the highest down, without their suit."""


class GameConfig(AppConfig):
    """Base class for the `AppConfig` of a game. A game's apps.py has a subclass that sets the class attributes.

    In apps.py write `from scorer import registry; class Config(registry.GameConfig)`. If the module imported this class
    by name, Django would find two configurations in it and use neither.
    """

    title: ClassVar[StrOrPromise]
    icon: ClassVar[str]
    """One or two characters that stand for the game, such as a suit."""
    seat_counts: ClassVar[Sequence[int]]
    """How many positions a table may have. The first is the default."""
    at_play: ClassVar[int | None] = None
    """How many play a hand, in a game whose dealer sits out at larger tables: the dealer is the entry's `sitting_out`.

    The form is then a `DealerSitsOutForm`, and the rules need neither `initial_values` nor `dealer`.
    """
    seat_names: ClassVar[Sequence[StrOrPromise]] = ()
    """Names of the positions, where players use such names (N, E, S, W)."""
    seat_names_of_deals: ClassVar[Sequence[StrOrPromise]] = ()
    """Names of the positions in events with numbered deals, where players use such names only there."""
    side_names: ClassVar[Sequence[StrOrPromise]] = ()
    """Names of the sides, where players use such names (N–S, E–W)."""
    deals_in_turn: ClassVar[bool] = True
    """False if the hand itself tells who dealt it, as a numbered board does."""
    hand_word: ClassVar[StrOrPromise] = _("Hand")
    """What players call one hand on the sheet."""
    deal_word: ClassVar[StrOrPromise] = _("Deal")
    """The same for one whose deal has a number of its own, such as a board."""
    deals_word: ClassVar[StrOrPromise] = _("Deals")
    counted_deals: ClassVar[Any] = ngettext_lazy("%(n)d deal", "%(n)d deals", "n")
    save_words: ClassVar[StrOrPromise] = _("Save hand %(number)s")
    """The words of the button that saves one. A sentence of its own, because many languages inflect the noun in it."""
    save_deal_words: ClassVar[StrOrPromise] = ""

    duty_owed: ClassVar[StrOrPromise] = ""
    """Says that `names` have not played yet what the game's events ask of everybody (`GameEvents.duty`)."""
    report_formats: ClassVar[Sequence[ReportFormat]] = ()
    """The formats of other programs in which there are files of the game's events."""
    written_examples: ClassVar[Sequence[str]] = ()
    """Two results of a deal, each in one line as players write it, if the game can read such lines."""

    @property
    def verbose_name(self) -> StrOrPromise:  # type: ignore[override]  # Django's AppConfig has an attribute
        """What Django calls the app."""
        return self.title

    @property
    def slug(self) -> str:
        return self.label

    @cached_property
    def rules(self) -> Rules:
        """What the game's package `rules` says, and the defaults for what it leaves out."""
        package = import_module(f"{self.name}.rules")
        rules = DealerSitsOut(self.at_play) if self.at_play else Rules()
        vars(rules).update({name: getattr(package, name) for name in NAMES_OF_RULES if hasattr(package, name)})
        return rules

    @cached_property
    def events(self) -> GameEvents | None:
        """What the game offers for events, or None if it has no `rules/events.py`."""
        name = f"{self.name}.rules.events"
        return cast("GameEvents", import_module(name).EVENTS) if find_spec(name) else None

    @cached_property
    def labels(self) -> ModuleType:
        return import_module(f"{self.name}.labels")

    @cached_property
    def describe(self) -> Callable[[Subject], Description]:
        return cast("Callable[[Subject], Description]", import_module(f"{self.name}.description").describe)

    @cached_property
    def entry_forms(self) -> Mapping[str, Any]:
        """The forms for entering a hand, by the short name of each way. The first is the default."""
        return {form.way: form for form in import_module(f"{self.name}.forms").FORMS}

    def word_for(self, entry: Any) -> StrOrPromise:
        """Return what players call such a hand, without its number."""
        return self.hand_word if self.rules.deal(entry) is None else self.deal_word

    def title_of(self, entry: Any, ordinal: int) -> str:
        """Return what players call a hand. `ordinal` is its number among the hands that count."""
        deal = self.rules.deal(entry)
        return f"{self.hand_word} {ordinal}" if deal is None else f"{self.deal_word} {deal}"

    def named_deals(self, deals: Sequence[int]) -> str:
        """Return their word and numbers: "Board 5", "Boards 7–9", "Boards 2, 5"."""
        if len(deals) == 1:
            return f"{self.deal_word} {deals[0]}"
        in_turn = len(deals) == deals[-1] - deals[0] + 1
        return f"{self.deals_word} {f'{deals[0]}–{deals[-1]}' if in_turn else ', '.join(map(str, deals))}"

    def read_written(self, _text: str, _deal: int) -> tuple[Any, Sequence[Problem]]:
        """Return the entry that a line of text says about a deal, and what is wrong with the line."""
        return None, (Problem("", "whole_number"),)

    hand_records: ClassVar[str] = ""
    """The ending of the files with dealt cards that the game reads, such as .pbn."""

    def read_hand_records(self, _content: bytes) -> tuple[Mapping[int, str], Sequence[tuple[int, Problem]]]:
        """Return the cards of each deal as the game writes them, and what is wrong in which line, 0 for the file."""
        raise NotImplementedError

    def dealt_hands(self, _cards: str) -> Sequence[ShownHand]:
        """Return the hands by position, or none if the cards are not written as the game writes them."""
        return ()

    def random_cards(self, _random: Random) -> str:
        """Return the cards of a deal as the game writes them, for the demo. Only for games with `hand_records`."""
        raise NotImplementedError

    def random_result(self, _random: Random, _deal: int, _cards: str) -> Any:
        """Return an entry for a table that plays these cards."""
        raise NotImplementedError

    def about_deal(self, _deal: int) -> Sequence[str]:
        """Return what the number of a deal tells, as that of a board does: its dealer and who is vulnerable."""
        return ()

    def examples_of(self, variant: Any) -> list[Example]:
        """Return the examples whose hands this variant scores as their own does, without those about something else.

        That is another `scoring`, if the variant has that field, or a record that it does not keep.
        """
        unit_of, replay = self.rules.result_unit, self.rules.replay

        def is_about(preset: Any) -> bool:
            same_scoring = getattr(preset, "scoring", None) == getattr(variant, "scoring", None)
            return same_scoring and (unit_of(preset).is_points or unit_of(preset) is unit_of(variant))

        def points(example: Example, variant: Any) -> list[tuple[int, ...]]:
            return [outcome.points for outcome in replay([*example.before, example.entry], variant, example.seats)]

        with_presets = [(example, self.rules.PRESETS[example.variant]) for example in self.rules.EXAMPLES]
        return [
            example
            for example, preset in with_presets
            if is_about(preset) and points(example, variant) == points(example, preset)
        ]

    def form_class(self, way: str | None, entry: Any = None) -> Any:
        """Return the form for this way of entry. Without a known `way`, return the first form that can show `entry`."""
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
    def paper_template(self) -> str:
        return f"{self.slug}/paper.html"

    @property
    def default_variant(self) -> str:
        return next(iter(self.rules.PRESETS))

    def preset_of(self, variant: object) -> str | None:
        """Return the name of the preset that equals this variant, or None for a club's own house rules."""
        return next((name for name, preset in self.rules.PRESETS.items() if preset == variant), None)

    def with_deals(self, variant: Any, deals: int | None, seats: int) -> Any:
        """Return house rules as they are at a table of an event that was given so many deals."""
        change = self.events and self.events.with_deals
        return change(variant, deals, seats) if change and deals else variant

    def without_deals(self, variant: Any, deals: int | None, seats: int) -> Any:
        """Return the preset that becomes this variant by `with_deals`, or else the variant."""
        presets = self.rules.PRESETS.values()
        return next((preset for preset in presets if self.with_deals(preset, deals, seats) == variant), variant)


def game_apps() -> list[str]:
    """Return the packages under games/, for INSTALLED_APPS."""
    return [f"games.{module.name}" for module in pkgutil.iter_modules(games.__path__) if module.ispkg]


def all_games() -> list[GameConfig]:
    configs = [config for config in apps.get_app_configs() if isinstance(config, GameConfig)]
    return sorted(configs, key=lambda game: game.slug)


def get_game(slug: str) -> GameConfig:
    """Return the game, or raise LookupError if it is not installed."""
    config = apps.get_app_config(slug)
    if not isinstance(config, GameConfig):
        raise LookupError(slug)  # noqa: TRY004  # for an app that is not a game, as for one that is not installed
    return config


def find_game(slug: str) -> GameConfig | None:
    """Return the game, or None if it is not installed (any more)."""
    try:
        return get_game(slug)
    except LookupError:
        return None


def get_game_or_404(slug: str) -> GameConfig:
    """Return the game, or raise Http404 if it is not installed."""
    try:
        return get_game(slug)
    except LookupError as error:
        raise Http404 from error
