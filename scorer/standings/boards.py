"""Leaderboards, calculated from the results of tables. The database is asked only for the names of players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scorer.club.hidden_names import HiddenName, shown_name
from scorer.club.models import BoardRule, Club, Player
from scorer.club.names import sort_key
from scorer.contest.ranking import places
from scorer.scoring import ResultUnit
from scorer.standings.result import Part, Result


@dataclass(slots=True)
class Tally:
    """What one player's results add up to."""

    player: int
    points: int = 0
    hands: int = 0
    scored_hands: int = 0
    """Hands whose points count. Those of an event that compares in another way do not."""
    hand_points: int = 0
    """Points from tables with hands, without those for hands that the player sat out.

    An old evening has only a total, which would distort the average.
    """
    finished: int = 0
    won: int = 0
    beaten: float = 0
    opponents: int = 0
    games: set[str] = field(default_factory=set)
    by_table: list[tuple[int, int]] = field(default_factory=list)
    """The points at each table with the table's id, in the order of opening."""
    shares: list[float] = field(default_factory=list)
    """The share of opponents beaten at each closed table and in each finished event, from 0 to 1."""

    def add(self, result: Result, part: Part) -> None:
        self.hands += part.hands
        self.games.add(result.game)
        if not result.is_event:
            self.points += part.points
            self.scored_hands += part.hands
            self.hand_points += part.points - part.resting if part.hands else 0
            self.by_table.append((part.points, result.table))
        if result.is_comparison and part.credited:
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
        return self.hand_points / self.scored_hands if self.scored_hands else None

    @property
    def share(self) -> float | None:
        return self.beaten / self.opponents if self.opponents else None

    @property
    def best(self) -> tuple[int, int] | None:
        """The most points at one table, with the table's id."""
        return max(self.by_table, key=lambda item: item[0], default=None)

    def best_sum(self, count: int) -> int:
        return sum(sorted((points for points, _table in self.by_table), reverse=True)[:count])


@dataclass(frozen=True, slots=True)
class Tallies:
    """The tallies of all players, with the results they were added up from."""

    results: Sequence[Result]
    by_player: Mapping[int, Tally]

    @classmethod
    def from_results(cls, results: Sequence[Result], before: "Tallies | None" = None) -> "Tallies":
        """Add up results, which are in the order of opening.

        Tallies of players whose results have not changed are taken over from `before`.
        """
        there = {id(result): result for result in before.results} if before else {}
        here = {id(result): result for result in results}
        changed = [(there.get(key) or here[key]).parts for key in there.keys() ^ here.keys()]
        players = {part.player for parts in changed for part in parts}
        tallies = {player: Tally(player) for player in players}
        for result in results:
            for part in result.parts:
                if part.player in tallies:
                    tallies[part.player].add(result, part)
        added = {player: tally for player, tally in tallies.items() if tally.games}
        kept = before.by_player if before else {}
        return cls(results, {player: tally for player, tally in kept.items() if player not in players} | added)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a board ranks by. `value` is None for a tally that does not qualify; `sentence` describes the rule to
    users.
    """

    sentence: str
    value: Callable[[Tally], float | None]


SENTENCES: Mapping[tuple[str, bool], Any] = {
    (BoardRule.SUM, False): gettext_lazy("Ranked by the sum of all points."),
    (BoardRule.SUM, True): gettext_lazy("Ranked by games won. The points of the hands do not count."),
    (BoardRule.AVERAGE, False): ngettext_lazy(
        "Ranked by points per hand; a rank needs at least %(count)s hand.",
        "Ranked by points per hand; a rank needs at least %(count)s hands.",
        "count",
    ),
    (BoardRule.AVERAGE, True): ngettext_lazy(
        "Ranked by games won per hand; a rank needs at least %(count)s hand.",
        "Ranked by games won per hand; a rank needs at least %(count)s hands.",
        "count",
    ),
    (BoardRule.BEST, False): ngettext_lazy(
        "Ranked by the points of each player's best table.",
        "Ranked by the sum of each player's best %(count)s tables.",
        "count",
    ),
    (BoardRule.BEST, True): ngettext_lazy(
        "Ranked by the games won at each player's best table.",
        "Ranked by the games won at each player's best %(count)s tables.",
        "count",
    ),
}
"""By the rule, and by whether results are counted in games won."""

UNITS: Mapping[ResultUnit, Any] = {
    ResultUnit.RECORD: gettext_lazy("Points are those of the record on paper."),
    ResultUnit.HUNDREDS: gettext_lazy("Points are hundreds, as they are settled."),
}


def ranking_of(club: Club, unit: ResultUnit = ResultUnit.POINTS) -> Ranking:
    """Return the ranking that the club chose for boards of one game, whose results are counted in `unit`."""
    count = club.board_tables if club.board_rule == BoardRule.BEST else club.board_hands
    sentence = SENTENCES[club.board_rule, unit is ResultUnit.GAMES] % {"count": count}

    def value(tally: Tally) -> float | None:
        match club.board_rule:
            case BoardRule.AVERAGE:
                return tally.average if tally.scored_hands >= max(count, 1) else None
            case BoardRule.BEST:
                return tally.best_sum(count) if tally.by_table else None
        return tally.points if tally.by_table else None

    return Ranking(f"{sentence} {UNITS[unit]}" if unit in UNITS else sentence, value)


MIN_OPPONENTS = 10
"""Opponents that a rank over all games needs. One evening, at which many beat everybody they met, is not enough."""


def ranking_over_all_games(club: Club) -> Ranking:
    sentence = ngettext(
        "Ranked by the share of opponents beaten at closed tables and in finished events, each of which counts once. A "
        "rank needs %(opponents)s opponents and at least %(count)s hand; partners count as one opponent.",
        "Ranked by the share of opponents beaten at closed tables and in finished events, each of which counts once. A "
        "rank needs %(opponents)s opponents and at least %(count)s hands; partners count as one opponent.",
        club.board_hands,
    ) % {"opponents": MIN_OPPONENTS, "count": club.board_hands}
    return Ranking(
        " ".join([sentence, _("Points of different games are never added together.")]),
        lambda tally: tally.share if tally.opponents >= MIN_OPPONENTS and tally.hands >= club.board_hands else None,
    )


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One player on a board, with the display name. `rank` is None for a player who does not qualify."""

    rank: int | None
    name: str
    value: float | None
    tally: Tally
    rating: int | None

    @property
    def player(self) -> int:
        return self.tally.player

    @property
    def has_page(self) -> bool:
        """Whether the reader may see the player's page."""
        return not isinstance(self.name, HiddenName)


def board_rows(
    tallies: Mapping[int, Tally], ranking: Ranking, names: Mapping[int, str], rating: Callable[[int], int | None]
) -> list[BoardRow]:
    """Rank the players. Equal ones are ordered by name, and those without a rank come last."""
    values = {player: ranking.value(tally) for player, tally in tallies.items()}
    ranked = [player for player in values if values[player] is not None]
    rank = dict(zip(ranked, places([values[player] or 0 for player in ranked]), strict=True))
    rows = [
        BoardRow(rank.get(player), names.get(player, ""), values[player], tally, rating(player))
        for player, tally in tallies.items()
    ]
    return sorted(rows, key=lambda row: (row.rank is None, row.rank or 0, sort_key(row.name), row.player))


Key = Callable[[BoardRow], Any]

SORT_KEYS: Mapping[str, Key] = {
    "player": lambda row: sort_key(row.name),
    "tables": lambda row: row.tally.tables,
    "hands": lambda row: row.tally.hands,
    "points": lambda row: row.tally.points,
    "counted": lambda row: row.value,
    "average": lambda row: row.tally.average,
    "won": lambda row: row.tally.won,
    "best": lambda row: row.tally.best and row.tally.best[0],
    "share": lambda row: row.tally.share,
    "games": lambda row: len(row.tally.games),
    "rating": lambda row: row.rating,
}
"""What a board can be sorted by, apart from the rank."""


def sort_rows(rows: Sequence[BoardRow], column: str, *, backwards: bool = False) -> list[BoardRow]:
    """Sort the rows, highest values first, names from A to Z; with `backwards`, in reverse. Missing values come
    last.
    """
    if column not in SORT_KEYS:
        return list(reversed(rows)) if backwards else list(rows)
    key = SORT_KEYS[column]
    there = [row for row in rows if key(row) is not None]
    missing = [row for row in rows if key(row) is None]
    return sorted(there, key=key, reverse=(column != "player") != backwards) + missing


def display_names(club: Club) -> dict[int, str]:
    """Map players to their display names. This reads the whole club, so it builds no model instances."""
    names = Player.objects.filter(club=club).order_by().values_list("pk", "name", "shown_as", "hidden")
    return {pk: shown_name(name, shown_as, hidden=hidden) for pk, name, shown_as, hidden in names}
