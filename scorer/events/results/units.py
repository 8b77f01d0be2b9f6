"""What scores are counted in, in words."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from scorer.contest.ranking import Comparison
from scorer.contest.results import ScoreUnit
from scorer.web.formatting import score

MANY = 5
"""A number that has the plural of a fraction, in every language."""

COLUMNS: dict[str, Any] = {"imps": gettext_lazy("IMPs"), "vp": pgettext_lazy("victory points", "VP")}
"""The heading of a column of scores; those of other units are called "Score"."""
COUNTED: dict[str, Any] = {
    "points": ngettext_lazy("%(n)s point", "%(n)s points", "number"),
    "matchpoints": ngettext_lazy("%(n)s matchpoint", "%(n)s matchpoints", "number"),
    "imps": ngettext_lazy("%(n)s IMP", "%(n)s IMPs", "number"),
    "vp": ngettext_lazy("%(n)s VP", "%(n)s VP", "number"),
}


def deal_unit(comparison: Comparison) -> ScoreUnit:
    """Return what single deals are counted in: IMPs, also where the whole match is worth victory points."""
    return "imps" if comparison.imps and not comparison.has_tops else comparison.unit


def has_decimals(column: Iterable[float | Fraction | None]) -> bool:
    """Whether one of the scores of a column is not whole, so that all of them are shown with decimals."""
    return any(worth is not None and worth != int(worth) for worth in column)


def figure_in(unit: ScoreUnit, worth: float | None, *, decimals: bool = False) -> str:
    """Format a score: "12.50", and IMPs as what is won or lost: "+7", "−3.67". Whole ones may have decimals, too."""
    plus = "+" if unit == "imps" and worth is not None and round(worth, 2) > 0 else ""
    return f"{plus}{score(worth, decimals)}"


def counted_in(unit: ScoreUnit, worth: float, *, decimals: bool = False) -> str:
    """Format a score with its unit: "+7 IMPs", "12.50 VP", "1 point"."""
    number = abs(int(worth)) if worth == int(worth) and not decimals else MANY
    return str(COUNTED[unit] % {"number": number, "n": figure_in(unit, worth, decimals=decimals)})


def worth_of(unit: ScoreUnit, worth: float | None, percent: float | None, *, decimals: bool = False) -> str:
    """Format what a contestant is ranked by: a percentage where there is one, points without their unit."""
    if percent is not None:
        return f"{score(percent, decimals=True)}\N{NO-BREAK SPACE}%"
    if worth is None or unit not in COLUMNS:
        return score(worth, decimals)
    return counted_in(unit, worth, decimals=decimals)
