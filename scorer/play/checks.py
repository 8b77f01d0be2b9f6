"""A system check: the fields of a game have labels, columns, and names that nothing else uses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from inspect import get_annotations
from itertools import chain
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.forms import Form

from scorer.play.forms import CorrectionWhyForm, EntryForm, SittingOutForm
from scorer.play.models import GameHand, GameTable
from scorer.play.opening.forms import VariantForm
from scorer.registry import GameConfig, all_games

POSTED = frozenset({
    *("csrfmiddlewaretoken", "way", "writer", "late", "hand_in", "instead", "same", "here", "back", "mine", "confirm"),
    *EntryForm.steps,
    *CorrectionWhyForm.base_fields,
})  # fmt: skip
"""The names that pages post together with a hand."""


def names_of(kind: type) -> set[str]:
    """Return the names that a class and its bases define, or annotate for their instances."""
    return {name for base in kind.__mro__ for name in (*vars(base), *get_annotations(base))}


RESERVED = frozenset({
    *POSTED,
    *EntryForm.base_fields,
    *names_of(SittingOutForm),
    *vars(Form()),
    *names_of(GameHand),
})  # fmt: skip
"""The names that no field of an entry, of its form and of its table in the database can have."""

RESERVED_FOR_VARIANTS = frozenset(VariantForm.base_fields.keys() | names_of(GameTable))


def check_names_and_columns(app_configs: Sequence[AppConfig] | None, **_kwargs: Any) -> list[CheckMessage]:
    games = [game for game in all_games() if app_configs is None or game in app_configs]
    return [Error(fault, obj=game.name, id="scorer.E002") for game in games for fault in faults(game)]


def faults(game: GameConfig) -> Iterator[str]:
    """Yield a sentence for each name that is taken, and for each field without a label or a column."""
    try:
        rules, hand, table, forms = game.rules, game.hand_model, game.table_model, game.entry_forms.values()
        entry, variant = _names(fields(rules.Entry)), _names(fields(rules.Variant))
        labelled = game.labels.FIELDS.keys()
    except (ImportError, AttributeError, LookupError):
        return  # a part is missing, which scorer.registry reports
    columns = _names(hand._meta.local_concrete_fields)
    of_forms = {name for form in forms for name in form.base_fields.keys() - EntryForm.base_fields.keys()}
    yield from _taken("rules/entry.py", entry, RESERVED)
    yield from _taken("models.py", columns - entry - {"hand"}, RESERVED)
    yield from _taken("forms.py", of_forms - entry, RESERVED)
    yield from _taken("rules/variant.py", variant, RESERVED_FOR_VARIANTS)
    for form in forms:
        unlabelled = {name for name, field in form.base_fields.items() if field.label is None}
        for name in sorted(unlabelled - EntryForm.base_fields.keys() - labelled):
            yield f"forms.py: {name} has no label, neither of its own nor in FIELDS of the labels"
    for name in sorted(entry - columns - hand.stored.keys()):
        yield f"models.py: {name} of the entry has no column, and is not in stored"
    for name in sorted(hand.stored.keys() - entry):
        yield f"models.py: {name} in stored is no field of the entry"
    stored = [names.values() if isinstance(names, Mapping) else names for names in hand.stored.values()]
    for name in sorted({*chain.from_iterable(stored)} - columns):
        yield f"models.py: {name} in stored is no column"
    for name in sorted(variant - _names(table._meta.local_concrete_fields)):
        yield f"models.py: {name} of the variant has no column"


def _names(fields: Iterable[Any]) -> set[str]:
    return {field.name for field in fields}


def _taken(file: str, names: set[str], reserved: Iterable[str]) -> Iterator[str]:
    for name in sorted(names.intersection(reserved)):
        yield f"{file}: the name {name} is taken; choose another one for this field"
