"""Entry forms of any game, as a player fills them in."""

from typing import Any

from scorer.play.forms import EntryForm
from scorer.play.table_context import TableContext

Values = dict[str, Any]


def typed(kind: type[EntryForm], table_context: TableContext, values: Values) -> EntryForm:
    start = kind(table_context=table_context)
    hidden = {name: start[name].value() for name in ("key", "number", "layout")}
    return kind({**hidden, **values}, table_context=table_context)


def entry_of(kind: type[EntryForm], table_context: TableContext, values: Values) -> Any:
    form = typed(kind, table_context, values)
    assert form.is_valid(), form.errors
    return form.entry


def shown_by(form: EntryForm) -> Values:
    """Return what a browser would post if nobody changed the form."""
    shown = {name: form[name].value() for name in form.fields}
    return {name: _sent(value) for name, value in shown.items() if value is not None and value is not False}


def _sent(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    return "on" if value is True else str(value)
