"""Fields and buttons of entry forms, and when a page shows them and asks for them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.validators import MaxLengthValidator
from django.forms.boundfield import BoundWidget

from scorer.scoring import MAX_NUMBER, HandKinds, Problem

KEY_WIDTH = 6.5
"""The greatest width of a name on one of four keys in a row on a phone (see `names.width`)."""

WIDTH_BESIDE_KEYS = 8
"""The greatest width of a name in front of a row of keys."""

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""The labels of choices that parts/keys.html draws as suits, where there is only text."""


def button_field(choices: Sequence[tuple[Any, Any]] = (), *, number: bool = False, **kwargs: Any) -> Any:
    """Return a field that is drawn as buttons. It accepts any value, because the judge checks what was chosen.

    If the choices depend on the table, as its players do, the form sets those of the widget.
    """
    widget = forms.RadioSelect(choices=choices)
    if number:
        return forms.IntegerField(required=False, widget=widget, **kwargs)
    return forms.CharField(required=False, widget=widget, validators=[MaxLengthValidator(200)], **kwargs)


def number_field(**kwargs: Any) -> forms.IntegerField:
    """Return a field for a whole number, for which phones show a keyboard of digits."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(required=False, widget=widget, **kwargs)


def seat_field(**kwargs: Any) -> Any:
    """Return a field for a player of the table. The form sets the choices."""
    return forms.TypedChoiceField(required=False, coerce=int, empty_value=None, **kwargs)


def as_number(text: Any) -> Any:
    """Return the whole number that was typed or chosen. Any other text stays as it is, and the judge refuses it."""
    return int(text) if str(text).isdecimal() and len(str(text)) <= len(str(MAX_NUMBER)) else text


def data_when(**values: Iterable[object]) -> str:
    """Return the value of data-when for an element that is shown while each of these fields has one of these values.

    "" stands for an empty field. The result is empty if there are no conditions.
    """
    accepted = {name: [*map(str, some)] for name, some in values.items()}
    return json.dumps(accepted, separators=(",", ":")) if accepted else ""


def kinds_when(kinds: HandKinds, field: str) -> str:
    """Return the value of data-when for a field of the entry: the kinds of hand that have it. Empty if all do.

    Until a kind is chosen, the page shows the fields of the first one.
    """
    having = [name for name, kind in kinds.items() if kind.has(field)]
    of_kinds = [name for name, kind in kinds.items() if kind.has("kind")]
    chosen = [name for name in of_kinds if name in having]
    needed: dict[str, list[str]] = {}
    if "passed_out" in kinds and "passed_out" not in having:
        needed["passed_out"] = [""]
    if 0 < len(chosen) < len(of_kinds):
        needed["kind"] = ["", *chosen] if of_kinds[0] in chosen else chosen
    return data_when(**needed)


class Key(NamedTuple):
    """A choice of a `button_field`, for parts/conditional_keys.html."""

    choice: BoundWidget
    when: str = ""
    """The value of data-when. Empty if the choice is always offered."""
    suit: str = ""
    """S, H, D or C, to be drawn in place of the label."""


class Need(NamedTuple):
    """Values without which a hand is incomplete. A phone without a connection asks for them (static/js/outbox.js).

    The judge has the last word: a need may be missing here, but none may refuse a hand that the judge accepts.
    """

    names: Sequence[str]
    """Fields. Those that the form does not have, or does not show, need no value."""
    least: int = 1
    """How many values they have together. If it is negative, so many of the fields may be empty."""
    when: Mapping[str, Iterable[object]] = {}
    """As for `data_when`."""
    code: str = "required"
    """Of the problem, which is at the first empty field."""
    params: Mapping[str, Any] = {}

    def asked(self, form: Any) -> dict[str, Any]:
        """Return what static/js/scorer.js has to know of the need of an EntryForm. It knows the usual values itself."""
        name = self.names[0]
        says = form.error_text(Problem(name, self.code, self.params), name)
        asked: dict[str, Any] = {"names": self.names, "label": str(form.fields[name].label), "says": says}
        if self.least != 1:
            asked["least"] = self.least
        if self.when:
            asked["when"] = json.loads(data_when(**self.when))
        return asked
