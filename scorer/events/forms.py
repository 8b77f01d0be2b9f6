import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms.models import model_to_dict
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Player
from scorer.club.names import clean_name, same_name
from scorer.contest.draws import MAX_ROUNDS
from scorer.contest.families import MAX_DEALS
from scorer.contest.offer import NO_EVENTS
from scorer.events.choices import presets_of
from scorer.events.models import CHANGED_AGAIN, MAX_MINUTES, MAX_ROUND_MINUTES, OTHER_CARDS, Event, Ruling
from scorer.events.proposal import Proposal
from scorer.events.selectors.people import ContestantRow
from scorer.events.services import default_ranking_shown
from scorer.events.words import COMPARISONS, UNITS
from scorer.play.sheets.deals import numbers_deals
from scorer.registry import GameConfig
from scorer.web.forms import MAX_BYTES, UploadField
from scorer.web.spreadsheet_reader import Row, Unreadable, rows

WEIGHT = re.compile(r"(?P<percent>[0-9]{1,3})\s*%?\s+(?P<points>[-−]?[0-9]{1,5})")
MAX_AMOUNT = 100_000
EARLIEST_DAY, MAX_AHEAD = date(1900, 1, 1), timedelta(days=731)
MAX_LETTERS = 20_000
"""Of a list of contestants."""


class EventForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    day = forms.DateField(
        label=_("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    preset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    comparison = forms.ChoiceField(label=_("Comparison"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_("Leave empty to let the plan decide."),
    )
    per_round = forms.IntegerField(label=_("Deals a round"), required=False, min_value=1, max_value=MAX_DEALS)
    round_minutes = forms.IntegerField(
        label=_("Minutes a round"), required=False, min_value=0, max_value=MAX_ROUND_MINUTES
    )
    ranking_shown = forms.ChoiceField(
        label=_("The ranking is shown"),
        choices=Event.RankingShown.choices,
        required=False,
        widget=forms.RadioSelect,
    )
    played_shown = forms.BooleanField(
        label=_("Contestants see the results so far of the deals that they have played"), required=False
    )
    minutes = forms.IntegerField(
        label=_("Minutes in all"),
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

    def __init__(self, data: Any = None, *, game: GameConfig) -> None:
        offer = game.events or NO_EVENTS
        presets = presets_of(game)
        offered = [comparison.name for comparison in offer.comparisons]
        shown = {"ranking_shown": default_ranking_shown(game), "played_shown": True}
        usual = {"preset": presets[0], "comparison": offered[0], "minutes": offer.minutes}
        usual["correction_minutes"] = Event().correction_minutes
        super().__init__(data, initial=usual | shown | {"day": timezone.localdate})
        fields: Any = self.fields
        if numbers_deals(game):
            fields["ranking_shown"].help_text = _("Until every table has played a deal, it counts for directors only.")
        else:
            del fields["played_shown"]
        fields["preset"].choices = [(name, game.labels.VARIANTS[name]) for name in presets]
        fields["comparison"].choices = [(name, COMPARISONS[name]) for name in offered]
        fields["per_round"].help_text = (
            _("Leave empty to let the plan decide.")
            if numbers_deals(game)
            else _("Leave empty if tables may play as many as they like.")
        )
        fields["round_minutes"].help_text = (
            _("For the clock. Leave empty for the usual time for its deals; 0 means no clock.")
            if offer.minutes_a_deal
            else _("For the clock. Leave empty for no clock.")
        )

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])

    def clean_correction_minutes(self) -> int:
        minutes: int | None = self.cleaned_data["correction_minutes"]
        return Event().correction_minutes if minutes is None else minutes

    def clean_day(self) -> date | None:
        day: date | None = self.cleaned_data["day"]
        if day and not EARLIEST_DAY <= day <= timezone.localdate() + MAX_AHEAD:
            raise ValidationError(_("Expected a day no more than two years ahead."))
        return day


class CopyEventForm(EventForm):
    """A new event like an earlier one, on another day."""

    contestants = forms.BooleanField(label=_("Sign up the same contestants"), required=False)

    def __init__(self, data: Any = None, *, like: Event) -> None:
        super().__init__(data, game=like.config)
        self.initial.update(model_to_dict(like, [name for name in self.fields if name != "day"]))


class PlanForm(forms.Form):
    """What a director may choose about a plan: how many rounds are switched, and how sections are ranked."""

    ranking = forms.ChoiceField(
        label=_("Ranking"),
        choices=[("one", _("All sections together")), ("own", _("Each section by itself"))],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, proposal: Proposal) -> None:
        initial = {"switch": proposal.switch, "ranking": "one"}
        super().__init__(data, initial=initial, auto_id=f"id_{proposal.key}_%s")
        if proposal.switch:
            self.fields["switch"] = forms.IntegerField(
                label=_("Switched rounds"),
                min_value=1,
                max_value=proposal.rounds,
                help_text=_(
                    "About one round in eight compares all pairs most evenly. "
                    "Switching half of them is worse than none."
                ),
            )
        if len(proposal.sizes) == 1:
            del self.fields["ranking"]


class ExchangeForm(forms.Form):
    """Two contestants who take each other's place."""

    one = forms.TypedChoiceField(label=_("Contestant"), coerce=int)
    other = forms.TypedChoiceField(label=_("Changes places with"), coerce=int)

    def __init__(self, data: Any = None, *, contestants: dict[int, ContestantRow]) -> None:
        super().__init__(data)
        fields: Any = self.fields
        for field in fields.values():
            field.choices = [("", "–"), *((number, f"{number} {one}") for number, one in contestants.items())]

    @property
    def numbers(self) -> tuple[int, int]:
        return self.cleaned_data["one"], self.cleaned_data["other"]


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
            found = self.on_roster(typed)
            if found is None:
                self.add_error(name, ValidationError(_("Nobody on the roster is called %(name)s.") % {"name": typed}))
            else:
                cleaned[name] = found
        return cleaned

    def on_roster(self, name: str) -> Player | None:
        return next((one for one in self.roster if same_name(name, one.name) or same_name(name, one.shown)), None)

    @property
    def players(self) -> list[Player]:
        return [self.cleaned_data[name] for name in self.typed]


class SignUpForm(RosterForm):
    """The players of one contestant."""

    def __init__(
        self, data: Any = None, *, event: Event, roster: list[Player], initial: Any = None, own: bool = False
    ) -> None:
        """`own`: whether players sign up themselves. Then no names are suggested, since anybody may be reading."""
        super().__init__(data, count=event.side_size, roster=roster, initial=initial)
        for name, label in zip(self.typed, (_("Your name"), _("Your partner’s name")) if own else (), strict=False):
            self.fields[name].label = label
            del self.fields[name].widget.attrs["list"]


class ListForm(forms.Form):
    """Contestants, one a line. A file is turned into lines, which are looked at before they are sent."""

    names = forms.CharField(
        label=_("Contestants"),
        required=False,
        max_length=MAX_LETTERS,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "autocapitalize": "words"}),
    )
    file = UploadField(
        label=_("Or from a file"),
        required=False,
        help_text=format_lazy(
            _(
                "XLSX or CSV up to {kilobytes} kB, with the names in the first columns. "
                "You see the list before anybody is signed up."
            ),
            kilobytes=MAX_BYTES // 1000,
        ),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt"}),
    )

    def __init__(self, data: Any = None, files: Any = None, *, event: Event, names: str = "") -> None:
        super().__init__(data, files, initial={"names": names})
        self.fields["names"].help_text = (
            _("One name per line. You can paste a list.")
            if event.side_size == 1
            else _("One pair per line, such as: Ada & Boris. You can paste a list.")
        )

    def clean_file(self) -> list[Row] | None:
        file = self.cleaned_data["file"]
        if file is None:
            return None
        try:
            return rows(file.read())
        except Unreadable as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not (cleaned.get("file") or cleaned.get("names", "").strip() or self.errors):
            self.add_error("names", ValidationError(self.fields["names"].error_messages["required"]))
        return cleaned


class RulingForm(forms.Form):
    """What every ruling says."""

    field_order: Sequence[str] = ("kind",)
    why = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Everybody who sees the results can read it."))
    law = forms.CharField(label=_("Law or rule"), required=False, max_length=20)

    def add_problems(self, error: ValidationError) -> None:
        """Show the problems of a line of the event format at the fields that it was made of."""
        found = error.message_dict if hasattr(error, "error_dict") else {NON_FIELD_ERRORS: error.messages}
        for name, sentences in found.items():
            field = next((field for field in self.fields if field.rstrip("_12") == name), None)
            self.add_error(field, sentences)


class ResultRulingForm(RulingForm):
    """An adjusted score for one deal at one table. The fields of each kind are named after it."""

    AVERAGE, POINTS, SPLIT, WEIGHTED, NOT_PLAYED = "average", "points", "split", "weighted", "not_played"
    KINDS: ClassVar = [
        (AVERAGE, _("Artificial, in percent")),
        (POINTS, _("Assigned")),
        (SPLIT, _("Split")),
        (WEIGHTED, _("Weighted")),
        (NOT_PLAYED, _("Not played")),
    ]
    NEEDED: ClassVar = {AVERAGE: ("average_1", "average_2"), POINTS: ("points",), SPLIT: ("split_1", "split_2")}

    kind = forms.ChoiceField(label=_("Ruling"), choices=KINDS, initial=AVERAGE, widget=forms.RadioSelect)
    average_1 = forms.FloatField(required=False, min_value=0, max_value=100)
    average_2 = forms.FloatField(required=False, min_value=0, max_value=100)
    points = forms.IntegerField(required=False)
    split_1 = forms.IntegerField(required=False)
    split_2 = forms.IntegerField(required=False)
    weighted = forms.CharField(
        label=_("Percent and points, one pair per line"),
        required=False,
        max_length=200,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("For example: 60 420, and on the next line 40 -50."),
    )

    def __init__(self, data: Any = None, *, contestants: Sequence[ContestantRow], averages: bool) -> None:
        super().__init__(data, initial={"average_1": 60, "average_2": 40})
        fields: Any = self.fields
        first = contestants[0]
        if not averages:
            fields["kind"].choices = self.KINDS[1:]
        for place, contestant in enumerate(contestants, start=1):
            fields[f"average_{place}"].label = _("Percent for %(name)s") % {"name": contestant}
            fields[f"split_{place}"].label = _("Points of %(first)s, as they count for %(name)s") % {
                "first": first,
                "name": contestant,
            }
        fields["points"].label = _("Points of %(name)s") % {"name": first}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in self.NEEDED.get(cleaned.get("kind", ""), ()):
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, ValidationError(self.fields[name].error_messages["required"]))
        if cleaned.get("kind") == self.WEIGHTED:
            cleaned["weights"] = self._weights(cleaned.get("weighted", ""))
        return cleaned

    def _weights(self, typed: str) -> list[list[str | int]]:
        """Return pairs of a weight, as a fraction in text, and points."""
        pairs: list[list[str | int]] = []
        for line in typed.splitlines():
            found = WEIGHT.fullmatch(line.strip())
            if found is None:
                self.add_error("weighted", ValidationError(_("Write percent and points on each line: 60 420.")))
                return []
            pairs.append([f"{found['percent']}/100", int(found["points"].replace("−", "-"))])
        if not pairs and "weighted" not in self.errors:
            self.add_error("weighted", ValidationError(_("Write percent and points on each line: 60 420.")))
        return pairs

    @property
    def line(self) -> dict[str, Any]:
        """The rest of the line in the event format."""
        cleaned, kind = self.cleaned_data, self.cleaned_data["kind"]
        if kind == self.NOT_PLAYED:
            return {kind: True}
        if kind == self.WEIGHTED:
            return {kind: cleaned["weights"]}
        values = [cleaned[name] for name in self.NEEDED[kind]]
        return {kind: values[0] if kind == self.POINTS else values}


class OtherCardsForm(RulingForm):
    """Which results of a deal were played with other cards. `lines` are its ScoredLines."""

    field_order = ("results", "again")
    results = forms.TypedMultipleChoiceField(
        label=_("Played with other cards"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Choose the results from after the change. If you choose none, all are compared together."),
    )
    again = forms.TypedMultipleChoiceField(
        label=_("Played after a second change"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only if the cards were changed twice: these results are compared by themselves."),
    )

    def __init__(self, data: Any = None, *, lines: Sequence[Any], ruling: Ruling | None) -> None:
        initial: dict[str, Any] = {
            name: [one.line.sitting.pk for one in lines if one.line.result.group == group]
            for name, group in (("results", OTHER_CARDS), ("again", CHANGED_AGAIN))
        }
        if ruling:
            initial |= {"why": ruling.why, "law": ruling.law}
        super().__init__(data, initial=initial)
        fields: Any = self.fields
        played = sorted(lines, key=lambda one: (one.line.sitting.round.number, one.line.sitting.station))
        fields["results"].choices = [(one.line.sitting.pk, self._named(one)) for one in played]
        fields["again"].choices = fields["results"].choices

    @property
    def meant(self) -> str:
        """What was chosen, in a sentence."""
        again = len(self.cleaned_data["again"])
        count = len({*self.cleaned_data["results"], *self.cleaned_data["again"]})
        if not count:
            return gettext("All results are compared together.")
        texts = [ngettext("%(n)d result has other cards.", "%(n)d results have other cards.", count) % {"n": count}]
        if again:
            text = ngettext(
                "%(n)d of them is from after a second change.", "%(n)d of them are from after a second change.", again
            )
            texts.append(text % {"n": again})
        return " ".join(texts)

    def _named(self, one: Any) -> str:
        said = {
            "round": one.line.sitting.round.number,
            "station": one.line.sitting.station,
            "numbers": " – ".join(str(person.number) for person in one.people),
        }
        return gettext("Round %(round)s, station %(station)s: %(numbers)s") % said


class ContestantRulingForm(RulingForm):
    PENALTY, BONUS, CARRY = "penalty", "bonus", "carry"
    kind = forms.ChoiceField(
        label=_("Ruling"),
        choices=[(PENALTY, _("Penalty")), (BONUS, _("Bonus")), (CARRY, _("Carry-over"))],
        initial=PENALTY,
        widget=forms.RadioSelect,
    )
    amount = forms.FloatField(label=_("How much"), min_value=0, max_value=MAX_AMOUNT)
    unit = forms.ChoiceField(label=_("Unit"), widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, units: Sequence[str]) -> None:
        super().__init__(data, initial={"unit": units[0]})
        fields: Any = self.fields
        fields["unit"].choices = [(unit, UNITS[unit]) for unit in units]
        if len(units) == 1:
            fields["unit"].widget = forms.HiddenInput()

    @property
    def line(self) -> dict[str, Any]:
        """The rest of the line in the event format, where a bonus is a penalty below 0."""
        cleaned = self.cleaned_data
        if cleaned["kind"] == self.CARRY:
            return {"carry": cleaned["amount"]}
        amount = -cleaned["amount"] if cleaned["kind"] == self.BONUS else cleaned["amount"]
        return {"penalty": amount, "unit": cleaned["unit"]}
