"""Leaderboards, worked out from the results of tables. No database here but for the names of players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorer.club.models import BoardRule, Club, Player
from scorer.club.names import alphabetical
from scorer.scoring.ranking import places
from scorer.standings.results import Part, Result


@dataclass(slots=True)
class Tally:
    """What one player has brought together."""

    player: int
    points: int = 0
    hands: int = 0
    hand_points: int = 0
    """Those of tables with hands: an old evening brings a total only, which would make an average of nothing."""
    finished: int = 0
    won: int = 0
    beaten: float = 0
    opponents: int = 0
    games: set[str] = field(default_factory=set)
    by_table: list[tuple[int, int]] = field(default_factory=list)
    """Points at each table, with that table, in the order of opening."""
    shares: list[float] = field(default_factory=list)
    """Of the opponents at each closed table, how many stood below, from 0 to 1."""

    def add(self, result: Result, part: Part) -> None:
        self.points += part.points
        self.hands += part.hands
        self.hand_points += part.points if part.hands else 0
        self.games.add(result.game)
        self.by_table.append((part.points, result.table))
        if result.closed and part.credited:
            beaten = result.beaten[part.side]
            self.finished += 1
            self.won += result.won(part.side)
            self.beaten += beaten
            self.opponents += result.opponents
            self.shares.append(beaten / result.opponents)

    @property
    def tables(self) -> int:
        return len(self.by_table)

    @property
    def average(self) -> float | None:
        return self.hand_points / self.hands if self.hands else None

    @property
    def share(self) -> float | None:
        return self.beaten / self.opponents if self.opponents else None

    @property
    def best(self) -> tuple[int, int] | None:
        """The most points at one table, with that table."""
        return max(self.by_table, key=lambda item: item[0], default=None)

    def best_sum(self, count: int) -> int:
        return sum(sorted((points for points, _table in self.by_table), reverse=True)[:count])


@dataclass(frozen=True, slots=True)
class Tallies:
    """By player, of results in the order of opening."""

    results: Sequence[Result]
    by_player: Mapping[int, Tally]

    @classmethod
    def of(cls, results: Sequence[Result], before: "Tallies | None" = None) -> "Tallies":
        """Whose results are all among those `before` is not added up again."""
        there = {id(result): result for result in before.results} if before else {}
        here = {id(result): result for result in results}
        changed = [(there.get(key) or here[key]).parts for key in there.keys() ^ here.keys()]
        players = {part.player for parts in changed for part in parts}
        found = {player: Tally(player) for player in players}
        for result in results:
            for part in result.parts:
                if part.player in found:
                    found[part.player].add(result, part)
        added = {player: tally for player, tally in found.items() if tally.by_table}
        kept = before.by_player if before else {}
        return cls(results, {player: tally for player, tally in kept.items() if player not in players} | added)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a board ranks by: `value` of a tally, or None where it does not qualify. `sentence` says it to people."""

    sentence: str
    value: Callable[[Tally], float | None]


def ranking_of(club: Club) -> Ranking:
    """Of a board of one game, as the club has chosen."""
    match club.board_rule:
        case BoardRule.AVERAGE:
            sentence = ngettext(
                "Ranked by points per hand; a rank needs at least %(count)s hand.",
                "Ranked by points per hand; a rank needs at least %(count)s hands.",
                club.board_hands,
            )
            return Ranking(
                sentence % {"count": club.board_hands},
                lambda tally: tally.average if tally.hands >= max(club.board_hands, 1) else None,
            )
        case BoardRule.BEST:
            sentence = ngettext(
                "Ranked by the points of everybody's best table.",
                "Ranked by the sum of everybody's best %(count)s tables.",
                club.board_tables,
            )
            return Ranking(sentence % {"count": club.board_tables}, lambda tally: tally.best_sum(club.board_tables))
    return Ranking(_("Ranked by the sum of all points."), lambda tally: tally.points)


def ranking_over_all_games(club: Club) -> Ranking:
    sentence = ngettext(
        "Ranked by the share of opponents finished ahead of at closed tables; a rank needs at least %(count)s hand.",
        "Ranked by the share of opponents finished ahead of at closed tables; a rank needs at least %(count)s hands.",
        club.board_hands,
    )
    return Ranking(
        " ".join([sentence % {"count": club.board_hands}, _("Points of different games are never added up.")]),
        lambda tally: tally.share if tally.hands >= club.board_hands else None,
    )


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One player on a board; `rank` is None for who does not qualify, `name` as everybody sees it."""

    rank: int | None
    name: str
    value: float | None
    tally: Tally
    rating: int | None

    @property
    def player(self) -> int:
        return self.tally.player


def board_rows(
    found: Mapping[int, Tally], ranking: Ranking, names: Mapping[int, str], rating: Callable[[int], int | None]
) -> list[BoardRow]:
    """In the order of the ranking, those without a rank at the end; who is level goes by name."""
    values = {player: ranking.value(tally) for player, tally in found.items()}
    ranked = [player for player in values if values[player] is not None]
    rank = dict(zip(ranked, places([values[player] or 0 for player in ranked]), strict=True))
    lines = [
        BoardRow(rank.get(player), names.get(player, ""), values[player], tally, rating(player))
        for player, tally in found.items()
    ]
    return sorted(lines, key=lambda line: (line.rank is None, line.rank or 0, alphabetical(line.name), line.player))


Key = Callable[[BoardRow], Any]

COLUMNS: Mapping[str, Key] = {
    "player": lambda line: alphabetical(line.name),
    "tables": lambda line: line.tally.tables,
    "hands": lambda line: line.tally.hands,
    "points": lambda line: line.tally.points,
    "counted": lambda line: line.value,
    "average": lambda line: line.tally.average,
    "won": lambda line: line.tally.won,
    "best": lambda line: line.tally.best and line.tally.best[0],
    "share": lambda line: line.tally.share,
    "games": lambda line: len(line.tally.games),
    "rating": lambda line: line.rating,
}
"""What a board can be sorted by, beside its rank."""


def in_order(lines: Sequence[BoardRow], column: str, *, backwards: bool = False) -> list[BoardRow]:
    """The most first, names from A on; `backwards` the other way round. Nothing always stands last."""
    if column not in COLUMNS:
        return list(reversed(lines)) if backwards else list(lines)
    key = COLUMNS[column]
    there = [line for line in lines if key(line) is not None]
    missing = [line for line in lines if key(line) is None]
    return sorted(there, key=key, reverse=(column != "player") != backwards) + missing


def names_of(club: Club) -> dict[int, str]:
    """As everybody sees them; of the whole club, so no Player is made of each."""
    names = Player.objects.filter(club=club).order_by().values_list("pk", "name", "shown_as")
    return {pk: shown_as or name for pk, name, shown_as in names}
