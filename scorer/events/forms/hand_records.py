"""The form for the cards of an event's deals, from a file of the program that dealt them."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.events.models import Event
from scorer.registry.words import problem_text
from scorer.web.forms import UploadField, small_number

MOST_SAID = 20
"""How many of the problems are said at once."""


class HandRecordsForm(forms.Form):
    file = UploadField(label=_("File"))

    def __init__(self, data: Any = None, files: Any = None, *, event: Event) -> None:
        super().__init__(data, files)
        self.event = event
        self.records: dict[int, str] = {}
        self.fields["file"].widget.attrs["accept"] = event.config.hand_records

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("file"):
            records, problems = self.event.config.read_hand_records(cleaned["file"].read())
            self.records = dict(sorted(records.items()))
            for line, problem in problems[:MOST_SAID]:
                text = problem_text(self.event.config, problem, str)
                said = {"line": line, "problem": text}
                self.add_error("file", gettext("Line %(line)s: %(problem)s") % said if line else text)
        return cleaned


def read_again(text: str) -> dict[int, str]:
    """Return the cards that the preview has sent along. If somebody has changed that, no deal has the number 0."""
    try:
        records = json.loads(text)
        return {small_number(deal) or 0: str(cards) for deal, cards in records.items()} or {0: ""}
    except (ValueError, AttributeError, RecursionError):
        return {0: ""}
