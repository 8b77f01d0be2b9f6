"""The columns of a leaderboard: what they are called, what they hold, and how it is written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _

from scorer.club.models import BoardRule
from scorer.standings.boards import COLUMNS, BoardRow
from scorer.web.templatetags.scorer import average, figure, percent, signed


class How(StrEnum):
    TEXT = "text"
    COUNT = "count"
    POINTS = "points"
    AVERAGE = "average"
    SHARE = "share"


WRITTEN: dict[How, Callable[[Any], str]] = {
    How.TEXT: str,
    How.COUNT: figure,
    How.POINTS: signed,
    How.AVERAGE: average,
    How.SHARE: percent,
}


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """`code` is a key of boards.COLUMNS. Those that are `extra` give way on a narrow screen.

    Each is equal to itself alone: to compare labels they would have to be translated.
    """

    code: str
    label: Any
    how: How
    extra: bool = False

    def value(self, line: BoardRow) -> Any:
        return line.name if self.code == "player" else COLUMNS[self.code](line)

    def exact(self, line: BoardRow) -> Any:
        """For a spreadsheet, which writes a number as it likes."""
        value = self.value(line)
        return round(value, 4) if isinstance(value, float) else value

    def cell(self, value: Any) -> "Cell":
        minus = isinstance(value, int | float) and value < 0
        return Cell("" if value is None else WRITTEN[self.how](value), self.css_class + " minus" * minus)

    @property
    def css_class(self) -> str:
        """Its classes in the stylesheet."""
        return ("num" if self.how != How.TEXT else "name") + " extra" * self.extra


@dataclass(frozen=True, slots=True)
class Cell:
    text: str
    css_class: str


PLAYER = Column("player", _("Player"), How.TEXT)
TABLES = Column("tables", _("Tables"), How.COUNT, extra=True)
HANDS = Column("hands", _("Hands"), How.COUNT, extra=True)
POINTS = Column("points", _("Points"), How.POINTS)
AVERAGE = Column("average", _("Per hand"), How.AVERAGE)
COUNTED = Column("counted", _("Best tables"), How.POINTS)
WON = Column("won", _("Won"), How.COUNT, extra=True)
BEST = Column("best", _("Best table"), How.POINTS, extra=True)
SHARE = Column("share", _("Beaten"), How.SHARE)
RATING = Column("rating", _("Rating"), How.POINTS, extra=True)

OVER_ALL_GAMES: Sequence[Column] = (
    PLAYER,
    Column("games", _("Games"), How.COUNT, extra=True),
    TABLES,
    HANDS,
    WON,
    SHARE,
    replace(RATING, extra=False),
)

MAIN: Mapping[str, Column] = {BoardRule.SUM: POINTS, BoardRule.AVERAGE: AVERAGE, BoardRule.BEST: COUNTED}
"""What a board of one game ranks by."""


BY_BEST: Sequence[Column] = (
    PLAYER, TABLES, HANDS, COUNTED, POINTS, replace(AVERAGE, extra=True), WON, BEST, RATING,
)  # fmt: skip
OTHERWISE: Sequence[Column] = (PLAYER, TABLES, HANDS, POINTS, AVERAGE, WON, BEST, RATING)


def of_a_game(rule: str) -> Sequence[Column]:
    return BY_BEST if rule == BoardRule.BEST else OTHERWISE
