"""The form for one hand, which each game builds its own from, and what stands above it."""

import json
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache, cached_property
from typing import Any, ClassVar

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scorer.play.forms.composed import KeyRow, Parts
from scorer.play.forms.fields import KEY_WIDTH, Need, kinds_when, seat_field
from scorer.play.forms.line import LineForm, filled_in
from scorer.registry import GameConfig
from scorer.registry.words import field_text
from scorer.scoring import Problem, judge, without_repeats
from scorer.web.forms import small_number

FEW_DEALS, MANY_DEALS = 4, 7
"""How many of the keys for deals are in a row, at least and at most."""


class Head:
    """What stands above an entry form: which hand it is, and folded up the fields that rarely need typing."""

    def __init__(self, form: "EntryForm", deal: int | None = None) -> None:
        """With a `deal`, say what the head says once that one is chosen."""
        self.form: Any = form  # a game's head knows the game's form
        self.table_context = form.table_context
        self.deal = deal

    @cached_property
    def deal_field(self) -> forms.BoundField | None:
        """The field for the number of the deal, such as a board, if deals are numbered."""
        for name in self.table_context.game.rules.deal_fields(0):
            if name in self.form.fields:
                return self.form[name]  # type: ignore[no-any-return]  # the form is any game's
        return None

    @property
    def title(self) -> str:
        """The title of the hand, as `GameConfig.title_of` gives it for an entry."""
        game = self.table_context.game
        return f"{game.deal_word if self.deal_field else game.hand_word} {self.ordinal}".strip()

    @cached_property
    def save_words(self) -> str:
        game = self.table_context.game
        words = game.save_deal_words if self.deal_field else game.save_words
        return str(words % {"number": self.ordinal}).strip()

    @property
    def ordinal(self) -> str:
        """The number of the hand, as the title shows it; empty if the hand does not count."""
        if self.deal_field is not None:
            return str(self.deal or self.deal_field.value() or "?")
        line = small_number(self.form.value_of("number")) or self.table_context.number
        return str(self.table_context.sheet.ordinal(line) or "")

    @property
    def subtitle(self) -> str:
        dealer = small_number(self.form.value_of("dealer") or self.table_context.turn)
        return str(_("dealer %(name)s") % {"name": self.table_context.seat_name(dealer)}) if dealer else ""

    @property
    def stakes(self) -> str:
        """What makes this hand count more than usual, in a word or two."""
        return ""

    @property
    def dealer_hint(self) -> str:
        """The label of the choice to leave the dealer open."""
        return str(_("%(name)s, by turn") % {"name": self.table_context.seat_name(self.table_context.turn)})

    @property
    def changing_fields(self) -> list[forms.BoundField]:
        return self._fields(self.form.changing)

    @property
    def deal_columns(self) -> int:
        return min(max(len(self.table_context.table.deals or ()), FEW_DEALS), MANY_DEALS)

    @property
    def deals_fit(self) -> bool:
        """Whether the deals are one row, which stands below the head. More of them are folded into it."""
        return len(self.table_context.table.deals or ()) <= MANY_DEALS

    @property
    def more_fields(self) -> list[forms.BoundField]:
        return self._fields(self.form.more)

    def _fields(self, names: Iterable[str]) -> list[forms.BoundField]:
        return [self.form[name] for name in names if name in self.form.fields]

    @property
    def is_open(self) -> bool:
        """Whether the fields start unfolded: there is an error in one, or the hand was passed out."""
        passed_out = "passed_out" in self.form.fields and self.form["passed_out"].value()
        return bool(passed_out) or any(field.errors for field in (*self.changing_fields, *self.more_fields))

    @property
    def cache_key(self) -> int | None:
        """The cache key of `more_fields`; see `EntryForm.cache_key`."""
        key, initial = self.form.cache_key, self.form.initial
        return key and hash((key, self.dealer_hint, *map(initial.get, self.form.more)))


class DealKeys(forms.RadioSelect):
    """The deals of a table. Each key carries what the head says with it, for phones without a connection."""

    def __init__(self, heads: Mapping[int, Head], done: Collection[int]) -> None:
        super().__init__()
        self.heads = heads
        self.done = done

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        head = self.heads[value]
        says = {"data-title": head.title, "data-subtitle": head.subtitle, "data-save": head.save_words}
        option["attrs"] |= says | {"disabled": value in self.done}
        return option


class EntryForm(LineForm):
    """The form for one hand. A game's form has the fields of its `Entry` under the same names.

    The fields hardly validate: `entry_data` turns their values into the hand format, and the judge checks that like any
    other entry. `entry` is the result, or None while there is a problem.
    """

    way: ClassVar[str] = "points"
    """A short name for addresses, for games with several forms."""
    way_label: ClassVar[Any] = _("By points")
    template: ClassVar[str]
    head_class: ClassVar[type[Head]] = Head
    more: ClassVar[Sequence[str]] = ("passed_out", "dealer")
    """Fields that are rarely filled in. They are folded into the head."""
    changing: ClassVar[Sequence[str]] = ()
    """Fields of the head whose initial value differs from hand to hand. They come first there, and are not cached."""
    steps: ClassVar[frozenset[str]] = frozenset({"look"})
    """Names of buttons that ask the server for the form again, for example with other players, instead of saving it. A
    form that was posted by one of them is never valid, and has no errors."""
    needs: ClassVar[Sequence[Need]] = ()
    may_stay_open: ClassVar[Sequence[str]] = ()
    """Fields with a button for each answer that mean something else, such as "nobody", while none is chosen."""
    composed: ClassVar[Sequence[KeyRow | Parts]] = ()
    """What is asked in another shape than the entry has."""
    from_deal: ClassVar[Sequence[str]] = ()
    """Fields that the number of a deal answers. A table that was given its deals does not ask for them, except where a
    hand that is corrected says otherwise."""

    head: Head
    deal_keys: str = ""
    """The field with the number of the deal, if its keys are the deals that the table was given."""
    step: bool
    """Whether it was posted by one of `steps`."""
    is_filled: bool
    entry: Any = None
    problems: tuple[Problem, ...] = ()
    ill_typed: Sequence[str] = ()
    """What is wrong with values that the judge never saw, because Django's fields refused them."""

    seen = forms.CharField(required=False, max_length=1000)
    """Codes of the warnings that were shown for these values before."""
    dealer = seat_field(label=_("Dealer"))

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, initial=initial, **kwargs)
        self.head = self.head_class(self)
        self.step = data is not None and bool(self.steps & data.keys())
        self.is_filled = data is not None or initial is not None
        game, chairs = self.table_context.game, self.table_context.chairs
        for name, field in self.fields.items():
            if field.label is None:
                field.label = game.labels.FIELDS.get(name, name)
        dealers = [(chair.position, chair.label) for chair in chairs]
        self.fields["dealer"].choices = [("", self.head.dealer_hint), *dealers]  # type: ignore[attr-defined]
        if self.table_context.table.deals:
            self._offer_deals(self.table_context.table.deals)

    def initial_for(self, initial: Mapping[str, Any] | None) -> dict[str, Any]:
        """The initial values of the form: `initial`, and for the other fields those that the rules suggest."""
        return super().initial_for({**self.table_context.initial_values, **(initial or {})})

    def _offer_deals(self, deals: Sequence[int]) -> None:
        """Make keys of the deals that the table was given. Those that are done cannot be chosen any more."""
        (self.deal_keys,) = self.table_context.game.rules.deal_fields(deals[0])
        self.changing = [name for name in self.changing if name != self.deal_keys]  # type: ignore[misc]  # of this table
        for name in self.from_deal:
            if self.initial.get(name) is None:
                del self.fields[name]
        chosen = small_number(self.value_of(self.deal_keys))
        offered = list(deals) if chosen is None or chosen in deals else [*deals, chosen]
        heads = {deal: type(self.head)(self, deal) for deal in offered}
        field: Any = self.fields[self.deal_keys]
        field.widget = DealKeys(heads, {*self.table_context.deals_done} - {chosen})
        field.widget.choices = [(deal, str(deal)) for deal in offered]

    def seat(self, name: str) -> int | None:
        """The position in a field, or None if the table has no such position."""
        seat = str(self.value_of(name) or "")
        return int(seat) if seat in map(str, range(1, self.table_context.size + 1)) else None

    @property
    def dealer_position(self) -> int:
        return self.seat("dealer") or self.table_context.turn

    def seat_choices(self) -> list[tuple[int, str]]:
        """Return the positions with names that fit a key on a phone, in one line or, at a hyphen, in two."""
        return list(self.table_context.names_within(KEY_WIDTH, two_lines=True).items())

    def is_used(self, *names: str, usual: Any = None) -> bool:
        """Return whether one of these fields has an error or a value, other than the usual one. A fold then is open."""
        present = [self[name] for name in names if name in self.fields]
        return any(field.errors or field.value() not in (None, "", False, usual) for field in present)

    @property
    def when(self) -> dict[str, str]:
        """For the template: the value of data-when for each field of the entry, by the kinds of hand that have it."""
        return _when(self.table_context.game)

    @property
    def depends_on(self) -> tuple[Hashable, ...]:
        """What `template` draws an empty form from besides the players, the variant and the initial values."""
        return ()

    @property
    def cache_key(self) -> int | None:
        """The cache key of the game's part of an empty form. None for a correction, and for a form that has values."""
        table_context = self.table_context
        if self.is_filled or table_context.at:
            return None
        outside = {"key", "number", "layout", self.deal_keys, *self.changing, *self.more}  # of the game's part
        start = frozenset((name, value) for name, value in self.initial.items() if name not in outside)
        table = type(self), table_context.table.pk, table_context.variant, tuple(table_context.chairs)
        return hash((get_language(), table, self.depends_on, start))

    # To the hand format and back

    @property
    def entry_fields(self) -> set[str]:
        return {field.name for field in fields(self.table_context.game.rules.Entry)} & self.fields.keys()

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The cleaned values in the hand format, without those that were left empty."""
        typed = filled_in(cleaned)
        names = self.entry_fields - {item.name for item in self.composed}
        data = {name: typed[name] for name in names & typed.keys()}
        for item in self.composed:
            data |= item.entry_data(typed)
        return data

    @classmethod
    def initial_of(cls, entry: Any) -> dict[str, Any]:
        """The initial values that show an existing entry. The inverse of `entry_data`."""
        initial = {field.name: getattr(entry, field.name) for field in fields(entry)}
        for item in cls.composed:
            initial |= item.initial_of(entry)
        return initial

    @classmethod
    def can_show(cls, _entry: Any) -> bool:
        """Whether this form can show that entry."""
        return True

    @property
    def typed(self) -> list[tuple[str, str]]:
        """The names and values that were posted, without those that are new in each form."""
        names = [name for name in self.fields if name not in {"key", "number", "layout", "seen"}]
        sent = [(name, value) for name in names for value in self.data.getlist(name)]  # type: ignore[attr-defined]  # a QueryDict
        return [("way", self.way), *sent]

    # What is missing or wrong

    def is_valid(self) -> bool:
        return super().is_valid() and not self.step

    def full_clean(self) -> None:
        super().full_clean()
        if self.step:
            self.errors.clear()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        game = self.table_context.game
        judged = judge(game.rules, self.entry_data(cleaned), self.table_context.variant, self.table_context.size)
        problems = judged.problems if judged.entry is None else self.table_context.deal_problems(judged.entry)
        ill_typed = set(self.errors)
        self.ill_typed = [str(error) for errors in self.errors.values() for error in errors]
        shown = without_repeats(map(_beside_its_field, problems))
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

    def field_of(self, problem: Problem) -> str | None:
        """The form's field for a problem of the entry, or None if it has no such field."""
        composed = [item.field_of(problem, self.data or self.initial) for item in self.composed]
        name = next(filter(None, composed), problem.field.split(".")[0])
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
        """The value of data-needed: the needs of this form in JSON, each with its label and its sentence."""
        return json.dumps([need.asked(self) for need in self.needs if need.names[0] in self.fields])


@cache
def _when(game: GameConfig) -> dict[str, str]:
    return {field.name: kinds_when(game.rules.HAND_KINDS, field.name) for field in fields(game.rules.Entry)}


def _beside_its_field(problem: Problem) -> Problem:
    """The values of a hand that was passed out are hidden, so their problems are shown beside the tick box."""
    return replace(problem, field="passed_out") if problem.code == "passed_out_empty" else problem
