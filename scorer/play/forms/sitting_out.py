"""Entry forms for tables with more seats than a hand has players."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorer.play.forms.entry import EntryForm, Head
from scorer.play.forms.fields import Key, data_when, seat_field
from scorer.scoring import at_play

NOBODY = 0
"""The choice that everybody plays although the deal says that somebody sits out."""


class SittingOutHead(Head):
    @property
    def subtitle(self) -> str:
        """Who deals and who sits out."""
        form, seat_name = self.form, self.table_context.seat_name
        if not form.resting:
            return super().subtitle
        dealer = form.dealer_position
        resting = [seat_name(seat) for seat in form.resting if seat != dealer]
        names = {"name": seat_name(dealer), "others": ", ".join(resting)}
        if dealer not in form.resting:
            others = ngettext("%(others)s sits out", "%(others)s sit out", len(resting)) % names
            return f"{super().subtitle} · {others}"
        if resting:
            return _("%(name)s deals and sits out with %(others)s") % names
        return _("%(name)s deals and sits out") % names

    @property
    def is_open(self) -> bool:
        return (self.form.step and bool(self.form.redrawn_by)) or super().is_open


class SittingOutForm(EntryForm):
    """The form of a game in which players may sit out. The deal determines who does, unless somebody else is chosen.

    When another dealer or another player who sits out is chosen, the page asks the server for the form again
    (play/sitting_out.html), because only those who play have buttons.
    """

    head_class = SittingOutHead
    sitting_out_fields: ClassVar[Sequence[str]] = ("sitting_out",)
    """One for each player who sits out at the largest table."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.sitting_out_fields[self.most_resting :]:
            del self.fields[name]
        nobody = pgettext("sits out", "Nobody")
        for name, seat in zip_longest(self._names, self.resting_by_deal()):
            choices: list[tuple[Any, str]] = [("", nobody)]
            if seat:
                choices = [("", _("%(name)s, by the deal") % {"name": self.table_context.seat_name(seat)})]
                choices += [(NOBODY, nobody)] if self.all_may_play else []
            self.fields[name].choices = [*choices, *self.seat_choices()]  # type: ignore[attr-defined]

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
    def redrawn_by(self) -> list[str]:
        """The fields whose change makes the page ask for the form again."""
        return ["dealer", *self._names] if self._names else []

    @property
    def _names(self) -> Sequence[str]:
        return self.sitting_out_fields[: self.most_resting]


class DealerSitsOutForm(SittingOutForm):
    """The form of a game with `at_play` in its config. One field is for both, who deals and who sits out.

    The page does not ask the server for the form again: a script hides what is only for those who play
    (`when_playing`).
    """

    sitting_out = seat_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self._names:
            self.fields["sitting_out"].choices = self.seat_choices()  # type: ignore[attr-defined]
            del self.fields["dealer"]

    def initial_for(self, initial: Mapping[str, Any] | None) -> dict[str, Any]:
        start, given = super().initial_for(initial), initial or {}
        if self.most_resting:  # an entry that does not say who sat out
            start["sitting_out"] = given.get("sitting_out") or given.get("dealer") or self.table_context.turn
        return start

    @property
    def most_resting(self) -> int:
        at_play = self.table_context.game.at_play
        return self.table_context.size - at_play if at_play else 0

    def resting_by_deal(self) -> Sequence[int]:
        """Return nobody: the field always has a value, which is the dealer at first."""
        return ()

    @property
    def dealer_position(self) -> int:
        return next(iter(self.resting), None) or super().dealer_position

    @property
    def depends_on(self) -> tuple[Hashable, ...]:
        return ()

    @property
    def redrawn_by(self) -> list[str]:
        return []

    def clean(self) -> dict[str, Any]:
        return {"dealer": None, **super().clean()}

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        data = super().entry_data(cleaned)
        return data | {"sitting_out": [data["sitting_out"]]} if "sitting_out" in data else data

    def when_playing(self, seat: int, **values: Iterable[object]) -> str:
        """Return the value of data-when with these values, for something about a player: somebody else sits out."""
        if self._names:
            values["sitting_out"] = [other for other, _name in self.seat_choices() if other != seat]
        return data_when(**values)

    def player_keys(self, name: str) -> list[Key]:
        """Return the keys of a field for a player. Whoever sits out has none."""
        return [Key(choice, self.when_playing(int(choice.data["value"]))) for choice in self[name]]
