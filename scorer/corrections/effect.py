"""What a change does, before and after: at a table the points of its lines, its totals and its ranking.

Two readings of the ledger are compared, so that one computation serves every kind of change.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol
from zlib import crc32

from django.db.models import Count, Q, Sum

from scorer.club.models import Player
from scorer.corrections.boards import Boards
from scorer.play import selectors, services
from scorer.play.models import Score, Seat, Table
from scorer.play.table_context import TableContext
from scorer.registry import all_games


class Reading(Protocol):
    @property
    def stamp(self) -> str:
        """Another one for another state of what is read; the same for the same. Empty: no reason to ask again."""

    def since(self, before: Any) -> Any:
        """What has changed since an earlier reading; its `template` shows it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A total with its rank: of a side; of a player where players have changed seats."""

    who: str
    before: int
    after: int
    rank_before: int
    rank_after: int


@dataclass(frozen=True, slots=True)
class Gain:
    """What a line of the sheet gives to somebody; None where it gives nothing."""

    who: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Effect:
    """What changes at one table."""

    template: ClassVar[str] = "corrections/table.html"
    table: Table
    places: tuple[Place, ...]
    """The best after the change first."""
    lines: tuple[tuple[int | None, tuple[Gain, ...]], ...]
    """The lines whose points change, each with those whose points they are. A hand is numbered among those that count
    before the change or after it; another line has no number."""


@dataclass(frozen=True, slots=True)
class Book:
    """A reading of one table's ledger."""

    table: Table
    seats: tuple[Seat, ...]
    rows: tuple[tuple[int, int, int, bool], ...]
    """The id of a seat, the number of a line, the points, and whether the line is a hand."""

    @property
    def stamp(self) -> str:
        return ".".join(map(str, self.table.version_key))

    def since(self, before: "Book") -> Effect:
        return effect(before, self)

    @property
    def seating(self) -> set[tuple[int, int, int, int | None]]:
        return {(seat.position, seat.player_id, seat.since, seat.until) for seat in self.seats}

    def points(self, parties: Iterable[int], *, by_player: bool) -> dict[int, dict[int, int]]:
        """Points by line for each party: a player's id, or the first position of a side, which speaks for all of it."""
        found: dict[int, dict[int, int]] = {party: {} for party in parties}
        party_at = {seat.pk: seat.player_id if by_player else seat.position for seat in self.seats}
        for seat, number, points, _played in self.rows:
            if party_at.get(seat) in found:
                found[party_at[seat]][number] = points
        return found


class Readings:
    """Of some tables, and of all that changes with them; to be called before the change and after it."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self.tables = tuple(tables)
        self.boards = Boards(self.tables)

    def __call__(self) -> list[Reading]:
        return [*self._own(), *([self.boards()] if self.tables else [])]

    def _own(self) -> Sequence[Reading]:
        return books(*self.tables)


class RecordReadings(Readings):
    """The same where players are merged or parted: of the `tables` where they sat nothing but the boards is told."""

    def __init__(self, players: Iterable[Player], tables: Iterable[Table]) -> None:
        super().__init__(tables)
        self.players = tuple(players)

    def _own(self) -> Sequence[Reading]:
        return record(*self.players)


def books(*tables: Table) -> list[Book]:
    """The tables are locked and read anew: the caller's may be older than the ledger."""
    found = services.lock_all([table.pk for table in tables])
    return [
        Book(
            found[table.pk],
            tuple(Seat.objects.filter(table=table).select_related("player")),
            tuple(Score.objects.filter(table=table).values_list("seat", "hand__number", "points", "played")),
        )
        for table in tables
    ]


def effect(before: Book, after: Book) -> Effect:
    """What has changed at one table between two readings."""
    by_player = before.seating != after.seating
    names = _players(before, after) if by_player else _sides(after.table)
    old, new = (book.points(names, by_player=by_player) for book in (before, after))
    ranked = zip(names.items(), _ranked(old), _ranked(new), strict=True)
    places = [
        Place(name, sum(old[party].values()), sum(new[party].values()), rank_before, rank_after)
        for (party, name), rank_before, rank_after in ranked
    ]
    hands = sorted({line for book in (before, after) for _seat, line, _points, played in book.rows if played})
    ordinals = {line: ordinal for ordinal, line in enumerate(hands, start=1)}
    lines = []
    for number in sorted({number for points in (old, new) for of_party in points.values() for number in of_party}):
        gains = [Gain(name, old[party].get(number), new[party].get(number)) for party, name in names.items()]
        changed = tuple(gain for gain in gains if gain.before != gain.after)
        if changed:
            lines.append((ordinals.get(number), changed))
    return Effect(after.table, tuple(sorted(places, key=lambda place: place.rank_after)), tuple(lines))


def _ranked(points: Mapping[int, Mapping[int, int]]) -> list[int]:
    """The rank of each party by the sum of its lines, 1 for the most; who is level shares a rank."""
    sums = [sum(lines.values()) for lines in points.values()]
    return [1 + sum(other > own for other in sums) for own in sums]


def _players(*books: Book) -> dict[int, str]:
    return {seat.player_id: seat.player.shown for book in books for seat in book.seats}


def _sides(table: Table) -> dict[int, str]:
    table_context = TableContext(table)
    totals = selectors.totals_of(table_context)
    return {
        side[0]: f"{total.name} · {total.players}" if total.players else total.name
        for (side, _name), total in zip(table_context.sides, totals, strict=True)
    }


@dataclass(frozen=True)
class Tally:
    """What changes of what players have to their names, by game and player."""

    template: ClassVar[str] = "corrections/players.html"
    rows: tuple[tuple[str, str, "PlayerTotal", "PlayerTotal"], ...]
    """Game, player, before, after."""


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    hands: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A reading of what some players have to their names, by game and player."""

    players: tuple[Player, ...]
    rows: Mapping[tuple[str, int], PlayerTotal]

    @property
    def stamp(self) -> str:
        state = sorted((player.pk, player.merged_into_id or 0) for player in self.players)
        return str(crc32(repr((state, sorted(self.rows.items(), key=lambda row: row[0]))).encode()))

    def since(self, before: "Record") -> Tally:
        titles = {game.slug: str(game.title) for game in all_games()}
        games = sorted({game for game, _player in {**before.rows, **self.rows}})
        return Tally(
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


def record(*players: Player) -> list[Record]:
    """Read anew, players too."""
    rows = (
        Score.objects.filter(player__in=players)
        .values_list("game", "player")
        .annotate(hands=Count("pk", filter=Q(played=True)), points=Sum("points"))
        .order_by()
    )
    found = {player.pk: player for player in Player.objects.filter(pk__in=[player.pk for player in players])}
    held = {(game, player): PlayerTotal(hands, points) for game, player, hands, points in rows}
    return [Record(tuple(found[player.pk] for player in players), held)]
