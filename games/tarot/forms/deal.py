"""The form for a deal of either kind."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django import forms

from games.tarot.forms.base import PASSED, is_empty
from games.tarot.forms.one_for_one import OneForOneForm
from games.tarot.forms.taker import TakerForm
from games.tarot.rules.entry import MAX_DEAL, Entry
from scorer.play.forms import data_when
from scorer.registry.words import field_text
from scorer.scoring import Problem, without_repeats

PLAYERS, OWNERS = "players", "owners"
"""In the list of missing fields, one label for the fields of all players, and one for the owners of all oudlers."""


class DealForm(TakerForm, OneForOneForm):
    """A deal with a taker or, if everybody passed, a one-for-one deal. Six players can only play one for one.

    The form ignores what was typed for the other kind of deal. Handfuls count in both.
    """

    template = "tarot/entry.html"
    changing: ClassVar[Sequence[str]] = ("deal",)
    more = ("passed_out", "dealer", "sitting_out")
    needs = (*TakerForm.needs, *OneForOneForm.needs)

    passed_out = forms.BooleanField(required=False)
    deal = forms.IntegerField(required=False, min_value=1, max_value=MAX_DEAL)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ask for the number of the deal only where deals have numbers."""
        super().__init__(*args, **kwargs)
        if not (self.table_context.table.deals or self.initial.get("deal")):
            del self.fields["deal"]
            self.changing = ()  # type: ignore[misc]  # of this table

    # For the template

    @property
    def when(self) -> dict[str, str]:
        needed = {"contract": [PASSED]} if "contract" in self.fields else {}
        return super().when | {"players": data_when(passed_out=[""], **needed)}

    @property
    def rare_is_open(self) -> bool:
        """Whether the fold with the rare fields starts open."""
        handfuls = (f"handful_{seat}" for seat in self.playing)
        return self.is_used("petit_au_bout", "slam", "petit_last", "teams", *handfuls)

    # To the hand format and back

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data: dict[str, Any] = {"sitting_out": list(self.resting)}
        if cleaned.get("deal") is not None:
            data["deal"] = cleaned["deal"]
        one_for_one = self.is_one_for_one(cleaned)
        played = self.one_for_one_data(cleaned) if one_for_one else self.taker_data(cleaned)
        if not cleaned.get("passed_out"):
            return data | {"kind": "one_for_one" if one_for_one else "taker"} | played
        data["passed_out"] = True  # the judge refuses whatever else was typed
        played.pop("dog_cards", None)
        return data | played if self._is_begun(cleaned) else data

    def _is_begun(self, cleaned: Mapping[str, Any]) -> bool:
        """Whether anything was typed that belongs to a deal that was played."""
        typed = {name: value for name, value in cleaned.items() if not is_empty(value)}
        for name in ("key", "number", "layout", "seen", *self.more, *self.changing, "dog_cards", "teams"):
            typed.pop(name, None)
        return bool(typed) and typed != {"contract": PASSED}

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        initial = super().initial_of(entry)
        if entry.kind == "taker":
            return initial | cls.taker_initial(entry)
        if entry.kind == "one_for_one":
            return initial | {"contract": PASSED} | cls.one_for_one_initial(entry)
        return initial

    # What is wrong

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self.problems = without_repeats(map(_combined, self.problems))
        return cleaned

    def form_problems(self, cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        if cleaned.get("passed_out"):
            return iter(())
        return self.one_for_one_problems(cleaned) if self.is_one_for_one(cleaned) else self.taker_problems(cleaned)

    def field_of(self, problem: Problem) -> str | None:
        match problem.field.split("."):
            case ["kind"]:
                return "contract" if "contract" in self.fields else None
            case ["handfuls", *rest]:
                shown = [seat for seat in self.playing if self[f"handful_{seat}"].value()]
                return f"handful_{shown[int(rest[0]) if rest else 0]}"
            case _:
                return super().field_of(problem)

    def label_of(self, problem: Problem) -> str:
        if problem.field in (PLAYERS, OWNERS):
            return field_text(self.table_context.game, problem.field)
        return super().label_of(problem)


def _combined(problem: Problem) -> Problem:
    """Replace the missing field of one player or oudler, so that the list of missing fields has one line for all."""
    if problem.code.startswith("owner_"):
        return Problem(OWNERS, "required")
    if problem.code == "required" and problem.field.startswith("players."):
        return Problem(PLAYERS, "required")
    return problem
