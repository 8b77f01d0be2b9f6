"""The forms of rulings."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.events.contestants import ContestantRow
from scorer.events.models import Ruling
from scorer.events.results.lines import ScoredLine
from scorer.events.results.rows import SittingRow
from scorer.events.results.rulings import OTHER_CARDS, UNITS

WEIGHT = re.compile(r"(?P<percent>[0-9]{1,3})\s*%?\s+(?P<points>[-−]?[0-9]{1,5})")


MAX_AMOUNT = 100_000


class RulingForm(forms.Form):
    """What every ruling says."""

    field_order: Sequence[str] = ("kind",)
    why = forms.CharField(label=_("Reason"), max_length=200, help_text=_("Everybody who sees the results can read it."))
    law = forms.CharField(label=_("Law or rule"), required=False, max_length=20)

    def add_error(self, field: str | None, error: Any) -> None:
        """Show the problems of a line of the event format at the fields that it was made of."""
        if not hasattr(error, "error_dict"):
            super().add_error(field, error)
            return
        for name, sentences in error.message_dict.items():
            made_of = (field for field in self.fields if field.rstrip("_12") == name)
            super().add_error(next(made_of, None), sentences)


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
            match = WEIGHT.fullmatch(line.strip())
            if match is None:
                self.add_error("weighted", ValidationError(_("Write percent and points on each line: 60 420.")))
                return []
            pairs.append([f"{match['percent']}/100", int(match["points"].replace("−", "-"))])
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

    def __init__(self, data: Any = None, *, lines: Sequence[ScoredLine], ruling: Ruling | None) -> None:
        super().__init__(data, initial={"why": ruling.why, "law": ruling.law} if ruling else None)
        self.lines = sorted(lines, key=lambda line: (line.line.sitting.round.number, line.line.sitting.station))
        for group, cards in OTHER_CARDS.items():
            self.fields[cards.field] = forms.TypedMultipleChoiceField(
                label=cards.label,
                help_text=cards.help_text,
                coerce=int,
                required=False,
                choices=[(line.line.sitting.pk, self._named(line)) for line in self.lines],
                widget=forms.CheckboxSelectMultiple,
            )
            self.initial[cards.field] = [line.line.sitting.pk for line in lines if line.line.result.group == group]
        self.order_fields([cards.field for cards in OTHER_CARDS.values()])

    @property
    def groups(self) -> list[forms.BoundField]:
        return [self[cards.field] for cards in OTHER_CARDS.values()]

    @property
    def changes(self) -> list[list[SittingRow]]:
        """The sittings that were chosen, change by change."""
        chosen = [self.cleaned_data[cards.field] for cards in OTHER_CARDS.values()]
        return [[line.line.sitting for line in self.lines if line.line.sitting.pk in those] for those in chosen]

    @property
    def meant(self) -> str:
        chosen = [{sitting.pk for sitting in those} for those in self.changes]
        counts = [len(set().union(*chosen)), *map(len, chosen[1:])]
        counted = zip(OTHER_CARDS.values(), counts, strict=True)
        return " ".join(cards.counted % {"n": n} for cards, n in counted if n) or gettext(
            "All results are compared together."
        )

    def _named(self, line: ScoredLine) -> str:
        said = {
            "round": line.line.sitting.round.number,
            "station": line.line.sitting.station,
            "numbers": " – ".join(str(person.number) for person in line.people),
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
