"""The effect of a change on the leaderboards that the changed tables count for."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from scorer.club.models import Club, Season
from scorer.play.models import Table
from scorer.registry import get_game
from scorer.registry.words import variant_story
from scorer.scoring import ResultUnit
from scorer.standings.boards import BoardRow, Tallies, board_rows, display_names, ranking_of
from scorer.standings.columns import MAIN_COLUMNS, Cell, Column, in_unit
from scorer.standings.result import Result
from scorer.standings.results import SeasonGame, ids_of_results, read_results, results_of, season_versions


@dataclass(frozen=True, slots=True)
class RankChange:
    """A change of a player's rank or value. Where the player has none, the rank is None and the cell is empty."""

    name: str
    rank_before: int | None
    rank_after: int | None
    before: Cell
    after: Cell


@dataclass(frozen=True, slots=True)
class BoardEffect:
    season: str
    game: str
    variant: str
    changes: Sequence[RankChange]
    """The best after the change come first."""


@dataclass(frozen=True)
class BoardEffects:
    template: ClassVar[str] = "corrections/boards.html"
    sentence: str
    """Describes the rule of ranking."""
    heading: Any
    boards: Sequence[BoardEffect]


class BoardsReader:
    """Reads the state of the leaderboards of `tables` each time it is called.

    The cache holds only results of committed versions. So the results of other tables are read once, before the change,
    and those of the changed tables every time, without being cached.
    """

    def __init__(self, tables: Iterable[Table]) -> None:
        self.tables = {table.pk for table in tables}

    @cached_property
    def _ids(self) -> frozenset[int]:
        return frozenset(ids_of_results(self.tables))

    def __call__(self) -> "BoardsState":
        results = {unit: [*others] for unit, others in self._others.items()}
        for unit, changed in read_results(self.tables).items():
            results.setdefault(unit, []).extend(changed)
        ordered = {
            unit: sorted(unordered, key=lambda result: (result.opened, result.number))
            for unit, unordered in results.items()
        }
        return BoardsState(self._seasons, self._ids, ordered)

    @cached_property
    def _seasons(self) -> Mapping[int, Season]:
        seasons = Season.objects.filter(tables__in=self.tables).select_related("club").distinct()
        return {season.pk: season for season in seasons}

    @cached_property
    def _others(self) -> Mapping[SeasonGame, Sequence[Result]]:
        tables = Table.objects.installed().filter(pk__in=self.tables)
        units = set(tables.values_list("season", "game"))
        versions = {unit: version for unit, version in season_versions(self._seasons.values()).items() if unit in units}
        return {
            unit: [result for result in results_of({unit: version}) if result.table not in self._ids]
            for unit, version in versions.items()
        }


@dataclass(frozen=True)
class BoardsState:
    seasons: Mapping[int, Season]
    ids: frozenset[int]
    """Of the results of the changed tables, and of their events."""
    results: Mapping[SeasonGame, Sequence[Result]]

    fingerprint: ClassVar[str] = ""
    """Empty: a board changes with every hand of the season, which is no reason to ask again."""

    def changes_since(self, before: "BoardsState") -> BoardEffects:
        club = next(iter(self.seasons.values())).club
        boards = [
            BoardEffect(self.seasons[season].name, str(get_game(slug).title), story, changes)
            for season, slug in self.results
            for story, changes in self._rank_changes(before, (season, slug), club)
        ]
        units = {result.unit for results in self.results.values() for result in results if result.table in self.ids}
        unit = units.pop() if len(units) == 1 else ResultUnit.POINTS
        column = in_unit(MAIN_COLUMNS[club.board_rule], unit)
        return BoardEffects(ranking_of(club, unit).sentence, column.label, boards)

    def _rank_changes(
        self, before: "BoardsState", unit: SeasonGame, club: Club
    ) -> Iterable[tuple[str, Sequence[RankChange]]]:
        """Yield the changes on the board of each variant that one of the changed tables is, or was, played under."""
        game = get_game(unit[1])
        old, new = before.results.get(unit, ()), self.results[unit]
        for variant in dict.fromkeys(result.variant for result in (*old, *new) if result.table in self.ids):
            column = in_unit(MAIN_COLUMNS[club.board_rule], game.rules.result_unit(game.rules.Variant(*variant)))
            changes = _compare(_rows_by_player(club, old, variant), _rows_by_player(club, new, variant), column)
            if changes:
                yield variant_story(game, game.rules.Variant(*variant)), changes


def _rows_by_player(club: Club, results: Iterable[Result], variant: Any) -> Mapping[int, BoardRow]:
    tallies = Tallies.from_results([result for result in results if result.variant == variant]).by_player
    rows = board_rows(tallies, ranking_of(club), display_names(club), rating=lambda _player: None)
    return {row.player: row for row in rows}


def _compare(old: Mapping[int, BoardRow], new: Mapping[int, BoardRow], column: Column) -> Sequence[RankChange]:
    def cell(line: BoardRow | None) -> Cell:
        return column.cell(column.value(line) if line else None)

    changes = []
    for player in {**new, **old}:
        was, now = old.get(player), new.get(player)
        ranks = was.rank if was else None, now.rank if now else None
        cells = cell(was), cell(now)
        if ranks[0] != ranks[1] or cells[0] != cells[1]:
            changes.append(RankChange((now or old[player]).name, *ranks, *cells))
    return changes
