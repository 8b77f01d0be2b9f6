from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scorer.events.contestants import ContestantRow
from scorer.events.planning.proposal import Proposal
from scorer.events.results.rows import SittingRow
from scorer.registry import GameConfig


class PlanForm(forms.Form):
    """What a director may choose about a plan: how many rounds are switched, whether it is a barometer, and how
    sections are ranked."""

    ranking = forms.ChoiceField(
        label=_("Ranking"),
        choices=[("one", _("All sections together")), ("own", _("Each section by itself"))],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, proposal: Proposal) -> None:
        initial = {"switch": proposal.family.switch, "ranking": "one"}
        super().__init__(data, initial=initial, auto_id=f"id_{proposal.key}_%s")
        if proposal.family.switch:
            self.fields["switch"] = forms.IntegerField(
                label=_("Switched rounds"),
                min_value=1,
                max_value=proposal.rounds,
                help_text=_(
                    "About one round in eight compares all pairs most evenly. "
                    "Switching half of them is worse than none."
                ),
            )
        if proposal.can_be_barometer:
            self.fields["barometer"] = forms.BooleanField(
                label=_("Barometer"),
                required=False,
                help_text=_(
                    "All tables play the same cards in each round, and the ranking is shown after it. "
                    "This takes a copy of all cards for each table."
                ),
            )
        if len(proposal.sizes) == 1:
            del self.fields["ranking"]


class LateMatchesForm(forms.Form):
    """What a draw makes of the matches that are not finished."""

    late = forms.BooleanField(label=_("Count the matches that are not finished as ties"), required=False)

    def __init__(self, *, unfinished: Sequence[SittingRow]) -> None:
        super().__init__(initial={"late": any(sitting.late for sitting in unfinished)})
        tables = ", ".join(str(sitting.station) for sitting in unfinished)
        said = ngettext(
            "Table %(tables)s. Otherwise the draw goes by what has been entered there so far. "
            "In the ranking and in later draws the result counts.",
            "Tables %(tables)s. Otherwise the draw goes by what has been entered there so far. "
            "In the ranking and in later draws the results count.",
            len(unfinished),
        )
        self.fields["late"].help_text = said % {"tables": tables}


class ExchangeForm(forms.Form):
    one = forms.TypedChoiceField(label=_("Contestant"), coerce=int)
    other = forms.TypedChoiceField(label=_("Changes places with"), coerce=int)

    def __init__(
        self, data: Any = None, *, contestants: dict[int, ContestantRow], out: Collection[int] = frozenset()
    ) -> None:
        """`out` are those who have been knocked out. A director may put one of them back in."""
        super().__init__(data)
        named = [(number, f"{number} {contestant}") for number, contestant in contestants.items()]
        choices: list[Any] = [("", "–"), *(choice for choice in named if choice[0] not in out)]
        if out:
            choices.append((_("Knocked out"), [choice for choice in named if choice[0] in out]))
        fields: Any = self.fields
        for field in fields.values():
            field.choices = choices

    @property
    def numbers(self) -> tuple[int, int]:
        return self.cleaned_data["one"], self.cleaned_data["other"]


class DealsForm(forms.Form):
    """How many deals the rounds to come have: at most as many as the sets of the plan."""

    def __init__(self, data: Any = None, *, game: GameConfig, most: int, now: int | None = None) -> None:
        super().__init__(data, initial={"deals": now})
        label = _("%(deals)s in each round that has not started") % {"deals": game.deals_word}
        self.fields["deals"] = forms.IntegerField(label=label, min_value=1, max_value=most)
