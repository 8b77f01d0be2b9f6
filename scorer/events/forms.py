from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Player
from scorer.club.names import clean_name, same_name
from scorer.contest.draws import MOST_ROUNDS
from scorer.contest.families import MOST_DEALS
from scorer.events.models import Event
from scorer.events.planning import COMPARISONS
from scorer.play.deals import numbers_deals
from scorer.registry import GameConfig


class EventForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    preset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    comparison = forms.ChoiceField(label=_("Comparison"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rounds"), required=False, min_value=1, max_value=MOST_ROUNDS, help_text=_("Empty: as many as suit.")
    )
    per_round = forms.IntegerField(label=_("Deals a round"), required=False, min_value=1, max_value=MOST_DEALS)

    def __init__(self, data: Any = None, *, game: GameConfig) -> None:
        presets = list(game.rules.PRESETS)
        offered = [comparison.name for comparison in (game.events.comparisons if game.events else ())]
        super().__init__(data, initial={"preset": presets[0], "comparison": offered[0]})
        fields: Any = self.fields
        fields["preset"].choices = [(name, game.labels.VARIANTS[name]) for name in presets]
        fields["comparison"].choices = [(name, COMPARISONS[name]) for name in offered]
        fields["per_round"].help_text = (
            _("Empty: as many as suit.") if numbers_deals(game) else _("Empty: as many as the tables like.")
        )

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])


class SignUpForm(forms.Form):
    """The players of one contestant, by their names on the roster."""

    def __init__(self, data: Any = None, *, event: Event, roster: list[Player]) -> None:
        super().__init__(data)
        self.roster = roster
        for place in range(1, event.side_size + 1):
            label = _("Player") if event.side_size == 1 else _("Player %(n)s") % {"n": place}
            attrs = {"list": "roster", "autocomplete": "off"}
            self.fields[f"player_{place}"] = forms.CharField(
                label=label, max_length=80, widget=forms.TextInput(attrs=attrs)
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name, typed in list(cleaned.items()):
            found = next(
                (one for one in self.roster if same_name(typed, one.name) or same_name(typed, one.shown)), None
            )
            if found is None:
                self.add_error(name, ValidationError(_("Nobody on the roster is called %(name)s.") % {"name": typed}))
            else:
                cleaned[name] = found
        return cleaned

    @property
    def players(self) -> list[Player]:
        return list(self.cleaned_data.values())
