"""The form for what an invitation says."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _

from scorer.club.names import clean_name
from scorer.contest.families import MAX_CONTESTANTS
from scorer.events.models import MAX_SIGN_OFF_HOURS, PLACE_LENGTH, Event


class InvitationForm(forms.Form):
    announced = forms.BooleanField(
        label=_("Among the next evenings of the club"),
        required=False,
        help_text=_("Whoever reads them can sign up, until there is a plan."),
    )
    starts_at = forms.TimeField(
        label=_("Start time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    place = forms.CharField(label=_("Where"), required=False, max_length=PLACE_LENGTH)
    limit = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_CONTESTANTS,
        help_text=_("Whoever comes later is on the waiting list. You can still let somebody in. Empty for no limit."),
    )
    sign_off_hours = forms.IntegerField(
        label=_("Sign-off closes this many hours before the start"),
        required=False,
        min_value=0,
        max_value=MAX_SIGN_OFF_HOURS,
        help_text=_("After that, only you can sign somebody off. Empty: until there is a plan."),
    )
    names_shown = forms.BooleanField(
        label=_("Show who comes"),
        required=False,
        help_text=_("To everybody who reads the invitation, before the evening too."),
    )

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, initial=model_to_dict(event, self.base_fields))
        if event.of_teams:
            label = _("Maximum number of teams")
        elif event.of_pairs:
            label = _("Maximum number of pairs")
        else:
            label = _("Maximum number of players")
        self.fields["limit"].label = label

    def clean_place(self) -> str:
        return clean_name(self.cleaned_data["place"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        hours = cleaned.get("sign_off_hours")
        if hours is not None and "starts_at" in cleaned and cleaned["starts_at"] is None:
            self.add_error("starts_at", ValidationError(_("Enter the start time: the hours are counted back from it.")))
        return cleaned
