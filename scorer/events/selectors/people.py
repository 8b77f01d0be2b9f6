"""The contestants of an event."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet
from django.utils.translation import get_language

from scorer.events.models import Contestant, Event, names_in_words, section_letter


@dataclass(frozen=True, slots=True)
class ContestantRow:
    """A contestant as pages show it."""

    number: int
    section: int
    left_after: int | None
    without_standing: bool
    self_signed: bool
    link: int
    since: int
    """The number of the first round that it came for."""
    name: str
    """In the language of the request."""

    def __str__(self) -> str:
        return self.name

    def competes_in(self, number: int) -> bool:
        """Whether it has come by this round, and has not left."""
        return self.since <= number and (self.left_after is None or number <= self.left_after)

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it."""
        return f"{get_language()} {self!r}"

    @property
    def section_letter(self) -> str:
        return section_letter(self.section)


def contestants_by_number(event: Event) -> dict[int, ContestantRow]:
    return rows_by_number(event.contestants.all())


def rows_by_number(contestants: QuerySet[Contestant]) -> dict[int, ContestantRow]:
    """Read contestants of one event with their names, in one query."""
    own = ("number", "section", "left_after", "without_standing", "self_signed", "link")
    rows = contestants.order_by("number", "players__place", "players__since").values_list(*own, *NAMED_BY)
    found: dict[int, ContestantRow] = {}
    for columns, group in groupby(rows, key=lambda row: row[: len(own)]):
        players = [
            (place, since, merged_into or player, into_shown_as or into or shown_as or name)
            for *_own, place, since, player, name, shown_as, merged_into, into, into_shown_as in group
            if place  # None for a contestant without players
        ]
        came = min((since for _place, since, *_who in players), default=1)
        one = dict(zip(own, columns, strict=True))
        found[one["number"]] = ContestantRow(**one, since=came, name=names_in_words(players))
    return found


NAMED_BY = (
    "players__place",
    "players__since",
    "players__player",
    "players__player__name",
    "players__player__shown_as",
    "players__player__merged_into",
    "players__player__merged_into__name",
    "players__player__merged_into__shown_as",
)


def rows_of(numbers: Iterable[int], people: dict[int, ContestantRow]) -> list[ContestantRow]:
    return [people[number] for number in numbers]
