from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from scorer.contest.championships import AVERAGED, read_points
from scorer.events.models import Event
from scorer.registry import all_games
from scorer.standings.championship_words import rule_in_words
from scorer.standings.models import Championship, validate_points

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
        if cleaned.get("season"):
            cleaned["starts"] = cleaned["ends"] = None
        elif "season" in cleaned:
            self._clean_days(cleaned)
        if cleaned.get("worth") == Championship.Worth.POINTS:
            self._clean_points(cleaned)
        else:
            cleaned |= {"points": "", "others": 0}
        if cleaned.get("worth") in AVERAGED:
            cleaned["shared"] = True
        return cleaned

    def _clean_days(self, cleaned: dict[str, Any]) -> None:
        for name in ("starts", "ends"):
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, _("Choose a season, or type the days."))
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", _("The last day is before the first."))

    def _clean_points(self, cleaned: dict[str, Any]) -> None:
        if {"points", "others"} & self.errors.keys():
            return
        points = read_points(cleaned.get("points", ""))
        if not points:
            self.add_error("points", _("Type the points of the places, such as 25 18 15."))
        elif cleaned["others"] > points[-1]:
            self.add_error("others", _("This is more than the last of the places above gets."))
        cleaned["points"] = " ".join(map(str, points))

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
