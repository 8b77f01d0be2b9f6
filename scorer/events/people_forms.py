"""The forms for people who come late or stand in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Player
from scorer.events.forms import MAX_AMOUNT, RosterForm, SignUpForm
from scorer.events.models import Event
from scorer.events.results import comparison_of


class LateContestantForm(SignUpForm):
    """As for signing up. Where points are added up, a late contestant may bring a score for what it has missed."""

    carry = forms.FloatField(
        label=_("Score for the rounds missed"),
        required=False,
        min_value=-MAX_AMOUNT,
        max_value=MAX_AMOUNT,
        help_text=_("Leave empty for none."),
    )

    def __init__(self, data: Any = None, *, event: Event, roster: list[Player], missed: bool) -> None:
        super().__init__(data, event=event, roster=roster)
        self.order_fields(self.typed)
        if not missed or "percent" in comparison_of(event).units:
            del self.fields["carry"]


class DealsForm(forms.Form):
    """How many deals the rounds to come have: at most as many as the sets of the plan."""

    def __init__(self, data: Any = None, *, most: int, now: int | None = None) -> None:
        super().__init__(data, initial={"deals": now})
        label = _("Deals in each round that has not started")
        self.fields["deals"] = forms.IntegerField(label=label, min_value=1, max_value=most)


class SubstituteForm(RosterForm):
    """A player who takes a place of a contestant."""

    NOW, NEXT = "now", "next"
    place = forms.TypedChoiceField(label=_("Instead of"), coerce=int, widget=forms.RadioSelect)
    since = forms.ChoiceField(
        label=_("Starting"),
        choices=[(NOW, _("At once")), (NEXT, _("From the next round on"))],
        initial=NOW,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, playing: list[Player], roster: list[Player], runs: bool) -> None:
        super().__init__(data, count=1, roster=roster)
        fields: Any = self.fields
        fields["place"].choices = [(place, player.shown) for place, player in enumerate(playing, start=1)]
        fields["place"].initial = 1
        if not runs:
            del fields["since"]
