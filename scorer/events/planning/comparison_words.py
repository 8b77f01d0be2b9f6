"""The settings of a comparison, in words."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scorer.contest.ranking import Comparison, Setting
from scorer.events.models import Event
from scorer.events.results.event_results import read_comparison

LABELS: dict[str, tuple[Any, Any]] = {
    "divide": (
        gettext_lazy("The IMPs are divided by"),
        gettext_lazy("The sum of what a result wins and loses against all others."),
    ),
    "cap": (
        gettext_lazy("Most IMPs of a comparison"),
        gettext_lazy("Leave empty for no limit. In Poland 17."),
    ),
    "own_average": (
        gettext_lazy("Average plus and minus"),
        gettext_lazy("What an artificial score of more or less than 50 % is worth (Law 12C2c)."),
    ),
    "drop": (
        gettext_lazy("Results left out at each end"),
        gettext_lazy("Of the mean with which results are compared."),
    ),
    "drop_share": (
        gettext_lazy("Share of them left out at each end"),
        gettext_lazy("Counts if it is more."),
    ),
    "share_rounding": (gettext_lazy("The share is rounded"), ""),
    "to": (
        gettext_lazy("The mean is rounded to, in points"),
        gettext_lazy("Usually 10."),
    ),
    "small_groups": (
        gettext_lazy("Boards with very few results"),
        gettext_lazy("Up to three results, where three times as many or more were expected."),
    ),
    "pool": (gettext_lazy("Victory points of a match"), gettext_lazy("Both sides together.")),
    "deals": (
        gettext_lazy("Boards of a match, for the scale"),
        gettext_lazy("Leave empty for as many as were played."),
    ),
    "limit": (
        gettext_lazy("Most points of a difference"),
        gettext_lazy("A larger one counts as this many, either way. An artificial score of 60 % is a fifth of it."),
    ),
    "ties": (gettext_lazy("Equal totals are separated by"), ""),
    "by": (gettext_lazy("Equal wins are separated by"), ""),
    "most": (
        gettext_lazy("Most points of a round"),
        gettext_lazy("More do not count, nor does a greater difference. Leave empty for no limit."),
    ),
    "bye_points": (
        gettext_lazy("Points for sitting out"),
        gettext_lazy("Leave empty for the mean of the contestant’s other rounds."),
    ),
}
"""The label of each setting, and a sentence."""

EXPLAINED: dict[str, Any] = {
    "matchpoints": gettext_lazy(
        "Every board counts the same: 2 points for each other result that is beaten, 1 for each equal one, in percent. "
        "The usual evening of pairs."
    ),
    "cross_imps": gettext_lazy(
        "Games and slams count for more than overtricks: the mean of the IMPs against each other result."
    ),
    "butler": gettext_lazy("The IMPs against the mean of all results, so that one odd result counts for everybody."),
    "vp": gettext_lazy("Each round is a match and worth up to 20 points, as in Swiss and in matches of teams."),
    "imps": gettext_lazy("The IMPs of each board between the two tables of a match, added up."),
    "board_a_match": gettext_lazy("Each board of a match is won, tied or lost, whatever the difference."),
    "points": gettext_lazy("What is made in each round, added up."),
    "seat_matchpoints": gettext_lazy(
        "Everybody is compared with those who held the same cards: 2 points for each who is beaten, in percent."
    ),
    "seat_difference": gettext_lazy(
        "Everybody is compared with those who held the same cards: the points more or less than their mean."
    ),
    "total": gettext_lazy("All points of all tables, added up."),
    "wins": gettext_lazy("Whoever makes more points in a round wins it."),
    "places": gettext_lazy("Points for being first, second, third and so on at each table, in each round."),
    "league": gettext_lazy("3 points for the first of a table, 2 for the second, less with a negative result."),
}
"""A sentence on each comparison, for whoever chooses one."""

CHOICES: dict[tuple[str, Any], Any] = {
    ("divide", "comparisons"): gettext_lazy("the number of comparisons"),
    ("divide", "results"): gettext_lazy("the number of results"),
    ("divide", "none"): gettext_lazy("nothing"),
    ("divide", "sqrt"): gettext_lazy("the root of all comparisons (XIMPQ)"),
    ("own_average", True): gettext_lazy("the contestant’s own average, if that is higher or lower"),
    ("own_average", False): gettext_lazy("always what was ruled"),
    ("drop_share", "0"): "0\N{NO-BREAK SPACE}%",
    ("drop_share", "1/10"): "10\N{NO-BREAK SPACE}%",
    ("drop_share", "1/7"): gettext_lazy("one seventh"),
    ("share_rounding", "down"): gettext_lazy("down"),
    ("share_rounding", "nearest"): gettext_lazy("to the nearest number"),
    ("share_rounding", "up"): gettext_lazy("up"),
    ("small_groups", "whitebook"): gettext_lazy("about 60 % for both sides (White Book)"),
    ("small_groups", "neuberg"): gettext_lazy("by Neuberg’s formula, as elsewhere"),
    ("ties", "shared"): gettext_lazy("nothing: they share the place"),
    ("ties", "games"): gettext_lazy("games won, then fewer lost, then the lot"),
    ("ties", "solos"): gettext_lazy("solos won"),
    ("ties", "best_round"): gettext_lazy("the best round"),
    ("ties", "best_deal"): gettext_lazy("the best deal"),
    ("by", "difference"): gettext_lazy("the difference in points"),
    ("by", "points"): gettext_lazy("the points made"),
}
"""What each choice is called; others are called by their value."""


def choice_words(setting: Setting) -> list[tuple[Any, Any]]:
    return [(choice, CHOICES.get((setting.name, choice), choice)) for choice in setting.choices]


def comparison_in_words(event: Event) -> str:
    """Return the settings of the comparison that are not the usual ones: "At most so many IMPs: 17"."""
    said = _differing(read_comparison(event)[0], event.comparison_settings)
    return pgettext("between parts of a sentence", "; ").join(said) or _("as usual")


def _differing(comparison: Comparison, settings: dict[str, Any]) -> Iterator[str]:
    for setting in comparison.choosable:
        if setting.name in settings:
            value = settings[setting.name]
            yield f"{LABELS[setting.name][0]}: {CHOICES.get((setting.name, value), value)}"
