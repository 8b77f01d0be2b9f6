"""The forms of rulings."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.contest.ranking import Comparison
from scorer.events.contestants import ContestantRow, by_side
from scorer.events.models import Event, Ruling
from scorer.events.results.lines import ScoredLine
from scorer.events.results.rows import SittingRow
from scorer.events.results.rulings import OTHER_CARDS, UNITS
from scorer.registry.words import problem_text

POINTS = re.compile(r"[+-]?[0-9]{1,12}")
PARTS = (
    re.compile(r"(?P<result>.*[^\s,:])[\s,:]+(?P<percent>[0-9]{1,3})\s*%"),
    re.compile(r"(?P<percent>[0-9]{1,3})\s*%[\s,:]*(?P<result>.+)"),
    re.compile(r"(?P<percent>[0-9]{1,3})\s+(?P<result>[+-]?[0-9]{1,12})"),
)
"""A part of a weighted score: "4♠ S =, 60 %", "60 % 4♠ S =", "60 420"."""
MAX_WHY = 200
MAX_AMOUNT = 100_000


class RulingForm(forms.Form):
    """What every ruling says."""

    field_order: Sequence[str] = ("kind",)
    why = forms.CharField(
        label=_("Reason"), max_length=MAX_WHY, help_text=_("Everybody who sees the results can read it.")
    )
    law = forms.CharField(label=_("Law or rule"), required=False, max_length=20)

    @property
    def said(self) -> str:
        return str(self.cleaned_data["why"])

    def add_error(self, field: str | None, error: Any) -> None:
        """Show the problems of a line of the event format at the fields that it was made of."""
        if not hasattr(error, "error_dict"):
            super().add_error(field, error)
            return
        for name, sentences in error.message_dict.items():
            made_of = (field for field in self.fields if field.rstrip("_123456") == name)
            super().add_error(next(made_of, None), sentences)


class PointsField(forms.CharField):
    """Points, or a result in the words of the game. `read` is what makes points of the text."""

    read: Callable[[str], int]

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        return self.read(text) if text else None


class ResultRulingForm(RulingForm):
    """An adjusted score for one deal at one table. The fields of each kind are named after it.

    Results may be typed as points of the first side, or as players of the game write them (`GameConfig.read_written`).
    """

    AVERAGE, POINTS, SPLIT, WEIGHTED, NOT_PLAYED = "average", "points", "split", "weighted", "not_played"
    KINDS: ClassVar = [
        (AVERAGE, _("Artificial, in percent")),
        (POINTS, _("Assigned")),
        (SPLIT, _("Split")),
        (WEIGHTED, _("Weighted")),
        (NOT_PLAYED, _("Not played")),
    ]
    NEEDED: ClassVar = {AVERAGE: ("average_1", "average_2"), POINTS: ("points",), SPLIT: ("split_1", "split_2")}
    TYPED: ClassVar = {POINTS: ("points",), SPLIT: ("split_1", "split_2"), WEIGHTED: ("weighted",)}
    OTHER = "other"
    AVERAGES: ClassVar = {
        "60-40": (60, 40, _("A+ / A−: 60 – 40")),
        "40-60": (40, 60, _("A− / A+: 40 – 60")),
        "60-60": (60, 60, _("A+ / A+: 60 – 60")),
        "50-50": (50, 50, _("A= / A=: 50 – 50")),
        "40-40": (40, 40, _("A− / A−: 40 – 40")),
    }
    """What the laws call average plus, average and average minus, in percent."""

    kind = forms.ChoiceField(label=_("Ruling"), choices=KINDS, initial=AVERAGE, widget=forms.RadioSelect)
    average = forms.ChoiceField(
        choices=[*((name, label) for name, (_first, _second, label) in AVERAGES.items()), (OTHER, _("Others"))],
        required=False,
        widget=forms.RadioSelect,
    )
    average_1 = forms.FloatField(required=False, min_value=0, max_value=100)
    average_2 = forms.FloatField(required=False, min_value=0, max_value=100)
    points = PointsField(required=False, max_length=40)
    split_1 = PointsField(required=False, max_length=40)
    split_2 = PointsField(required=False, max_length=40)
    weighted = forms.CharField(
        label=_("Results and percent"), required=False, max_length=200, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(
        self, data: Any = None, *, event: Event, deal: int, contestants: Sequence[ContestantRow], averages: bool
    ) -> None:
        """`contestants` are those of the table, as they sat."""
        super().__init__(data, initial={"average": "60-40", "average_1": 60, "average_2": 40})
        self.event, self.deal = event, deal
        names = [" & ".join(map(str, people)) for people in by_side(event, contestants)]
        self.in_words = False
        """Whether a result was typed as players write it."""
        fields: Any = self.fields
        first = names[0]
        if not averages:
            fields["kind"].choices = self.KINDS[1:]
        fields["average"].label = " / ".join(names)
        examples = event.config.written_examples
        for place, name in enumerate(names, start=1):
            fields[f"average_{place}"].label = _("Percent for %(name)s") % {"name": name}
            fields[f"split_{place}"].label = _("Points of %(first)s, as they count for %(name)s") % {
                "first": first,
                "name": name,
            }
        fields["points"].label = _("Points of %(name)s") % {"name": first}
        if examples:
            fields["points"].label = _("Result, or points of %(name)s") % {"name": first}
        for name in ("points", "split_1", "split_2"):
            fields[name].read = self._read
            if examples:
                fields[name].help_text = _("For example: %(example)s.") % {"example": f"{examples[0]}, {examples[1]}"}
        one, other = examples or ("420", "−50")
        parts = {"example": f"{one}, 60 %; {other}, 40 %"}
        fields["weighted"].help_text = _("For example: %(example)s.") % parts
        fields["weighted"].error_messages["required"] = _("Write each result with its percent: %(example)s.") % parts

    def _read(self, text: str) -> int:
        """Return the points of the first side. Raise a ValidationError that says what is wrong with the text."""
        text = text.replace("−", "-")
        if POINTS.fullmatch(text):
            return int(text)
        game, variant = self.event.config, self.event.variant
        seats = game.seat_counts[0]
        entry, problems = game.read_written(text, self.deal)
        problems = problems or game.rules.problems(entry, variant, seats)
        if problems:
            raise ValidationError([problem_text(game, problem, str) for problem in problems])
        self.in_words = True
        return game.rules.replay([entry], variant, seats)[0].points[0]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        kind = cleaned.get("kind", "")
        if kind == self.AVERAGE and cleaned.get("average") in self.AVERAGES:
            cleaned["average_1"], cleaned["average_2"], _label = self.AVERAGES[cleaned["average"]]
            for name in self.NEEDED[kind]:
                self.errors.pop(name, None)
        for name in self.NEEDED.get(kind, ()):
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, ValidationError(self.fields[name].error_messages["required"]))
        for name in {name for names in self.TYPED.values() for name in names}.difference(self.TYPED.get(kind, ())):
            self.errors.pop(name, None)  # what was typed for another kind is not asked for
        if kind == self.WEIGHTED:
            cleaned["weights"] = self._weights(cleaned.get("weighted", ""))
        return cleaned

    def _weights(self, typed: str) -> list[list[str | int]]:
        """Return pairs of a weight, as a fraction in text, and points."""
        pairs: list[list[str | int]] = []
        parts = [part for part in map(str.strip, re.split(r"[;\n]", typed)) if part]
        if not parts and "weighted" not in self.errors:
            self.add_error("weighted", ValidationError(self.fields["weighted"].error_messages["required"]))
        for part in parts:
            try:
                pairs.append(self._part(part.replace("−", "-")))
            except ValidationError as error:
                said = {"part": part, "problem": " ".join(error.messages)}
                self.add_error("weighted", ValidationError(gettext("“%(part)s”: %(problem)s") % said))
        return pairs

    def _part(self, part: str) -> list[str | int]:
        for form in PARTS:
            match = form.fullmatch(part)
            if match:
                return [f"{match['percent']}/100", self._read(match["result"])]
        raise ValidationError(self.fields["weighted"].error_messages["required"])

    @property
    def said(self) -> str:
        """The reason, with the results in the words in which they were typed if there is room for both."""
        why = str(self.cleaned_data["why"])
        names = self.TYPED.get(self.cleaned_data["kind"], ()) if self.in_words else ()
        typed = " / ".join("; ".join(self.data[name].split("\n")).replace("\r", "") for name in names)
        return f"{typed}: {why}" if typed and len(f"{typed}: {why}") <= MAX_WHY else why

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


class SeatRulingForm(RulingForm):
    """An adjusted score for one deal at one table, where each seat is compared by itself: a value for each."""

    AVERAGE, POINTS, NOT_PLAYED = "average", "points", "not_played"
    KINDS: ClassVar = [(AVERAGE, _("Artificial, in percent")), (POINTS, _("Assigned")), (NOT_PLAYED, _("Not played"))]

    kind = forms.ChoiceField(label=_("Ruling"), choices=KINDS, initial=AVERAGE, widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, contestants: Sequence[ContestantRow]) -> None:
        """`contestants` are those of the table, as they sat."""
        super().__init__(data)
        self.of_seats: dict[str, list[str]] = {self.AVERAGE: [], self.POINTS: []}
        for seat, contestant in enumerate(contestants, start=1):
            said = {"name": contestant}
            self._add(self.AVERAGE, seat, _("Percent for %(name)s") % said, {"min_value": 0, "max_value": 100}, 50)
            self._add(self.POINTS, seat, _("Points of %(name)s") % said, {}, None)

    def _add(self, kind: str, seat: int, label: str, limits: dict[str, Any], initial: int | None) -> None:
        name = f"{kind}_{seat}"
        self.fields[name] = forms.IntegerField(label=label, required=False, initial=initial, **limits)
        self.of_seats[kind].append(name)

    @property
    def seats(self) -> list[tuple[forms.BoundField, str]]:
        """The fields for the values, each with the value of data-when."""
        return [(self[name], json.dumps({"kind": [kind]})) for kind, names in self.of_seats.items() for name in names]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for kind, names in self.of_seats.items():
            for name in names:
                if kind != cleaned.get("kind"):
                    self.errors.pop(name, None)  # what was typed for another kind is not asked for
                elif cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, ValidationError(self.fields[name].error_messages["required"]))
        return cleaned

    @property
    def line(self) -> dict[str, Any]:
        """The rest of the line in the event format."""
        kind = self.cleaned_data["kind"]
        return {kind: [self.cleaned_data[name] for name in self.of_seats[kind]] if kind in self.of_seats else True}


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
        return gettext("Round %(round)s, table %(station)s: %(numbers)s") % said


class ContestantRulingForm(RulingForm):
    PENALTY, BONUS, CARRY, FORFEIT = "penalty", "bonus", "carry", "forfeit"
    kind = forms.ChoiceField(
        label=_("Ruling"),
        choices=[(PENALTY, _("Penalty")), (BONUS, _("Bonus")), (CARRY, _("Carry-over"))],
        initial=PENALTY,
        widget=forms.RadioSelect,
    )
    amount = forms.FloatField(label=_("How much"), min_value=0, max_value=MAX_AMOUNT)
    unit = forms.ChoiceField(label=_("Unit"), widget=forms.RadioSelect)
    round = forms.TypedChoiceField(label=_("Counts in the match of"), coerce=int, widget=forms.RadioSelect)

    forfeited = forms.TypedChoiceField(
        label=_("Forfeited round"), coerce=int, required=False, empty_value=None, widget=forms.RadioSelect
    )
    points = forms.IntegerField(
        label=_("Points of the other side"),
        required=False,
        min_value=0,
        max_value=MAX_AMOUNT,
        help_text=_("Whatever was played. Whoever forfeits gets none."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        comparison: Comparison,
        matches: Sequence[int] = (),
        to_forfeit: Sequence[int] = (),
        forfeited: int | None = None,
        points: int | None = None,
    ) -> None:
        """`matches` are the rounds of a knock-out, in each of which the contestant may have a match.

        `to_forfeit` are the rounds that it may forfeit, `forfeited` and `points` what is suggested for that.
        """
        others = [unit for unit in comparison.units if unit != "points"]
        units = (
            others if comparison.unit in others else comparison.units
        )  # points of the score are the same as its unit
        super().__init__(data, initial={"unit": units[0]})
        self.unit_of_score = comparison.unit
        fields: Any = self.fields
        fields["unit"].choices = [(unit, UNITS[unit]) for unit in units]
        if len(units) == 1:
            fields["unit"].widget = forms.HiddenInput()
        if matches:
            fields["round"].choices = [(number, gettext("Round %(number)s") % {"number": number}) for number in matches]
            self.initial["round"] = matches[-1]
        else:
            del fields["round"]
        if to_forfeit:
            fields["kind"].choices = [*fields["kind"].choices, (self.FORFEIT, _("Forfeit"))]
            named = [(number, gettext("Round %(number)s") % {"number": number}) for number in to_forfeit]
            fields["forfeited"].choices = named
            self.initial.update(forfeited=forfeited or to_forfeit[-1], points=points)
            if comparison.games:
                fields["points"].help_text = _(
                    "Whatever was played. The other side also wins the games of the match. "
                    "Whoever forfeits gets no points."
                )
        else:
            del fields["forfeited"], fields["points"]
        if forfeited in to_forfeit:
            self.initial.update(kind=self.FORFEIT, why=gettext("Forfeit"))

    def clean(self) -> dict[str, Any]:
        """Ask only for what the kind needs."""
        cleaned = super().clean() or self.cleaned_data
        forfeits = cleaned.get("kind") == self.FORFEIT
        for name in ("amount", "unit", "round") if forfeits else ("forfeited", "points"):
            self.errors.pop(name, None)
        for name in ("forfeited", "points") if forfeits else ():
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, ValidationError(self.fields[name].error_messages["required"]))
        return cleaned

    @property
    def line(self) -> dict[str, Any]:
        """The rest of the line in the event format, where a bonus is a penalty below 0."""
        cleaned = self.cleaned_data
        if cleaned["kind"] == self.FORFEIT:
            return {"forfeit": cleaned["points"], "round": cleaned["forfeited"]}
        counted = {"round": cleaned["round"]} if "round" in cleaned else {}
        if cleaned["kind"] == self.CARRY:
            unit = {} if cleaned["unit"] in {"points", self.unit_of_score} else {"unit": cleaned["unit"]}
            return {**counted, "carry": cleaned["amount"], **unit}
        amount = -cleaned["amount"] if cleaned["kind"] == self.BONUS else cleaned["amount"]
        return {**counted, "penalty": amount, "unit": cleaned["unit"]}


class WinnerForm(RulingForm):
    """Who goes on from a match of a knock-out."""

    winner = forms.TypedChoiceField(
        label=_("Who goes on?"), coerce=int, error_messages={"required": _("Choose who goes on.")}
    )
    field_order = ("winner",)

    def __init__(self, data: Any = None, *, contestants: Sequence[ContestantRow]) -> None:
        super().__init__(data)
        fields: Any = self.fields
        del fields["law"]
        fields["winner"].widget = forms.RadioSelect()
        fields["winner"].choices = [(who.number, f"{who.number} {who}") for who in contestants]
        fields["why"].help_text = _("For example that extra boards were played, or that the others did not come.")
