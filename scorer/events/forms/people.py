"""The forms for people who come late or stand in."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Player
from scorer.club.names import same_name
from scorer.events.forms.rulings import MAX_AMOUNT
from scorer.events.models import Event
from scorer.events.results.event_results import comparison_of


class RosterForm(forms.Form):
    """Players, by their names on the roster."""

    def __init__(self, data: Any = None, *, count: int, roster: list[Player], initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.roster = roster
        self.typed = [f"player_{place}" for place in range(1, count + 1)]
        for place, name in enumerate(self.typed, start=1):
            label = _("Player") if count == 1 else _("Player %(n)s") % {"n": place}
            attrs = {"list": "roster", "autocomplete": "off"}
            self.fields[name] = forms.CharField(label=label, max_length=80, widget=forms.TextInput(attrs=attrs))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in filter(cleaned.get, self.typed):
            typed = cleaned[name]
            player = self.on_roster(typed)
            if player is None:
                self.add_error(name, ValidationError(_("Nobody on the roster is called %(name)s.") % {"name": typed}))
            else:
                cleaned[name] = player
        return cleaned

    def on_roster(self, name: str) -> Player | None:
        return next(
            (player for player in self.roster if same_name(name, player.name) or same_name(name, player.shown)), None
        )

    @property
    def players(self) -> list[Player]:
        return [self.cleaned_data[name] for name in self.typed]


class SignUpForm(RosterForm):
    def __init__(
        self, data: Any = None, *, event: Event, roster: list[Player], initial: Any = None, own: bool = False
    ) -> None:
        """`own`: whether players sign up themselves. Then no names are suggested, since anybody may be reading."""
        super().__init__(data, count=event.side_size, roster=roster, initial=initial)
        for name, label in zip(self.typed, (_("Your name"), _("Your partner’s name")) if own else (), strict=False):
            self.fields[name].label = label
            del self.fields[name].widget.attrs["list"]


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


class SubstituteForm(RosterForm):
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
