"""The base class of the games' entry forms, and the other forms for the lines of a sheet."""

import json
import secrets
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple, cast

from django import forms
from django.forms.boundfield import BoundWidget
from django.forms.widgets import ChoiceWidget
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from scorer.play.configured_fields import FormFields, configured_fields
from scorer.play.models import Hand
from scorer.play.table_context import TableContext
from scorer.registry.words import field_text
from scorer.scoring import Problem, judge, without_repeats
from scorer.web.forms import small_number
from scorer.web.visible_text import visible_text


def new_key() -> str:
    """Return a key for a form, so that it saves one hand even if it is posted twice."""
    return secrets.token_urlsafe(16)


UNDONE_PREFIX = "again-"


def key_of_undone(hand_id: int) -> str:
    """Return the key of all forms that offer the values of an undone hand again. Together they save one hand."""
    return UNDONE_PREFIX + salted_hmac("scorer.play.forms.key_of_undone", str(hand_id)).hexdigest()[:32]


KEY_WIDTH = 6.5
"""The greatest width of a name on one of four keys in a row on a phone (see `names.width`)."""

WIDTH_BESIDE_KEYS = 8
"""The greatest width of a name in front of a row of keys."""

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""The labels of choices that parts/keys.html draws as suits, where there is only text."""

MAX_KEY_LENGTH = 40
"""The log stores it with an id in front."""


def button_field(choices: Sequence[tuple[Any, Any]] = (), *, number: bool = False, **kwargs: Any) -> Any:
    """Return a field that is drawn as buttons. It accepts any value, because the judge checks what was chosen.

    If the choices depend on the table, as its players do, `configure` sets them.
    """
    widget = forms.RadioSelect(choices=choices)
    if number:
        return forms.IntegerField(required=False, widget=widget, **kwargs)
    return forms.CharField(required=False, widget=widget, max_length=200, **kwargs)


def data_when(**values: Iterable[object]) -> str:
    """Return the value of data-when for an element that is shown while each of these fields has one of these values.

    "" stands for an empty field.
    """
    return json.dumps({name: [str(value) for value in accepted] for name, accepted in values.items()})


class Key(NamedTuple):
    """A choice of a `button_field`, for parts/conditional_keys.html."""

    choice: BoundWidget
    when: str = ""
    """The value of data-when. Empty if the choice is always offered."""
    suit: str = ""
    """S, H, D or C, to be drawn in place of the label."""


class Need(NamedTuple):
    """Values without which a hand is incomplete. A phone without a connection asks for them (static/js/outbox.js).

    The judge has the last word: a need may be missing here, but none may refuse a hand that the judge accepts.
    """

    names: Sequence[str]
    """Fields. Those that the form does not have, or does not show, need no value."""
    least: int = 1
    """How many values they have together. If it is negative, so many of the fields may be empty."""
    when: Mapping[str, Iterable[object]] = {}
    """As for `data_when`."""
    code: str = "required"
    """Of the problem, which is at the first empty field."""
    params: Mapping[str, Any] = {}


def number_field(**kwargs: Any) -> forms.IntegerField:
    """Return a field for a whole number, for which phones show a keyboard of digits."""
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(required=False, widget=widget, **kwargs)


def _words_of(field: forms.BoundField) -> str:
    value, widget = field.value(), field.field.widget
    if value in (None, "", [], False):
        return ""
    if isinstance(widget, forms.CheckboxInput):
        return gettext("yes")
    chosen = [choice.choice_label for choice in field if isinstance(widget, ChoiceWidget) and choice.data["selected"]]
    raw = value if isinstance(value, list) else [value]  # also what was typed although it is no choice
    return ", ".join(visible_text(str(one)) for one in chosen or raw)


class EntryForm(forms.Form):
    """The form for one hand. A game's form has the fields of its `Entry` under the same names.

    The fields hardly validate: `entry_data` turns their values into the hand format, and the judge checks that like any
    other entry. `entry` is the result, or None while there is a problem.
    """

    way: ClassVar[str] = "points"
    """A short name for addresses, for games with several forms."""
    way_label: ClassVar[Any] = _("By points")
    template: ClassVar[str]
    more: ClassVar[Sequence[str]] = ("passed_out", "dealer")
    """Fields that are rarely filled in. They are folded into the header."""
    changing: ClassVar[Sequence[str]] = ()
    """Fields of the header whose initial value differs from hand to hand. They come first there, and are not cached."""
    steps: ClassVar[frozenset[str]] = frozenset({"look"})
    """Names of buttons that ask the server for the form again, for example with other players, instead of saving it. A
    form that was posted by one of them is never valid, and has no errors."""

    needs: ClassVar[Sequence[Need]] = ()

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
    number = forms.IntegerField(widget=forms.HiddenInput)
    layout = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=1000)
    """Codes of the warnings that were shown for these values before."""
    dealer = forms.TypedChoiceField(label=_("Dealer"), required=False, coerce=int, empty_value=None)

    def __init__(
        self, data: Any = None, *, table_context: TableContext, initial: Mapping[str, Any] | None = None
    ) -> None:
        self.table_context = table_context
        self.step = data is not None and bool(self.steps & data.keys())
        self.entry: Any = None
        self.problems: tuple[Problem, ...] = ()
        self.ill_typed: list[str] = []
        """What is wrong with values that the judge never saw, because Django's fields refused them."""
        self.base_fields = {}  # type: ignore[misc]  # `fields` is set below, so Django need not copy them
        super().__init__(data, initial=self.initial_for(initial))
        self.fields = configured_fields(self)

    def initial_for(self, initial: Mapping[str, Any] | None) -> dict[str, Any]:
        """The initial values of the form: `initial`, and for the other fields those that the rules suggest."""
        table_context = self.table_context
        return {
            "key": new_key(),
            "number": table_context.number,
            "layout": table_context.table.layout,
            **table_context.initial_values,
            **(initial or {}),
        }

    def configure(self, fields: FormFields) -> None:
        """Adapt the form's `fields` to the table: set choices and labels, and remove fields that are not needed.

        All forms of the table share the result (`configured_fields`), so this may use only the players, the variant and
        what `depends_on` returns.
        """

    @property
    def depends_on(self) -> tuple[Hashable, ...]:
        """What `configure` uses besides the players and the variant. When this is read, there are no fields yet: use
        `value_of`.
        """
        return ()

    def value_of(self, name: str) -> Any:
        """The value of a field: what was typed, or else the initial value."""
        return self.data.get(name) if self.is_bound else self.initial.get(name)

    @property
    def fingerprint(self) -> str:
        """Tells this form from the others at the table, without giving its key away."""
        return sha256(str(self.value_of("key")).encode()).hexdigest()[:8]

    @property
    def undone(self) -> bool:
        """Whether this form saves the values of a hand that was undone."""
        return str(self.value_of("key")).startswith(UNDONE_PREFIX)

    @property
    def typed(self) -> list[tuple[str, str]]:
        """The names and values that were posted, without those that are new in each form."""
        names = [name for name in self.fields if name not in {"key", "number", "layout", "seen"}]
        sent = [(name, value) for name in names for value in self.data.getlist(name)]  # type: ignore[attr-defined]  # a QueryDict
        return [("way", self.way), *sent]

    @property
    def words(self) -> list[tuple[str, str]]:
        """What was typed, as the form says it: the label of each field with a value, and of what was chosen there."""
        said = ((str(field.label), _words_of(field)) for field in self.visible_fields())
        return [(label, words) for label, words in said if words not in ("", "–")]

    @property
    def late(self) -> str | None:
        """The id of the late hand that this form enters."""
        return self.value_of("late")  # type: ignore[no-any-return]  # as it was posted

    def seat(self, name: str) -> int | None:
        """The position in a field, or None if the table has no such position."""
        seat = str(self.value_of(name) or "")
        return int(seat) if seat in map(str, range(1, self.table_context.size + 1)) else None

    @property
    def dealer_position(self) -> int:
        return self.seat("dealer") or self.table_context.turn

    @property
    def people_key(self) -> tuple[Hashable, ...]:
        """The part of a cache key that this form has in common with the other forms of its table."""
        return type(self), self.table_context.table.pk, self.table_context.variant, tuple(self.table_context.chairs)

    def is_valid(self) -> bool:
        return super().is_valid() and not self.step

    def full_clean(self) -> None:
        super().full_clean()
        if self.step:
            self.errors.clear()

    @property
    def entry_fields(self) -> set[str]:
        return {field.name for field in fields(self.table_context.game.rules.Entry)} & self.fields.keys()

    @property
    def heading(self) -> str:
        """The title of the hand, as `GameConfig.title_of` gives it for an entry."""
        return f"{self.table_context.game.hand_word} {self.ordinal}".strip()

    @property
    def save_words(self) -> str:
        return str(self.table_context.game.save_words % {"number": self.ordinal}).strip()

    @property
    def ordinal(self) -> str:
        """The number of the hand, as the heading shows it; empty if the hand does not count."""
        line = small_number(self.value_of("number")) or self.table_context.number
        return str(self.table_context.sheet.ordinal(line) or "")

    @property
    def subheading(self) -> str:
        dealer = small_number(self.value_of("dealer") or self.table_context.turn)
        return str(_("dealer %(name)s") % {"name": self.table_context.seat_name(dealer)}) if dealer else ""

    @property
    def stakes(self) -> str:
        """What makes this hand count more than usual, in a word or two."""
        return ""

    @property
    def cache_key(self) -> tuple[Any, ...] | None:
        """The cache key of the game's part of an empty form. None for a correction, and once something was typed.

        A game adds whatever else its template uses: the turn, for example, or a field in the header.
        """
        if self.is_bound or self.table_context.at:
            return None
        outside = {"key", "number", "layout", *self.changing, *self.more}  # of the game's part
        start = sorted((name, repr(value)) for name, value in self.initial.items() if name not in outside)
        return get_language(), *self.people_key, *self.depends_on, tuple(start)

    @property
    def more_cache_key(self) -> tuple[Any, ...] | None:
        """The cache key of the fields in the header; see `cache_key`."""
        key = self.cache_key
        return key and (*key, self.dealer_hint(), *(repr(self.initial.get(name)) for name in self.more))

    def dealer_hint(self) -> str:
        """The label of the choice to leave the dealer open."""
        return str(_("%(name)s, by turn") % {"name": self.table_context.seat_name(self.table_context.turn)})

    @property
    def changing_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.changing if name in self.fields]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.more if name in self.fields]

    @property
    def more_is_needed(self) -> bool:
        """Whether the header starts open: there is an error in it, or the hand was passed out."""
        passed_out = "passed_out" in self.fields and self["passed_out"].value()
        return bool(passed_out) or any(name in self.errors for name in (*self.changing, *self.more))

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The cleaned values in the hand format, without those that were left empty."""
        return {name: cleaned[name] for name in self.entry_fields if cleaned.get(name) not in (None, "")}

    @classmethod
    def initial_of(cls, entry: Any) -> dict[str, Any]:
        """The initial values that show an existing entry. The inverse of `entry_data`."""
        return {field.name: getattr(entry, field.name) for field in fields(entry)}

    @classmethod
    def can_show(cls, _entry: Any) -> bool:
        """Whether this form can show that entry."""
        return True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        game = self.table_context.game
        judged = judge(game.rules, self.entry_data(cleaned), self.table_context.variant, self.table_context.size)
        found = judged.problems if judged.entry is None else self.table_context.deal_problems(judged.entry)
        ill_typed = set(self.errors)
        self.ill_typed = [str(error) for errors in self.errors.values() for error in errors]
        shown = without_repeats(map(self._beside_its_field, found))
        self.problems = tuple(problem for problem in shown if self.field_of(problem) not in ill_typed)
        for problem in self.problems:
            name = self.field_of(problem)
            self.add_error(name, self.error_text(problem, name))
        for problem in () if "passed_out" in self.errors else self.form_problems(cleaned):
            self.add_error(problem.field, self.error_text(problem, problem.field))
            self.problems += (problem,)
        self.entry = judged.entry if not self.errors else None
        return cleaned

    def form_problems(self, _cleaned: Mapping[str, Any]) -> Iterable[Problem]:
        """Return the problems that the judge cannot see in the entry. Each names a field of the form."""
        return ()

    @staticmethod
    def _beside_its_field(problem: Problem) -> Problem:
        """The values of a hand that was passed out are hidden, so their problems are shown beside the tick box."""
        return replace(problem, field="passed_out") if problem.code == "passed_out_empty" else problem

    def field_of(self, problem: Problem) -> str | None:
        """The form's field for a problem of the entry, or None if it has no such field."""
        name = problem.field.split(".")[0]
        return name if name in self.fields else None

    def is_missing(self, problem: Problem) -> bool:
        """Whether the value is not wrong, but only incomplete so far."""
        return problem.code == "required"

    def label_of(self, problem: Problem) -> str:
        """The form's label for the field of a problem."""
        name = self.field_of(problem)
        return str(self.fields[name].label if name else field_text(self.table_context.game, problem.field))

    def error_text(self, problem: Problem, name: str | None) -> str:
        """The sentence for a problem beside the field `name`."""
        if problem.code == "required" and name and isinstance(self.fields[name].widget, forms.RadioSelect):
            problem = replace(problem, code="required_choice")
        return self.table_context.problem_text(problem)

    @property
    def needed(self) -> str:
        """The value of data-needed: the needs of this form in JSON, each with its sentence."""
        return json.dumps([self._ask(need) for need in self.needs if need.names[0] in self.fields])

    def _ask(self, need: Need) -> dict[str, Any]:
        """What static/js/scorer.js has to know of a need. It knows the usual values itself."""
        name, *_others = need.names
        asked: dict[str, Any] = {
            "names": need.names,
            "says": self.error_text(Problem(name, need.code, need.params), name),
        }
        if need.least != 1:
            asked["least"] = need.least
        if need.when:
            asked["when"] = json.loads(data_when(**need.when))
        return asked

    def seat_choices(self) -> list[tuple[int, str]]:
        """Return the positions with names that fit a key, in one line, on a phone."""
        return list(self.table_context.names_within(KEY_WIDTH).items())


class WhyForm(forms.Form):
    """The reason for a change. The service decides whether one is required."""

    why = forms.CharField(label=_("Why?"), max_length=200, required=False)
    basis = forms.IntegerField(widget=forms.HiddenInput, required=False)
    """The hand's last Revision at the time the form was made."""


class UsualWhyForm(WhyForm):
    """A reason: one of the usual ones, which need no typing, or one in the user's own words.

    A usual reason is saved in the user's language, as it is shown.
    """

    OTHER = "other"
    REASONS: Mapping[str, Any]
    field_order = ("reason", "why")
    reason = forms.ChoiceField(label=_("Why?"), required=False, widget=forms.RadioSelect)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        if data and data.get("why") and not data.get("reason"):
            data = data.copy()
            data["reason"] = self.OTHER
        super().__init__(data, **kwargs)
        cast("forms.ChoiceField", self.fields["reason"]).choices = [*self.REASONS.items(), (self.OTHER, _("other"))]
        self.fields["why"].label = _("In your own words")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        reason = cleaned.get("reason")
        if reason and reason != self.OTHER:
            cleaned["why"] = cleaned.get("why") or str(self.REASONS[reason])
        return cleaned

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error. If the field for the user's own words is hidden, show it beside the buttons."""
        hidden = field == "why" and self.data.get("reason") != self.OTHER
        super().add_error("reason" if hidden else field, error)


class CorrectionWhyForm(UsualWhyForm):
    """The reason for correcting a hand."""

    REASONS: Mapping[str, Any] = {
        "typing": _("typing mistake"),
        "counted": _("miscounted"),
        "player": _("wrong player"),
    }


class VoidForm(UsualWhyForm):
    """The reason for voiding a hand, or for restoring a voided one."""

    VOIDING: ClassVar = {"misdeal": _("misdeal"), "twice": _("entered twice"), "table": _("wrong table")}
    RESTORING: ClassVar = {"mistake": _("voided by mistake")}

    def __init__(self, data: Any = None, *, hand: Hand) -> None:
        self.REASONS = self.RESTORING if hand.voided else self.VOIDING
        super().__init__(data, auto_id=f"count-{hand.number}-%s")
        self.fields["reason"].label = _("Why does it count again?") if hand.voided else _("Why does it not count?")


class ReplyForm(forms.Form):
    """The reply of another side to hand `number`. The service decides whether a note is required."""

    accepted = forms.BooleanField(required=False)
    basis = forms.IntegerField()
    note = forms.CharField(label=_("What is wrong?"), max_length=200, required=False)

    may_accept = may_object = False

    def __init__(self, data: Any = None, *, number: int) -> None:
        super().__init__(data, auto_id=f"answer-{number}-%s")


class AdjustmentForm(forms.Form):
    """Points for each side, or for each seat where everybody plays alone, and the reason for them."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
    number = forms.IntegerField(widget=forms.HiddenInput)
    layout = forms.IntegerField(widget=forms.HiddenInput)
    basis = forms.IntegerField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("Everybody can read it: penalty for a revoke ..."),
    )

    def __init__(
        self, data: Any = None, *, table_context: TableContext, initial: Mapping[str, Any] | None = None
    ) -> None:
        self.table_context = table_context
        start = {"key": new_key(), "number": table_context.number, "layout": table_context.table.layout}
        super().__init__(data, initial=start | dict(initial or {}))
        for index, (_seats, name) in enumerate(table_context.sides):
            self.fields[f"points_{index}"] = forms.IntegerField(
                label=name, required=False, widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"})
            )

    @property
    def side_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("points_")]

    @property
    def points(self) -> list[int]:
        """The points by position. An empty field counts as 0."""
        points = [0] * self.table_context.size
        for index, (seats, _name) in enumerate(self.table_context.sides):
            for seat in seats:
                points[seat - 1] = self.cleaned_data.get(f"points_{index}") or 0
        return points

    @staticmethod
    def initial_of(table_context: TableContext, points: list[int]) -> dict[str, int]:
        return {f"points_{index}": points[seats[0] - 1] for index, (seats, _name) in enumerate(table_context.sides)}
