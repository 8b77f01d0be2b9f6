"""The columns of a leaderboard: their labels, their values, and how these are formatted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from scorer.club.models import BoardRule
from scorer.scoring import ResultUnit
from scorer.standings.boards import SORT_KEYS, BoardRow
from scorer.web.formatting import average, figure, percent, signed


class Format(StrEnum):
    TEXT = "text"
    COUNT = "count"
    POINTS = "points"
    AVERAGE = "average"
    SHARE = "share"


FORMATTERS: dict[Format, Callable[[Any], str]] = {
    Format.TEXT: str,
    Format.COUNT: figure,
    Format.POINTS: signed,
    Format.AVERAGE: average,
    Format.SHARE: percent,
}


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A column. `code` is a key of SORT_KEYS, and `extra` columns are hidden on narrow screens.

    Columns compare by identity, because comparing labels would translate them.
    """

    code: str
    label: Any
    format: Format
    extra: bool = False

    def value(self, row: BoardRow) -> Any:
        return row.name if self.code == "player" else SORT_KEYS[self.code](row)

    def exact(self, row: BoardRow) -> Any:
        """Return the value for a spreadsheet, which formats numbers itself."""
        value = self.value(row)
        return round(value, 4) if isinstance(value, float) else value

    def cell(self, value: Any) -> "Cell":
        minus = isinstance(value, int | float) and value < 0
        return Cell("" if value is None else FORMATTERS[self.format](value), self.css_class + " minus" * minus)

    @property
    def css_class(self) -> str:
        """CSS classes."""
        return ("num" if self.format != Format.TEXT else "name") + " extra" * self.extra


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    css_class: str


PLAYER = Column("player", _("Player"), Format.TEXT)
TABLES = Column("tables", _("Tables"), Format.COUNT, extra=True)
HANDS = Column("hands", _("Hands"), Format.COUNT, extra=True)
POINTS = Column("points", _("Points"), Format.POINTS)
AVERAGE = Column("average", _("Per hand"), Format.AVERAGE)
COUNTED = Column("counted", _("Best tables"), Format.POINTS)
WON = Column("won", _("Won"), Format.COUNT, extra=True)
BEST = Column("best", _("Best table"), Format.POINTS, extra=True)
SHARE = Column("share", _("Beaten"), Format.SHARE)
RATING = Column("rating", _("Rating"), Format.POINTS, extra=True)

ALL_GAMES_COLUMNS: Sequence[Column] = (
    PLAYER,
    Column("games", _("Games"), Format.COUNT, extra=True),
    TABLES,
    HANDS,
    WON,
    SHARE,
    RATING,
)

MAIN_COLUMNS: Mapping[str, Column] = {BoardRule.SUM: POINTS, BoardRule.AVERAGE: AVERAGE, BoardRule.BEST: COUNTED}
"""The column that shows what a board of one game ranks by."""


BEST_COLUMNS: Sequence[Column] = (
    PLAYER, TABLES, HANDS, COUNTED, POINTS, replace(AVERAGE, extra=True), WON, BEST, RATING,
)  # fmt: skip
DEFAULT_COLUMNS: Sequence[Column] = (PLAYER, TABLES, HANDS, POINTS, AVERAGE, WON, BEST, RATING)


def game_columns(rule: str, unit: ResultUnit) -> Sequence[Column]:
    return [in_unit(column, unit) for column in (BEST_COLUMNS if rule == BoardRule.BEST else DEFAULT_COLUMNS)]


def in_unit(column: Column, unit: ResultUnit) -> Column:
    """Return the column for a board whose results are counted in `unit`."""
    return _in_games(column) if unit is ResultUnit.GAMES else column


@cache
def _in_games(column: Column) -> Column:
    if column.format != Format.POINTS or column.code == RATING.code:
        return column
    label = _("Games won") if column.code == POINTS.code else column.label
    return replace(column, label=label, format=Format.COUNT)
