"""What players and directors read of formats and comparisons: the words for the codes of `scorer.contest`."""

from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

FORMATS: dict[str, Any] = {
    "mitchell": pgettext_lazy("movement", "Mitchell"),
    "howell": pgettext_lazy("movement", "Howell"),
    "individual": pgettext_lazy("movement", "Individual"),
    "individual_standing": gettext_lazy("Individual by standing"),
    "duplicate": pgettext_lazy("movement", "Duplicate"),
    "quadrettes": pgettext_lazy("movement", "Quadrettes"),
    "teams": gettext_lazy("Several matches going round"),
    "own": gettext_lazy("Own movement"),
    "round_robin": gettext_lazy("Round robin"),
    "draw": gettext_lazy("Draw"),
    "swiss": gettext_lazy("Swiss"),
    "standing": gettext_lazy("Draw by standing"),
    "knockout": gettext_lazy("Knock-out"),
    "league": gettext_lazy("League day"),
    "league_rounds": gettext_lazy("League rounds"),
}
"""What each format is called, and each variant of it that has a name of its own."""

NOTES: dict[str, Any] = {
    "from_results": gettext_lazy("each round is drawn from the results of those before"),
    "loser_is_out": gettext_lazy("whoever loses a match is out"),
    "one_against_three": gettext_lazy(
        "in each round another member of a squad plays alone against three of the other squad"
    ),
    "shared_in_a_match": gettext_lazy("the two tables of a match share their cards"),
}
"""What a proposal says of a way of planning."""

COMPARISONS: dict[str, Any] = {
    "matchpoints": gettext_lazy("Matchpoints"),
    "cross_imps": gettext_lazy("Cross-IMPs"),
    "butler": gettext_lazy("IMPs against the datum (Butler)"),
    "vp": gettext_lazy("Victory points for each match"),
    "imps": gettext_lazy("IMPs of the matches"),
    "board_a_match": gettext_lazy("Board-a-match"),
    "points": gettext_lazy("Points of each round"),
    "seat_matchpoints": gettext_lazy("Duplicate: matchpoints of each seat"),
    "seat_difference": gettext_lazy("Duplicate: difference from the mean of the seat"),
    "total": gettext_lazy("Total"),
    "wins": gettext_lazy("Wins"),
    "places": gettext_lazy("Placing at each table"),
    "league": gettext_lazy("League points"),
}
"""What each comparison is called."""

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

SETTINGS: dict[str, tuple[Any, Any]] = {
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
"""The label of each setting of a comparison, and a sentence."""

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

TIE_BREAKS: dict[str, Any] = {
    "points": gettext_lazy("by points: %(n)s"),
    "difference": gettext_lazy("by difference: %(n)s"),
    "games": gettext_lazy("by games: %(n)s"),
    "won": gettext_lazy("by games won: %(n)s"),
    "lost": gettext_lazy("by fewer games lost: %(n)s"),
    "solos": gettext_lazy("by solos won: %(n)s"),
    "best_round": gettext_lazy("by the best round: %(n)s"),
    "best_deal": gettext_lazy("by the best deal: %(n)s"),
    "lot": gettext_lazy("by lot"),
}
"""What separates contestants who are level in the score, and how much of it each has, by what comparisons call it."""

TIE_RULES: dict[tuple[str, ...], Any] = {
    ("points",): gettext_lazy(
        "Where scores are level, the points made decide; if these are level too, the place is shared."
    ),
    ("difference",): gettext_lazy(
        "Where scores are level, the difference between the points for and against decides; "
        "if that is level too, the place is shared."
    ),
    ("games", "difference"): gettext_lazy(
        "Where scores are level, the difference between games won and lost decides, then that between the points for "
        "and against; if these are level too, the place is shared."
    ),
    ("games", "points"): gettext_lazy(
        "Where scores are level, more games won and then more points made decide; "
        "if these are level too, the place is shared."
    ),
    ("won", "lost"): gettext_lazy(
        "Where scores are level, more games won and then fewer lost decide; "
        "if these are level too, the place is shared."
    ),
    ("solos",): gettext_lazy(
        "Where scores are level, more solos won decide; if these are level too, the place is shared."
    ),
    ("best_round",): gettext_lazy(
        "Where scores are level, the best round decides; if that is level too, the place is shared."
    ),
    ("best_deal",): gettext_lazy(
        "Where scores are level, the best deal decides; if that is level too, the place is shared."
    ),
    ("won", "lost", "lot"): gettext_lazy(
        "Where scores are level, more games won and then fewer lost decide; if these are level too, the lot does."
    ),
}
"""By all tie-breaks of the comparison, in order."""

MATCH_RULES: dict[str, Any] = {
    "wins": gettext_lazy(
        "A round goes to whoever wins more games. If it ends when these are level, it goes to whoever has more points."
    ),
    "points": gettext_lazy("The score is the number of games won."),
}
"""What decides rounds that are matches of games, by comparison."""
