from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scorer.contest.championships import AVERAGED, read_points
from scorer.events.models import Event
from scorer.registry import all_games
from scorer.standings.championship_words import rule_in_words
from scorer.standings.models import Championship, problems_of, validate_points

USUAL_POINTS = "25 18 15 12 10 8 6 4 2 1"

NUMBER = {"inputmode": "numeric", "autocomplete": "off"}
DATE = {"type": "date"}
IN_RULE = frozenset({"of", "worth", "points", "others", "shared", "best", "fewest"})


class ChampionshipForm(forms.ModelForm[Championship]):
    games = forms.MultipleChoiceField(
        label=_("Games"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If none is chosen, the events of all games count."),
    )

    class Meta:
        model = Championship
        fields = (
            "name",
            "season",
            "starts",
            "ends",
            "games",
            "of",
            "worth",
            "points",
            "others",
            "shared",
            "best",
            "fewest",
        )
        labels: ClassVar = {
            "season": _("Season"),
            "starts": _("From"),
            "ends": _("Until"),
            "of": _("Who is ranked"),
            "worth": _("What an event is worth"),
            "points": _("Points by place"),
            "others": _("Points of each place below"),
            "shared": _("Whoever shares a place shares the points"),
            "best": _("How many events count"),
            "fewest": _("Events needed for a place"),
        }
        help_texts: ClassVar = {
            "season": "",
            "ends": _("The last day."),
            "points": _("Starting with first place."),
            "others": "",
            "shared": _(
                "Two in first place get the mean of the points for first and second place. Otherwise, both get "
                "those for first."
            ),
            "best": _("The best of each player or pair. If empty, all count."),
            "fewest": _("With an average, a minimum keeps one lucky evening from winning."),
        }
        widgets: ClassVar = {
            "of": forms.RadioSelect,
            "worth": forms.RadioSelect,
            "starts": forms.DateInput(attrs=DATE, format="%Y-%m-%d"),
            "ends": forms.DateInput(attrs=DATE, format="%Y-%m-%d"),
            **{name: forms.TextInput(attrs=NUMBER) for name in ("others", "best", "fewest")},
            "points": forms.TextInput(attrs={"autocomplete": "off"}),
        }

    def __init__(self, data: Any = None, *, championship: Championship) -> None:
        super().__init__(data, instance=championship)
        self.fields["name"].widget.attrs["autocomplete"] = "off"
        self.fields["games"].choices = [(game.slug, game.title) for game in all_games() if game.events]  # type: ignore[attr-defined]
        season: Any = self.fields["season"]
        season.queryset, season.empty_label = championship.club.seasons.all(), _("Days, from … until …")
        self.fields["points"].validators.append(validate_points)  # those of the model come after `clean`
        for name in ("others", "fewest"):
            self.fields[name].required = False

    def clean_others(self) -> int:
        return self.cleaned_data["others"] or 0

    def clean_fewest(self) -> int:
        return self.cleaned_data["fewest"] or 1

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("worth") != Championship.Worth.POINTS:
            cleaned |= {"points": "", "others": 0}
        elif "points" in cleaned:
            cleaned["points"] = " ".join(map(str, read_points(cleaned["points"])))
        if cleaned.get("worth") in AVERAGED:
            cleaned["shared"] = True
        for name, text in problems_of({name: cleaned[name] for name in cleaned if name not in self.errors}).items():
            self.add_error(name, text)
        return cleaned

    @property
    def rule_in_words(self) -> str:
        """The rule in a sentence, or nothing as long as something of it is wrong."""
        if self.is_bound and not IN_RULE.isdisjoint(self.errors):
            return ""
        return rule_in_words(self.instance.rule, self.instance.of)


class LeaveOutForm(forms.Form):
    left_out = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, data: Any, *, events: Sequence[Event]) -> None:
        super().__init__(data)
        self.events = {event.pk: event for event in events}
        self.fields["left_out"].choices = [(pk, str(event)) for pk, event in self.events.items()]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> list[Event]:
        return [self.events[pk] for pk in self.cleaned_data["left_out"]]
