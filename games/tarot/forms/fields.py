"""Form fields for card points and for numbers to choose from."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.formats import number_format

from games.tarot.rules.cards import figure


class PointsField(forms.Field):
    """Card points, "40.5" or "40,5". Any other text stays as it is, and the judge refuses it."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip().replace(",", ".")
        if not text:
            return None
        return float(text) if re.fullmatch(r"-?[0-9]{1,40}(\.[0-9])?", text) else text

    def prepare_value(self, value: Any) -> Any:
        return number_format(figure(value)) if isinstance(value, float) else value


def number_select(numbers: Sequence[int], **kwargs: Any) -> forms.IntegerField:
    """Return a field with a menu. It accepts any number, because the judge checks what was chosen."""
    choices = [("", "–"), *((number, str(number)) for number in numbers)]
    return forms.IntegerField(required=False, widget=forms.Select(choices=choices), **kwargs)


def is_empty(value: Any) -> bool:
    return value is None or value is False or value == ""
