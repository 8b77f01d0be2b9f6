"""Django system checks that make a game with a missing part fail at start-up."""

import ast
import dataclasses
from collections.abc import Iterator, Sequence
from importlib import import_module
from inspect import getmembers, isfunction
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from scorer.registry.config import NAMES_OF_RULES, GameConfig, all_games
from scorer.registry.words import COMMON_PROBLEMS

LABELS = ("REASONS", "PROBLEMS", "NOTICES", "VARIANTS", "VARIANT_FIELDS", "FIELDS", "CHOICES")
TEMPLATES = ("entry.html", "rules.html")


def check_games(app_configs: Sequence[AppConfig] | None, **_kwargs: Any) -> list[CheckMessage]:
    games = all_games()
    if app_configs is not None:
        games = [game for game in games if game in app_configs]
    return [Error(fault, obj=game.name, id="scorer.E001") for game in games for fault in faults(game)]


def faults(game: GameConfig) -> Iterator[str]:
    """Yield a sentence for each part that a game lacks."""
    for name in ("title", "icon", "seat_counts"):
        if not getattr(game, name, None):
            yield f"apps.py: {name} is missing"
    for module in ("rules", "labels", "describe"):
        try:
            getattr(game, module)
        except (ImportError, AttributeError) as error:
            yield f"{module} cannot be imported: {error}"
            return
    missing = [name for name in NAMES_OF_RULES if not hasattr(game.rules, name)]
    if missing:
        yield f"rules lacks {', '.join(missing)}"
        return
    # A default would stand in for a function whose name is misspelt, and nobody would notice.
    functions = getmembers(import_module(f"{game.name}.rules"), isfunction)
    yield from (
        f"rules/__init__.py: nothing calls {name}"
        for name, _function in functions
        if not name.startswith("_") and name not in NAMES_OF_RULES
    )
    yield from _event_faults(game)
    yield from _label_faults(game)
    yield from _faults_of_classes(game)
    for name in TEMPLATES:
        try:
            get_template(f"{game.slug}/{name}")
        except TemplateDoesNotExist:
            yield f"the template {game.slug}/{name} is missing"


def _event_faults(game: GameConfig) -> Iterator[str]:
    try:
        events = game.events
    except (ImportError, AttributeError) as error:
        yield f"rules/events.py: {error}"
        return
    if events is None:
        return
    if not any(game.rules.result_unit(preset).is_points for preset in game.rules.PRESETS.values()):
        yield "rules/events.py: no preset has points as the result of a table, which events compare"
    named = {
        "format": [format_.name for format_ in events.formats],
        "comparison": [comparison.name for comparison in events.comparisons],
    }
    for kind, names in named.items():
        if not names:
            yield f"rules/events.py: there is no {kind}"
        yield from (f"rules/events.py: duplicate {kind} {name}" for name in {*names} if names.count(name) > 1)


def _label_faults(game: GameConfig) -> Iterator[str]:
    missing = [name for name in LABELS if not hasattr(game.labels, name)]
    if missing:
        yield f"labels.py lacks {', '.join(missing)}"
        return
    for name, preset in game.rules.PRESETS.items():
        if name not in game.labels.VARIANTS:
            yield f"labels.py: VARIANTS lacks {name}"
        yield from (
            f"labels.py: VARIANT_FIELDS lacks {field.name}"
            for field in dataclasses.fields(preset)
            if field.name not in game.labels.VARIANT_FIELDS
        )
    for name, kind in get_type_hints(game.rules.Entry).items():
        if name not in game.labels.FIELDS:
            yield f"labels.py: FIELDS lacks {name}"
        choices = {*_literals(kind)} - game.labels.CHOICES.get(name, {}).keys()
        yield from (f"labels.py: CHOICES of {name} lacks {choice}" for choice in sorted(choices))
    for statistic in game.rules.STATISTICS:
        title, made, groups = getattr(game.labels, "STATISTICS", {}).get(statistic.name, ("", "", {}))
        if not (title and made):
            yield f"labels.py: STATISTICS lacks {statistic.name}"
        yield from (
            f"labels.py: STATISTICS of {statistic.name} lacks {group}"
            for group in statistic.groups
            if group not in groups
        )
    for mapping, codes in _codes_of(game).items():
        lacking = sorted(codes - getattr(game.labels, mapping).keys() - COMMON_PROBLEMS.keys())
        yield from (f"labels.py: {mapping} lacks {code}" for code in lacking)
    doubled = sorted(game.labels.PROBLEMS.keys() & {"not_json", "too_long"} & COMMON_PROBLEMS.keys())
    if doubled:
        yield f"labels.py: PROBLEMS must not redefine {', '.join(doubled)}"


def _literals(kind: Any) -> Iterator[str]:
    """Yield the strings of which a value of this type may be one."""
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    elif get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            yield from _literals(member)


CODES = {"Reason": ("REASONS", 0), "ScoreLine": ("REASONS", 0), "Problem": ("PROBLEMS", 1), "Notice": ("NOTICES", 0)}
"""What has a code: the mapping of the labels with its sentence, and the place of the code among the arguments."""


def _codes_of(game: GameConfig) -> dict[str, set[str]]:
    """Return the codes by the mapping of the labels: those of the examples, of kinds of hands and of limits, and those
    that the rules spell out.

    Those that the rules put together, such as f"slam_{slam}", show in the examples and in the contract tests only.
    """
    codes: dict[str, set[str]] = {mapping: set() for mapping, _place in CODES.values()}
    codes["PROBLEMS"] |= {kind.refusal for kind in game.rules.HAND_KINDS.values()}
    codes["PROBLEMS"] |= {f"{name}_range" for name in getattr(import_module(game.rules.Entry.__module__), "LIMITS", ())}
    for example in game.rules.EXAMPLES:
        entries, variant = [*example.before, example.entry], game.rules.PRESETS[example.variant]
        codes["REASONS"] |= {reason.code for reason in game.rules.replay(entries, variant, example.seats)[-1].reasons}
    for file in Path(str(import_module(f"{game.name}.rules").__file__)).parent.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in CODES:
                mapping, place = CODES[call.func.id]
                for code in call.args[place : place + 1]:
                    if isinstance(code, ast.Constant) and isinstance(code.value, str):
                        codes[mapping].add(code.value)
    return codes


def _faults_of_classes(game: GameConfig) -> Iterator[str]:
    for file, name in (("models.py", "hand_model"), ("models.py", "table_model"), ("forms.py", "entry_forms")):
        try:
            if not getattr(game, name):
                yield f"{file}: FORMS is empty"
        except (ImportError, AttributeError, LookupError) as error:
            yield f"{file}: {error}"
            return
