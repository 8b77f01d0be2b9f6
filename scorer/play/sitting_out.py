"""Entry forms for tables with more seats than a hand has players."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorer.play.configured_fields import FormFields
from scorer.play.forms import EntryForm
from scorer.scoring import at_play

NOBODY = 0
"""The choice that everybody plays although the deal says that somebody sits out."""


def sitting_out_field(**kwargs: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(required=False, coerce=int, empty_value=None, **kwargs)


class SittingOutForm(EntryForm):
    """The form of a game in which players may sit out. The deal determines who does, unless somebody else is chosen.

    When another dealer or another player who sits out is chosen, the page asks the server for the form again
    (play/sitting_out.html), because only those who play have buttons.
    """

    sitting_out_fields: ClassVar[Sequence[str]] = ("sitting_out",)
    """One for each player who sits out at the largest table."""

    @property
    def most_resting(self) -> int:
        """How many players can sit out at this table."""
        raise NotImplementedError

    def resting_by_deal(self) -> Sequence[int]:
        """The seats that sit out unless others are chosen."""
        raise NotImplementedError

    @property
    def all_may_play(self) -> bool:
        """Whether everybody can play although the deal says that somebody sits out."""
        return False

    def initial_for(self, initial: Mapping[str, Any] | None) -> dict[str, Any]:
        start = super().initial_for(initial)
        if initial is None:
            start |= dict.fromkeys(self.sitting_out_fields)
        elif self.all_may_play:
            start |= {name: NOBODY for name in self._names if start.get(name) is None}
        return start

    @classmethod
    def initial_of(cls, entry: Any) -> dict[str, Any]:
        seats = zip_longest(cls.sitting_out_fields, entry.sitting_out)
        return super().initial_of(entry) | {name: seat for name, seat in seats if name}

    def configure_sitting_out(self, fields: FormFields) -> None:
        """Offer the players in the fields for who sits out, and remove the fields that this table does not need."""
        for name in self.sitting_out_fields[self.most_resting :]:
            del fields[name]
        nobody = pgettext("sits out", "Nobody")
        for name, seat in zip_longest(self._names, self.resting_by_deal()):
            choices: list[tuple[Any, str]] = [("", nobody)]
            if seat:
                choices = [("", _("%(name)s, by the deal") % {"name": self.table_context.seat_name(seat)})]
                choices += [(NOBODY, nobody)] if self.all_may_play else []
            fields[name].choices = [*choices, *self.seat_choices()]

    @property
    def depends_on(self) -> tuple[Hashable, ...]:
        return (self.dealer_position, self.resting) if self._names else ()

    @cached_property
    def resting(self) -> tuple[int, ...]:
        """The seats that sit out in this hand."""
        seats = [
            None if str(self.value_of(name)) == str(NOBODY) else self.seat(name) or by_deal
            for name, by_deal in zip_longest(self._names, self.resting_by_deal())
        ]
        return tuple(seat for seat in seats if seat)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play this hand."""
        return at_play(self.resting, self.table_context.size)

    def player_choices(self) -> list[tuple[int, str]]:
        return [choice for choice in self.seat_choices() if choice[0] in self.playing]

    @property
    def subheading(self) -> str:
        """Who deals and who sits out."""
        if not self.resting:
            return super().subheading
        dealer = self.dealer_position
        resting = [self.table_context.seat_name(seat) for seat in self.resting if seat != dealer]
        names = {"name": self.table_context.seat_name(dealer), "others": ", ".join(resting)}
        if dealer not in self.resting:
            others = ngettext("%(others)s sits out", "%(others)s sit out", len(resting)) % names
            return f"{super().subheading} · {others}"
        if resting:
            return _("%(name)s deals and sits out with %(others)s") % names
        return _("%(name)s deals and sits out") % names

    @property
    def more_is_needed(self) -> bool:
        return (self.step and bool(self._names)) or super().more_is_needed

    @property
    def redrawn_by(self) -> list[str]:
        """The fields whose change makes the page ask for the form again."""
        return ["dealer", *self._names] if self._names else []

    @property
    def _names(self) -> Sequence[str]:
        return self.sitting_out_fields[: self.most_resting]
