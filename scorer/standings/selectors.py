"""What the pages of the leaderboards and of a player show."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.db.versioned_cache import VersionedCache
from scorer.registry import GameConfig, get_game
from scorer.registry.words import variant_story
from scorer.standings import boards
from scorer.standings.boards import BoardRow, Tallies, Tally
from scorer.standings.columns import MAIN, OVER_ALL_GAMES, SHARE, Column, of_a_game
from scorer.standings.periods import ALL, Period
from scorer.standings.rating import Ratings, ratings_of
from scorer.standings.results import Result, Unit, results_of, versions_of

MOST_KEPT = 100
"""Boards that are kept in memory."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The house rules that some tables were played by; `code` is how an address names them."""

    code: str
    name: str
    tables: int


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard. `game` is None for the one over all games; `mixed` if it adds up tables of different variants."""

    period: Period
    game: GameConfig | None
    variants: tuple[Variant, ...]
    variant: str
    mixed: bool
    sentence: str
    main: Column
    """What it ranks by."""
    columns: Sequence[Column]
    lines: Sequence[BoardRow]

    @property
    def title(self) -> str:
        return str(self.game.title) if self.game else _("All games")

    @property
    def variant_name(self) -> str:
        """Where there are several to choose from."""
        names = {variant.code: variant.name for variant in self.variants}
        return names.get(self.variant, "") if len(names) > 1 else ""

    def trend(self, tally: Tally) -> list[int]:
        """Table by table: points, or over all games how far above a half of the opponents, in hundredths."""
        if self.game:
            return [points for points, _table in tally.by_table]
        return [round(100 * share) - 50 for share in tally.shares]


def game_board(club: Club, game: GameConfig, period_results: "PeriodResults", variant: str = "") -> Board:
    """By the house rules asked for, or those that most of the tables were played by."""
    variants = period_results.variants(game)
    codes = {found.code for found in variants}
    if len(variants) > 1:
        chosen = variant if variant in codes | {ALL} else variants[0].code
    else:
        chosen = variants[0].code if variants else ""
    ranking = boards.ranking_of(club)
    return Board(
        period_results.period,
        game,
        variants,
        chosen,
        mixed=chosen == ALL,
        sentence=ranking.sentence,
        main=MAIN[club.board_rule],
        columns=of_a_game(club.board_rule),
        lines=_lines(club, period_results.tallies(game.slug, chosen), ranking, period_results.ratings()),
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
        columns=OVER_ALL_GAMES,
        lines=_lines(club, period_results.tallies(), ranking, period_results.ratings()),
    )


def usual_board(club: Club, period_results: "PeriodResults") -> Board | None:
    """Over all games, or of the one that has been played. None before anything has."""
    match period_results.games():
        case []:
            return None
        case [game]:
            return game_board(club, game, period_results)
    return all_games_board(club, period_results)


_variants: VersionedCache[Counter[tuple[Hashable, ...]]] = VersionedCache(MOST_KEPT)
_tallies: VersionedCache[Tallies] = VersionedCache(MOST_KEPT)


@dataclass(frozen=True, slots=True)
class PeriodResults:
    """A period with the versions of its tables: what is worked out from them is kept as long as they stay the same."""

    period: Period
    versions: Mapping[Unit, Hashable]

    @classmethod
    def of(cls, period: Period) -> "PeriodResults":
        return cls(period, versions_of(period.seasons))

    def results(self, game: str = "") -> list[Result]:
        """Of the period, and of one game where one is named."""
        return self.period.of(
            results_of({unit: self.versions[unit] for unit in self.versions if game in ("", unit[1])})
        )

    def games(self) -> list[GameConfig]:
        """Those that have been played, the one with the most tables first."""
        tables = Counter(result.game for result in self._sums().results)
        return [get_game(slug) for slug, _tables in tables.most_common()]

    def variants(self, game: GameConfig) -> tuple[Variant, ...]:
        """The house rules that the game's tables were played by, the most usual first; among equals its presets."""

        def count(_before: Any) -> Counter[tuple[Hashable, ...]]:
            return Counter(result.variant for result in self.results(game.slug))

        counted = _variants.get((*self._key, game.slug), self._version(game.slug), count)
        presets = list(game.rules.PRESETS.values())
        found = [(game.rules.Variant(*values), code_of(values), tables) for values, tables in counted.items()]

        def order(item: tuple[Any, str, int]) -> tuple[int, int, str]:
            variant, code, tables = item
            return -tables, presets.index(variant) if variant in presets else len(presets), code

        found.sort(key=order)
        return tuple(Variant(code, variant_story(game, variant), tables) for variant, code, tables in found)

    def tallies(self, game: str = "", variant: str = ALL) -> Mapping[int, Tally]:
        return self._sums(game, variant).by_player

    def _sums(self, game: str = "", variant: str = ALL) -> Tallies:
        def add_up(before: Tallies | None) -> Tallies:
            results = self.results(game)
            if variant != ALL:
                results = [result for result in results if code_of(result.variant) == variant]
            return Tallies.of(results, before)

        return _tallies.get((*self._key, game, variant), self._version(game), add_up)

    def ratings(self) -> Ratings:
        """Of whole seasons, whatever month is meant: a month alone is too little to judge by."""
        seasons = tuple(season.pk for season in self.period.seasons)
        return ratings_of(lambda: results_of(self.versions), key=seasons, version=self._version(""))

    @property
    def _key(self) -> tuple[Hashable, ...]:
        return self.period.code, *(season.pk for season in self.period.seasons)

    def _version(self, game: str) -> Hashable:
        return tuple(self._of(game).items())

    def _of(self, game: str) -> Mapping[Unit, Hashable]:
        return {unit: version for unit, version in self.versions.items() if game in ("", unit[1])}


def code_of(variant: Hashable) -> str:
    return sha256(repr(variant).encode()).hexdigest()[:8]


def _lines(club: Club, found: Mapping[int, Tally], ranking: boards.Ranking, ratings: Ratings) -> list[BoardRow]:
    return boards.board_rows(found, ranking, boards.names_of(club), ratings.of)
