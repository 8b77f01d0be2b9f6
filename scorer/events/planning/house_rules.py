"""The house rules that events of a game may have: those under which a table's result can be compared.

Mostly that is its points. A rubber, a match of several parties or a record kept on paper is a result of its own, which
only some comparisons of some games take (`GameEvents.settling`).
"""

import dataclasses
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorer.contest.offer import NO_EVENTS
from scorer.registry import GameConfig
from scorer.scoring import Problem, ResultUnit, judge_variant


def is_comparable(game: GameConfig, variant: Any, comparison: str | None = None) -> bool:
    """Whether results under these house rules can be compared: by this comparison, or else by any that is offered."""
    settling = (game.events or NO_EVENTS).settling
    by_points = game.rules.result_unit(variant).is_points
    return by_points or (bool(settling) if comparison is None else comparison in settling)


def refuse_deals_of_games(game: GameConfig, variant: Any, per_round: int | None) -> None:
    """Refuse a number of deals for rounds that are matches of games: nobody knows how many a match takes."""
    if per_round and game.rules.result_unit(variant) is ResultUnit.GAMES:
        raise ValidationError({"per_round": _("Leave this empty: the rules say how many games a round has.")})


def presets_of(game: GameConfig) -> list[str]:
    """Return the names of the presets that the events of a game may have, the usual ones first."""
    return [name for name, preset in game.rules.PRESETS.items() if is_comparable(game, preset)]


def settings_of(game: GameConfig) -> dict[str, tuple[Any, ...]]:
    """Return the settings that matter in events, each with its choices if it has a list of them.

    Left out are choices that could not be compared, settings without another choice, and what only these need.
    """
    presets = [game.rules.PRESETS[name] for name in presets_of(game)]
    choices = {
        item.name: tuple(
            choice
            for choice in _choices(game, item.name)
            if any(is_comparable(game, dataclasses.replace(preset, **{item.name: choice})) for preset in presets)
        )
        for item in dataclasses.fields(game.rules.Variant)
    }
    changed = [
        variant
        for preset in presets
        for name, values in choices.items()
        for value in values
        if is_comparable(game, variant := dataclasses.replace(preset, **{name: value}))
    ]

    def matters(item: "dataclasses.Field[Any]") -> bool:
        applies = item.metadata.get("applies")
        return len(choices[item.name]) != 1 and (applies is None or any(map(applies, changed)))

    return {item.name: choices[item.name] for item in dataclasses.fields(game.rules.Variant) if matters(item)}


def problems_of(game: GameConfig, house_rules: dict[str, Any], comparison: str) -> Iterator[Problem]:
    """Yield what is wrong with house rules that came in a file, or that somebody changed by SQL."""
    judged = judge_variant(game.rules, house_rules)
    for problem in judged.problems:
        yield Problem(f"house_rules.{problem.field}", problem.code, problem.params)
    if judged.entry is not None and not is_comparable(game, judged.entry, comparison):
        yield Problem("house_rules", "not_comparable")


def _choices(game: GameConfig, name: str) -> tuple[Any, ...]:
    """Return the values that a setting can have; none for a number."""
    annotation = get_type_hints(game.rules.Variant)[name]
    if get_origin(annotation) in (Union, types.UnionType):
        return ()
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return (False, True) if annotation is bool else ()
