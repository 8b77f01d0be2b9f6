"""The forms of the page on which a director puts right what went wrong at a sitting."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorer.club.models import User
from scorer.events import services
from scorer.events.contestants import ContestantRow
from scorer.events.models import Contestant, Sitting, deal_range, deals_text

SPOILED: dict[str, Any] = {
    "mixed": gettext_lazy("The cards were mixed up"),
    "seen": gettext_lazy("Cards were seen too early"),
    "heard": gettext_lazy("Somebody heard about it"),
    "late": gettext_lazy("No time left"),
}
"""Why a deal cannot be played at a table any more."""


NumberField = partial(forms.TypedChoiceField, coerce=int, required=False, empty_value=None)


class SwapForm(forms.Form):
    SIDES, DEALS, OTHER_DEALS, CONTESTANTS = "sides", "deals", "other_deals", "contestants"
    NEEDED: ClassVar = {DEALS: ("one", "other"), OTHER_DEALS: ("first_deal",), CONTESTANTS: ("contestant", "instead")}

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in (SIDES, DEALS, OTHER_DEALS, CONTESTANTS)])
    deal = NumberField()
    one = NumberField(widget=forms.RadioSelect)
    other = NumberField(label=gettext_lazy("was really"), widget=forms.RadioSelect)
    first_deal = NumberField()
    contestant = NumberField(label=gettext_lazy("Instead of"), widget=forms.RadioSelect)
    instead = NumberField(label=gettext_lazy("really sat there"))

    def __init__(self, data: Any = None, *, sitting: Sitting, people: dict[int, ContestantRow]) -> None:
        super().__init__(data)
        self.sitting, self.people = sitting, people
        self.numbers = sitting.numbers
        fields: Any = self.fields
        for name in ("deal", "one", "other"):
            fields[name].choices = [(deal, deal) for deal in sitting.deals]
        fields["one"].label = sitting.round.event.config.deal_word
        fields["first_deal"].choices = [
            (first, deals_text(deal_range(first, sitting.deal_count))) for first in services.other_deals(sitting)
        ]
        fields["contestant"].choices = [(number, self._named(number)) for number in self.numbers]
        there = [number for number, contestant in people.items() if contestant.competes_in(sitting.round.number)]
        fields["instead"].choices = [("", _("choose")), *((number, self._named(number)) for number in there)]

    @property
    def swaps_sides(self) -> bool:
        """Whether there are two sides, which are compared deal by deal."""
        return bool(self.sitting.deals) and len(self.numbers) == len(("one", "other"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in self.NEEDED.get(cleaned.get("kind", ""), ()):
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, ValidationError(_("Please choose.")))
        if cleaned.get("kind") == self.SIDES and not self.swaps_sides:
            self.add_error("kind", ValidationError(_("Please choose.")))
        return cleaned

    @property
    def tables(self) -> set[int]:
        """The ids of the tables at which something changes."""
        instead = self.cleaned_data["instead"] or 0
        there = Q(pk=self.sitting.pk) | Q(round=self.sitting.round_id, sides__contestant__number=instead)
        return set(Sitting.objects.filter(there, table__isnull=False).values_list("table", flat=True))

    def change(self, by: User) -> Callable[[], object]:
        """Return the service with what was chosen."""
        cleaned, event = self.cleaned_data, self.sitting.round.event
        make: dict[str, Callable[[], object]] = {
            self.SIDES: lambda: services.swap_sides(event, self.sitting, cleaned["deal"], by=by),
            self.DEALS: lambda: services.swap_deals(event, self.sitting, cleaned["one"], cleaned["other"], by=by),
            self.OTHER_DEALS: lambda: services.change_deals(event, self.sitting, cleaned["first_deal"], by=by),
            self.CONTESTANTS: lambda: services.swap_contestants(
                event, self.sitting, *map(self._chosen, self.NEEDED[self.CONTESTANTS]), by=by
            ),
        }
        return make[cleaned["kind"]]

    @property
    def meant(self) -> str:
        cleaned, named_deals = self.cleaned_data, self.sitting.round.event.config.named_deals
        if cleaned["kind"] == self.SIDES:
            if cleaned["deal"] is None:
                return _("The sides were swapped for the whole round.")
            return _("The sides were swapped: %(deal)s") % {"deal": named_deals([cleaned["deal"]])}
        if cleaned["kind"] == self.DEALS:
            swapped = named_deals(sorted((cleaned["one"], cleaned["other"])))
            return _("Entered under each other’s number: %(deals)s") % {"deals": swapped}
        if cleaned["kind"] == self.OTHER_DEALS:
            played = deal_range(cleaned["first_deal"], self.sitting.deal_count)
            return _("Played there: %(deals)s") % {"deals": named_deals(played)}
        return _("%(one)s and %(other)s sat in each other’s places.") % {
            "one": self._named(cleaned["contestant"]),
            "other": self._named(cleaned["instead"]),
        }

    def _chosen(self, name: str) -> Contestant:
        contestant: Contestant = self.sitting.round.event.contestants.get(number=self.cleaned_data[name])
        return contestant

    def _named(self, number: int) -> str:
        return f"{number} {self.people[number]}"
