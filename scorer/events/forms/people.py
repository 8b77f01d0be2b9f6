"""The forms for people who come late or stand in."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Club, Player
from scorer.club.names import clean_name, comparable, join_names
from scorer.club.services import player_problem
from scorer.events.forms.rulings import MAX_AMOUNT
from scorer.events.models import NAME_LENGTH, Event
from scorer.events.planning.wishes import wish_choices
from scorer.events.results.comparisons import comparison_of
from scorer.play.opening.forms import newcomers_are_guests


class RosterForm(forms.Form):
    """Players, by their names on the roster.

    With `club`, the page offers to add the names that nobody has. Their players are not stored yet.
    """

    offered = ""
    """The new names, as the page says them and sends them back in `add`."""

    def __init__(
        self,
        data: Any = None,
        *,
        count: int,
        fewest: int | None = None,
        roster: list[Player],
        initial: Any = None,
        club: Club | None = None,
    ) -> None:
        """Of `count` players, the `fewest` have to be there: all of them, unless said otherwise."""
        super().__init__(data, initial=initial)
        self.roster, self.club = roster, club
        self.typed = [f"player_{place}" for place in range(1, count + 1)]
        for place, name in enumerate(self.typed, start=1):
            label = _("Player") if count == 1 else _("Player %(n)s") % {"n": place}
            attrs = {"list": "roster", "autocomplete": "off"}
            self.fields[name] = forms.CharField(
                label=label,
                max_length=80,
                required=fewest is None or place <= fewest,
                widget=forms.TextInput(attrs=attrs),
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        unknown = {}
        for name in filter(cleaned.get, self.typed):
            player = self.on_roster(cleaned[name])
            if player:
                cleaned[name] = player
            else:
                unknown[name] = cleaned[name]
        newcomers = self._newcomers(list(unknown.values()))
        for name, typed in unknown.items():
            if newcomers:
                cleaned[name] = newcomers[comparable(typed)]
            else:
                self.add_error(name, ValidationError(_("Nobody on the roster is called %(name)s.") % {"name": typed}))
        return cleaned

    def _newcomers(self, names: list[str]) -> dict[str, Player]:
        """Return the players who are to be added, or offer to add them if all of the names can be added."""
        club = self.club
        if not club or any(player_problem(club, name) for name in names):
            return {}
        new = {name.casefold(): name for name in map(clean_name, names)}
        self.offered = join_names(new.values(), " & ")
        if not new or self.data.get("add") != self.offered:
            return {}
        guest = newcomers_are_guests(club)
        return {key: Player(club=club, name=name, guest=guest) for key, name in new.items()}

    def on_roster(self, name: str) -> Player | None:
        return next((player for player in self.roster if player.is_called(name)), None)

    @property
    def players(self) -> list[Player]:
        return [player for name in self.typed if (player := self.cleaned_data[name])]


def squad_field(label: Any) -> forms.CharField:
    attrs = {"list": "squads", "autocomplete": "off", "autocapitalize": "words"}
    return forms.CharField(label=label, required=False, max_length=NAME_LENGTH, widget=forms.TextInput(attrs=attrs))


class SignUpForm(RosterForm):
    def __init__(
        self, data: Any = None, *, event: Event, roster: list[Player], initial: Any = None, own: bool = False
    ) -> None:
        """`own`: whether players sign up themselves. Then no names are suggested, since anybody may be reading, and
        none are added.
        """
        club = None if own else event.club
        count, fewest = event.most_players, event.fewest_players
        super().__init__(data, count=count, fewest=fewest, roster=roster, initial=initial, club=club)
        if event.of_teams:
            self.fields["team"] = forms.CharField(
                label=_("Name of the team"),
                required=False,
                max_length=NAME_LENGTH,
                help_text=_("Leave empty to call it by its players."),
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
            )
            self.order_fields(["team"])
            for name in self.typed[fewest:]:
                self.fields[name].help_text = _("May stay empty.")
        elif event.squads:
            self.fields["squad"] = squad_field(_("Squad"))
            self.fields["squad"].help_text = (
                _("If you play for one, type its name as its other members do.") if own else ""
            )
        self.looking = event.of_pairs and data is not None and "looking" in data
        if self.looking:
            self.fields["player_2"].required = False
        labels = [_("Your name"), *([] if event.of_teams else [_("Your partner’s name")])]
        for name, label in zip(self.typed, labels, strict=False) if own else ():
            self.fields[name].label = label
        for field in self.fields.values() if own else ():
            field.widget.attrs.pop("list", None)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.looking and cleaned.get("player_2"):
            self.add_error("player_2", _("Leave this empty to look for a partner, or sign up with this one."))
        return cleaned

    @property
    def team_name(self) -> str:
        """The name of a team; empty for others."""
        return clean_name(self.cleaned_data.get("team", ""))

    @property
    def named(self) -> dict[str, Any]:
        """The name of a team, and that of the squad that others score for; empty where there is none."""
        return {"name": self.team_name, "squad": clean_name(self.cleaned_data.get("squad", ""))}


class LateContestantForm(SignUpForm):
    """As for signing up. Where points are added up, a late contestant may bring a score for what it has missed."""

    carry = forms.FloatField(
        label=_("Score for the rounds missed"),
        required=False,
        min_value=-MAX_AMOUNT,
        max_value=MAX_AMOUNT,
        help_text=_("Leave empty for none."),
    )

    def __init__(self, data: Any = None, *, event: Event, roster: list[Player], missed: bool) -> None:
        super().__init__(data, event=event, roster=roster)
        self.order_fields(["team", *self.typed, "squad"])
        comparison = comparison_of(event)
        if not missed or (comparison.by_deal and not comparison.by_meeting):
            del self.fields["carry"]


class WishForm(forms.Form):
    wish = forms.ChoiceField(label=_("Seat"), required=False, widget=forms.RadioSelect)

    def __init__(self, data: Any = None, *, event: Event, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        fields: Any = self.fields
        fields["wish"].choices = wish_choices(event)


class LineUpForm(forms.Form):
    """For each player of a team, on which side, or that the player sits out."""

    def __init__(
        self, data: Any = None, *, event: Event, playing: Mapping[int, Player], now: Mapping[int, int]
    ) -> None:
        """`now` is the side of each place in the line-up that holds."""
        super().__init__(data, initial={f"place_{place}": now.get(place, "") for place in playing})
        self.places = {f"place_{place}": place for place in playing}
        choices: list[tuple[Any, Any]] = list(enumerate(event.side_names, start=1))
        choices += [("", _("sits out"))] if len(playing) > event.fewest_players else []
        for name, place in self.places.items():
            self.fields[name] = forms.ChoiceField(
                label=playing[place].shown, choices=choices, required=False, widget=forms.RadioSelect
            )

    @property
    def line_up(self) -> dict[int, list[int]]:
        """The places on each side."""
        line_up: dict[int, list[int]] = {}
        for name, place in self.places.items():
            if self.cleaned_data[name]:
                line_up.setdefault(int(self.cleaned_data[name]), []).append(place)
        return line_up


class SubstituteForm(RosterForm):
    NOW, NEXT = "now", "next"
    place = forms.TypedChoiceField(label=_("Instead of"), coerce=int, widget=forms.RadioSelect)
    since = forms.ChoiceField(
        label=_("Starting"),
        choices=[(NOW, _("At once")), (NEXT, _("From the next round on"))],
        initial=NOW,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, data: Any = None, *, playing: list[Player], roster: list[Player], runs: bool, club: Club
    ) -> None:
        super().__init__(data, count=1, roster=roster, club=club)
        fields: Any = self.fields
        fields["place"].choices = [(place, player.shown) for place, player in enumerate(playing, start=1)]
        fields["place"].initial = 1
        if not runs:
            del fields["since"]
