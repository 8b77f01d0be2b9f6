"""Read contestants from a list with one contestant per line, and separators between the players of a pair."""

import re
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorer.club.models import Club, Player
from scorer.club.names import clean_name
from scorer.club.services import player_problem
from scorer.events.models import Event
from scorer.web.spreadsheet_reader import Row

SEPARATORS = (r"[;\t/&+]", r",")
"""Between the players of a pair. A comma may also be part of a name, so it separates only where nothing else does."""
Names = Sequence[str]


def names_in(line: str, side_size: int) -> list[str]:
    """Return the names of the players in a line: "Ada & Boris", "Ada / Boris", "Ada; Boris"."""
    found = [line]
    for separator in SEPARATORS:
        if side_size > 1 and len(found) == 1:
            found = re.split(separator, line)
    return [name for name in map(clean_name, found) if name]


def lines_of(rows: Iterable[Row], side_size: int) -> str:
    """Return the list that a spreadsheet has in its first columns, one player a column."""
    cells = (row[:side_size] for _number, row in rows)
    return "\n".join(" & ".join(name for name in map(clean_name, row) if name) for row in cells)


def read_list(text: str, event: Event, roster: Iterable[Player]) -> list[tuple[int, list[Player]]]:
    """Return the players of each line, with its number. Those who are new to the roster are not stored yet.

    A ValidationError has a sentence for each line that is wrong.
    """
    known: dict[str, Player] = {}
    for player in roster:
        for name in filter(None, (player.name, player.shown_as)):
            known.setdefault(name.casefold(), player)
    found, problems = list[tuple[int, list[Player]]](), list[ValidationError]()
    for number, line in enumerate(text.splitlines(), start=1):
        names = names_in(line, event.side_size)
        if not names:
            continue
        try:
            found.append((number, _players(names, event, known)))
        except ValidationError as error:
            problems.append(at_line(number, error))
    if problems:
        raise ValidationError(problems)
    return found


def at_line(number: int, error: ValidationError) -> ValidationError:
    sentence = " ".join(error.messages)
    return ValidationError(_("Line %(line)s: %(problem)s") % {"line": number, "problem": sentence})


def _players(names: Names, event: Event, known: dict[str, Player]) -> list[Player]:
    if len(names) != event.side_size:
        raise ValidationError(_("Expected %(n)s names, separated by & or /.") % {"n": event.side_size})
    for name in names:
        if name.casefold() not in known:
            known[name.casefold()] = _new_player(event.club, name)
    return [known[name.casefold()] for name in names]


def _new_player(club: Club, name: str) -> Player:
    problem = player_problem(club, name)
    if problem:
        raise ValidationError(f"{name}: {problem}")
    return Player(club=club, name=name)
