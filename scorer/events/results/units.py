"""What scores are counted in, in words."""

from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

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


def figure_in(unit: ScoreUnit, worth: float | None) -> str:
    """Format a score: "12.50", and IMPs as what is won or lost: "+7", "−3.67"."""
    plus = "+" if unit == "imps" and worth is not None and round(worth, 2) > 0 else ""
    return f"{plus}{score(worth)}"


def counted_in(unit: ScoreUnit, worth: float) -> str:
    """Format a score with its unit: "+7 IMPs", "12.50 VP", "1 point"."""
    number = abs(int(worth)) if worth == int(worth) else MANY
    return str(COUNTED[unit] % {"number": number, "n": figure_in(unit, worth)})


def worth_of(unit: ScoreUnit, worth: float | None, percent: float | None) -> str:
    """Format what a contestant is ranked by: a percentage where there is one, points without their unit."""
    if percent is not None:
        return f"{floatformat(percent, 2)}\N{NO-BREAK SPACE}%"
    return score(worth) if worth is None or unit not in COLUMNS else counted_in(unit, worth)
