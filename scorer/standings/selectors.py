"""Data for the pages of leaderboards and players."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from scorer.club.models import Club, Season
from scorer.db.versioned_cache import VersionedCache, sized
from scorer.registry import GameConfig, get_game
from scorer.registry.words import variant_story
from scorer.scoring import ResultUnit
from scorer.standings import boards
from scorer.standings.boards import BoardRow, Tallies, Tally
from scorer.standings.columns import ALL_GAMES_COLUMNS, MAIN_COLUMNS, SHARE, Column, game_columns, in_unit
from scorer.standings.periods import ALL, Period
from scorer.standings.rating import MAX_CACHED as MAX_RATINGS
from scorer.standings.rating import Ratings, ratings_of
from scorer.standings.result import Result
from scorer.standings.results import SeasonGame, Version, results_of, season_versions

MAX_CACHED = 100
"""The number of cached boards."""


@dataclass(frozen=True, slots=True)
class PlayedVariant:
    """A variant that some tables were played under. `code` identifies it in URLs."""

    code: str
    name: str
    tables: int
    unit: ResultUnit


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard. `game` is None for the board over all games; `mixed` boards add up different variants."""

    period: Period
    game: GameConfig | None
    variants: tuple[PlayedVariant, ...]
    variant: str
    mixed: bool
    sentence: str
    main: Column
    """The column it ranks by."""
    columns: Sequence[Column]
    rows: Sequence[BoardRow]

    @property
    def title(self) -> str:
        return str(self.game.title) if self.game else _("All games")

    @property
    def variant_name(self) -> str:
        """The name of the variant, if there are several to choose from."""
        names = {variant.code: variant.name for variant in self.variants}
        return names.get(self.variant, "") if len(names) > 1 else ""

    def trend(self, tally: Tally) -> list[int]:
        """The points at each table, or over all games how far the share of opponents beaten is above a half, in
        hundredths.
        """
        if self.game:
            return [points for points, _table in tally.by_table]
        return [round(100 * share) - 50 for share in tally.shares]


def game_board(club: Club, game: GameConfig, period_results: "PeriodResults", variant: str = "") -> Board:
    """Return the board of a game for the requested variant, or for the one that most tables were played under."""
    variants = period_results.variants(game)
    codes = {played.code for played in variants}
    if len(variants) > 1:
        chosen = variant if variant in codes | {ALL} else variants[0].code
    else:
        chosen = variants[0].code if variants else ""
    unit = next((played.unit for played in variants if played.code == chosen), ResultUnit.POINTS)
    ranking = boards.ranking_of(club, unit)
    return Board(
        period_results.period,
        game,
        variants,
        chosen,
        mixed=chosen == ALL,
        sentence=ranking.sentence,
        main=in_unit(MAIN_COLUMNS[club.board_rule], unit),
        columns=game_columns(club.board_rule, unit),
        rows=period_results.rows(club, ranking, game.slug, chosen),
    )


def all_games_board(club: Club, period_results: "PeriodResults") -> Board:
    ranking = boards.ranking_over_all_games(club)
    return Board(
        period_results.period,
        None,
        (),
        "",
        mixed=False,
        sentence=ranking.sentence,
        main=SHARE,
        columns=ALL_GAMES_COLUMNS,
        rows=period_results.rows(club, ranking),
    )


def default_board(club: Club, period_results: "PeriodResults") -> Board | None:
    """Return the board over all games, or the board of the only game played, or None if nothing was played."""
    match period_results.games():
        case []:
            return None
        case [game]:
            return game_board(club, game, period_results)
    return all_games_board(club, period_results)


def compute_current_boards() -> None:
    """Fill the caches behind the boards of open seasons, as far as they have room: first where people played last.

    With a season of 20,000 hands this takes a tenth of a second, for which the first visitor would wait otherwise.
    """
    room = sized(MAX_CACHED)
    played_last = Season.objects.open().annotate(played=Max("tables__opened_at")).exclude(played=None)
    for season in played_last.select_related("club").order_by("-played")[: sized(MAX_RATINGS)]:
        period_results = PeriodResults.for_period(Period.for_season(season))
        room -= 1 + len(period_results.versions)
        if room < 0:
            return
        all_games_board(season.club, period_results)
        for game in period_results.games():
            game_board(season.club, game, period_results)


_variants_cache: VersionedCache[Counter[tuple[Hashable, ...]]] = VersionedCache("variants", sized(MAX_CACHED))
_tallies_cache: VersionedCache[Tallies] = VersionedCache("boards", sized(MAX_CACHED))


@dataclass(frozen=True, slots=True)
class PeriodResults:
    """A period with the versions of its tables. What is calculated from them is cached until they change."""

    period: Period
    versions: Mapping[SeasonGame, Version]

    @classmethod
    def for_period(cls, period: Period) -> "PeriodResults":
        return cls(period, season_versions(period.seasons))

    def results(self, game: str = "") -> list[Result]:
        """Return the results of the period, for one game or for all."""
        return self.period.filter(results_of(self._versions(game)))

    def games(self) -> list[GameConfig]:
        """Return the games that were played, the one with the most tables first."""
        tables = Counter(result.game for result in self.tallies().results)
        return [get_game(slug) for slug, _tables in tables.most_common()]

    def variants(self, game: GameConfig) -> tuple[PlayedVariant, ...]:
        """Return the variants that the game was played under, the most frequent first; among equals, presets first."""

        def count(_before: Any) -> Counter[tuple[Hashable, ...]]:
            return Counter(result.variant for result in self.results(game.slug))

        counted = _variants_cache.get((*self._key, game.slug), self._version(game.slug), count)
        presets = list(game.rules.PRESETS.values())
        variants = [(game.rules.Variant(*values), variant_code(values), tables) for values, tables in counted.items()]

        def order(item: tuple[Any, str, int]) -> tuple[int, int, str]:
            variant, code, tables = item
            return -tables, presets.index(variant) if variant in presets else len(presets), code

        variants.sort(key=order)
        return tuple(
            PlayedVariant(code, variant_story(game, variant), tables, game.rules.result_unit(variant))
            for variant, code, tables in variants
        )

    def rows(self, club: Club, ranking: boards.Ranking, game: str = "", variant: str = ALL) -> list[BoardRow]:
        tallies = self.tallies(game, variant).by_player
        return boards.board_rows(tallies, ranking, boards.display_names(club), self.ratings().rating_of)

    def tallies(self, game: str = "", variant: str = ALL) -> Tallies:
        def add_up(before: Tallies | None) -> Tallies:
            results = self.results(game)
            if variant != ALL:
                results = [result for result in results if variant_code(result.variant) == variant]
            return Tallies.from_results(results, before)

        return _tallies_cache.get((*self._key, game, variant), self._version(game), add_up)

    def ratings(self) -> Ratings:
        """Return the ratings of whole seasons, even for a month: a single month is too little to rate by."""
        seasons = tuple(season.pk for season in self.period.seasons)
        return ratings_of(lambda: results_of(self.versions), key=seasons, version=self._version(""))

    @property
    def _key(self) -> tuple[Hashable, ...]:
        return self.period.code, *(season.pk for season in self.period.seasons)

    def _version(self, game: str) -> Hashable:
        return tuple(self._versions(game).items())

    def _versions(self, game: str) -> Mapping[SeasonGame, Version]:
        return {unit: version for unit, version in self.versions.items() if game in ("", unit[1])}


def variant_code(variant: Hashable) -> str:
    return sha256(repr(variant).encode()).hexdigest()[:8]
