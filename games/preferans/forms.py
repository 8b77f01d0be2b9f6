from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import pgettext, pgettext_lazy

from games.preferans.labels import CHOICES, SUITS
from games.preferans.rules.entry import AT_PLAY, BETL, LEVELS, TRICKS, Counter, Entry, Role, defence_of
from games.preferans.rules.played import IN_HAND
from scorer.play.forms import DealerSitsOutForm, Key, Need, button_field, data_when, filled_in
from scorer.scoring import Problem, at_play
from scorer.web.forms import small_number

DEFENCES: Mapping[str, tuple[Role, Role]] = {
    "both": ("follow", "follow"),
    "nobody": ("pass", "pass"),
    "follow": ("follow", "pass"),
    "call": ("call", "called"),
    "counter": ("counter", "follow"),
    "double_counter": ("counter", "follow"),
}
"""The choices of "who follows", with the roles of a defender and of the other one.

All but the first two have the seat of that defender as a suffix: "call-2".
"""

COUNTERS: tuple[Counter, ...] = ("counter", "double_counter")
TOGETHER = ("call", *COUNTERS)
"""The choices after which the tricks of both defenders count for one of them."""

NOT_BETL = ["", *(level for level in LEVELS if level != BETL)]

MAX_SEATS = AT_PLAY + 1
TRICKS_BY_SEAT = tuple(f"tricks_{seat}" for seat in range(1, MAX_SEATS + 1))
TRICKS_FIELDS = (*TRICKS_BY_SEAT, "together", "betl")


def _radio_field(choices: Any = (), **kwargs: Any) -> Any:
    return forms.ChoiceField(required=False, widget=forms.RadioSelect, choices=choices, **kwargs)


def _tricks_field(label: Any = "") -> Any:
    return button_field([(number, str(number)) for number in range(TRICKS + 1)], number=True, label=label)


class HandForm(DealerSitsOutForm):
    """Who declared what, one field for what both defenders did, and the tricks that do not follow from it.

    The declarer gets the tricks that the defenders did not win. Without JavaScript, the page shows the fields of every
    seat, and those that do not matter stay empty.
    """

    template = "preferans/entry.html"
    more = ("passed_out", "sitting_out", "dealer")
    needs = (
        Need(["declarer"]),
        Need(["level"]),
        Need(["defence"], when={"level": NOT_BETL}),
        *(Need([name]) for name in TRICKS_FIELDS),
    )
    may_stay_open = ("defence",)  # in betl everybody follows, and nobody countered unless somebody enters it

    passed_out = forms.BooleanField(required=False)
    declarer = _radio_field(label=pgettext_lazy("preferans", "Declarer"))
    in_hand = forms.BooleanField(required=False)
    level = button_field([(level, CHOICES["level"][level]) for level in LEVELS], number=True)
    defence = _radio_field(label=pgettext_lazy("preferans", "Who follows"))
    tricks_1 = _tricks_field()
    tricks_2 = _tricks_field()
    tricks_3 = _tricks_field()
    tricks_4 = _tricks_field()
    together = _tricks_field(pgettext_lazy("preferans", "Tricks of both defenders"))
    betl = _radio_field(
        [("made", pgettext_lazy("preferans", "Made")), ("failed", pgettext_lazy("preferans", "Failed"))],
        label=CHOICES["level"][BETL],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.answers: Mapping[str, Any] = {}
        fields: Any = self.fields
        if not self.most_resting:
            del fields["tricks_4"]
        fields["declarer"].choices = self.seat_choices()
        fields["defence"].choices = list(_defences(self.seat_choices()))
        for chair in self.table_context.chairs:
            label = pgettext("preferans", "Tricks of %(name)s") % {"name": chair.short}
            fields[f"tricks_{chair.position}"].label = label

    # What was typed

    def clean_declarer(self) -> int | None:
        declarer = self.cleaned_data["declarer"]
        self._refuse(declarer, "sitting_out", pgettext("preferans", "%(name)s sits out. Choose one of the others."))
        return int(declarer) if declarer else None

    def clean_defence(self) -> str:
        defence: str = self.cleaned_data["defence"]
        _how, seat = _parts(defence)
        self._refuse(seat, "sitting_out", pgettext("preferans", "%(name)s sits out. Choose one of the others."))
        self._refuse(seat, "declarer", pgettext("preferans", "%(name)s declares. Choose one of the others."))
        return defence

    def _refuse(self, seat: Any, elsewhere: str, sentence: str) -> None:
        """Refuse a seat that is chosen in the other field, too. With JavaScript it has no button here."""
        if seat and str(seat) == str(self.cleaned_data.get(elsewhere)):
            raise ValidationError(sentence % {"name": self.table_context.seat_name(int(seat))})

    def clean(self) -> dict[str, Any]:
        self.answers = filled_in(self.cleaned_data)  # Django removes the value of a field with an error
        cleaned = super().clean()
        for problem in self.problems:
            for name in self._fields_of(problem)[1:]:
                self.add_error(name, self.error_text(problem, name))
        return cleaned

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error only once, because what two players did is one field."""
        if error not in self.errors.get(field or NON_FIELD_ERRORS, ()):
            super().add_error(field, error)

    def field_of(self, problem: Problem) -> str | None:
        return next(iter(self._fields_of(problem)), None) or super().field_of(problem)

    def _fields_of(self, problem: Problem) -> list[str]:
        """Return the field where the problem is, or all fields that are missing or should be empty."""
        part, _dot, place = problem.field.partition(".")
        if part == "counter" or (part == "roles" and place):
            return ["defence"]
        if part not in ("roles", "tricks"):
            return []
        asked = ["declarer", "defence"] if part == "roles" else self._asked(self.answers)
        if problem.code == "required":
            return [name for name in asked if name not in self.answers] or asked
        if problem.code == "nobody_followed":
            return [name for name in (asked if part == "roles" else TRICKS_FIELDS) if name in self.answers]
        if place and asked[0] in TRICKS_BY_SEAT:
            return [TRICKS_BY_SEAT[self._seats(self.answers)[int(place)] - 1]]
        return asked[:1]

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data, typed = super().entry_data(cleaned), filled_in(cleaned)
        roles = self._roles(typed)
        if typed.get("passed_out"):  # the judge refuses whatever else was typed, even if it is incomplete
            if typed.keys() & {"declarer", "defence"}:
                data["roles"] = ["declarer"]
            if typed.keys() & {*TRICKS_FIELDS}:
                data["tricks"] = [TRICKS]
            return data
        if not roles:  # then it is not known which tricks are missing, so none are
            return data | {"tricks": [TRICKS, 0, 0]}
        data |= {"roles": list(roles.values())}
        how, _seat = _parts(typed.get("defence"))
        if how in COUNTERS:
            data["counter"] = how
        won = self._tricks(typed, roles)
        return data if won is None else data | {"tricks": won}

    def _roles(self, typed: Mapping[str, Any]) -> dict[int, Role]:
        """Return the roles by seat, or none while a field is empty. In betl everybody follows unless one countered."""
        how, named = _parts(typed.get("defence", "both" if typed.get("level") == BETL else ""))
        if "declarer" not in typed or not how:
            return {}
        role_of_named, role_of_other = DEFENCES[how]
        roles = {seat: role_of_named if seat == named else role_of_other for seat in self._seats(typed)}
        return roles | {typed["declarer"]: "declarer"}

    def _asked(self, typed: Mapping[str, Any]) -> list[str]:
        """Return the fields for the tricks of this hand."""
        if typed.get("level") == BETL:
            return ["betl"]
        if _parts(typed.get("defence"))[0] in TOGETHER:
            return ["together"]
        return [f"tricks_{seat}" for seat, role in self._roles(typed).items() if role == "follow"]

    def _tricks(self, typed: Mapping[str, Any], roles: Mapping[int, Role]) -> list[int] | None:
        """Return the tricks in the order of the seats. None while a field is empty, or if there are none to enter."""
        asked = self._asked(typed)
        if not typed.keys() >= {*asked}:
            return None
        if asked == ["betl"]:
            return [int(role == "declarer" and typed["betl"] == "failed") for role in roles.values()]
        if asked == ["together"]:
            won = {_parts(typed["defence"])[1]: typed["together"]}
        else:
            won = {seat: typed[f"tricks_{seat}"] for seat in roles if f"tricks_{seat}" in typed}
        if not won:
            return None
        rest = max(0, TRICKS - sum(won.values()))
        return [won.get(seat, rest if role == "declarer" else 0) for seat, role in roles.items()]

    def _seats(self, typed: Mapping[str, Any]) -> list[int]:
        return [seat for seat in range(1, self.table_context.size + 1) if seat != typed.get("sitting_out")]

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        initial = super().initial_of(entry)
        defence = defence_of(entry.roles or ())
        if entry.roles is None or defence is None:
            return initial
        seats = at_play(entry.sitting_out, AT_PLAY + len(entry.sitting_out))
        seat_of = dict(zip(entry.roles, seats, strict=True))
        declarer = seat_of["declarer"]
        how = {"one": "follow", "counter": entry.counter}.get(defence, defence)
        named = seat_of.get(DEFENCES[how][0]) if how not in ("both", "nobody") else None
        initial |= {"declarer": declarer, "defence": f"{how}-{named}" if named else how}
        if entry.tricks is None:
            return initial
        won = dict(zip(seats, entry.tricks, strict=True))
        if entry.level == BETL:
            return initial | {"betl": "failed" if won[declarer] else "made"}
        if how in TOGETHER:
            return initial | {"together": sum(won.values()) - won[declarer]}
        following = [seat for seat, role in zip(seats, entry.roles, strict=True) if role == "follow"]
        return initial | {f"tricks_{seat}": won[seat] for seat in following}

    # The keys, and when the page shows them

    @property
    def declarer_keys(self) -> list[Key]:
        return self.player_keys("declarer")

    @property
    def level_keys(self) -> list[Key]:
        return [Key(choice, suit=SUITS.get(int(choice.data["value"]), "")) for choice in self["level"]]

    @property
    def usual_keys(self) -> list[Key]:
        return [key for how, key in self._defence_keys() if how not in TOGETHER]

    @property
    def rare_keys(self) -> list[Key]:
        return [key for how, key in self._defence_keys() if how in TOGETHER]

    def _defence_keys(self) -> Iterator[tuple[str, Key]]:
        for choice in self["defence"]:
            how, seat = _parts(choice.data["value"])
            levels = {} if how == "both" or how in COUNTERS else {"level": NOT_BETL}
            yield how, Key(choice, self._when_defending(seat, **levels) if seat else data_when(**levels))

    @property
    def when(self) -> dict[str, str]:
        """The same, for the fields of the form. `call` and `defenders` are about the choices of "who follows".

        Before there is a declarer, nobody can call or say the counter.
        """
        seats = [seat for seat, _name in self.seat_choices()]
        together = [f"{how}-{seat}" for how in TOGETHER for seat in seats]
        return super().when | {
            "call": data_when(level=NOT_BETL),
            "defenders": data_when(declarer=seats),
            "together": data_when(passed_out=[""], level=NOT_BETL, defence=together),
            "betl": data_when(passed_out=[""], level=[BETL]),
        }

    @property
    def tricks_fields(self) -> list[tuple[forms.BoundField, str]]:
        played: dict[str, Iterable[object]] = {"passed_out": [""], "level": NOT_BETL}
        return [
            (self[f"tricks_{seat}"], self._when_defending(seat, **played, defence=["both", f"follow-{seat}"]))
            for seat, _name in self.seat_choices()
        ]

    def _when_defending(self, seat: int, **values: Iterable[object]) -> str:
        others = [other for other, _name in self.seat_choices() if other != seat]
        return self.when_playing(seat, declarer=others, **values)

    @property
    def in_hand_key(self) -> str:
        return f"+ {IN_HAND}"


def _defences(seats: list[tuple[int, str]]) -> Iterator[tuple[str, Any]]:
    yield "both", pgettext("preferans follow", "Both")
    yield "nobody", pgettext("preferans follow", "None")
    for seat, name in seats:
        yield f"follow-{seat}", name
    for seat, name in seats:
        yield f"call-{seat}", pgettext("preferans", "%(name)s calls") % {"name": name}
    for seat, name in seats:
        yield f"counter-{seat}", pgettext("preferans", "Counter: %(name)s") % {"name": name}
    for seat, name in seats:
        yield f"double_counter-{seat}", pgettext("preferans", "Counter: %(name)s + double counter") % {"name": name}


def _parts(defence: Any) -> tuple[str, int | None]:
    """Split the value of `defence` into the choice and the seat, if it has one: "call-2"."""
    how, _dash, seat = str(defence or "").partition("-")
    return how, small_number(seat)


FORMS = (HandForm,)
