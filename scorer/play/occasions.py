"""The occasion of a table: what it is part of, such as an event, and what that shows on the table's page.

An app above this one registers a provider when it is ready. The providers are asked only about tables that are
`has_occasion`, so that others cost nothing.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from scorer.club.models import Player, User
from scorer.play.models import Table, TablesQuerySet
from scorer.play.phones import Phone


@dataclass(frozen=True, slots=True)
class OccasionLine:
    """What tables are part of, in a list: one line for all of them."""

    name: str
    about: str
    icon: str
    url: str
    again_url: str
    """Where a director plans the same again."""


class Occasion(Protocol):
    """What is shown above the sheet. Its template has it as `around`, and is fetched again from `url`."""

    @property
    def template(self) -> str: ...

    @property
    def url(self) -> str: ...

    @property
    def topic(self) -> int:
        """The topic to which the page listens besides that of the table (scorer.live)."""

    @property
    def version(self) -> int:
        """The version of the topic. The page fetches the template again when it hears of a later one."""

    def in_reserve(self, position: int) -> Sequence[Player]:
        """Return who is there to take the place of whoever sits at a position, such as the others of a team."""

    def substitute(self, position: int, player: Player, *, by: User) -> None:
        """Seat a player at a position, both at the table and in what it is part of.

        Raises ValidationError if that is not possible.
        """


class Provider(Protocol):
    def topics(self, table: Table) -> Sequence[int]:
        """Return the further topics of a table's page. Called with every save, so it has to be quick."""

    def occasion(self, table: Table) -> Occasion | None: ...

    def lines(self, tables: TablesQuerySet, most: int) -> Sequence[OccasionLine]:
        """Return the latest that some of these tables are part of."""

    def table_changed(self, table: Table) -> None:
        """Called in the transaction of each change of a table, its lines or replies. Everything else can wait until the
        commit.
        """

    def admits(self, topic: int, link: int) -> bool:
        """Whether a phone that has joined by `link`, which is not a table's, may listen to this topic."""

    def ruled_deals(self, table: Table) -> Collection[int]:
        """Return the deals at the table that a director has ruled on.

        Nobody has to play them any more, and a hand of such a deal goes to the director.
        """

    def deal_changes(self, table: Table, deal: int, *, undone: bool, by: User | Phone | None) -> None:
        """Take note that a hand of this deal is about to be corrected or, if `undone`, to count no more."""

    def looks_turned(self, table: Table, deal: int, seat: int, points: int) -> bool:
        """Whether a hand that was just saved, which `seat` played for so many points, looks as if it had been the other
        side.
        """


_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Add a provider. To be called once by its app, in `AppConfig.ready`."""
    _providers.append(provider)


def topics_around(table: Table) -> tuple[int, ...]:
    """For tables that have one."""
    return tuple(topic for provider in _providers for topic in provider.topics(table))


def admits(topic: int, link: int) -> bool:
    return any(provider.admits(topic, link) for provider in _providers)


def occasion_of(table: Table) -> Occasion | None:
    offered = (provider.occasion(table) for provider in _providers) if table.has_occasion else ()
    return next(filter(None, offered), None)


def lines_of(tables: TablesQuerySet, most: int) -> list[OccasionLine]:
    """Return the latest that some of these tables are part of, whether these are sealed or not."""
    return [line for provider in _providers for line in provider.lines(tables, most)]


def line_of(table: Table) -> OccasionLine | None:
    return next(iter(lines_of(Table.objects.filter(pk=table.pk), 1)), None) if table.has_occasion else None


def table_changed(table: Table) -> None:
    """For tables that have one."""
    for provider in _providers:
        provider.table_changed(table)


def deal_changes(table: Table, deal: int | None, *, undone: bool, by: User | Phone | None) -> None:
    """Tell what a table is part of that a hand is about to be changed, in the same transaction."""
    if deal is not None and table.has_occasion:
        for provider in _providers:
            provider.deal_changes(table, deal, undone=undone, by=by)


def looks_turned(table: Table, deal: int | None, seat: int, points: int) -> bool:
    return (
        deal is not None
        and table.has_occasion
        and any(provider.looks_turned(table, deal, seat, points) for provider in _providers)
    )


def ruled_deals(table: Table) -> Collection[int]:
    """For tables that have one. Asked only of those with numbered deals."""
    if table.deals is None:
        return ()
    return {deal for provider in _providers for deal in provider.ruled_deals(table)}
