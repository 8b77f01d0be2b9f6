"""The forms for opening tables: the house rules, who sits where, and who deals first."""

import dataclasses
import json
import re
import types
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Player
from scorer.club.names import clean_name, similar
from scorer.club.services import add_player, player_problem
from scorer.play.forms import MAX_KEY_LENGTH, new_key
from scorer.play.models import Seat, Table
from scorer.play.sheets.sheet import MAX_DEALS, numbers_deals
from scorer.registry import GameConfig
from scorer.registry.words import common_text
from scorer.scoring import MAX_NUMBER, Problem, load

NAME_ATTRS = {"list": "roster", "autocomplete": "off", "autocapitalize": "words", "enterkeyhint": "next"}

NEW = "new"
"""The value of the choice to add a new player, instead of the id of a player of the roster."""

FOUNDING = timedelta(days=30)
"""Players added this soon after the club's first table are founding members, not guests."""

MAX_SIMILAR = 5

RECENT_TABLES = 30
"""Players who sat at one of this many recent tables are suggested before the rest of the roster."""


class VariantForm(forms.Form):
    """A preset and its house rules, with one field for each rule.

    The form shows the house rules of the preset in `shown`. When another preset is chosen, rules that were not changed
    follow it. Without JavaScript, the page cannot follow: then the chosen preset applies, unless a rule was changed
    too. In that case, and after the button `show_rules`, the form is shown again for the user to check. A program may
    send the preset alone.
    """

    preset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, game: GameConfig, variant: Any = None, preset: str | None = None) -> None:
        self.game = game
        presets = game.rules.PRESETS
        if variant is None:
            variant = presets.get(preset or "", presets[game.default_variant])
        # A changed variant belongs to the preset that one of its fields names, if there is one.
        values = dataclasses.asdict(variant).values()
        named = game.preset_of(variant) or next((name for name in presets if name in values), game.default_variant)
        super().__init__(data, initial={"preset": named, "shown": named, **dataclasses.asdict(variant)})
        self.fields["preset"].choices = [(name, game.labels.VARIANTS[name]) for name in presets]  # type: ignore[attr-defined]
        for item in dataclasses.fields(variant):
            self.fields[item.name] = self._field(item)
        rules = {"shown", *(item.name for item in dataclasses.fields(variant))}
        if data is not None and data.get("preset") in presets and not rules & data.keys():
            self.data = _with_rules(self.data, presets[data["preset"]])

    def _field(self, item: "dataclasses.Field[Any]") -> forms.Field:
        label, choices = self.game.labels.VARIANT_FIELDS[item.name]
        says = getattr(self.game.labels, "VARIANT_HELP", {}).get(item.name, "")
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
            return forms.BooleanField(label=label, required=False, help_text=says)
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
        if chosen and ("show_rules" in self.data or (shown and shown != chosen and self._changed())):
            sentence = (
                _("These are the rules of “%(preset)s” with your changes. Check them, then go on.")
                if self._changed()
                else _("These are the rules of “%(preset)s”. Change what your club plays differently.")
            )
            self._follow(chosen)
            self.add_error("preset", sentence % {"preset": self.game.labels.VARIANTS[chosen]})
        return cleaned

    def follow_preset(self) -> None:
        """Show the rules of the chosen preset, except for rules that were changed."""
        self.full_clean()
        if "preset" in self.cleaned_data:
            self._follow(self.cleaned_data["preset"])

    def _changed(self) -> set[str]:
        """Return the rules that differ from the preset shown. If none was shown, no rule counts as changed."""
        defaults = self.game.rules.PRESETS.get(self.cleaned_data.get("shown", ""))
        if defaults is None:
            return set()
        return {
            name
            for name, value in dataclasses.asdict(defaults).items()
            if name in self.fields and (name in self.errors or self.cleaned_data.get(name, "") != value)
        }

    def _follow(self, preset: str) -> None:
        changed = self._changed()
        rules = self.game.rules.PRESETS[preset]
        for name in dataclasses.asdict(rules).keys() - changed:
            self.errors.pop(name, None)
        data = _with_rules(self.data, rules, changed)
        data["shown"] = preset
        self.data = data

    @property
    def house_rules(self) -> list[forms.BoundField]:
        return [self[item.name] for item in dataclasses.fields(self.game.rules.Variant) if item.name in self.fields]

    @property
    def variant(self) -> Any:
        chosen = self.cleaned_data["preset"]
        preset = self.game.rules.PRESETS[chosen]
        if chosen != (self.cleaned_data["shown"] or chosen):
            return preset
        data = {name: self.cleaned_data.get(name, value) for name, value in dataclasses.asdict(preset).items()}
        variant, problems = load(self.game.rules.Variant, data)
        if problems:
            raise ValueError(problems)
        return variant


def _with_rules(data: Any, rules: Any, except_for: Collection[str] = ()) -> Any:
    """Return posted data with the values of these house rules, except for those in `except_for`."""
    data = data.copy()
    for name, value in dataclasses.asdict(rules).items():
        if name not in except_for:
            data[name] = "" if value is None or value is False else value
    return data


@dataclass(frozen=True, slots=True)
class ChairFields:
    """The fields of one position."""

    seat: str
    """N, E, S, W, or the number."""
    side: int
    """The number of its side, from 1, in games with partners, and otherwise 0."""
    name: forms.BoundField
    meant: forms.BoundField | None
    """Shown if the name is not on the roster but similar to others."""
    deals: Any
    """The radio button for the first dealer, or None if the hands of the game say who dealt."""
    when: str
    """For data-when: the numbers of players that need this position. Empty if all do."""


class SeatingForm(forms.Form):
    """Who sits where at one table. The name at a position finds a player of the roster, or adds one."""

    size = forms.TypedChoiceField(label=_("Number of players"), coerce=int, widget=forms.RadioSelect, required=False)
    first_dealer = forms.TypedChoiceField(
        label=_("Deals first"),
        coerce=int,
        widget=forms.RadioSelect,
        initial=1,
        error_messages={"required": _("Who deals first?")},
    )

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
        super().__init__(data, prefix=prefix or None, initial={"size": game.seat_counts[0], **(initial or {})})
        self.positions = range(1, max(game.seat_counts) + 1)
        fields: Any = self.fields
        fields["size"].choices = [(count, count) for count in sorted(game.seat_counts)]
        fields["first_dealer"].choices = [(position, self.seat_name(position)) for position in self.positions]
        if len(game.seat_counts) == 1:
            del fields["size"]
        if not game.deals_in_turn:
            del fields["first_dealer"]
        for position in self.positions:
            fields[f"name_{position}"] = forms.CharField(
                label=self.seat_name(position), max_length=80, required=False, widget=forms.TextInput(attrs=NAME_ATTRS)
            )
            fields[f"meant_{position}"] = forms.CharField(
                label=_("Who do you mean?"), required=False, widget=forms.RadioSelect
            )

    def seat_name(self, position: int) -> str:
        names = self.game.seat_names
        return str(names[position - 1]) if names else str(position)

    @property
    def chairs(self) -> list[ChairFields]:
        """One for each position that a table of this game may have."""
        sides = self.game.rules.sides(self.game.seat_counts[0])
        side_of = {seat: number for number, side in enumerate(sides, start=1) for seat in side if len(side) > 1}
        dealers = list(self["first_dealer"]) if "first_dealer" in self.fields else [None] * len(self.positions)
        return [
            ChairFields(
                self.seat_name(position),
                side_of.get(position, 0),
                self[f"name_{position}"],
                self[f"meant_{position}"] if self.errors.get(f"meant_{position}") else None,
                dealers[position - 1],
                self._when(position),
            )
            for position in self.positions
        ]

    def _when(self, position: int) -> str:
        counts = [str(count) for count in self.game.seat_counts if count >= position]
        return json.dumps({self.add_prefix("size"): counts}) if len(counts) < len(self.game.seat_counts) else ""

    @property
    def partners(self) -> str:
        """Who plays with whom, in games with fixed partners."""
        sides = self.game.rules.sides(self.game.seat_counts[0])
        return ", ".join(" & ".join(map(self.seat_name, side)) for side in sides if len(side) > 1)

    @property
    def is_blank(self) -> bool:
        """Whether nobody has been seated. A form for several tables skips such rows."""
        return not any(self.data.get(self.add_prefix(f"name_{position}")) for position in self.positions)

    @cached_property
    def people(self) -> dict[int, Player | str]:
        """The player of the roster, or the new name, at each position."""
        people: dict[int, Player | str] = {}
        for position in self.positions:
            name = clean_name(self.cleaned_data.get(f"name_{position}") or "")
            if name:
                people[position] = self._named(name) or self._meant(position, name) or name
        return people

    @cached_property
    def _roster_by_name(self) -> dict[str, Player]:
        """The players by each of their names."""
        return {name: player for player in self.roster for name in (player.name, player.shown_as) if name}

    def _named(self, name: str) -> Player | None:
        return next((player for own, player in self._roster_by_name.items() if own.casefold() == name.casefold()), None)

    def _similar_players(self, name: str) -> list[Player]:
        """Return players who may be meant by an unknown name."""
        players = dict.fromkeys(self._roster_by_name[own] for own in similar(name, self._roster_by_name))
        return list(players)[:MAX_SIMILAR]

    def _meant(self, position: int, name: str) -> Player | None:
        chosen = self.cleaned_data.get(f"meant_{position}")
        return next((player for player in self._similar_players(name) if str(player.pk) == chosen), None)

    @property
    def seats(self) -> int:
        """The number of players that was chosen or, if more names were typed, that of the names."""
        wanted = max([self.cleaned_data.get("size") or 0, *self.people])
        return min(count for count in self.game.seat_counts if count >= wanted)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for position in range(1, self.seats + 1):
            if position not in self.people and f"name_{position}" not in self.errors:
                self.add_error(f"name_{position}", _("Who sits here?"))
        seen: set[str] = set()
        for position, person in self.people.items():
            name = str(person).casefold()
            if name in seen:
                self.add_error(f"name_{position}", _("%(name)s already has a seat.") % {"name": person})
            elif isinstance(person, str):
                self._check_new(position, person)
            seen.add(name)
        if cleaned.get("first_dealer", 1) > self.seats:
            self.add_error("first_dealer", _("Nobody sits there."))
        return cleaned

    def _check_new(self, position: int, name: str) -> None:
        problem = player_problem(self.club, name)
        if problem:
            self.add_error(f"name_{position}", problem)
            return
        candidates = self._similar_players(name)
        if candidates and self.cleaned_data.get(f"meant_{position}") != NEW:
            meant: Any = self.fields[f"meant_{position}"]
            new = _("New player: %(name)s") % {"name": name}
            meant.widget.choices = [*((player.pk, player.shown) for player in candidates), (NEW, new)]
            self.add_error(f"meant_{position}", _("Nobody here is called “%(name)s”.") % {"name": name})

    def players(self, *, by: Any) -> list[Player]:
        """Return the players by position, after adding new names to the roster."""
        return [
            person if isinstance(person, Player) else self._add_player(person, by=by)
            for _position, person in sorted(self.people.items(), key=lambda seated: seated[0])
        ]

    def _add_player(self, name: str, *, by: Any) -> Player:
        """Add a new name to the roster, or return the player who was added under it since the form was checked."""
        try:
            return add_player(self.club, name, guest=newcomers_are_guests(self.club), by=by)
        except ValidationError:
            added = self.club.players.named(name)
            if added is None:
                raise
            return added


def newcomers_are_guests(club: Club) -> bool:
    """Whether players who are added at a table are guests. They are not while the club is new."""
    return club.tables.filter(opened_at__lt=timezone.now() - FOUNDING).exists()


def roster_for_seats(club: Club, *, first: Sequence[Player] = ()) -> list[Player]:
    """Order the active players: `first`, then recent ones who are free, and last those who sit at a table."""
    recent = club.tables.not_cancelled().order_by("-opened_at").values("pk")[:RECENT_TABLES]
    seated = Seat.objects.current().filter(table__in=recent).values_list("player_id", "table__state")
    order: dict[int, int] = {}
    for player, state in seated:
        group = 2 if state == Table.State.OPEN else 0
        order[player] = max(group, order.get(player, 0))
    order |= dict.fromkeys((player.pk for player in first), -1)
    return sorted(club.players.active().matching(""), key=lambda player: order.get(player.pk, 1))


class TableForm(forms.Form):
    """The options of a table besides its rules and seats."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=MAX_KEY_LENGTH)
    confirms = forms.BooleanField(
        label=_("The other side confirms each hand"),
        required=False,
        help_text=_("They confirm on their own phones. A hand counts at once in any case."),
    )

    deals = forms.CharField(required=False, max_length=20)

    def __init__(self, data: Any = None, *, game: GameConfig, like: Table | None = None) -> None:
        initial = {"confirms": bool(like and like.confirms), "deals": _deals_text(like) if like else ""}
        super().__init__(data, initial=initial | {"key": new_key()})
        self.game, self.numbered = game, numbers_deals(game)
        deals = self.fields["deals"]
        if self.numbered:
            deals.label = _("%(deals)s to play") % {"deals": game.deals_word}
            deals.help_text = _("The first and the last number, as 1-24. Leave empty for any.")
        else:
            deals.label = _("How many hands to play")
            deals.help_text = _("A number such as 16. Leave empty for any.")

    def clean_deals(self) -> dict[str, int]:
        """Return the deals as arguments of `open_table`. If the field is empty, the table may play any."""
        typed = self.cleaned_data["deals"].strip()
        match = DEALS.fullmatch(typed)
        if not typed:
            return {}
        first, last = (int(number) if number else None for number in match.groups()) if match else (0, 0)
        count = (first or 0) if last is None else last - (first or 0) + 1
        if not (first and 1 <= count <= MAX_DEALS) or (last is not None and not self.numbered):
            code = "deal_numbers" if self.numbered else "deal_range"
            raise ValidationError(common_text(Problem("deals", code)))
        return {"deal_count": count} if last is None else {"first_deal": first, "deal_count": count}

    def fits(self, variant: Any) -> bool:
        """Return whether deals are numbered under `variant`, if numbers were typed. If not, add an error."""
        fits = "first_deal" not in self.cleaned_data["deals"] or numbers_deals(self.game, variant)
        if not fits:
            self.add_error("deals", common_text(Problem("deals", "deal_range")))
        return fits

    @property
    def values(self) -> dict[str, Any]:
        """The arguments of `open_table`."""
        values = dict(self.cleaned_data)
        deals: dict[str, int] = values.pop("deals")
        return values | deals


DEALS = re.compile(r"([0-9]{1,4})(?:\s*[-–—]\s*([0-9]{1,4}))?")
"""Matches "16" and "1-24"."""


def _deals_text(table: Table) -> str:
    """Return the deals of a table in the form in which they are typed."""
    if table.deals:
        return f"{table.deals[0]}-{table.deals[-1]}"
    return str(table.deal_count or "")


def seating_of(table: Table) -> dict[str, Any]:
    """Return initial values for a table with the same players, with the deal passed on to the next one."""
    seats = table.seats.current().select_related("player")
    names = {f"name_{seat.position}": seat.player.shown for seat in seats if seat.player.active}
    return names | {"size": table.size, "first_dealer": table.first_dealer % table.size + 1}


def last_evening(club: Club, game: GameConfig) -> Iterable[Table]:
    """Return the tables of a game from the last day on which one was opened, by number."""
    last = club.tables.not_cancelled().filter(game=game.slug).order_by("-opened_at").first()
    if last is None:
        return []
    evening = club.tables.not_cancelled().opened_on(timezone.localdate(last.opened_at))
    return evening.filter(game=game.slug).order_by("number")
