"""Read contestants from a list with one contestant per line."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import Field
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorer.club.models import Player
from scorer.club.names import clean_name
from scorer.club.pasted_names import NUMBERING, Line, read_line, turned
from scorer.club.services import Roster
from scorer.contest.families import MAX_CONTESTANTS
from scorer.events.models import NAME_LENGTH, ContestantPlayer, Event
from scorer.events.states import Progress
from scorer.registry.words import labelled
from scorer.web.forms import MAX_BYTES, UploadField
from scorer.web.spreadsheet_reader import Row, Unreadable, rows

BETWEEN_MEMBERS = r"[&+/;\t]"
"""Between the members of a squad. A comma may be part of a name: "Hansen, Dörte"."""
MAX_LETTERS = 20_000
"""Of a list of contestants."""


class ListForm(forms.Form):
    """Contestants, one a line. A file is turned into lines, which are looked at before they are sent."""

    names = forms.CharField(
        label=_("Contestants"),
        required=False,
        max_length=MAX_LETTERS,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "autocapitalize": "words"}),
    )
    file = UploadField(
        label=_("Or from a file"),
        required=False,
        help_text=format_lazy(
            _(
                "XLSX or CSV up to {kilobytes} kB, with the names in the first columns. "
                "You see the list before anybody is signed up."
            ),
            kilobytes=MAX_BYTES // 1000,
        ),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt"}),
    )

    def __init__(self, data: Any = None, files: Any = None, *, event: Event, names: str = "") -> None:
        super().__init__(data, files, initial={"names": names})
        self.fields["names"].help_text = (
            _("One team per line, such as: Lions: Ada & Boris & Chloé & Dirk. You can paste a list.")
            if event.of_teams
            else _("One name per line, or one squad, such as: Lions: Ada & Boris & Chloé. You can paste a list.")
            if event.squads and event.side_size == 1
            else _("One pair per line, with its squad, such as: Lions: Ada & Boris. You can paste a list.")
            if event.squads
            else _("One name per line. You can paste a list.")
            if event.side_size == 1
            else _("One pair per line, such as: Ada & Boris. You can paste a list.")
        )

    def clean_file(self) -> list[Row] | None:
        file = self.cleaned_data["file"]
        if file is None:
            return None
        try:
            return rows(file.read())
        except Unreadable as error:
            raise ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not (cleaned.get("file") or cleaned.get("names", "").strip() or self.errors):
            self.add_error("names", ValidationError(self.fields["names"].error_messages["required"]))
        return cleaned


@dataclass(frozen=True, slots=True)
class ListLine:
    number: int
    text: str
    players: Sequence[Player] = ()
    """Those who are new to the roster are not stored yet."""
    new: Sequence[Player] = ()
    left_out: Sequence[str] = ()
    team: str = ""
    """The name of a team."""
    squad: str = ""
    problem: str = ""
    """Why nobody can be signed up by it. Then it has no players."""


def lines_of(rows: Iterable[Row], event: Event) -> str:
    """Return the list that a spreadsheet has in its first columns, one player a column, after the one with numbers.

    That of a team comes after the name of the team.
    """
    lines = []
    for _number, row in rows:
        first = 1 if row[0].rstrip(".)").isdecimal() else 0
        team = f"{clean_name(row[first])}: " if event.of_teams else ""
        first += event.of_teams
        lines.append(
            team + " & ".join(name for name in map(clean_name, row[first : first + event.most_players]) if name)
        )
    return "\n".join(lines)


def read_list(typed: str, event: Event) -> list[ListLine]:
    """Return what a list says, line by line. A ValidationError says why nobody can sign up by it."""
    refusal = Progress(event).refusal("sign_up_all")
    if refusal:
        raise ValidationError(refusal)
    reader = _Reader(event)
    lines = (line for number, text in enumerate(typed.splitlines(), start=1) for line in reader.read(number, text))
    read = list(islice(lines, MAX_CONTESTANTS + 1))
    if not read:
        raise ValidationError(Field.default_error_messages["required"])
    if len(read) > MAX_CONTESTANTS:
        raise ValidationError(gettext("An event has at most %(most)d contestants.") % {"most": MAX_CONTESTANTS})
    return read


def digest_of(lines: Iterable[ListLine]) -> str:
    """Return what changes when anything does that a list would do."""
    done = [
        (line.team, line.squad, [player.name for player in line.players], [player.name for player in line.new])
        for line in lines
    ]
    return sha256(repr(done).encode()).hexdigest()


class _Reader:
    """Reads the lines of a list one after the other. A name that is new in one line is known in the next."""

    def __init__(self, event: Event) -> None:
        rows = ContestantPlayer.objects.filter(contestant__event=event).with_people()
        self.event = event
        self.signed_up = {row.person.pk for row in rows}
        self.roster = Roster(event.club.players.all())
        self.new: dict[str, Player] = {}

    def read(self, number: int, text: str) -> Iterator[ListLine]:
        """Yield the contestants of a line: one, or all of a squad. Nothing for a line without a name."""
        squad, colon, names = text.partition(":") if self.event.squads else ("", "", text)
        if not colon:
            squad, names = "", text
        squad = _named(squad)
        several = re.split(BETWEEN_MEMBERS, names) if squad and self.event.side_size == 1 else [names]
        for own in several:
            line = self._read(number, own)
            if line:
                yield replace(line, squad=squad)

    def _read(self, number: int, text: str) -> ListLine | None:
        team, reading = self._reading(text)
        if reading is None:
            return ListLine(number, text, problem=_how_to_write(self.event))
        if not reading.names:
            return None
        try:
            players = self._players(reading.names)
        except ValidationError as error:
            return ListLine(number, text, problem=" ".join(error.messages))
        added = [player for player in players if player._state.adding]
        self.signed_up |= {player.pk for player in players}
        self.new |= {player.name.casefold(): player for player in added}
        return ListLine(number, text, players, added, reading.left_out, team)

    def _reading(self, text: str) -> tuple[str, Line | None]:
        """Return the name of a team, if it has one, and what the line says of players."""
        team, colon, names = text.partition(":") if self.event.of_teams else ("", "", text)
        if not colon:
            team, names = "", text
        sizes = range(self.event.most_players, self.event.fewest_players - 1, -1)
        readings = (read_line(names, size, lambda name: self._find(name) is not None) for size in sizes)
        return _named(team), next(filter(None, readings), None)

    def _find(self, name: str) -> Player | None:
        return self.roster.find(name) or self.new.get(turned(name).casefold())

    def _players(self, names: Sequence[str]) -> list[Player]:
        players = [self._find(name) or self._new_player(turned(name)) for name in names]
        if len({player.name.casefold() for player in players}) < len(players):
            raise ValidationError(gettext("A player can sit in only one place."))
        for player in players:
            if player.pk in self.signed_up:
                raise ValidationError(gettext("%(name)s has signed up already.") % {"name": player})
        return players

    def _new_player(self, name: str) -> Player:
        problem = self.roster.problem(name)
        if problem:
            raise ValidationError(labelled(name, problem))
        return Player(club=self.event.club, name=name)


def _named(text: str) -> str:
    """Return the name before a colon, without the number of its line."""
    numbering = NUMBERING.match(text)
    return clean_name(text[numbering.end() :] if numbering else text)[:NAME_LENGTH]


def _how_to_write(event: Event) -> str:
    if event.side_size == 1:
        return gettext("Expected one name.")
    if event.of_teams:
        said = {"fewest": event.fewest_players, "most": event.most_players}
        return gettext("Expected from %(fewest)d to %(most)d names, separated by & or /.") % said
    return gettext("Expected %(n)s names, separated by & or /.") % {"n": event.side_size}
