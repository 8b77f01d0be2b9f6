"""The part of the form for a one-for-one deal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import pgettext, pgettext_lazy

from games.tarot.forms.base import (
    PASSED,
    BaseDealForm,
    PointsField,
    is_empty,
    number_select,
    pairings,
    teams_from_text,
    teams_to_text,
)
from games.tarot.labels import CHARACTERS, OUDLERS, PLAYER_FIELDS
from games.tarot.rules.cards import COURT_CARDS, DEALINGS, MAX_TRICKS, POINTS, figure
from games.tarot.rules.checks import PAIR_PLAYERS
from games.tarot.rules.contenders import complete_points, questions
from games.tarot.rules.entry import FIVE, Entry, Player
from scorer.play.forms import WIDTH_BESIDE_KEYS, Need, button_field
from scorer.scoring import Problem, at_play, load

DOG = "dog"
"""A choice beside the players who can have an oudler: nobody has it."""

TRICKLESS = {"no": False, "yes": True}
"""The values of the buttons that ask whether a player won a trick."""

LEGENDS = {
    "trickless": pgettext_lazy("tarot", "Tricks of %(name)s"),
    "characters": pgettext_lazy("tarot", "Court cards of %(name)s"),
    "first_trick": pgettext_lazy("tarot", "First trick that %(name)s won"),
}


@dataclass(frozen=True, slots=True)
class TieQuestion:
    """Something that decides a tie: a field of `Player`, with the form's fields for it."""

    name: str
    legend: str
    fields: tuple[BoundField, ...]


class TieFields(forms.Form):
    """What may decide a tie, for each player. In the form for a deal, the names end in the seat: "trickless_2"."""

    trickless = button_field([("no", pgettext_lazy("tarot", "Won a trick")), ("yes", PLAYER_FIELDS["trickless"])])
    K = number_select(range(COURT_CARDS + 1), label=CHARACTERS["K"])
    Q = number_select(range(COURT_CARDS + 1), label=CHARACTERS["Q"])
    C = number_select(range(COURT_CARDS + 1), label=CHARACTERS["C"])
    J = number_select(range(COURT_CARDS + 1), label=CHARACTERS["J"])
    first_trick = number_select(range(1, MAX_TRICKS + 1), label=PLAYER_FIELDS["first_trick"])


class OneForOneForm(BaseDealForm):
    """One number of card points can be left out: the players and the dog have 91 points together."""

    needs = (
        Need([*(f"points_{seat}" for seat in range(1, max(DEALINGS) + 1)), "dog"], least=-1),
        *(Need([f"owner_{oudler}"], code=f"owner_{oudler}") for oudler in OUDLERS),
    )
    dog_cards = button_field(number=True, label=pgettext_lazy("tarot", "Cards of each player and the dog"))
    owner_21 = button_field(label=OUDLERS["21"])
    owner_excuse = button_field(label=OUDLERS["excuse"])
    owner_petit = button_field(label=OUDLERS["petit"])
    dog = PointsField(label=pgettext_lazy("tarot", "Dog"))
    petit_last = forms.BooleanField(
        required=False, label=pgettext_lazy("tarot", "Petit au bout, for whoever has the Petit")
    )
    teams = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        names = self.table_context.names_within(WIDTH_BESIDE_KEYS)
        for chair in self.table_context.chairs:
            points = PointsField(label=names[chair.position])
            points.widget.attrs["aria-label"] = pgettext("tarot", "Points of %(name)s") % {"name": chair.short}
            fields[f"points_{chair.position}"] = points
            if len(self.playing) > FIVE or self.value_of("contract") == PASSED:
                fields.update({f"{name}_{chair.position}": field for name, field in TieFields().fields.items()})
                fields[f"trickless_{chair.position}"].label = chair.short
        for oudler in OUDLERS:
            fields[f"owner_{oudler}"].widget.choices = [*self.player_choices(), (DOG, pgettext("tarot", "Dog"))]
        ways = DEALINGS[len(self.playing)]
        fields["dog"].widget.attrs["aria-label"] = pgettext("tarot", "Points of the dog")
        fields["dog_cards"].widget.choices = [(way.dog, f"{way.hand} + {way.dog}") for way in ways]
        if len(ways) == 1:
            del fields["dog_cards"]
        if len(self.playing) in PAIR_PLAYERS:
            fields["teams"].choices = list(self._team_choices())
        else:
            del fields["teams"]
        self._set_initial_dealing()

    def _team_choices(self) -> Iterator[tuple[str, str]]:
        yield "", pgettext("tarot", "Each plays alone")
        names = {chair.position: chair.short for chair in self.table_context.chairs}
        for teams in pairings(self.playing):
            yield teams_to_text(teams), ", ".join(" & ".join(names[seat] for seat in team) for team in teams)

    def _set_initial_dealing(self) -> None:
        """Fill in the dealing and the pairs that the rules suggest."""
        if self.initial.get("dog_cards") is None:
            self.initial["dog_cards"] = DEALINGS[len(self.playing)][0].dog
        if "teams" in self.fields:
            teams = self.initial.get("teams")
            self.initial["teams"] = teams if isinstance(teams, str) else teams_to_text(teams)

    # For the template

    @property
    def player_rows(self) -> list[tuple[BoundField, list[tuple[str, BoundWidget]]]]:
        """For each player and the dog, the field for the points, and the key for each oudler with its name."""
        points = [*(self[f"points_{seat}"] for seat in self.playing), self["dog"]]
        return [(field, [(str(oudler.label), oudler[at]) for oudler in self.owners]) for at, field in enumerate(points)]

    @property
    def owners(self) -> list[BoundField]:
        return [self[f"owner_{oudler}"] for oudler in OUDLERS]

    @property
    def all_points(self) -> int | float:
        return figure(POINTS)

    @property
    def tie_questions(self) -> list[TieQuestion]:
        """The questions that decide a tie in the deal as typed so far, and those that were answered before."""
        self.is_valid()  # sets cleaned_data
        values = self.cleaned_data if self.is_bound else self.initial
        if not self.is_one_for_one(values):
            return []
        entry, _wrong = load(Entry, self.entry_data(values))
        decisive = {(question.seat, question.field) for question in questions(entry, self.table_context.size)}
        return [
            question
            for seat in self.playing
            for question in self._tie_questions_for(seat)
            if (seat, question.name) in decisive or not all(is_empty(field.value()) for field in question.fields)
        ]

    def _tie_questions_for(self, seat: int) -> Iterator[TieQuestion]:
        fields = {
            "trickless": [f"trickless_{seat}"],
            "characters": [f"{rank}_{seat}" for rank in CHARACTERS],
            "first_trick": [f"first_trick_{seat}"],
        }
        for name, names in fields.items():
            legend = LEGENDS[name] % {"name": self.table_context.seat_name(seat)}
            yield TieQuestion(name, legend, tuple(self[field] for field in names))

    # To the hand format and back

    def one_for_one_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        points = [cleaned.get(f"points_{seat}") for seat in self.playing]
        if not any(isinstance(number, str) for number in (*points, cleaned.get("dog"))):
            points = list(complete_points(points, cleaned.get("dog"))[0])
        way = DEALINGS[len(self.playing)][0]
        data = {
            "dog_cards": cleaned.get("dog_cards") if "dog_cards" in self.fields else way.dog,
            "players": [_player(cleaned, seat, number) for seat, number in zip(self.playing, points, strict=True)],
        }
        if cleaned.get("teams"):
            data["teams"] = teams_from_text(cleaned["teams"])
        return data

    @staticmethod
    def one_for_one_initial(entry: Entry) -> dict[str, Any]:
        players = entry.players or ()
        initial: dict[str, Any] = {f"owner_{oudler}": DOG for oudler in OUDLERS}
        initial["teams"] = teams_to_text(entry.teams)
        initial["petit_last"] = any(player.petit_au_bout for player in players)
        playing = at_play(entry.sitting_out, len(players) + len(entry.sitting_out))
        for seat, player in zip(playing, players, strict=True):
            initial |= {f"owner_{oudler}": seat for oudler in player.oudlers}
            initial |= _initial_of_player(seat, player)
        return initial

    # What is wrong

    def one_for_one_problems(self, cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        """Problems with the oudlers' owners and with the dog, which only the form asks about."""
        owners = {oudler: str(cleaned.get(f"owner_{oudler}") or "") for oudler in OUDLERS}
        for oudler, owner in owners.items():
            if owner not in (DOG, *map(str, self.playing)):
                yield Problem(f"owner_{oudler}", f"owner_{oudler}")
        if cleaned.get("petit_last") and owners["petit"] == DOG:
            yield Problem("petit_last", "petit_au_bout_whose")
        if isinstance(cleaned.get("dog"), str):
            yield Problem("dog", "half_number")
        typed = [cleaned.get("dog"), *(cleaned.get(f"points_{seat}") for seat in self.playing)]
        numbers = [number for number in typed if isinstance(number, float)]
        if len(numbers) == len(typed) and sum(numbers) != POINTS:
            yield Problem("dog", "points_sum", {"sum": figure(sum(numbers)), "all": figure(POINTS)})

    def field_of(self, problem: Problem) -> str | None:
        match problem.field.split("."):
            case ["players"]:
                return "dog" if problem.code.startswith(("dog", "oudler")) else f"points_{self.playing[0]}"
            case ["players", place, field, *rest]:
                name = _field_of_player(self.playing[int(place)], field, rest)
                return name if name in self.fields else None
            case _:
                return super().field_of(problem)


def _field_of_player(seat: int, field: str, rest: Sequence[str]) -> str:
    named_otherwise = {
        "petit_au_bout": "petit_last",
        "handfuls": f"handful_{seat}",
        "characters": f"{(*rest, *CHARACTERS)[0]}_{seat}",
    }
    return named_otherwise.get(field, f"{field}_{seat}")


def _player(cleaned: Mapping[str, Any], seat: int, points: Any) -> dict[str, Any]:
    """Return a player in the hand format, without what was left empty."""
    owned = [oudler for oudler in OUDLERS if str(cleaned.get(f"owner_{oudler}")) == str(seat)]
    size, trickless = cleaned.get(f"handful_{seat}"), cleaned.get(f"trickless_{seat}") or None
    counts = {rank: cleaned.get(f"{rank}_{seat}") for rank in CHARACTERS}
    player = {
        "points": points,
        "oudlers": owned,
        "handfuls": [size] if size else None,
        "petit_au_bout": bool(cleaned.get("petit_last")) and "petit" in owned,
        "trickless": TRICKLESS.get(str(trickless), trickless),
        "characters": {rank: count for rank, count in counts.items() if count is not None} or None,
        "first_trick": cleaned.get(f"first_trick_{seat}"),
    }
    return {name: value for name, value in player.items() if value is not None}


def _initial_of_player(seat: int, player: Player) -> dict[str, Any]:
    trickless = next((word for word, value in TRICKLESS.items() if value is player.trickless), None)
    return {
        f"points_{seat}": player.points,
        f"handful_{seat}": next(iter(player.handfuls), None),
        f"trickless_{seat}": trickless,
        **{f"{rank}_{seat}": getattr(player.characters, rank, None) for rank in CHARACTERS},
        f"first_trick_{seat}": player.first_trick,
    }
