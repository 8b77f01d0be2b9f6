"""The result of one table, or of one field of an event: what leaderboards are made of."""

from collections.abc import Hashable
from dataclasses import astuple, dataclass, fields
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from scorer.contest.ranking import beaten, places
from scorer.registry import GameConfig, get_game
from scorer.scoring import ResultUnit


class Part(NamedTuple):
    """One player's result at a table. `side` is an index into the table's totals.

    `resting` are those of the `points` that the player got for hands in which it sat out.
    `credited` means that the rank of the side counts for the player, who sat at one position for most of its hands.
    """

    player: int
    side: int
    points: int
    hands: int
    credited: bool
    resting: int = 0


@dataclass(frozen=True)
class Result:
    """The result of one table. `totals` go by side; `variant` has the values of the variant's fields in order."""

    table: int
    number: int
    game: str
    variant: tuple[Hashable, ...]
    opened: datetime
    closed: datetime | None
    totals: tuple[int, ...]
    parts: tuple[Part, ...]

    is_event: ClassVar[bool] = False
    """Whether it is the result of an event, and not of a table (scorer.standings.event_results)."""

    @property
    def unit(self) -> ResultUnit:
        """What the totals are counted in."""
        rules = get_game(self.game).rules
        return rules.result_unit(rules.Variant(*self.variant))

    @cached_property
    def places(self) -> tuple[int, ...]:
        return places(self.totals)

    @cached_property
    def beaten(self) -> tuple[float, ...]:
        """By side, the number of opponents it finished ahead of. A tie counts half."""
        return beaten(self.totals)

    @cached_property
    def credited(self) -> tuple[tuple[int, int], ...]:
        """The players who are credited with the rank of their side, each with the side."""
        return tuple((part.player, part.side) for part in self.parts if part.credited)

    @property
    def opponents(self) -> int:
        return len(self.totals) - 1

    @property
    def is_comparison(self) -> bool:
        """Whether it is over and says who finished ahead of whom. A field of one beats nobody and loses to nobody."""
        return self.closed is not None and self.opponents > 0

    def won(self, side: int) -> bool:
        """Whether the side came first, alone or tied, and ahead of somebody."""
        return self.places[side] == 1 and self.beaten[side] > self.opponents / 2


def variant_columns(game: GameConfig) -> list[str]:
    """Return the columns of a game's tables that `variant_values` takes."""
    return ["table__size", "table__deal_count", *(field.name for field in fields(game.rules.Variant))]


def variant_values(game: GameConfig, size: int, deals: int | None, *values: Any) -> tuple[Hashable, ...]:
    """Return the values of a variant by which results are told apart.

    How many deals an event gave its tables makes no difference: they count under the preset that the event chose.
    """
    variant = game.rules.Variant(*values)
    counted = game.without_deals(variant, deals, size)
    return values if counted is variant else astuple(counted)
