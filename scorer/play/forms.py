"""What every game's entry form is made of, and the forms for opening and running a table."""

import secrets
from collections.abc import Hashable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, ClassVar, Self

from django import forms
from django.forms.utils import ErrorDict
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scorer.db.versioned_cache import VersionedCache
from scorer.play.models import Hand
from scorer.play.table_context import TableContext
from scorer.registry.words import field_text
from scorer.scoring import Problem, judge
from scorer.web.numbers import small_number


def new_key() -> str:
    """A form's own key: posted twice, it is still one hand."""
    return secrets.token_urlsafe(16)


UNDONE_PREFIX = "again-"


def key_of_undone(hand_id: int) -> str:
    """The key of every form that offers the values of an undone hand again: saved on two phones, or once more from a
    page that was loaded again, it is still one hand."""
    return UNDONE_PREFIX + salted_hmac("scorer.play.forms.key_of_undone", str(hand_id)).hexdigest()[:32]


MAX_KEY_LENGTH = 40
"""The log has it with an id before it."""


class RadioSelect(forms.RadioSelect):
    """Its choices are the same in every form: Django copies whatever a form is made of, and choices cost most of it."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "choices" and self.__dict__.get("_choices"):
            raise TypeError("All forms share these choices. To offer others, make the field without any.")
        super().__setattr__(name, value)


def button_field(choices: Sequence[tuple[Any, Any]] = (), *, number: bool = False, **kwargs: Any) -> Any:
    """A field of the entry drawn as buttons. Whether a value is one of the choices is for the judge to say.

    Without choices the form offers its own, as the players at the table.
    """
    widget = RadioSelect(choices=choices) if choices else forms.RadioSelect()
    if number:
        return forms.IntegerField(required=False, widget=widget, **kwargs)
    return forms.CharField(required=False, widget=widget, max_length=200, **kwargs)


Fields = dict[str, Any]
"""By name, in the order of the form."""

MAX_CONFIGURED = 500
"""Tables; the fields of one take 10 to 90 kB. There are rarely more at one time."""


@dataclass(frozen=True, slots=True)
class ConfiguredFields:
    fields: Fields
    dealers: dict[str, forms.Field]
    """The field "dealer", which alone says whose turn it is, by what it says."""


_configured: VersionedCache[ConfiguredFields] = VersionedCache(MAX_CONFIGURED)


class EntryForm(forms.Form):
    """One hand, typed: a plain form whose fields are the entry's, by the same names.

    The values go through `entry_data` into the hand format and before the same judge as everything else, so that a
    form needs no validation of its own. `entry` is the result, None while there is a problem.
    """

    way: ClassVar[str] = "points"
    """Its short name in addresses, for a game with several ways to enter a hand."""
    way_label: ClassVar[Any] = _("By points")
    template: ClassVar[str]
    more: ClassVar[Sequence[str]] = ("passed_out", "dealer")
    """Fields that come by themselves, or are rarely needed: they open from the header."""
    steps: ClassVar[frozenset[str]] = frozenset({"look"})
    """What stands in a post that is no save but a step on the way, for which the page needs the server: an answer after
    which other things are asked. The form is never valid then, and complains of nothing."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
    number = forms.IntegerField(widget=forms.HiddenInput)
    layout = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=1000)
    """Codes of the warnings that whoever typed these values has had before them."""
    dealer = forms.TypedChoiceField(label=_("Dealer"), required=False, coerce=int, empty_value=None)

    @property
    def fingerprint(self) -> str:
        """Tells this form from the others at the table, without giving its key away."""
        return sha256(str(self.value_of("key")).encode()).hexdigest()[:8]

    @property
    def undone(self) -> bool:
        """Its values were those of an undone hand, for which it is saved."""
        return str(self.value_of("key")).startswith(UNDONE_PREFIX)

    def __init__(
        self, data: Any = None, *, table_context: TableContext, initial: Mapping[str, Any] | None = None
    ) -> None:
        self.table_context = table_context
        self.step = data is not None and bool(self.steps & data.keys())
        self.entry: Any = None
        self.problems: tuple[Problem, ...] = ()
        self.base_fields = {}  # type: ignore[misc]  # Django would copy them for each form, which takes longer than all else
        super().__init__(data, initial=self.initial_for(initial))
        configured = _configured.get(
            (get_language(), *self._people_key, *self.depends_on), None, self._configure_fields
        )
        self.fields = dict(configured.fields)
        if "dealer" in self.fields:
            hint = self.dealer_hint()
            self.fields["dealer"] = configured.dealers.get(hint) or configured.dealers.setdefault(
                hint, self._dealer(hint)
            )

    def initial_for(self, initial: Mapping[str, Any] | None) -> dict[str, Any]:
        """What stands in the form before anything is typed: `initial`, and for the rest what the rules open with."""
        table_context = self.table_context
        return {
            "key": new_key(),
            "number": table_context.number,
            "layout": table_context.table.layout,
            **table_context.game.rules.initial_values(
                table_context.sheet.entries, table_context.turn, table_context.variant, table_context.size
            ),
            **(initial or {}),
        }

    def configure(self, fields: Fields) -> None:
        """Gives the form's own copy of `fields` what depends on the table: choices, labels, which of them are there.

        It is done once a table and kept, so it may look at nothing but the players, the variant and `depends_on`, and
        nobody changes a field afterwards.
        """

    @property
    def depends_on(self) -> tuple[Hashable, ...]:
        """What `configure` looks at beside the players and the variant; there are no fields yet, but `given`."""
        return ()

    def __getitem__(self, name: str) -> forms.BoundField:
        """A template asks for a field before it asks for an attribute; Django's complaint names all the fields."""
        if name not in self.fields:
            raise KeyError(name)
        return super().__getitem__(name)

    def value_of(self, name: str) -> Any:
        """What was typed into a field, or stands there."""
        return self.data.get(name) if self.is_bound else self.initial.get(name)

    @property
    def typed(self) -> list[tuple[str, str]]:
        """What was sent of the hand itself, a whole one or not; another form of it has the rest anew."""
        names = [name for name in self.fields if name not in {"key", "number", "layout", "seen"}]
        sent = [(name, value) for name in names for value in self.data.getlist(name)]  # type: ignore[attr-defined]  # a QueryDict
        return [("way", self.way), *sent]

    @property
    def late(self) -> str | None:
        """The id of the hand that was handed in and is entered now."""
        return self.value_of("late")  # type: ignore[no-any-return]  # as it was sent

    def seat(self, name: str) -> int | None:
        """The position given in a field; None for what is none of this table."""
        seat = str(self.value_of(name) or "")
        return int(seat) if seat in map(str, range(1, self.table_context.size + 1)) else None

    @property
    def dealer_position(self) -> int:
        return self.seat("dealer") or self.table_context.turn

    @property
    def _people_key(self) -> tuple[Hashable, ...]:
        return type(self), self.table_context.table.pk, self.table_context.variant, tuple(self.table_context.chairs)

    def _configure_fields(self, _before: ConfiguredFields | None = None) -> ConfiguredFields:
        own = deepcopy(type(self).base_fields)
        for name, field in own.items():
            if field.label is None and name not in EntryForm.base_fields:
                field.label = field_text(self.table_context.game, name)
        self.configure(own)
        return ConfiguredFields(own, {})

    def _dealer(self, hint: str) -> forms.Field:
        dealer: Any = deepcopy(type(self).base_fields["dealer"])
        dealer.choices = [("", hint), *((chair.position, chair.label) for chair in self.table_context.chairs)]
        return dealer  # type: ignore[no-any-return]  # a field whose choices are set

    def is_valid(self) -> bool:
        return super().is_valid() and not self.step

    def full_clean(self) -> None:
        super().full_clean()
        if self.step:
            self._errors = ErrorDict()

    @property
    def entry_fields(self) -> set[str]:
        return {field.name for field in fields(self.table_context.game.rules.Entry)} & self.fields.keys()

    @property
    def heading(self) -> str:
        """As `GameConfig.title_of` says it of the entry."""
        ordinal = self.table_context.sheet.ordinal(small_number(self.value_of("number")) or self.table_context.number)
        return f"{self.table_context.game.hand_word} {ordinal or ''}".strip()

    @property
    def subheading(self) -> str:
        dealer = small_number(self.value_of("dealer") or self.table_context.turn)
        return str(_("dealer %(name)s") % {"name": self.table_context.seat_name(dealer)}) if dealer else ""

    @property
    def cache_key(self) -> tuple[Any, ...] | None:
        """All that the game's part of an empty form is drawn from; None where something has been typed, or was.

        A game adds to it what its template makes of the turn, or of a field that opens from the header.
        """
        if self.is_bound or self.table_context.at:
            return None
        elsewhere = {"key", "number", "layout", *self.more}
        start = sorted((name, repr(value)) for name, value in self.initial.items() if name not in elsewhere)
        return get_language(), *self._people_key, tuple(start)

    @property
    def more_cache_key(self) -> tuple[Any, ...] | None:
        """As `cache_key`, for the fields that open from the header."""
        key = self.cache_key
        return key and (*key, self.dealer_hint(), *(repr(self.initial.get(name)) for name in self.more))

    def dealer_hint(self) -> str:
        """Who deals if nobody says otherwise."""
        return str(_("%(name)s, by turn") % {"name": self.table_context.seat_name(self.table_context.turn)})

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.more if name in self.fields]

    @property
    def more_is_needed(self) -> bool:
        """Something there is wrong, or says that the rest need not be asked."""
        return any(field.errors for field in self.more_fields) or bool(
            "passed_out" in self.fields and self["passed_out"].value()
        )

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The typed values in the hand format; what was left empty is left out."""
        return {name: cleaned[name] for name in self.entry_fields if cleaned.get(name) not in (None, "")}

    @classmethod
    def initial_of(cls, entry: Any) -> dict[str, Any]:
        """What the form shows for an entry that is there already; undoes `entry_data`."""
        return {field.name: getattr(entry, field.name) for field in fields(entry)}

    @classmethod
    def can_show(cls, _entry: Any) -> bool:
        """Whether this way of entry can show that entry again."""
        return True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        game = self.table_context.game
        judged = judge(game.rules, self.entry_data(cleaned), self.table_context.variant, self.table_context.size)
        ill_typed = set(self.errors)
        self.problems = tuple(problem for problem in judged.problems if self.field_of(problem) not in ill_typed)
        for problem in self.problems:
            self.add_error(self.field_of(problem), self.table_context.problem_text(problem))
        self.entry = judged.entry if not self.errors else None
        return cleaned

    def field_of(self, problem: Problem) -> str | None:
        """The form's field that a problem of the entry belongs to."""
        name = problem.field.split(".")[0]
        return name if name in self.fields else None

    def label_of(self, problem: Problem) -> str:
        """What the form calls the field of a problem."""
        name = self.field_of(problem)
        return str(self.fields[name].label if name else field_text(self.table_context.game, problem.field))

    @property
    def ill_typed(self) -> list[str]:
        """What is wrong with values that never came before the judge."""
        judged = {self.table_context.problem_text(problem) for problem in self.problems}
        return [str(error) for errors in self.errors.values() for error in errors if error not in judged]

    def seat_choices(self) -> list[tuple[int, str]]:
        return [(chair.position, chair.short) for chair in self.table_context.chairs]


class WhyForm(forms.Form):
    """The reason for a change; whether one is needed is for the service to say."""

    why = forms.CharField(label=_("Why?"), max_length=200, required=False)
    basis = forms.IntegerField(widget=forms.HiddenInput, required=False)
    """The hand's last Revision when the form was made."""


class CountForm(WhyForm):
    """The reason for voiding a hand, or for counting it again. It stands beside the form of a correction."""

    def __init__(self, data: Any = None, *, hand: Hand) -> None:
        super().__init__(data, auto_id=f"count-{hand.number}-%s")
        self.fields["why"].label = _("Why does it count again?") if hand.voided else _("Why does it not count?")


class ReplyForm(forms.Form):
    """What another side says to hand `number`; whether it has to say why is for the service to say."""

    accepted = forms.BooleanField(required=False)
    basis = forms.IntegerField()
    note = forms.CharField(label=_("What is wrong?"), max_length=200, required=False)

    may_accept = may_object = False

    def __init__(self, data: Any = None, *, number: int) -> None:
        super().__init__(data, auto_id=f"answer-{number}-%s")


class AdjustmentForm(forms.Form):
    """A line that is no hand: points a side (a seat where each plays alone), and the reason."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
    number = forms.IntegerField(widget=forms.HiddenInput)
    layout = forms.IntegerField(widget=forms.HiddenInput)
    basis = forms.IntegerField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("For everybody to read: penalty for a revoke ..."),
    )

    def __init__(
        self, data: Any = None, *, table_context: TableContext, initial: Mapping[str, Any] | None = None
    ) -> None:
        self.table_context = table_context
        start = {"key": new_key(), "number": table_context.number, "layout": table_context.table.layout}
        super().__init__(data, initial=start | dict(initial or {}))
        for place, (_seats, name) in enumerate(table_context.sides):
            self.fields[f"points_{place}"] = forms.IntegerField(
                label=name, required=False, widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"})
            )

    @property
    def side_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("points_")]

    @property
    def points(self) -> list[int]:
        """By position, what was left empty being 0."""
        points = [0] * self.table_context.size
        for place, (seats, _name) in enumerate(self.table_context.sides):
            for seat in seats:
                points[seat - 1] = self.cleaned_data.get(f"points_{place}") or 0
        return points

    @staticmethod
    def initial_of(table_context: TableContext, points: list[int]) -> dict[str, int]:
        return {f"points_{place}": points[seats[0] - 1] for place, (seats, _name) in enumerate(table_context.sides)}
