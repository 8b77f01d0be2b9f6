"""What a table is part of, such as an event, and what that shows on the table's page.

Another app registers a provider when it is ready; nothing here knows which. A table that is not `surrounded` asks
nobody, so that it costs nothing.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from scorer.club.models import Player, User
from scorer.play.models import Table


class Surroundings(Protocol):
    """What is shown above the sheet. Its template gets it as `around`, and is fetched again from `address`."""

    @property
    def template(self) -> str: ...

    @property
    def address(self) -> str: ...

    @property
    def topic(self) -> int:
        """Whose news the page listens to, beside that of the table (scorer.live)."""

    @property
    def version(self) -> int:
        """Of the topic. The page fetches the template again when it hears of a later one."""

    def substitute(self, position: int, player: Player, *, by: User) -> None:
        """Seat a player at a position, and keep what else has to be known about that.

        A ValidationError says why it cannot be done.
        """


class Provider(Protocol):
    def topics(self, table: Table) -> Sequence[int]:
        """Called with every save, so it has to be quick."""

    def surroundings(self, table: Table) -> Surroundings | None: ...

    def opens(self, topic: int, link: int) -> bool:
        """Whether a link of what tables are part of lets a phone listen to this topic."""

    def ruled_deals(self, table: Table) -> Collection[int]:
        """The deals that nobody has to play there any more. A hand of such a deal is for the director to look at."""


_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """To be called once, when the app that knows what a table is part of is ready."""
    _providers.append(provider)


def topics_around(table: Table) -> tuple[int, ...]:
    return tuple(topic for one in _providers for topic in one.topics(table)) if table.surrounded else ()


def opens(topic: int, link: int) -> bool:
    return any(one.opens(topic, link) for one in _providers)


def surroundings_of(table: Table) -> Surroundings | None:
    found = (one.surroundings(table) for one in _providers) if table.surrounded else ()
    return next((around for around in found if around), None)


def ruled_deals(table: Table) -> Collection[int]:
    """Asked only of tables with numbered deals."""
    if table.deals is None or not table.surrounded:
        return ()
    return {deal for one in _providers for deal in one.ruled_deals(table)}
