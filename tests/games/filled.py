"""Entry forms as a player fills them in: of every game."""

from typing import Any

from scorer.play.forms import EntryForm
from scorer.play.setting import Setting

Values = dict[str, Any]


def typed(kind: type[EntryForm], setting: Setting, values: Values) -> EntryForm:
    start = kind(setting=setting)
    hidden = {name: start[name].value() for name in ("key", "number", "layout")}
    return kind({**hidden, **values}, setting=setting)


def entry_of(kind: type[EntryForm], setting: Setting, values: Values) -> Any:
    form = typed(kind, setting, values)
    assert form.is_valid(), form.errors
    return form.entry


def shown_by(form: EntryForm) -> Values:
    """What a browser would send back of a form untouched."""
    shown = {name: form[name].value() for name in form.fields}
    return {name: _sent(value) for name, value in shown.items() if value is not None and value is not False}


def _sent(value: Any) -> str | list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    return "on" if value is True else str(value)
