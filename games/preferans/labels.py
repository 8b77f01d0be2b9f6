"""The words for the codes of preferans. Betl and sans are terms of the players. Short words carry a context."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.preferans.rules.statistics import DEFENDING
from scorer.registry.description import SUIT_NAMES

REASONS = {
    "value_in_hand": _("Game value %(base)d + %(extra)d in hand = %(value)d"),
    "value_times": _("Game value %(base)d × %(times)d = %(value)d"),
    "value_in_hand_times": _("Game value (%(base)d + %(extra)d in hand) × %(times)d = %(value)d"),
    "nobody_followed": _("Made, nobody followed: %(value)d × %(times)d"),
    "made": ngettext_lazy(
        "Made with %(n)d trick: %(value)d × %(times)d", "Made with %(n)d tricks: %(value)d × %(times)d", "n"
    ),
    "failed": ngettext_lazy(
        "Failed with %(n)d trick: %(value)d × %(times)d", "Failed with %(n)d tricks: %(value)d × %(times)d", "n"
    ),
    "tricks": ngettext_lazy("%(n)d trick × %(value)d", "%(n)d tricks × %(value)d", "n"),
    "tricks_safe": ngettext_lazy(
        "%(n)d trick × %(value)d, %(together)d together", "%(n)d tricks × %(value)d, %(together)d together", "n"
    ),
    "tricks_together": ngettext_lazy("%(n)d trick together × %(value)d", "%(n)d tricks together × %(value)d", "n"),
    "alone_failed": _("Failed, fewer than %(need)d tricks: %(value)d × %(times)d"),
    "both_failed": _(
        "Failed, fewer than %(together)d tricks together and fewer than %(need)d alone: %(value)d × %(times)d"
    ),
    "together_failed": _("Failed, fewer than %(need)d tricks together: %(value)d × %(times)d"),
    "passed": pgettext_lazy("preferans", "Passed"),
    "called": _("Called: the tricks count for %(seat)s"),
    "other_follower": _("Nothing: %(seat)s countered"),
    "betl_made": _("Betl made: %(value)d × %(times)d"),
    "betl_failed": _("Betl failed: %(value)d × %(times)d"),
    "betl_nothing": _("Betl made: nothing for the followers"),
    "passed_out": pgettext_lazy("preferans", "Nobody bid"),
    "refa": _("Refa: %(base)d × %(times)d = %(value)d"),
    "refa_for_all": _("A refa for everybody"),
    "spades_refa": _("Spades without a counter: not played"),
    "spades_pass": _("Spades without a counter: made, %(value)d × %(times)d"),
    "spades_fail": _("Spades without a counter: failed, %(value)d × %(times)d"),
    "bule_down": _("Bule: %(before)d − %(n)d = %(after)d"),
    "bule_up": _("Bule: %(before)d + %(n)d = %(after)d"),
    "bule_rest": _("Bule: %(before)d − %(n)d = %(after)d, all that was left"),
    "bule_double_fall": _("Bule: %(before)d + %(n)d = %(after)d, a double fall"),
    "supe": _("Supe against %(seat)s: %(n)d"),
}

PROBLEMS = {
    "passed_out_empty": _("A game is entered too. If it was played, untick “Nobody bid”."),
    "how_many_sit_out": _("At a table of four the dealer sits out: choose one player."),
    "level_range": _("A game has a level from %(least)d, spades, to %(most)d, sans."),
    "countered": _("One of the defenders countered: choose counter or double counter."),
    "who_countered": _("Who said the counter? Choose one of the defenders."),
    "three_roles": ngettext_lazy(
        "There is %(n)d player here, but %(needed)d play.", "There are %(n)d players here, but %(needed)d play.", "n"
    ),
    "no_declarer": _("Who declared? Choose one player."),
    "one_declarer": _("There is another declarer already. Choose what this player did."),
    "betl_all_play": _("In betl everybody plays: nobody can pass or call."),
    "counter_all_play": _("After a counter everybody plays: this player cannot pass."),
    "counter_no_call": _("After a counter everybody plays: nobody calls."),
    "one_counter": _("Only one defender can say the counter. The other one follows."),
    "other_calls": _("The other defender calls, so this one is called."),
    "other_called": _("The other defender was called, so this one calls."),
    "nobody_followed": _("Nobody followed, so no tricks were played: leave this empty."),
    "three_tricks": ngettext_lazy(
        "There is %(n)d number of tricks, but %(needed)d play.",
        "There are %(n)d numbers of tricks, but %(needed)d play.",
        "n",
    ),
    "tricks_range": _("A player wins 0 to %(most)d tricks."),
    "tricks_sum": ngettext_lazy(
        "That makes %(n)d trick, but a hand has %(needed)d.",
        "That makes %(n)d tricks, but a hand has %(needed)d.",
        "n",
    ),
    "passed_no_tricks": _("This player passed and won no tricks: enter 0."),
    "double_counter": _("A double counter is rare. Was it said?"),
    "betl_ends": _("A betl ends with the declarer's first trick. Are %(n)d right?"),
    "few_tricks": ngettext_lazy(
        "Only %(n)d trick for the declarer. Is it right?", "Only %(n)d tricks for the declarer. Is it right?", "n"
    ),
    "many_tricks": ngettext_lazy(
        "%(n)d trick for the declarer, and somebody followed. Is it right?",
        "%(n)d tricks for the declarer, and somebody followed. Is it right?",
        "n",
    ),
    "spades_need_counter": _("Spades are played only after a counter: who said it? Otherwise nobody follows."),
    "stop_at_five": ngettext_lazy(
        "The defenders have %(n)d trick together, but play stops at %(most)d.",
        "The defenders have %(n)d tricks together, but play stops at %(most)d.",
        "n",
    ),
    "another_record": _("All bule are played: this hand begins record %(number)d. Is this right?"),
}

NOTICES = {
    "not_zero": _(
        "The totals add up to %(points)d. By the rules this need not be 0: nobody pays what another player scores."
    ),
    "bule_left": ngettext_lazy("%(n)d bule left.", "%(n)d bule left.", "n"),
    "record_over": _("All bule are played: record %(number)d is finished. Settlement: %(signed_by_seat)s."),
    "bule": _("Bule: %(by_seat)s, together %(left)d."),
    "settlement": _("Settlement: %(signed_by_seat)s."),
    "open_refa": ngettext_lazy("%(n)d open refa: %(side)s.", "%(n)d open refe: %(side)s.", "n"),
}

VARIANTS = {
    "house": pgettext_lazy("preferans", "House rules"),
    "bule": pgettext_lazy("preferans", "With bule, supe and refe"),
}
VARIANT_FIELDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "record": (
        pgettext_lazy("preferans", "Record beside the points"),
        {"none": pgettext_lazy("preferans record", "none"), "bule": pgettext_lazy("preferans", "bule, supe and refe")},
    ),
    "bule": (_("Record: bule at the start"), {}),
    "bule_for": (
        _("Record: these bule are for"),
        {"player": pgettext_lazy("preferans", "each player"), "table": pgettext_lazy("preferans", "all together")},
    ),
    "refe": (_("Record: limit of refe (0: no refe)"), {}),
    "refe_under_hat": (_("Record: refe also while somebody is under the hat"), {}),
    "refa_played": (
        _("Record: a declarer with an open refa plays it"),
        {
            "always": pgettext_lazy("preferans", "in every game"),
            "not_spades": pgettext_lazy("preferans", "in every game but spades"),
        },
    ),
    "spades": (
        _("Record: spades that nobody counters"),
        {
            "played": pgettext_lazy("preferans", "are played"),
            "refa": pgettext_lazy("preferans", "refa, else made"),
            "refa_or_fail": pgettext_lazy("preferans", "refa, else failed"),
            "pass": pgettext_lazy("preferans", "count as made"),
        },
    ),
    "stop_at_five": (_("Play stops at five tricks of the defenders"), {}),
    "last_hand": (
        _("Record: if the last hand is worth more than the bule left"),
        {
            "bule": pgettext_lazy("preferans", "bule: only the rest"),
            "value": pgettext_lazy("preferans", "supe: by the rest, too"),
            "full": pgettext_lazy("preferans", "all of it"),
        },
    ),
    "double_fall": (_("Record: double fall in a game worth more than the bule left"), {}),
}

FIELDS = {
    "level": pgettext_lazy("preferans", "Game"),
    "in_hand": pgettext_lazy("preferans", "In hand"),
    "counter": pgettext_lazy("preferans", "Counter"),
    "roles": pgettext_lazy("preferans", "Who did what"),
    "tricks": pgettext_lazy("preferans", "Tricks won"),
    "sitting_out": pgettext_lazy("preferans", "Sits out"),
    "passed_out": pgettext_lazy("preferans", "Nobody bid"),
}

SUITS = {2: "S", 3: "D", 4: "H", 5: "C"}
"""By level."""
CHOICES: dict[str, dict[Any, Any]] = {
    "level": {
        **{level: SUIT_NAMES[suit] for level, suit in SUITS.items()},
        6: pgettext_lazy("preferans", "Betl"),
        7: pgettext_lazy("preferans", "Sans"),
    },
    "counter": {
        "none": pgettext_lazy("preferans counter", "No"),
        "counter": pgettext_lazy("preferans", "Counter"),
        "double_counter": pgettext_lazy("preferans", "Double counter"),
    },
    "roles": {
        "declarer": pgettext_lazy("preferans", "Declares"),
        "follow": pgettext_lazy("preferans", "Follows"),
        "pass": pgettext_lazy("preferans", "Passes"),
        "call": pgettext_lazy("preferans", "Calls"),
        "called": pgettext_lazy("preferans", "Is called"),
        "counter": pgettext_lazy("preferans", "Counters"),
    },
}

STATISTICS = {
    "level": (
        pgettext_lazy("preferans", "Games played"),
        pgettext_lazy("preferans", "Made"),
        {str(level): label for level, label in CHOICES["level"].items()},
    ),
    "defence": (
        pgettext_lazy("preferans", "Games by defence"),
        pgettext_lazy("preferans", "Made"),
        {
            "nobody": pgettext_lazy("preferans", "Nobody followed"),
            "one": pgettext_lazy("preferans", "One followed"),
            "both": pgettext_lazy("preferans", "Both followed"),
            "call": pgettext_lazy("preferans", "With a call"),
            "counter": pgettext_lazy("preferans", "With a counter"),
        },
    ),
    "role": (
        pgettext_lazy("preferans", "Defenders"),
        pgettext_lazy("preferans", "Did not fail"),
        {role: CHOICES["roles"][role] for role in DEFENDING},
    ),
}
"""Of each statistic its title, the heading of how many succeeded, and its groups."""
