"""What the pages of the leaderboards and of a player show."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.registry import GameConfig, get_game
from scorer.registry.words import variant_story
from scorer.standings import boards
from scorer.standings.boards import Line, Tally
from scorer.standings.columns import MAIN, OVER_ALL_GAMES, SHARE, Column, of_a_game
from scorer.standings.periods import ALL, Period, chosen_period
from scorer.standings.rating import Ratings, ratings_of
from scorer.standings.results import Result, results_of


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
    lines: Sequence[Line]

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


def game_board(club: Club, game: GameConfig, period: Period, variant: str = "") -> Board:
    """By the house rules asked for, or those that most of the tables were played by."""
    everything = results_of(period.seasons)
    played = period.of(result for result in everything if result.game == game.slug)
    variants = variants_of(game, played)
    codes = {found.code for found in variants}
    if len(variants) > 1:
        chosen = variant if variant in codes | {ALL} else variants[0].code
        played = [result for result in played if chosen == ALL or code_of(result.variant) == chosen]
    else:
        chosen = variants[0].code if variants else ""
    ranking = boards.ranking_of(club)
    lines = _lines(club, played, ranking, _ratings(everything, period))
    return Board(
        period,
        game,
        variants,
        chosen,
        mixed=chosen == ALL,
        sentence=ranking.sentence,
        main=MAIN[club.board_rule],
        columns=of_a_game(club.board_rule),
        lines=lines,
    )


def all_games_board(club: Club, period: Period) -> Board:
    everything = results_of(period.seasons)
    ranking = boards.ranking_over_all_games(club)
    lines = _lines(club, period.of(everything), ranking, _ratings(everything, period))
    return Board(
        period,
        None,
        (),
        "",
        mixed=False,
        sentence=ranking.sentence,
        main=SHARE,
        columns=OVER_ALL_GAMES,
        lines=lines,
    )


def usual_board(club: Club) -> Board | None:
    """Of the season: over all games, or of the one that has been played. None before anything has."""
    period = chosen_period(club, "")
    games = games_played(period) if period else []
    if period is None or not games:
        return None
    return all_games_board(club, period) if len(games) > 1 else game_board(club, games[0], period)


def games_played(period: Period) -> list[GameConfig]:
    """The one with the most tables first."""
    played = Counter(result.game for result in period.of(results_of(period.seasons)))
    return [get_game(slug) for slug, _tables in played.most_common()]


def variants_of(game: GameConfig, results: Iterable[Result]) -> tuple[Variant, ...]:
    """The house rules that these tables were played by, the most usual first; among equals the game's own presets."""
    counted = Counter(result.variant for result in results)
    presets = list(game.rules.PRESETS.values())
    found = [(game.rules.Variant(*values), code_of(values), tables) for values, tables in counted.items()]

    def order(item: tuple[Any, str, int]) -> tuple[int, int, str]:
        variant, code, tables = item
        return -tables, presets.index(variant) if variant in presets else len(presets), code

    return tuple(
        Variant(code, variant_story(game, variant), tables) for variant, code, tables in sorted(found, key=order)
    )


def code_of(variant: Hashable) -> str:
    return sha256(repr(variant).encode()).hexdigest()[:8]


def _lines(club: Club, results: Sequence[Result], ranking: boards.Ranking, ratings: Ratings) -> list[Line]:
    found = boards.tallies(results)
    return boards.lines_of(found, ranking, boards.names_of(club, found), ratings.of)


def _ratings(everything: Sequence[Result], period: Period) -> Ratings:
    """Of whole seasons, whatever month a board shows: a month alone is too little to judge by."""
    return ratings_of(everything, key=tuple(season.pk for season in period.seasons))
