"""The contestants of an event."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import get_language, gettext, ngettext

from scorer.club.hidden_names import shown_name
from scorer.club.models import Player
from scorer.events.models import Contestant, ContestantPlayer, Event, names_in_words, section_letter


@dataclass(frozen=True, slots=True)
class ContestantRow:
    """A contestant as pages show it."""

    number: int
    section: int
    left_after: int | None
    without_standing: bool
    self_signed: bool
    wish: str
    squad: str
    link: int
    entry: int
    """The number that it has in all sessions of the event and in its finals."""
    since: int
    """The number of the first round that it came for."""
    name: str
    """In the language of the request. That of a team, or of its players."""
    members: str
    """The names of its players, where it has a name of its own."""
    size: int
    """How many players it has, without substitutes."""
    groups: tuple[str, ...]
    """Those to which all of its players belong, as the roster says now. A substitute does not count."""

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
    own: tuple[str, ...] = ("number", "section", "name", "left_after", "without_standing", "self_signed", "wish")
    own += ("squad", "link", "entry")
    rows = contestants.order_by("number", "players__place", "players__since").values_list(*own, *NAMED_BY)
    people: dict[int, ContestantRow] = {}
    for columns, group in groupby(rows, key=lambda row: row[: len(own)]):
        members = [Member(*values[len(own) :]) for values in group if values[len(own)]]  # None for one without players
        came = min((member.since for member in members), default=1)
        row = dict(zip(own, columns, strict=True))
        row["entry"] = row["entry"] or row["link"]
        size = len({member.place for member in members})
        names = names_in_words((member.place, member.since, member.pk, member.shown) for member in members)
        row |= {"name": row["name"] or names, "members": names if row["name"] else ""}
        people[row["number"]] = ContestantRow(**row, since=came, size=size, groups=_groups_of(members))
    return people


class Member(NamedTuple):
    """A player of a contestant, with the columns that NAMED_BY names."""

    place: int
    since: int
    player: int
    name: str
    shown_as: str
    hidden: bool
    guest: bool
    groups: list[str]
    merged_into: int | None
    into: str | None
    into_shown_as: str | None
    into_hidden: bool | None
    into_guest: bool | None
    into_groups: list[str] | None

    @property
    def pk(self) -> int:
        return self.merged_into or self.player

    @property
    def shown(self) -> str:
        if self.into is not None:
            return shown_name(self.into, self.into_shown_as or "", hidden=bool(self.into_hidden))
        return shown_name(self.name, self.shown_as, hidden=self.hidden)

    @property
    def all_groups(self) -> list[str]:
        guest = self.into_guest if self.merged_into else self.guest
        return [
            *((self.into_groups or ()) if self.merged_into else self.groups),
            *([gettext("Guests")] if guest else ()),
        ]


_COLUMNS = ("", "__name", "__shown_as", "__hidden", "__guest", "__groups")
NAMED_BY = (
    "players__place",
    "players__since",
    *(f"players__player{column}" for column in _COLUMNS),
    *(f"players__player__merged_into{column}" for column in _COLUMNS),
)


def _groups_of(members: Sequence[Member]) -> tuple[str, ...]:
    first: dict[int, list[str]] = {}
    for member in members:
        first.setdefault(member.place, member.all_groups)
    of_all = list(first.values())
    return tuple(group for group in of_all[0] if all(group in groups for groups in of_all)) if of_all else ()


def rows_of(numbers: Iterable[int], people: dict[int, ContestantRow]) -> list[ContestantRow]:
    return [people[number] for number in numbers]


def by_side(event: Event, people: Sequence[ContestantRow]) -> list[list[ContestantRow]]:
    """Return the contestants of a table by the sides of the game: partners together, even if each competes alone."""
    if not event.individual:
        return [[person] for person in people]
    return [[people[position - 1] for position in side] for side in event.config.rules.sides(len(people))]


def last_partner(event: Event, player: Player) -> Player | None:
    """Return the partner in the latest other event of the game, unless that partner has left or signed up."""
    played = ContestantPlayer.objects.filter(Q(player=player) | Q(player__merged_into=player))
    events = (
        event.club.events.filter(game=event.game, rehearsal=False, competes=Event.Competes.SIDES)
        .exclude(state=Event.State.CANCELLED)
        .exclude(pk=event.pk)
    )
    own = played.filter(contestant__event__in=events).order_by("-contestant__event__day", "-pk").first()
    if own is None:
        return None
    rows = own.contestant.players.exclude(place=own.place).select_related("player__merged_into")
    partner = next((row.person for row in rows if row.person.active), None)
    here = ContestantPlayer.objects.filter(contestant__event=event, player=partner)
    return None if here.exists() else partner


def squad_names(people: Iterable[ContestantRow]) -> list[str]:
    return sorted({person.squad for person in people if person.squad})


def count_in_words(count: int, event: Event) -> str:
    """Say "13 pairs", "18 players" or "11 teams"."""
    if event.of_teams:
        return ngettext("%(n)d team", "%(n)d teams", count) % {"n": count}
    if event.side_size > 1:
        return ngettext("%(n)d pair", "%(n)d pairs", count) % {"n": count}
    return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}
