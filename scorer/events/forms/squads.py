"""How squads are ranked, and for which of them each contestant scores."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scorer.club.names import clean_name
from scorer.contest.draws import MAX_ROUNDS
from scorer.contest.families import MAX_CONTESTANTS
from scorer.events.contestants import ContestantRow
from scorer.events.forms.people import squad_field
from scorer.events.models import Event


class SquadsForm(forms.Form):
    squads = forms.ChoiceField(
        label=_("Ranking of squads"), choices=Event.Squads.choices, required=False, widget=forms.RadioSelect
    )
    best = forms.IntegerField(
        label=_("How many members count"),
        required=False,
        min_value=1,
        max_value=MAX_CONTESTANTS,
        help_text=_("The best ones of each squad. Leave empty to add up all of them."),
    )
    day = forms.IntegerField(
        label=_("Match day"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_(
            "The number of the day in the season: squads with the same names meet others on each of five days. "
            "The plan “League day” is offered for groups of four squads with four members each."
        ),
    )

    def __init__(self, data: Any = None, *, event: Event, people: Iterable[ContestantRow]) -> None:
        # By entry: numbers change when somebody signs off on a phone while the director types.
        self.numbers = {f"squad_{person.entry}": person.number for person in people}
        initial = {"squads": event.squads, "best": event.squad_best, "day": event.match_day}
        super().__init__(data, initial=initial | {f"squad_{person.entry}": person.squad for person in people})
        for person in people:
            label = format_lazy("{number} {name}", number=person.number, name=person.name)
            self.fields[f"squad_{person.entry}"] = squad_field(label)

    def clean_day(self) -> int:
        return int(self.cleaned_data["day"] or 1)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        named = any(cleaned.get(name) for name in self.changed_data if name in self.numbers)
        if named and cleaned.get("squads") == Event.Squads.NONE:
            self.add_error("squads", ValidationError(_("Choose how the squads are ranked.")))
        return cleaned

    @property
    def of_contestants(self) -> list[forms.BoundField]:
        return [self[name] for name in self.numbers]

    @property
    def names(self) -> dict[int, str]:
        """The squad of each contestant that the form knows, by number."""
        return {
            number: clean_name(self.cleaned_data[name]) for name, number in self.numbers.items() if name in self.data
        }
