"""Values that a form asks in another shape than the entry has: as one row of keys, or part by part."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.play.columns import empty_fields
from scorer.scoring import Problem


@dataclass(frozen=True)
class KeyRow:
    """One row of keys that stands for several fields of the entry: by choice, the values of those that have one."""

    name: str
    """The field of the form."""
    choices: Mapping[str, Mapping[str, Any]]

    @property
    def fields(self) -> list[str]:
        """The fields of the entry."""
        return [*dict.fromkeys(field for values in self.choices.values() for field in values)]

    def entry_data(self, typed: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the fields of the entry in the hand format. What is no choice is left to the judge to refuse."""
        if self.name not in typed:
            return {}
        return self.choices.get(typed[self.name], {self.fields[0]: typed[self.name]})

    def initial_of(self, entry: Any) -> Mapping[str, Any]:
        """Return the choice that shows an entry, or None for one that has none of them."""
        shown = {field: getattr(entry, field) for field in self.fields}
        kind: Any = type(entry)
        empty = {field: empty_fields(kind)[field] for field in self.fields}
        return {self.name: next((choice for choice, some in self.choices.items() if empty | {**some} == shown), None)}

    def field_of(self, problem: Problem, _values: Mapping[str, Any]) -> str | None:
        return self.name if problem.field in self.fields else None


@dataclass(frozen=True)
class Parts:
    """A field of the entry that holds a dataclass: by each field of that, the field of the form."""

    name: str
    fields: Mapping[Any, str]

    def entry_data(self, typed: Mapping[str, Any]) -> Mapping[str, Any]:
        parts = {part: typed[field] for part, field in self.fields.items() if field in typed}
        return {self.name: parts} if parts else {}

    def initial_of(self, entry: Any) -> Mapping[str, Any]:
        """Return what is in the fields of the form. They are empty for 0."""
        return {field: getattr(getattr(entry, self.name), part) or None for part, field in self.fields.items()}

    def field_of(self, problem: Problem, values: Mapping[str, Any]) -> str | None:
        """Return the field of the part, or for a problem with all parts the first one with a value."""
        name, _dot, part = problem.field.partition(".")
        if name != self.name:
            return None
        filled = [field for field in self.fields.values() if values.get(field)]
        return self.fields[part] if part else (*filled, *self.fields.values())[0]
