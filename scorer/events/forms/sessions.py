"""The next session of an event, a final, and what is carried into it."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.contest.families import MAX_CONTESTANTS
from scorer.events.contestants import ContestantRow
from scorer.events.forms.events import NamedForm
from scorer.events.forms.rulings import MAX_AMOUNT
from scorer.events.models import MAX_DEAL, Event
from scorer.events.results.comparisons import comparison_of
from scorer.events.results.sessions import has_carried_deals
from scorer.web.forms import AmountField

MAX_PERCENT = 100
DASH = "\N{EN DASH}"


class NewEventForm(NamedForm):
    def __init__(self, data: Any = None, *, initial: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(data, initial={"day": timezone.localdate()} | initial, **kwargs)
        self.fields["day"].required = True


class NextSessionForm(NewEventForm):
    added_up = forms.ChoiceField(
        label=_("The sessions are added up"), choices=Event.AddedUp.choices, widget=forms.RadioSelect
    )
    by_standing = forms.BooleanField(
        label=_("Number the contestants by their standing"),
        required=False,
        help_text=_("The first gets number 1. Otherwise all keep their numbers."),
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        in_percent = comparison_of(event).in_percent
        usual = Event.AddedUp.MEAN if in_percent and event.session == 1 else event.added_up
        super().__init__(data, initial={"name": event.name, "added_up": usual})
        if not in_percent:
            self.fields["added_up"] = forms.CharField(widget=forms.HiddenInput, required=False)
            self.initial["added_up"] = Event.AddedUp.SUM

    def clean_added_up(self) -> str:
        return str(self.cleaned_data["added_up"] or Event.AddedUp.SUM)


class CarryForm(forms.Form):
    """What share of the score is carried over, and of how many deals where that makes a difference."""

    carried_percent = forms.IntegerField(
        label=_("Carried over, in percent"),
        min_value=0,
        max_value=MAX_PERCENT,
        help_text=_("What share of the score counts in the final from the start. 0 means that everybody starts level."),
    )
    carried_deals = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_DEAL,
        help_text=_("What is carried over is in proportion: a final half as long takes half as much."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_carried_deals(event):
            self.fields["carried_deals"].label = gettext("%(deals)s in the final") % {"deals": event.config.deals_word}
        else:
            del self.fields["carried_deals"]


class FinalForm(NewEventForm, CarryForm):
    field_order = ("name", "day", "first", "last", "consolation", "carried_percent", "carried_deals")
    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=MAX_CONTESTANTS)
    last = forms.IntegerField(
        label=_("To place"),
        min_value=1,
        max_value=MAX_CONTESTANTS,
        help_text=_("Whoever shares the last of these places comes, too."),
    )
    consolation = forms.BooleanField(
        label=_("All others play a consolation"),
        required=False,
        help_text=_("In an event of its own on the same day, in which everybody starts level."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("first", 0) > cleaned.get("last", MAX_CONTESTANTS):
            self.add_error("last", _("Expected a place after the first one."))
        return cleaned


class CarriedForm(CarryForm):
    """What share is carried over, and a field for each contestant who carries something else."""

    def __init__(
        self,
        data: Any = None,
        *,
        event: Event,
        people: Iterable[ContestantRow],
        own: Mapping[int, Fraction],
        carried: Mapping[int, str],
    ) -> None:
        """`own` is what the director has set, `carried` what is carried over so far, by number."""
        initial: dict[str, Any] = {self.field_of(number): float(figure) for number, figure in own.items()}
        initial |= {"carried_percent": event.carried_percent, "carried_deals": event.carried_deals}
        super().__init__(data, initial=initial, event=event)
        self.own, self.people = own, list(people)
        for person in self.people:
            self.fields[self.field_of(person.number)] = AmountField(
                label=f"{person.number} {person}",
                help_text=capfirst(gettext("carry-over: %(amount)s") % {"amount": carried.get(person.number, DASH)}),
                required=False,
                min_value=-MAX_AMOUNT,
                max_value=MAX_AMOUNT,
                decimal_places=4,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
            )

    @staticmethod
    def field_of(number: int) -> str:
        return f"figure_{number}"

    @property
    def figures(self) -> dict[int, Fraction | None]:
        """What has changed, by number; None for whoever follows the qualifying again."""
        typed = {person.number: self.cleaned_data[self.field_of(person.number)] for person in self.people}
        exact = {number: None if figure is None else Fraction(figure) for number, figure in typed.items()}
        return {number: figure for number, figure in exact.items() if figure != self.own.get(number)}
