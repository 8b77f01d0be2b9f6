"""The names of comparisons, tie-breaks and units of penalties, and how contestants are counted."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext

COMPARISONS: dict[str, Any] = {
    "matchpoints": gettext_lazy("Matchpoints"),
    "total": gettext_lazy("Total"),
    "wins": gettext_lazy("Wins"),
    "places": gettext_lazy("Places at each table"),
}

TIE_BREAKS: dict[str, Any] = {
    "points": gettext_lazy("ahead by points"),
    "difference": gettext_lazy("ahead by the difference"),
}
"""What separates contestants who are level in the score, by what comparisons call it."""

UNITS: dict[str, Any] = {
    "points": gettext_lazy("Points"),
    "top": gettext_lazy("Percent of a top"),
    "percent": gettext_lazy("Percent of the score"),
}
"""Of penalties, as scorer.contest.results names them."""


def count_in_words(count: int, side_size: int) -> str:
    """Say "13 pairs" or "18 players"."""
    if side_size > 1:
        return ngettext("%(n)d pair", "%(n)d pairs", count) % {"n": count}
    return ngettext("%(n)d player", "%(n)d players", count) % {"n": count}
