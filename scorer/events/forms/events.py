import dataclasses
import json
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorer.club.names import clean_name
from scorer.contest.draws import MAX_ROUNDS
from scorer.contest.families import MAX_DEALS
from scorer.contest.offer import NO_EVENTS
from scorer.contest.ranking import Comparison, Setting
from scorer.events.models import MAX_GRACE, MAX_MINUTES, MAX_ROUND_MINUTES, Event
from scorer.events.planning.comparison_words import choice_words, comparison_in_words
from scorer.events.planning.house_rules import presets_of, settings_of
from scorer.events.planning.words import REST, rest_in_words, usual_name
from scorer.events.results.comparisons import comparison_of
from scorer.events.services import default_ranking_shown
from scorer.events.states import Progress
from scorer.play.opening.forms import VariantForm
from scorer.play.sheets.sheet import numbers_deals
from scorer.registry import GameConfig
from scorer.registry.contest_words import COMPARISONS, EXPLAINED, SETTINGS

USUAL_MINIMUM = 50
"""Half: whoever comes late or leaves early may well have played it, and with less is hardly comparable. Simultaneous
pairs ask for more (18 of 28 to 36 boards).
"""
EARLIEST_DAY, MAX_AHEAD = date(1900, 1, 1), timedelta(days=731)
WEEK = timedelta(days=7)


class NamedForm(forms.Form):
    """What an event is called, and when it is."""

    name = forms.CharField(label=_("Name"), max_length=80)
    day = forms.DateField(
        label=_("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"] or self.initial["day"]
        if not EARLIEST_DAY <= day <= timezone.localdate() + MAX_AHEAD:
            raise ValidationError(_("Expected a day no more than two years ahead."))
        return day


class FollowingForm(forms.Form):
    rounds_follow = forms.BooleanField(
        label=_("Rounds follow by themselves"),
        required=False,
        help_text=_(
            "When every table is done, the round ends and the next one starts. For evenings on which you play yourself."
        ),
    )
    grace_minutes = forms.IntegerField(
        label=_("Grace period in minutes"),
        required=False,
        min_value=0,
        max_value=MAX_GRACE,
        help_text=_(
            "How long such a round waits after its time is up. Then it ends if nothing is missing. "
            "Otherwise your phone says what is."
        ),
    )

    def clean_grace_minutes(self) -> int:
        minutes: int | None = self.cleaned_data["grace_minutes"]
        return Event().grace_minutes if minutes is None else minutes


def setting_field(setting: Setting) -> forms.Field:
    """Return the field of a setting of a comparison. If it is empty, the usual value holds."""
    label, help_text = SETTINGS[setting.name]
    said: dict[str, Any] = {"label": label, "help_text": help_text, "required": False}
    if setting.choices:
        by_text = {str(choice): choice for choice in setting.choices}
        said |= {"choices": choice_words(setting), "coerce": by_text.__getitem__, "empty_value": None}
        return forms.TypedChoiceField(widget=forms.RadioSelect, **said)
    return forms.IntegerField(min_value=setting.least, max_value=setting.most, **said)


class EventForm(NamedForm, FollowingForm):
    field_order = (
        "name",
        "day",
        "competes",
        "comparison",
        "rounds",
        "per_round",
        "minutes",
        "round_minutes",
        "rounds_follow",
        "grace_minutes",
        "confirms",
        "ranking_shown",
        "played_shown",
        "score_shown",
        "correction_minutes",
        "minimum_percent",
        "added_up",
    )
    competes = forms.ChoiceField(label=_("Contestants"), required=False, widget=forms.RadioSelect)
    comparison = forms.ChoiceField(
        label=_("Comparison"),
        error_messages={"invalid_choice": _("Choose one of these, which suit the contestants.")},
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_("Leave empty to let the plan decide."),
    )
    per_round = forms.IntegerField(required=False, min_value=1, max_value=MAX_DEALS)
    round_minutes = forms.IntegerField(
        label=_("Minutes per round"), required=False, min_value=0, max_value=MAX_ROUND_MINUTES
    )
    ranking_shown = forms.ChoiceField(
        label=_("The ranking is shown"),
        choices=Event.RankingShown.choices,
        required=False,
        widget=forms.RadioSelect,
    )
    played_shown = forms.BooleanField(
        label=_("Contestants see the results so far of what they have played"), required=False
    )
    score_shown = forms.BooleanField(
        label=_("The table sees what its results are worth so far"),
        required=False,
        help_text=_(
            "In percent or IMPs, after the last result of its round, if contestants see the results of what they have "
            "played."
        ),
    )
    confirms = forms.BooleanField(
        label=_("The other side accepts each result"),
        required=False,
        help_text=_("On its own phone. A result counts at once, and nobody has to wait."),
    )
    minutes = forms.IntegerField(
        label=_("Total minutes"),
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text=_("How long all rounds may take together. Leave empty for no limit."),
    )

    correction_minutes = forms.IntegerField(
        label=_("Minutes for corrections"),
        required=False,
        min_value=0,
        max_value=MAX_MINUTES,
        help_text=_("How long after the end anybody may ask for one. After that, the director decides."),
    )

    minimum_percent = forms.IntegerField(
        label=_("Minimum for a place, in percent"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_(
            "Of the most that anybody has played. Whoever has played less is listed below the others, "
            "without a place. 0 means that everybody has one."
        ),
    )

    def __init__(
        self, data: Any = None, *, game: GameConfig, like: Event | None = None, competes: str | None = None
    ) -> None:
        """`like`: an event whose settings are suggested, except for its name and day. `competes`: who, if not there."""
        offer, self.game = game.events or NO_EVENTS, game
        kinds = [(kind, label) for kind, label in Event.Competes.choices if offer.formats_for(kind)]
        self.kind = competes if competes in dict(kinds) else like.competes if like else Event.Competes.SIDES
        offered = [comparison.name for comparison in offer.comparisons_for(self.kind)]
        usual = {"comparison": offered[0], "minutes": offer.minutes, "ranking_shown": default_ranking_shown(game)}
        rules = {"preset": presets_of(game)[0]}
        like = like or Event(game=game.slug, competes=self.kind, minimum_percent=USUAL_MINIMUM, **rules, **usual)
        self.rules_of = like
        """The event with the rules that are suggested."""
        today = timezone.localdate()
        named = {"name": usual_name(game, today), "day": today}
        super().__init__(data, initial=model_to_dict(like, self.base_fields) | named)
        fields: Any = self.fields
        self.initial["competes"] = self.kind
        fields["competes"].choices = kinds
        if len(kinds) == 1:
            del fields["competes"]
        if any(comparison.names_deals for comparison in offer.comparisons_for(self.kind)):
            fields["ranking_shown"].help_text = _(
                "A result counts for directors only until every table has played the same cards."
            )
        else:
            del fields["played_shown"], fields["score_shown"], fields["minimum_percent"]
        fields["comparison"].choices = [(name, COMPARISONS[name]) for name in offered]
        self.settings: dict[str, tuple[Comparison, Setting]] = {
            f"{comparison.name}_{setting.name}": (comparison, setting)
            for comparison in offer.comparisons_for(self.kind)
            for setting in comparison.choosable
        }
        for name, (comparison, setting) in self.settings.items():
            usual_value = getattr(comparison, setting.name)
            fields[name] = setting_field(setting)
            self.initial[name] = usual_value if usual_value is None else str(usual_value)
        self.suggest_settings(like)
        fields["per_round"].label = _("%(deals)s per round") % {"deals": game.deals_word}
        fields["per_round"].help_text = (
            _("Leave empty to let the plan decide.")
            if numbers_deals(game)
            else _("Leave empty to play each round to the points under the rules.")
            if offer.target
            else _("Leave empty if tables may play as many as they like.")
        )
        fields["round_minutes"].help_text = (
            _("For the clock. Leave empty for the usual time; 0 means no clock.")
            if offer.minutes_a_deal
            else _("For the clock. Leave empty for no clock.")
        )

    def suggest_settings(self, like: Event) -> None:
        """Fill in the settings of the comparison that an event has."""
        named = {f"{like.comparison}_{name}": str(value) for name, value in like.comparison_settings.items()}
        self.initial.update((name, value) for name, value in named.items() if name in self.settings)

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that a director seldom changes."""
        shown = {"name", "day", "competes", "comparison", "contestants", *self.settings}
        return [self[name] for name in self.fields if name not in shown]

    @property
    def of_comparisons(self) -> list[tuple[forms.BoundField, str]]:
        """The fields of the settings, each with the value of data-when: its comparison is chosen."""
        return [
            (self[name], json.dumps({"comparison": [comparison.name]}))
            for name, (comparison, _setting) in self.settings.items()
        ]

    @property
    def explained(self) -> list[tuple[Any, Any]]:
        """The comparisons that may be chosen, whoever competes, each with a sentence."""
        offer = self.game.events or NO_EVENTS
        names = dict.fromkeys(comparison.name for comparison in (*offer.comparisons, *offer.team_comparisons))
        return [(COMPARISONS[name], EXPLAINED[name]) for name in names]

    @property
    def comparisons_with_settings(self) -> str:
        """The value of data-when for an element about the settings: a comparison that has any is chosen."""
        return json.dumps({"comparison": sorted({comparison.name for comparison, _setting in self.settings.values()})})

    @property
    def has_wrong_settings(self) -> bool:
        return not self.errors.keys().isdisjoint(self.settings)

    @property
    def comparison_in_words(self) -> str:
        """What the settings of the comparison say, as long as nobody changes them."""
        chosen = self.get_initial_for_field(self.fields["comparison"], "comparison")
        values = {name: self.get_initial_for_field(self.fields[name], name) for name in self.settings}
        settings = self._chosen_settings(chosen, values)
        return comparison_in_words(
            Event(game=self.game.slug, competes=self.kind, comparison=chosen, comparison_settings=settings)
        )

    def _chosen_settings(self, chosen: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings of the chosen comparison that are not the usual ones."""
        settings = {}
        for name, (comparison, setting) in self.settings.items():
            value = values.get(name)
            usual = getattr(comparison, setting.name)
            if comparison.name == chosen and value is not None and str(value) != str(usual):
                by_text = {str(choice): choice for choice in setting.choices}
                settings[setting.name] = by_text[str(value)] if by_text else int(value)
        return settings

    def field_of(self, name: str) -> str:
        """Return the form's field that a field of the event is typed in."""
        if name != "comparison_settings":
            return name
        chosen = self.data.get("comparison", self.initial["comparison"])
        own = [field for field, (comparison, _setting) in self.settings.items() if comparison.name == chosen]
        return next((field for field in own if field in self.data), "comparison")

    @property
    def in_words(self) -> str:
        """What the folded fields say, as long as nobody changes them."""
        initial = {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
        rules = {"preset": self.rules_of.preset, "house_rules": self.rules_of.house_rules}
        rest = {name: initial[name] for name in REST if name in initial}
        return rest_in_words(Event(game=self.game.slug, **rules, **rest))

    def clean_correction_minutes(self) -> int:
        minutes: int | None = self.cleaned_data["correction_minutes"]
        return Event().correction_minutes if minutes is None else minutes

    def clean_minimum_percent(self) -> int:
        percent: int | None = self.cleaned_data["minimum_percent"]
        return int(self.initial["minimum_percent"]) if percent is None else percent

    def clean_ranking_shown(self) -> str:
        return str(self.cleaned_data["ranking_shown"] or self.initial["ranking_shown"])

    def clean(self) -> dict[str, Any]:
        """Let the name that was suggested for a day follow the day, and who competes."""
        cleaned = super().clean() or self.cleaned_data
        values = {name: cleaned.pop(name, None) for name in self.settings}
        values |= {
            name: self.initial[name] for name, value in values.items() if value is None and name not in self.data
        }
        if "comparison" in cleaned and self.errors.keys().isdisjoint(self.settings):
            cleaned["comparison_settings"] = self._chosen_settings(cleaned["comparison"], values)
        suggested = {
            usual_name(self.game, self.initial["day"], competes=kind) for kind in (self.kind, Event.Competes.SIDES)
        }
        if "day" in cleaned and cleaned.get("name") in suggested:
            cleaned["name"] = usual_name(self.game, cleaned["day"], competes=self.kind)
        return cleaned


def _same_weekday(day: date) -> date:
    """Return the first day from today on that is whole weeks after this one."""
    weeks = max(1, -((day - timezone.localdate()).days // WEEK.days))
    return day + weeks * WEEK


class CopyEventForm(EventForm):
    contestants = forms.BooleanField(label=_("Sign up the same contestants"), required=False)

    def __init__(self, data: Any = None, *, like: Event) -> None:
        super().__init__(data, game=like.config, like=like)
        self.fields.pop("competes", None)
        name, day = like.name, _same_weekday(like.day)
        if name == usual_name(self.game, like.day, competes=self.kind):
            name = usual_name(self.game, day, competes=self.kind)
        self.initial.update(name=name, day=day)


class EventSettingsForm(EventForm):
    """Changes an event. What is too late to change is shown, and says why."""

    def __init__(self, data: Any = None, *, event: Event) -> None:
        super().__init__(data, game=event.config, like=event)
        self.fields.pop("competes", None)
        self.initial.update(name=event.name, day=event.day)
        if event.session > 1 and comparison_of(event).in_percent:
            self.fields["added_up"] = forms.ChoiceField(
                label=_("The sessions are added up"),
                choices=Event.AddedUp.choices,
                initial=event.added_up,
                widget=forms.RadioSelect,
                help_text=_("What the last session says counts."),
            )
        progress = Progress(event)
        for name, field in self.fields.items():
            why = progress.too_late("comparison_settings" if name in self.settings else name)
            if why:
                field.help_text = _("Too late: %(why)s") % {"why": why}
                field.disabled = data is None or name not in data  # what was typed before it was too late is refused


class EventRulesForm(VariantForm):
    """The house rules of an event: those of a table of the game, as far as its result can be compared."""

    def __init__(self, data: Any = None, *, game: GameConfig, variant: Any = None) -> None:
        presets = presets_of(game)
        super().__init__(data, game=game, variant=variant or game.rules.PRESETS[presets[0]])
        fields: Any = self.fields
        fields["preset"].choices = [(name, game.labels.VARIANTS[name]) for name in presets]
        choices = settings_of(game)
        for item in dataclasses.fields(game.rules.Variant):
            if item.name not in choices:
                del fields[item.name]
            elif isinstance(fields[item.name], forms.ChoiceField):
                offered = dict(fields[item.name].choices)
                fields[item.name].choices = [(choice, offered[choice]) for choice in choices[item.name]]
