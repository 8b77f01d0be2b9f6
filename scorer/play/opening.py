"""The forms that open tables: which house rules, who sits where, who deals first."""

import dataclasses
import json
import types
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Player
from scorer.club.names import clean_name
from scorer.club.services import add_player, player_problem
from scorer.play.forms import MAX_KEY_LENGTH, new_key
from scorer.play.models import Table
from scorer.registry import GameConfig
from scorer.scoring import MAX_NUMBER, load

NEW = "new"
"""Chosen in place of a player of the roster."""


class VariantForm(forms.Form):
    """A preset and its house rules, one field each.

    The house rules shown are those of `shown`. When another preset is chosen without the page having followed (no
    JavaScript), the chosen preset counts as it is, unless a house rule was changed too: then nobody can tell what is
    meant, and the form comes back with the chosen preset's own. So it does for the button `show_rules`.
    """

    preset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, game: GameConfig, variant: Any = None, preset: str | None = None) -> None:
        self.game = game
        presets = game.rules.PRESETS
        if variant is None:
            variant = presets.get(preset or "", presets[game.default_variant])
        named = game.preset_of(variant) or next(
            (name for name, other in presets.items() if self._kin(name, other, variant)), game.default_variant
        )
        super().__init__(data, initial={"preset": named, "shown": named, **dataclasses.asdict(variant)})
        self.fields["preset"].choices = [(name, game.labels.VARIANTS[name]) for name in presets]  # type: ignore[attr-defined]
        for item in dataclasses.fields(variant):
            self.fields[item.name] = self._field(item)

    @staticmethod
    def _kin(name: str, _preset: Any, variant: Any) -> bool:
        """A changed variant still belongs to the preset that one of its fields names."""
        return name in dataclasses.asdict(variant).values()

    def _field(self, item: "dataclasses.Field[Any]") -> forms.Field:
        label, choices = self.game.labels.VARIANT_FIELDS[item.name]
        annotation = get_type_hints(self.game.rules.Variant)[item.name]
        optional = get_origin(annotation) in (Union, types.UnionType)
        if optional:
            annotation = next(arg for arg in get_args(annotation) if arg is not type(None))
        if get_origin(annotation) is Literal:
            return forms.ChoiceField(
                label=label,
                choices=[(choice, choices[choice]) for choice in get_args(annotation)],
                widget=forms.RadioSelect,
            )
        if annotation is bool:
            return forms.BooleanField(label=label, required=False)
        return forms.IntegerField(
            label=label,
            required=not optional,
            min_value=item.metadata.get("min", 0),
            max_value=item.metadata.get("max", MAX_NUMBER),
            help_text=_("Leave empty for none.") if optional else "",
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen, shown = cleaned.get("preset"), cleaned.get("shown")
        if chosen and ("show_rules" in self.data or (shown and shown != chosen and self._changed_from(shown))):
            self._show(chosen)
            sentence = _("These are the rules of “%(preset)s”. Change what your club plays otherwise.")
            self.add_error("preset", sentence % {"preset": self.game.labels.VARIANTS[chosen]})
        return cleaned

    def _changed_from(self, preset: str) -> bool:
        standing = self.game.rules.PRESETS.get(preset)
        names = [item.name for item in dataclasses.fields(self.game.rules.Variant)]
        return standing is None or any(self.cleaned_data.get(name, "") != getattr(standing, name) for name in names)

    def _show(self, preset: str) -> None:
        """Puts the preset's own house rules in the place of what was typed."""
        data = self.data.copy()  # type: ignore[attr-defined]  # a QueryDict
        data["shown"] = preset
        for name, value in dataclasses.asdict(self.game.rules.PRESETS[preset]).items():
            self.errors.pop(name, None)
            data[name] = "" if value is None or value is False else value
        self.data = data

    @property
    def house_rules(self) -> list[forms.BoundField]:
        return [self[item.name] for item in dataclasses.fields(self.game.rules.Variant)]

    @property
    def variant(self) -> Any:
        chosen = self.cleaned_data["preset"]
        if chosen != (self.cleaned_data["shown"] or chosen):
            return self.game.rules.PRESETS[chosen]
        data = {item.name: self.cleaned_data[item.name] for item in dataclasses.fields(self.game.rules.Variant)}
        variant, problems = load(self.game.rules.Variant, data)
        if problems:
            raise ValueError(problems)
        return variant


class SeatingForm(forms.Form):
    """Who sits where at one table: a player of the roster or a new name for each position."""

    first_dealer = forms.TypedChoiceField(label=_("Deals first"), coerce=int, widget=forms.RadioSelect, initial=1)

    def __init__(
        self,
        data: Any = None,
        *,
        club: Club,
        game: GameConfig,
        roster: Sequence[Player],
        number: int,
        prefix: str = "",
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        self.club, self.game, self.roster, self.number = club, game, roster, number
        super().__init__(data, prefix=prefix or None, initial=dict(initial or {}))
        self.positions = range(1, max(game.seat_counts) + 1)
        dealer = self.fields["first_dealer"]
        dealer.choices = [(position, self.seat_name(position)) for position in self.positions]  # type: ignore[attr-defined]
        if not game.deals_in_turn:
            del self.fields["first_dealer"]
        choices = [("", _("choose")), (NEW, _("New player …")), *((player.pk, player.name) for player in roster)]
        for position in self.positions:
            self.fields[f"seat_{position}"] = forms.ChoiceField(
                label=self.seat_name(position), choices=choices, required=False
            )
            self.fields[f"new_{position}"] = forms.CharField(
                label=_("Name of the new player"), max_length=80, required=False
            )

    def seat_name(self, position: int) -> str:
        names = self.game.seat_names
        return str(names[position - 1]) if names else str(position)

    @property
    def seat_fields(self) -> list[tuple[forms.BoundField, forms.BoundField, str]]:
        """For each position who sits there, the name of somebody new, and when that is asked (data-when)."""
        return [
            (seat, self[f"new_{position}"], json.dumps({seat.html_name: [NEW]}))
            for position in self.positions
            for seat in [self[f"seat_{position}"]]
        ]

    @property
    def is_blank(self) -> bool:
        """Nobody has been seated: in a form for several tables, one that is not needed."""
        return not any(
            self.data.get(self.add_prefix(f"{kind}_{position}"))
            for kind in ("seat", "new")
            for position in self.positions
        )

    @cached_property
    def people(self) -> dict[int, Player | str]:
        """Who was named for each position: a player of the roster, or a new name."""
        found: dict[int, Player | str] = {}
        by_id = {str(player.pk): player for player in self.roster}
        by_name = {player.name.casefold(): player for player in self.roster}
        for position in self.positions:
            new = clean_name(self.cleaned_data.get(f"new_{position}") or "")
            chosen = self.cleaned_data.get(f"seat_{position}") or ""
            if chosen in by_id:
                found[position] = by_id[chosen]
            elif new:
                found[position] = by_name.get(new.casefold(), new)
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if len(self.people) not in self.game.seat_counts or max(self.people, default=0) > len(self.people):
            counts = ", ".join(map(str, self.game.seat_counts))
            missing = next((position for position in self.positions if position not in self.people), self.positions[-1])
            self.add_error(f"seat_{missing}", _("This game needs %(counts)s players.") % {"counts": counts})
        seen: set[str] = set()
        for position, person in self.people.items():
            name = str(person).casefold()
            if name in seen:
                self.add_error(f"seat_{position}", _("%(name)s has a seat already.") % {"name": person})
            seen.add(name)
            problem = player_problem(self.club, person) if isinstance(person, str) else None
            if problem:
                self.add_error(f"new_{position}", problem)
        if cleaned.get("first_dealer", 1) > max(len(self.people), 1):
            self.add_error("first_dealer", _("Nobody sits there."))
        return cleaned

    def players(self, *, by: Any) -> list[Player]:
        """The players by position; new names are put on the roster first."""
        return [
            person if isinstance(person, Player) else self._welcome(person, by=by)
            for _position, person in sorted(self.people.items(), key=lambda seated: seated[0])
        ]

    def _welcome(self, name: str, *, by: Any) -> Player:
        """Puts a new name on the roster; whoever has been added under it since the form was checked is meant."""
        try:
            return add_player(self.club, name, guest=True, by=by)
        except ValidationError:
            added = self.club.players.named(name)
            if added is None:
                raise
            return added


class TableForm(forms.Form):
    """What a table is asked besides its rules and its seats."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
    confirms = forms.BooleanField(
        label=_("The other side confirms each hand"),
        required=False,
        help_text=_("On their own phones. A hand counts at once all the same."),
    )

    def __init__(self, data: Any = None, *, like: Table | None = None) -> None:
        super().__init__(data, initial={"key": new_key(), "confirms": bool(like and like.confirms)})


def seating_of(table: Table) -> dict[str, Any]:
    """Initial values for a table of the same players; whoever dealt first passes the deal on."""
    seats = table.seats.current().select_related("player")
    chosen = {f"seat_{seat.position}": seat.player_id for seat in seats if seat.player.active}
    return chosen | {"first_dealer": table.first_dealer % table.size + 1}


def last_evening(club: Club, game: GameConfig) -> Iterable[Table]:
    """The tables of a game that were opened on the last day that saw one, in their order in the room."""
    last = club.tables.not_cancelled().filter(game=game.slug).order_by("-opened_at").first()
    if last is None:
        return []
    evening = club.tables.not_cancelled().opened_on(timezone.localdate(last.opened_at))
    return evening.filter(game=game.slug).order_by("number")
