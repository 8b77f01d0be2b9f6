"""The effect of a change. For a table, that is the points of its lines, its totals and its ranking.

The effect is the difference between the states before and after the change, so that one calculation serves every kind
of change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar
from zlib import crc32

from django.db.models import Count, Q, Sum

from scorer.club.models import Player
from scorer.contest.ranking import places
from scorer.corrections.boards import BoardsReader
from scorer.play import selectors, services
from scorer.play.models import Score, Seat, Table
from scorer.play.table_context import TableContext
from scorer.registry import all_games
from scorer.web.previews import State


@dataclass(frozen=True, slots=True)
class RankedTotal:
    """A result and its rank before and after: of a side, or of a player if players have changed seats."""

    name: str
    before: int
    after: int
    rank_before: int
    rank_after: int


@dataclass(frozen=True, slots=True)
class PointsChange:
    """The points of a side or a player in one line, before and after. None means that the line gives no points."""

    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class TableEffect:
    """The changes at one table."""

    template: ClassVar[str] = "corrections/table.html"
    table: Table
    totals: tuple[RankedTotal, ...]
    """The best after the change come first."""
    lines: tuple[tuple[int | None, tuple[PointsChange, ...]], ...]
    """The lines whose points change, with the changes.

    A hand has its number among the hands that count before or after the change. Other lines have None.
    """


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of one table's ledger."""

    table: Table
    seats: tuple[Seat, ...]
    rows: tuple[tuple[int, int, int, bool], ...]
    """For each score: the id of its seat, the number of its line, the points, and whether the line is a hand."""

    @property
    def fingerprint(self) -> str:
        return ".".join(map(str, self.table.version_key))

    def changes_since(self, before: "TableState") -> TableEffect:
        return compare_table(before, self)

    @property
    def seating(self) -> set[tuple[int, int, int, int | None]]:
        return {(seat.position, seat.player_id, seat.since, seat.until) for seat in self.seats}

    def results(self, parties: Iterable[int], *, by_player: bool) -> list[int]:
        """Return the result of each party (see `points`)."""
        points = self.points(parties, by_player=by_player)
        results = {party: sum(lines.values()) for party, lines in points.items()}
        if any(seat.result is not None for seat in self.seats):
            results = dict.fromkeys(results, 0)
            for seat in self.seats:
                party = seat.player_id if by_player else seat.position
                if party in results:
                    results[party] += seat.result or 0
        return list(results.values())

    def points(self, parties: Iterable[int], *, by_player: bool) -> dict[int, dict[int, int]]:
        """Return the points by line for each party.

        A party is the id of a player, or the first position of a side, whose members all have the same points.
        """
        points_of: dict[int, dict[int, int]] = {party: {} for party in parties}
        party_at = {seat.pk: seat.player_id if by_player else seat.position for seat in self.seats}
        for seat, number, points, _played in self.rows:
            if party_at.get(seat) in points_of:
                points_of[party_at[seat]][number] = points
        return points_of


class StateReader:
    """Reads the state of some tables and their boards, before and after a change.

    If `players` are merged or unmerged, their totals take the place of the tables.
    """

    def __init__(self, tables: Iterable[Table], players: Iterable[Player] = ()) -> None:
        self.tables, self.players = tuple(tables), tuple(players)
        self.boards = BoardsReader(self.tables)

    def __call__(self) -> list[State]:
        subjects: Sequence[State] = read_players(*self.players) if self.players else read_tables(*self.tables)
        return [*subjects, *([self.boards()] if self.tables else [])]


def read_tables(*tables: Table) -> list[TableState]:
    """Lock and read the tables. The caller's instances may be older than the ledger."""
    locked = services.lock_all([table.pk for table in tables])
    return [
        TableState(
            locked[table.pk],
            tuple(Seat.objects.filter(table=table).select_related("player")),
            tuple(Score.objects.filter(table=table).values_list("seat", "hand__number", "points", "played")),
        )
        for table in tables
    ]


def compare_table(before: TableState, after: TableState) -> TableEffect:
    """Compare two states of one table."""
    by_player = before.seating != after.seating
    names = _players(before, after) if by_player else _sides(after.table)
    old, new = (state.points(names, by_player=by_player) for state in (before, after))
    was, now = (state.results(names, by_player=by_player) for state in (before, after))
    totals = [RankedTotal(*figures) for figures in zip(names.values(), was, now, places(was), places(now), strict=True)]
    hands = sorted({line for state in (before, after) for _seat, line, _points, played in state.rows if played})
    ordinals = {line: ordinal for ordinal, line in enumerate(hands, start=1)}
    lines = []
    for number in sorted({number for points in (old, new) for by_line in points.values() for number in by_line}):
        changes = [PointsChange(name, old[party].get(number), new[party].get(number)) for party, name in names.items()]
        changed = tuple(change for change in changes if change.before != change.after)
        if changed:
            lines.append((ordinals.get(number), changed))
    return TableEffect(after.table, tuple(sorted(totals, key=lambda total: total.rank_after)), tuple(lines))


def _players(*states: TableState) -> dict[int, str]:
    return {seat.player_id: seat.player.shown for state in states for seat in state.seats}


def _sides(table: Table) -> dict[int, str]:
    table_context = TableContext(table)
    totals = selectors.totals_of(table_context)
    return {
        side[0]: f"{total.name} · {total.players}" if total.players else total.name
        for (side, _name), total in zip(table_context.sides, totals, strict=True)
    }


@dataclass(frozen=True)
class PlayersEffect:
    """The changes in what players have scored, by game and player."""

    template: ClassVar[str] = "corrections/players.html"
    rows: tuple[tuple[str, str, "PlayerTotal", "PlayerTotal"], ...]
    """For each game and player: title, name, and the totals before and after."""


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    hands: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class PlayersState:
    """What some players have scored, by game and player."""

    players: tuple[Player, ...]
    rows: Mapping[tuple[str, int], PlayerTotal]

    @property
    def fingerprint(self) -> str:
        merges = sorted((player.pk, player.merged_into_id or 0) for player in self.players)
        return str(crc32(repr((merges, sorted(self.rows.items(), key=lambda row: row[0]))).encode()))

    def changes_since(self, before: "PlayersState") -> PlayersEffect:
        titles = {game.slug: str(game.title) for game in all_games()}
        games = sorted({game for game, _player in {**before.rows, **self.rows}})
        return PlayersEffect(
            tuple(
                (
                    titles.get(game, game),
                    player.name,
                    before.rows.get((game, player.pk), PlayerTotal()),
                    self.rows.get((game, player.pk), PlayerTotal()),
                )
                for game in games
                for player in self.players
            )
        )


def read_players(*players: Player) -> list[PlayersState]:
    """Read the state of players, whose instances may be outdated."""
    scores = Score.objects.filter(player__in=players).order_by().values_list("game", "player")
    seats = Seat.objects.filter(player__in=players).exclude(result=None).order_by()
    results = {
        (game, player): own for game, player, own in seats.values_list("table__game", "player").annotate(Sum("result"))
    }
    rows = scores.annotate(
        hands=Count("pk", filter=Q(played=True)), points=Sum("points", filter=Q(seat__result=None), default=0)
    )
    totals = {
        (game, player): PlayerTotal(hands, points + results.get((game, player), 0))
        for game, player, hands, points in rows
    }
    current = {player.pk: player for player in Player.objects.filter(pk__in=[player.pk for player in players])}
    return [PlayersState(tuple(current[player.pk] for player in players), totals)]
