"""Tables and lines in a list, read in a fixed number of queries however many there are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, Sum

from scorer.club.models import Club
from scorer.club.names import join_names, short_names
from scorer.play.models import Hand, Score, Seat, Table
from scorer.play.selectors.sheet import Total
from scorer.play.sheets.confirmations import objection_counts
from scorer.play.table_context import Chair, chair_of, line_title
from scorer.registry import GameConfig, get_game
from scorer.scoring import Outcome


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line with what its row shows.

    `describe` takes it as a `table_context`, and reads `game`, `variant` and `outcome_of` from it.
    """

    hand: Hand
    game: GameConfig
    variant: Any
    entry: Any
    title: str
    chairs: tuple[Chair, ...]
    points: tuple[tuple[str, int], ...]
    """The name and the points of each side that the line gives any."""

    def outcome_of(self, _hand: Hand, _entry: Any) -> Outcome | None:
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


PLAYER_WIDTH, PARTNER_WIDTH = 7, 9
"""The greatest width of a name in a list of tables on a phone (see `names.width`): of a player alone, of whom two share
a line, and of one of two partners."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in a list, with the result of its sides and the number of hands played."""

    table: Table
    title: str
    icon: str
    sides: tuple[Total, ...]
    hands: int
    old: bool
    """An imported old evening, of which only the points are known."""
    objections: int

    @property
    def people(self) -> str:
        return ", ".join(side.name for side in self.sides)

    @property
    def has_pairs(self) -> bool:
        return len(self.sides) < self.table.size


def table_cards(tables: Iterable[Table]) -> list[TableCard]:
    """Return a card for each table."""
    tables = list(tables)
    ids = [table.pk for table in tables]
    points: dict[int, dict[int, int]] = {}
    sums = (
        Score.objects.filter(table__in=ids)
        .values_list("table_id", "seat__position")
        .annotate(points=Sum("points"))
        .order_by()
    )
    for table_id, position, total in sums:
        points.setdefault(table_id, {})[position] = total
    results: dict[int, dict[int, int]] = {}
    seated: dict[int, dict[int, str]] = {}
    for seat in Seat.objects.filter(table__in=ids).select_related("player"):
        if seat.until is None:
            seated.setdefault(seat.table_id, {})[seat.position] = seat.player.shown
        if seat.result is not None:
            of_table = results.setdefault(seat.table_id, {})
            of_table[seat.position] = of_table.get(seat.position, 0) + seat.result
    live = Count("pk", filter=Q(voided=False))
    hands = Hand.objects.filter(table__in=ids).values_list("table_id", "kind").annotate(live=live).order_by()
    lines: dict[int, dict[str, int]] = {}
    for table_id, kind, count in hands:
        lines.setdefault(table_id, {})[kind] = count
    objections = objection_counts(tables)
    return [
        _card(
            table,
            results.get(table.pk) or points.get(table.pk, {}),
            seated.get(table.pk, {}),
            lines.get(table.pk, {}),
            objections.get(table.pk, 0),
        )
        for table in tables
    ]


def _card(
    table: Table, points: dict[int, int], names: dict[int, str], lines: dict[str, int], objections: int
) -> TableCard:
    """`points` are the result so far, and `lines` the number of counting lines of each kind."""
    game = table.config
    sides = game.rules.sides(table.size)
    sums = [points.get(side[0], 0) for side in sides]
    seats = range(1, table.size + 1)
    width = PLAYER_WIDTH if len(sides) == table.size else PARTNER_WIDTH
    short = dict(zip(seats, short_names(tuple(names.get(seat, "") for seat in seats), width), strict=True))
    teams, short_teams = (
        [join_names((name_of.get(seat, "") for seat in side), " & ") for side in sides] for name_of in (names, short)
    )
    best, decided = max(sums), min(sums) < max(sums)
    totals = tuple(
        Total(team, "", total, decided and total == best, short_team, team)
        for team, short_team, total in zip(teams, short_teams, sums, strict=True)
    )
    old = Hand.Kind.TOTAL in lines and Hand.Kind.PLAYED not in lines
    hands = lines.get(Hand.Kind.PLAYED, 0)
    return TableCard(table, str(game.title), game.icon, totals, hands, old, objections)


def club_tables(club: Club) -> list[TableCard]:
    """Return the open tables that stand by themselves, by number."""
    return table_cards(club.tables.open().without_occasion().order_by("number", "opened_at"))
