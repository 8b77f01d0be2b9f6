from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.belote.labels import CHOICES
from games.belote.rules.entry import COINCHES, SLAMS, SUITS, TRUMPS, VALUES, Entry
from games.belote.rules.house import TIMES
from scorer.play.forms import EntryForm, keys
from scorer.play.setting import Setting
from scorer.scoring import Problem

BOTH = ("contracting", "opponent")
"""The parts of declarations and belotes; as fields of a form "declarations_contracting" and so on."""

BIDDERS, OTHERS = (CHOICES["belote"][side] for side in BOTH)


def number(**kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(
        required=False, widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}), **kwargs
    )


class ContractForm(EntryForm):
    """What both ways of entry ask for; the federation's questions are there at its tables only."""

    ffb_only: tuple[str, ...] = ("declarations_contracting", "declarations_opponent")

    bidder = keys(number=True)
    value = keys()
    trump = keys()
    coinche = keys([("none", "–"), *((name, f"× {TIMES[name]}") for name in COINCHES[1:])], initial="none")
    declarations_contracting = number(label=BIDDERS)
    declarations_opponent = number(label=OTHERS)

    def __init__(self, data: Any = None, *, setting: Setting, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, setting=setting, initial=initial)
        if not self.ffb:
            for name in self.ffb_only:
                del self.fields[name]
        slams = [(slam, CHOICES["value"][slam]) for slam in SLAMS] if self.ffb else []
        self._offer("bidder", self.seat_choices())
        self._offer("value", [*((value, str(value)) for value in VALUES), *slams])
        self._offer("trump", [(trump, trump) for trump in (TRUMPS if self.ffb else SUITS)])

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].widget.choices = choices

    @property
    def ffb(self) -> bool:
        return bool(self.setting.variant.scoring == "ffb")

    @property
    def declared(self) -> bool:
        """Whether the declarations are worth opening."""
        return any(self[name].value() or self[name].errors for name in self.ffb_only if name.startswith("declarations"))

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        value = data.get("value")
        if value is not None and value.isdecimal():
            data["value"] = int(value)
        for name in ("declarations", "belotes"):
            parts = {side: cleaned[f"{name}_{side}"] for side in BOTH if cleaned.get(f"{name}_{side}")}
            if parts:
                data[name] = parts
        return data

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        initial = super().initial_of(entry)
        for name in ("declarations", "belotes"):
            for side in BOTH:
                initial[f"{name}_{side}"] = getattr(getattr(entry, name), side) or None
        return initial

    def field_of(self, problem: Problem) -> str | None:
        """A problem of both parts stands at the first."""
        name = problem.field.replace(".", "_")
        return next((field for field in (name, f"{name}_{BOTH[0]}") if field in self.fields), super().field_of(problem))


class PointsForm(ContractForm):
    """The contract and the points of the bidder's side."""

    template = "belote/entry.html"
    ffb_only = (*ContractForm.ffb_only, "capot", "capot_opponent", "belotes_contracting", "belotes_opponent")

    points = number(label=pgettext_lazy("belote", "Points"))
    belote = keys([("", "–"), *CHOICES["belote"].items()])
    capot = keys(
        [
            ("", pgettext_lazy("belote", "No")),
            ("contracting", pgettext_lazy("belote", "Yes")),
            ("bidder", CHOICES["capot"]["bidder"]),
        ],
        label=gettext_lazy("All eight tricks?"),
    )
    capot_opponent = keys(
        [("", pgettext_lazy("belote", "No")), ("opponent", pgettext_lazy("belote", "Yes"))],
        label=gettext_lazy("All eight tricks to the opponents?"),
    )
    belotes_contracting = number(label=BIDDERS)
    belotes_opponent = number(label=OTHERS)
    passed_out = forms.BooleanField(required=False)

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        if cleaned.get("capot_opponent"):
            data.setdefault("capot", cleaned["capot_opponent"])
        return data

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        initial = super().initial_of(entry)
        if entry.capot == "opponent":
            initial["capot"], initial["capot_opponent"] = None, entry.capot
        return initial

    @classmethod
    def suits(cls, entry: Entry) -> bool:
        return entry.tricks is None


FORMS = (PointsForm,)
