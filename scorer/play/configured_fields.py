"""The fields of a table's entry forms, which offer its players and follow its house rules.

They are made once for each table and shared by its forms. Making them costs up to a fifth of a save, because Django
copies every field with its widget and choices.
"""

from collections.abc import Hashable
from copy import deepcopy
from typing import Any, ClassVar, Protocol

from django.utils.translation import get_language

from scorer.db.versioned_cache import VersionedCache
from scorer.play.table_context import TableContext
from scorer.registry.words import field_text

FormFields = dict[str, Any]
"""By name, in the order of the form."""

MAX_TABLES = 500
"""Rarely are more played at one time. The fields of one take 15 to 90 kB."""
MAX_DEALERS = 4 * MAX_TABLES

_fields: VersionedCache[FormFields] = VersionedCache(MAX_TABLES)
_dealers: VersionedCache[Any] = VersionedCache(MAX_DEALERS)


class ConfigurableForm(Protocol):
    """What an entry form says about its fields. `scorer.play.forms.EntryForm` describes each."""

    table_context: TableContext
    base_fields: ClassVar[FormFields]

    @property
    def people_key(self) -> tuple[Hashable, ...]: ...
    @property
    def depends_on(self) -> tuple[Hashable, ...]: ...
    def configure(self, fields: FormFields) -> None: ...
    def dealer_hint(self) -> str: ...


def configured_fields(form: ConfigurableForm) -> FormFields:
    """Return the fields of `form`. The caller may remove or replace fields, but must not modify them."""
    people = (get_language(), *form.people_key)
    fields = dict(_fields.get((*people, *form.depends_on), None, lambda _before: _configure(form)))
    if "dealer" in fields:  # the only field that shows whose turn it is
        hint = form.dealer_hint()
        fields["dealer"] = _dealers.get((*people, hint), None, lambda _before: _dealer(form, hint))
    return fields


def _configure(form: ConfigurableForm) -> FormFields:
    fields = deepcopy(type(form).base_fields)
    for name, field in fields.items():
        if field.label is None:
            field.label = field_text(form.table_context.game, name)
    form.configure(fields)
    return fields


def _dealer(form: ConfigurableForm, hint: str) -> Any:
    field: Any = deepcopy(type(form).base_fields["dealer"])
    field.choices = [("", hint), *((chair.position, chair.label) for chair in form.table_context.chairs)]
    return field
