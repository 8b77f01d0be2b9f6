"""What was played, as the games describe a hand on their sheets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.club.names import short_names
from scorer.events.models import Event
from scorer.events.results.played import ResultLine
from scorer.play.models import Seat
from scorer.play.table_context import Chair, chair_of
from scorer.registry import GameConfig
from scorer.registry.description import Description, Subject


@dataclass(frozen=True)
class PlayedHand:
    game: GameConfig
    variant: Any
    entry: Any
    chairs: tuple[Chair, ...]

    @property
    def cache_key(self) -> str:
        """Everything that is shown of it."""
        return f"{hash(self.variant)} {self.entry} {self.chairs}"

    @cached_property
    def description(self) -> Description:
        names = {chair.position: chair.short for chair in self.chairs}
        return self.game.describe(Subject(self.entry, names, self.variant, deal_known=True))


Hands = Mapping[tuple[int, int], PlayedHand]
"""By the ids of tables and the numbers of the lines on their sheets."""


def hands_of(event: Event, lines: Iterable[ResultLine]) -> Hands:
    """Return the hands that were played on these lines, in one query, and in two where chairs have no names."""
    game, variant = event.config, event.variant
    wanted = {(line.sitting.table_id or 0, line.hand) for line in lines if line.hand}
    tables = {table for table, _number in wanted}
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in () if game.seat_names else Seat.objects.filter(table__in=tables).select_related("player"):
        seats[seat.table_id].append(seat)
    named = tuple(Chair(position, str(name), "") for position, name in enumerate(game.seat_names, start=1))
    hands: dict[tuple[int, int], PlayedHand] = {}
    for detail in game.hand_model.objects.for_tables(tables).filter(
        hand__number__in={number for _table, number in wanted}
    ):
        at = (detail.hand.table_id, detail.hand.number)
        if at in wanted:
            chairs = named or _chairs(game, [seat for seat in seats[at[0]] if seat.holds(at[1])])
            hands[at] = PlayedHand(game, variant, detail.entry, chairs)
    return hands


def _chairs(game: GameConfig, seats: Sequence[Seat]) -> tuple[Chair, ...]:
    called = short_names(tuple(seat.player.shown for seat in seats))
    return tuple(chair_of(game, seat, name) for seat, name in zip(seats, called, strict=True))
