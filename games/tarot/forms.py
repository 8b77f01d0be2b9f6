import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.translation import pgettext, pgettext_lazy

from games.tarot.labels import CHARACTERS, CHOICES, OUDLERS, PLAYER_FIELDS, SIZES
from games.tarot.rules import Entry, filled_in, questions
from games.tarot.rules.cards import COURT_CARDS, DEALINGS, HANDFUL_TRUMPS, MOST_OUDLERS, POINTS, figure
from games.tarot.rules.checks import PAIR_PLAYERS
from games.tarot.rules.entry import FIVE, Player, Size
from scorer.play.configured_fields import Fields
from scorer.play.forms import button_field
from scorer.play.sitting_out import SittingOutForm, sitting_out_field
from scorer.play.table_context import TableContext
from scorer.registry.words import field_text
from scorer.scoring import Problem, at_play, load
from scorer.scoring.judging import without_repeats

PASSED = "passed"
"""Chosen in place of a contract: everybody has passed, and the deal is played one for one."""
ALONE = "alone"
"""Chosen in place of a called player."""
DOG = "dog"
"""Where an oudler lies that no player has."""

TOLD_TOGETHER = ("players", "owners")
"""Problems of many players or oudlers, as one in a list of what is missing."""

TRICKLESS = {"no": False, "yes": True}
"""What the keys mean that ask whether a player has no trick."""

ASKED = {
    "trickless": pgettext_lazy("tarot", "Tricks of %(name)s"),
    "characters": pgettext_lazy("tarot", "Court cards of %(name)s"),
    "first_trick": pgettext_lazy("tarot", "First trick that %(name)s won"),
}

Teams = tuple[tuple[int, ...], ...]


class HalfField(forms.Field):
    """Card points, "40.5" or "40,5". What is no such number stays as it is, for the judge to refuse."""

    def __init__(self, *, spoken: Any = None, **kwargs: Any) -> None:
        """`spoken` is the whole label, where the one that is seen is short."""
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        if spoken:
            attrs["aria-label"] = spoken
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip().replace(",", ".")
        if not text:
            return None
        return float(text) if re.fullmatch(r"-?[0-9]{1,3}(\.[0-9])?", text) else text

    def prepare_value(self, value: Any) -> Any:
        return figure(value) if isinstance(value, float) else value


@dataclass(frozen=True, slots=True)
class Line:
    """The row of a player, or of the dog: points, and a key for each oudler that may lie there."""

    points: BoundField
    oudlers: tuple[tuple[str, BoundWidget], ...]
    """Each with its name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that decides a tie: a field of the entry's Player, with the form's fields for it."""

    name: str
    legend: str
    fields: tuple[BoundField, ...]


class DealForm(SittingOutForm):
    """A deal with a taker or, where everybody passed, one for one. Six can only play that.

    What the other kind of deal would need is left alone; handfuls count in both. One for one, a single number of points
    may be left out, of a player or the dog. What a tie hangs on is asked as soon as it does.
    """

    template = "tarot/entry.html"
    more = ("passed_out", "dealer", "sitting_out")

    contract = button_field([*CHOICES["contract"].items(), (PASSED, pgettext_lazy("tarot", "All passed"))])
    taker = button_field(number=True)
    partner = button_field()
    oudlers = button_field(
        [(n, str(n)) for n in range(MOST_OUDLERS + 1)], number=True, label=pgettext_lazy("tarot", "Oudlers")
    )
    points = HalfField(label=pgettext_lazy("tarot", "Taker's points"))
    petit_au_bout = button_field([("", "–"), *CHOICES["petit_au_bout"].items()])
    slam = button_field([("", "–"), *CHOICES["slam"].items()])
    dog_cards = button_field(number=True, label=pgettext_lazy("tarot", "Cards of each player and the dog"))
    owner_21 = button_field(label=OUDLERS["21"])
    owner_excuse = button_field(label=OUDLERS["excuse"])
    owner_petit = button_field(label=OUDLERS["petit"])
    dog = HalfField(label=pgettext_lazy("tarot", "Dog"), spoken=pgettext_lazy("tarot", "Points of the dog"))
    petit_last = forms.BooleanField(
        required=False, label=pgettext_lazy("tarot", "Petit au bout, for whoever has the Petit")
    )
    teams = forms.ChoiceField(required=False)
    sitting_out = sitting_out_field()
    passed_out = forms.BooleanField(required=False)

    def __init__(
        self, data: Any = None, *, table_context: TableContext, initial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, table_context=table_context, initial=initial)
        if self.initial.get("dog_cards") is None:
            self.initial["dog_cards"] = DEALINGS[len(self.playing)][0].dog
        if "teams" in self.fields:
            start = self.initial.get("teams")
            self.initial["teams"] = start if isinstance(start, str) else _written(start)

    @property
    def most_resting(self) -> int:
        return int(self.table_context.size == FIVE)

    def resting_by_deal(self) -> tuple[int, ...]:
        return (self.dealer_position,) if self.all_may_play else ()

    @property
    def all_may_play(self) -> bool:
        return self.table_context.size == FIVE and bool(self.table_context.variant.mort)

    def configure(self, fields: Fields) -> None:
        for seat, name in self.seat_choices():
            fields.update(_fields_of_player(seat, name))
        self.configure_sitting_out(fields)
        self._offer_players(fields)
        self._offer_dealings_and_teams(fields)

    def _offer_players(self, fields: Fields) -> None:
        players = self.player_choices()
        dog = (DOG, pgettext("tarot", "Dog"))
        fields["taker"].widget.choices = players
        fields["partner"].widget.choices = [*players, (ALONE, pgettext("tarot", "Alone"))]
        for oudler in OUDLERS:
            fields[f"owner_{oudler}"].widget.choices = [*players, dog]
        if len(self.playing) > FIVE:
            for name in ("contract", "taker", "oudlers", "points", "petit_au_bout", "slam"):
                del fields[name]
        if len(self.playing) != FIVE:
            del fields["partner"]

    def _offer_dealings_and_teams(self, fields: Fields) -> None:
        ways = DEALINGS[len(self.playing)]
        fields["dog_cards"].widget.choices = [(way.dog, f"{way.hand} + {way.dog}") for way in ways]
        if len(ways) == 1:
            del fields["dog_cards"]
        if len(self.playing) not in PAIR_PLAYERS:
            del fields["teams"]
            return
        names = dict(self.seat_choices())
        fields["teams"].choices = [
            ("", pgettext("tarot", "Each plays alone")),
            *(
                (_written(teams), ", ".join(" & ".join(names[seat] for seat in team) for team in teams))
                for teams in _pairings(self.playing)
            ),
        ]

    # The form as it stands

    @property
    def taker_when(self) -> str:
        return json.dumps({"passed_out": [""], "contract": ["", *CHOICES["contract"]]})

    @property
    def alone_when(self) -> str:
        needed = {"contract": [PASSED]} if "contract" in self.fields else {}
        return json.dumps({"passed_out": [""], **needed})

    @property
    def called_keys(self) -> list[tuple[BoundWidget, str]]:
        """Each with its data-when: the taker's own key would say the same as "alone"."""
        takers = [str(seat) for seat in self.playing]
        return [
            (choice, json.dumps({"taker": [seat for seat in takers if seat != str(choice.data["value"])]}))
            for choice in self["partner"]
        ]

    @property
    def called_when(self) -> str:
        """As soon as there is a taker."""
        return json.dumps({"taker": [str(seat) for seat in self.playing]})

    @property
    def lines(self) -> list[Line]:
        points = [*(self[f"points_{seat}"] for seat in self.playing), self["dog"]]
        return [
            Line(field, tuple((str(owner.label), owner[place]) for owner in self.owners))
            for place, field in enumerate(points)
        ]

    @property
    def all_points(self) -> int | float:
        return figure(POINTS)

    @property
    def owners(self) -> list[BoundField]:
        return [self[f"owner_{oudler}"] for oudler in OUDLERS]

    @property
    def handful_fields(self) -> list[BoundField]:
        return [self[f"handful_{seat}"] for seat in self.playing]

    @property
    def handful_trumps(self) -> Mapping[Size, int]:
        return HANDFUL_TRUMPS[len(self.playing)]

    @property
    def rare(self) -> bool:
        """Whether there is something in the fold."""
        names = ["petit_au_bout", "slam", "petit_last", "teams", *(f"handful_{seat}" for seat in self.playing)]
        return any(self[name].errors or not _empty(self[name].value()) for name in names if name in self.fields)

    @property
    def asked(self) -> list[Asked]:
        """What decides something in the deal as it stands, and whatever else was answered."""
        self.is_valid()  # so that what was typed is there
        values = self.cleaned_data if self.is_bound else self.initial
        if self._kind(values) != "one_for_one":
            return []
        entry, _wrong = load(Entry, self.entry_data(values))
        decide = {(question.seat, question.field) for question in questions(entry, self.table_context.size)}
        return [
            asked
            for seat in self.playing
            for asked in self._may_be_asked(seat)
            if (seat, asked.name) in decide or not all(_empty(field.value()) for field in asked.fields)
        ]

    def _may_be_asked(self, seat: int) -> Iterator[Asked]:
        for name, names in _asked_of(seat).items():
            legend = ASKED[name] % {"name": self.table_context.seat_name(seat)}
            yield Asked(name, legend, tuple(self[field] for field in names))

    # To the hand format and back

    def _kind(self, values: Mapping[str, Any]) -> str:
        alone = "contract" not in self.fields or values.get("contract") == PASSED
        return "one_for_one" if alone else "taker"

    def entry_data(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        kind = self._kind(cleaned)
        data: dict[str, Any] = {"sitting_out": list(self.resting)}
        played = self._one_for_one(cleaned) if kind == "one_for_one" else self._taken(cleaned)
        if not cleaned.get("passed_out"):
            return data | {"kind": kind} | played
        data["passed_out"] = True  # what was played all the same is for the judge to refuse
        played.pop("dog_cards", None)
        return data | played if self._is_begun(cleaned) else data

    def _is_begun(self, cleaned: Mapping[str, Any]) -> bool:
        """Whether anything was typed that speaks of a deal that was played."""
        said = {name: value for name, value in cleaned.items() if not _empty(value)}
        for name in ("key", "number", "layout", "seen", *self.more, "dog_cards", "teams"):
            said.pop(name, None)
        return bool(said) and said != {"contract": PASSED}

    def _taken(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        names = ("contract", "taker", "oudlers", "points", "petit_au_bout", "slam")
        data = {name: cleaned[name] for name in names if not _empty(cleaned.get(name))}
        called = cleaned.get("partner")
        if not _empty(called):
            data["partner"] = cleaned.get("taker") if called == ALONE else _number(str(called))
        shown = {seat: cleaned.get(f"handful_{seat}") for seat in self.playing}
        data["handfuls"] = [{"seat": seat, "size": size} for seat, size in shown.items() if size]
        return data

    def _one_for_one(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        points = [cleaned.get(f"points_{seat}") for seat in self.playing]
        if not any(isinstance(number, str) for number in (*points, cleaned.get("dog"))):
            points = list(filled_in(points, cleaned.get("dog"))[0])
        way = DEALINGS[len(self.playing)][0]
        data = {
            "dog_cards": cleaned.get("dog_cards") if "dog_cards" in self.fields else way.dog,
            "players": [self._player(cleaned, seat, number) for seat, number in zip(self.playing, points, strict=True)],
        }
        if cleaned.get("teams"):
            data["teams"] = _read_teams(cleaned["teams"])
        return data

    def _player(self, cleaned: Mapping[str, Any], seat: int, points: Any) -> dict[str, Any]:
        owned = [oudler for oudler in OUDLERS if str(cleaned.get(f"owner_{oudler}")) == str(seat)]
        player = {"oudlers": owned, "petit_au_bout": bool(cleaned.get("petit_last")) and "petit" in owned}
        if points is not None:
            player["points"] = points
        if cleaned.get(f"handful_{seat}"):
            player["handfuls"] = [cleaned[f"handful_{seat}"]]
        if cleaned.get(f"trickless_{seat}"):
            player["trickless"] = TRICKLESS.get(cleaned[f"trickless_{seat}"], cleaned[f"trickless_{seat}"])
        counts = {rank: cleaned.get(f"{rank}_{seat}") for rank in CHARACTERS}
        held = {rank: count for rank, count in counts.items() if count is not None}
        if held:
            player["characters"] = held
        if cleaned.get(f"first_trick_{seat}") is not None:
            player["first_trick"] = cleaned[f"first_trick_{seat}"]
        return player

    @classmethod
    def initial_of(cls, entry: Entry) -> dict[str, Any]:
        initial = super().initial_of(entry)
        if entry.kind == "taker":
            alone = entry.partner is not None and entry.partner == entry.taker
            initial["partner"] = ALONE if alone else entry.partner
            return initial | {f"handful_{handful.seat}": handful.size for handful in entry.handfuls}
        if entry.kind is None:
            return initial
        players = entry.players or ()
        initial |= {"contract": PASSED, "teams": _written(entry.teams)}
        initial |= {f"owner_{oudler}": DOG for oudler in OUDLERS}
        initial["petit_last"] = any(player.petit_au_bout for player in players)
        for seat, player in zip(
            at_play(entry.sitting_out, len(players) + len(entry.sitting_out)), players, strict=True
        ):
            initial |= {f"owner_{oudler}": seat for oudler in player.oudlers}
            initial |= _initial_of_player(seat, player)
        return initial

    # What is wrong

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        own = tuple(self._problems_of_its_own(cleaned))
        for problem in own:
            self.add_error(problem.field, self.table_context.problem_text(problem))
        if own:
            self.entry = None
        self.problems = without_repeats(map(_told_in_short, (*self.problems, *own)))
        return cleaned

    def _problems_of_its_own(self, cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        if cleaned.get("passed_out"):
            return
        if self._kind(cleaned) == "one_for_one":
            yield from self._problems_of_one_for_one(cleaned)
        elif cleaned.get("points") in (0.0, POINTS) and not cleaned.get("slam"):
            yield Problem("slam", "no_slam")  # one side won no trick: only who announced what remains to be said

    def _problems_of_one_for_one(self, cleaned: Mapping[str, Any]) -> Iterator[Problem]:
        owners = {oudler: str(cleaned.get(f"owner_{oudler}") or "") for oudler in OUDLERS}
        for oudler, owner in owners.items():
            if owner not in (DOG, *map(str, self.playing)):
                yield Problem(f"owner_{oudler}", "required")
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
            case ["kind"]:
                name = "contract"
            case ["players"]:
                name = "dog" if problem.code.startswith(("dog", "oudler")) else f"points_{self.playing[0]}"
            case ["players", place, field, *rest]:
                name = self._field_of_player(self.playing[int(place)], field, rest)
            case ["handfuls", *rest]:
                shown = [seat for seat in self.playing if self[f"handful_{seat}"].value()]
                name = f"handful_{shown[int(rest[0]) if rest else 0]}"
            case _:
                return super().field_of(problem)
        return name if name in self.fields else None

    def label_of(self, problem: Problem) -> str:
        if problem.field in TOLD_TOGETHER:
            return field_text(self.table_context.game, problem.field)
        return super().label_of(problem)

    @staticmethod
    def _field_of_player(seat: int, field: str, rest: Sequence[str]) -> str:
        if field == "petit_au_bout":
            return "petit_last"
        if field == "handfuls":
            return f"handful_{seat}"
        if field == "characters":
            return f"{(*rest, *CHARACTERS)[0]}_{seat}"
        return f"{field}_{seat}"


def _fields_of_player(seat: int, name: str) -> Mapping[str, forms.Field]:
    most = max(way.hand for ways in DEALINGS.values() for way in ways)
    return {
        f"points_{seat}": HalfField(label=name, spoken=pgettext("tarot", "Points of %(name)s") % {"name": name}),
        f"handful_{seat}": button_field([("", "–"), *SIZES.items()], label=name),
        f"trickless_{seat}": button_field(
            [("no", pgettext_lazy("tarot", "Won a trick")), ("yes", PLAYER_FIELDS["trickless"])], label=name
        ),
        **{f"{rank}_{seat}": _select(range(COURT_CARDS + 1), label=label) for rank, label in CHARACTERS.items()},
        f"first_trick_{seat}": _select(range(1, most + 1), label=PLAYER_FIELDS["first_trick"]),
    }


def _select(numbers: Sequence[int], **kwargs: Any) -> forms.TypedChoiceField:
    choices = [("", "–"), *((number, str(number)) for number in numbers)]
    return forms.TypedChoiceField(required=False, coerce=int, empty_value=None, choices=choices, **kwargs)


def _asked_of(seat: int) -> dict[str, list[str]]:
    """The form's fields for what is asked only where it decides, or was said without need."""
    return {
        "trickless": [f"trickless_{seat}"],
        "characters": [f"{rank}_{seat}" for rank in CHARACTERS],
        "first_trick": [f"first_trick_{seat}"],
    }


def _initial_of_player(seat: int, player: Player) -> dict[str, Any]:
    told = next((word for word, value in TRICKLESS.items() if value is player.trickless), None)
    return {
        f"points_{seat}": player.points,
        f"handful_{seat}": next(iter(player.handfuls), None),
        f"trickless_{seat}": told,
        **{f"{rank}_{seat}": getattr(player.characters, rank, None) for rank in CHARACTERS},
        f"first_trick_{seat}": player.first_trick,
    }


def _told_in_short(problem: Problem) -> Problem:
    """For the list of what is still missing: not one line for every player and oudler."""
    if problem.code != "required":
        return problem
    players, owners = TOLD_TOGETHER
    if problem.field.startswith("players."):
        return Problem(players, "required")
    return Problem(owners, "required") if problem.field.startswith("owner_") else problem


def _pairings(players: Sequence[int]) -> Iterator[Teams]:
    """All ways to make pairs, beginning with those who sit opposite each other."""
    half = len(players) // 2
    opposite = tuple(zip(players[:half], players[half:], strict=True))
    yield opposite
    yield from (teams for teams in _all_pairings(tuple(players)) if teams != opposite)


def _all_pairings(players: tuple[int, ...]) -> Iterator[Teams]:
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        rest = tuple(player for player in others if player != other)
        yield from (((first, other), *pairs) for pairs in _all_pairings(rest))


def _written(teams: Teams | None) -> str:
    """ "1+3 2+4", the lowest seat first."""
    return " ".join("+".join(map(str, team)) for team in sorted(tuple(sorted(team)) for team in teams or ()))


def _read_teams(text: str) -> list[list[int]]:
    return [[int(seat) for seat in team.split("+")] for team in text.split()]


def _number(text: str) -> Any:
    """What is no number stays as it is, for the judge to refuse."""
    return int(text) if text.isdecimal() and len(text) == 1 else text


def _empty(value: Any) -> bool:
    return value is None or value is False or value == ""


FORMS = (DealForm,)
