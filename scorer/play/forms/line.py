"""What all forms for a line of a sheet have in common, and the form for an adjustment."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django import forms
from django.forms.widgets import ChoiceWidget
from django.utils.crypto import salted_hmac
from django.utils.html import strip_tags
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.play.table_context import TableContext

MAX_KEY_LENGTH = 40
"""The log stores it with an id in front."""

UNDONE_PREFIX = "again-"


def new_key() -> str:
    """Return a key for a form, so that it saves one hand even if it is posted twice."""
    return secrets.token_urlsafe(16)


def key_of_undone(hand_id: int) -> str:
    """Return the key of all forms that offer the values of an undone hand again. Together they save one hand."""
    return UNDONE_PREFIX + salted_hmac("scorer.play.forms.key_of_undone", str(hand_id)).hexdigest()[:32]


def fingerprint_of(key: object) -> str:
    """Tells a form from the others at the table, without giving its key away."""
    return sha256(str(key).encode()).hexdigest()[:8]


def filled_in(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cleaned values without those that were left empty."""
    return {name: value for name, value in cleaned.items() if value not in (None, "")}


class LineForm(forms.Form):
    """A form that saves one line of a table, by its key, at its number and in the layout of the table that it shows."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
    number = forms.IntegerField(widget=forms.HiddenInput)
    layout = forms.IntegerField(widget=forms.HiddenInput)

    table_context: TableContext

    def __init__(
        self,
        data: Any = None,
        *,
        table_context: TableContext,
        initial: Mapping[str, Any] | None = None,
        prefix: str | None = None,
    ) -> None:
        self.table_context = table_context
        super().__init__(data, initial=self.initial_for(initial), prefix=prefix)

    def initial_for(self, initial: Mapping[str, Any] | None) -> dict[str, Any]:
        """The initial values of the form: `initial`, and for the other fields those of the next line."""
        table_context = self.table_context
        start = {"key": new_key(), "number": table_context.number, "layout": table_context.table.layout}
        return start | dict(initial or {})

    def value_of(self, name: str) -> Any:
        """The value of a field: what was typed, or else the initial value."""
        return self.data.get(self.add_prefix(name)) if self.is_bound else self.initial.get(name)

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.value_of("key"))

    @property
    def undone(self) -> bool:
        """Whether this form saves the values of a hand that was undone."""
        return str(self.value_of("key")).startswith(UNDONE_PREFIX)

    @property
    def late(self) -> str | None:
        """The id of the late hand that this form enters."""
        return self.value_of("late")  # type: ignore[no-any-return]  # as it was posted

    @property
    def words(self) -> list[tuple[str, str]]:
        """What was typed, as the form says it: the label of each field with a value, and of what was chosen there."""
        said = ((str(field.label), _words_of(field)) for field in self.visible_fields())
        return [(label, words) for label, words in said if words not in ("", "–")]


def _words_of(field: forms.BoundField) -> str:
    value, widget = field.value(), field.field.widget
    if value in (None, "", [], False):
        return ""
    if isinstance(widget, forms.CheckboxInput):
        return gettext("yes")
    chosen = [choice.choice_label for choice in field if isinstance(widget, ChoiceWidget) and choice.data["selected"]]
    raw = value if isinstance(value, list) else [value]  # also what was typed although it is no choice
    return ", ".join(strip_tags(str(text)) for text in chosen or raw)


class AdjustmentForm(LineForm):
    """Points for each side, or for each seat where everybody plays alone, and the reason for them."""

    basis = forms.IntegerField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Everybody can read it: penalty for a revoke ..."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for index, (_seats, name) in enumerate(self.table_context.sides):
            self.fields[f"points_{index}"] = forms.IntegerField(
                label=name, required=False, widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"})
            )

    @property
    def side_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("points_")]

    @property
    def points(self) -> list[int]:
        """The points by position. An empty field counts as 0."""
        points = [0] * self.table_context.size
        for index, (seats, _name) in enumerate(self.table_context.sides):
            for seat in seats:
                points[seat - 1] = self.cleaned_data.get(f"points_{index}") or 0
        return points

    @staticmethod
    def initial_of(table_context: TableContext, points: list[int]) -> dict[str, int]:
        return {f"points_{index}": points[seats[0] - 1] for index, (seats, _name) in enumerate(table_context.sides)}
