"""Lines of several tables in one list, read in a fixed number of queries for each game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorer.club.names import join_names
from scorer.play.models import Hand, Score, Seat
from scorer.play.table_context import Chair, chair_of, line_title
from scorer.registry import GameConfig, get_game
from scorer.scoring import Outcome


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line with what its row shows.

    The game's row template gets it as its `table_context`, and reads `game`, `variant` and `outcome_of` from it.
    """

    hand: Hand
    game: GameConfig
    variant: Any
    entry: Any
    title: str
    chairs: tuple[Chair, ...]
    points: tuple[tuple[str, int], ...]
    """The name and the points of each side that the line gives any."""

    def outcome_of(self, _hand_id: int, _entry: Any) -> Outcome | None:
        """Return None, since a list does not replay its tables."""
        return None


def listed_lines(hands: Iterable[Hand]) -> list[ListedLine]:
    """Return a line for each hand. The hands are annotated with their `ordinal` and have their table."""
    hands = list(hands)
    tables = {hand.table_id: hand.table for hand in hands}
    entries: dict[int, Any] = {}
    variants: dict[int, Any] = {}
    for slug in {table.game for table in tables.values()}:
        game, ids = get_game(slug), [table.pk for table in tables.values() if table.game == slug]
        played = game.hand_model.objects.for_tables(ids).filter(hand__in=[hand.pk for hand in hands])
        entries |= {detail.hand_id: detail.entry for detail in played}
        variants |= {row.table_id: row.variant for row in game.table_model.objects.filter(table__in=ids)}
    seats: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in Seat.objects.filter(table__in=tables).select_related("player"):
        seats[seat.table_id].append(seat)
    points: dict[int, dict[int, int]] = {hand.pk: {} for hand in hands}
    for hand_id, position, scored in Score.objects.filter(hand__in=points).values_list(
        "hand", "seat__position", "points"
    ):
        points[hand_id][position] = scored
    return [
        _line(hand, entries.get(hand.pk), variants[hand.table_id], seats[hand.table_id], points[hand.pk])
        for hand in hands
    ]


def _line(hand: Hand, entry: Any, variant: Any, seats: Iterable[Seat], points: Mapping[int, int]) -> ListedLine:
    game = hand.table.config
    chairs = tuple(chair_of(game, seat) for seat in seats if seat.holds(hand.number))
    by_side = tuple(
        (join_names((chairs[seat - 1].player for seat in side), " & "), points[side[0]])
        for side in game.rules.sides(hand.table.size)
        if side[0] in points
    )
    ordinal: int | None = hand.ordinal  # type: ignore[attr-defined]  # annotated
    return ListedLine(hand, game, variant, entry, line_title(game, hand, entry, ordinal), chairs, by_side)
