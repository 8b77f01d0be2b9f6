"""The words for the codes of belote. Its players' own words stay: coinche, belote, capot, générale, litige."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.belote.rules.entry import VALUES
from scorer.registry.description import SUIT_NAMES

REASONS = {
    "contract_made": _("Contract made: %(points)d points for %(value)d"),
    "contract_failed": _("Contract failed: %(points)d points for %(value)d"),
    "contract_behind": _("Contract failed: %(points)d points are not more than the opponents' %(other)d"),
    "capot_made": _("Capot made"),
    "capot_failed": _("Capot failed"),
    "generale_made": _("Générale made"),
    "generale_failed": _("Générale failed"),
    "card_points": _("%(points)d card points"),
    "card_points_times": _("%(points)d card points × %(times)d"),
    "whole_round": _("All %(points)d points, the contract failed"),
    "whole_round_times": _("All %(points)d points × %(times)d, the contract failed"),
    "capot_points": _("All eight tricks: %(points)d points"),
    "belote": _("Belote"),
    "belote_times": _("Belote: %(points)d × %(times)d"),
    "belotes": ngettext_lazy("%(n)d belote", "%(n)d belotes", "n"),
    "belotes_times": ngettext_lazy(
        "%(n)d belote: %(points)d × %(times)d", "%(n)d belotes: %(points)d × %(times)d", "n"
    ),
    "declarations": _("Declarations"),
    "declarations_times": _("Declarations: %(points)d × %(times)d"),
    "declarations_taken": _("The opponents' declarations, after a capot"),
    "base": _("Base of %(points)d"),
    "base_times": _("Base of %(points)d × %(times)d"),
    "capot_base": _("Base of %(points)d for a capot"),
    "capot_base_times": _("Base of %(points)d for a capot × %(times)d"),
    "contract": _("Contract of %(points)d"),
    "contract_times": _("Contract of %(points)d × %(times)d"),
    "contract_capot": _("Capot contract"),
    "contract_capot_times": _("Capot contract: %(points)d × %(times)d"),
    "contract_generale": _("Générale contract"),
    "contract_generale_times": _("Générale contract: %(points)d × %(times)d"),
    "rounding": _("Rounded to tens"),
    "coinche_lost": _("The coinched contract was made"),
    "litige": _("Litige at %(points)d each: these points wait for the winner of the next hand"),
    "litige_lapsed": _("Litige at %(points)d each: the %(lapsed)d points that wait lapse with the game"),
    "waiting_won": _("Points that waited from a litige"),
    "passed_out": pgettext_lazy("belote", "Passed out"),
    "party_won": _("Game %(number)d won by %(won)d : %(lost)d"),
    "belle_won": _("Belle won by %(won)d : %(lost)d"),
}

PROBLEMS = {
    "value_range": _("A contract is %(least)d to %(most)d, in steps of %(step)d."),
    "value_house": _("This table plays without capot and générale: choose %(least)d to %(most)d."),
    "trump_house": _("This table plays without SA and TA: choose a suit."),
    "capot_house": _("This table plays without capot: leave this empty."),
    "declarations_house": _("This table plays without declarations: leave this at 0."),
    "points_range": _("Card points go from 0 to %(most)d."),
    "points_impossible": _("No side can have %(points)d points. Please count again."),
    "capot_points": _("After this capot the bidder's side has %(points)d points."),
    "cards_tell": _("The cards already show this: leave it empty."),
    "belote_sa": _("There is no belote without a trump suit."),
    "belote_ta": _("In TA there may be several belotes: use the two counts."),
    "belotes_only_ta": _("Belotes are counted in TA only. Otherwise choose the side that had the belote."),
    "belotes_range": _("There are 0 to %(most)d belotes in all."),
    "declarations_range": _("Declarations of one side are worth 0 to %(most)d points."),
    "declarations_sum": _("No declarations add up to %(points)d. Please count again."),
    "declarations_both": _("Only one side can score its declarations."),
    "eight_tricks": ngettext_lazy(
        "There is %(n)d trick, but a hand has %(needed)d.", "There are %(n)d tricks, but a hand has %(needed)d.", "n"
    ),
    "four_cards": ngettext_lazy(
        "There is %(n)d card, but a trick has %(needed)d.", "There are %(n)d cards, but a trick has %(needed)d.", "n"
    ),
    "no_such_card": _("There is no card “%(card)s”."),
    "card_twice": _("The card %(card)s was played already."),
    "winner_leads": _("%(seat)s won the trick before and leads this one."),
    "passed_out_empty": _("A contract is entered too. If the hand was played, untick “Passed out”."),
    "high_contract": _("A contract worth %(points)d is rare. Is it right?"),
    "surcoinche": _("A surcoinche is rare. Was the contract surcoinched?"),
    "high_declarations": _("Declarations of %(points)d points are rare. Are they right?"),
    "missed_by_far": _("%(points)d points for a contract of %(value)d: are these the points of the bidder's side?"),
    "no_capot": _("The bidder's side has %(points)d points. Was it a capot?"),
    "another_party": _("Game %(number)d is won: this hand begins another one. Is this right?"),
    "another_match": _("The match is won: this hand begins another one. Is this right?"),
}

NOTICES = {
    "target_reached": _("%(seat)s have reached %(target)d points and win."),
    "target_level": _("Both sides have reached %(target)d points and are level: play on."),
    "litige_waiting": _("Litige: %(points)d points wait for the next hand and lapse on closing"),
    "litige_lapsed": _("Litige: %(points)d points have lapsed"),
    "party_lead": _("Game %(number)d: %(side)s lead by %(won)d : %(lost)d"),
    "party_even": _("Game %(number)d: %(points)d each"),
    "party_over": _("%(side)s win game %(number)d by %(won)d : %(lost)d."),
    "belle_lead": _("Belle: %(side)s lead by %(won)d : %(lost)d"),
    "belle_even": _("Belle: %(points)d each"),
    "party_ahead": _("%(side)s win game %(number)d by %(won)d : %(lost)d, and lead by one game."),
    "party_level": _("%(side)s win game %(number)d by %(won)d : %(lost)d. One game each: the belle follows."),
    "parties_lead": _("Games won: %(won)d : %(lost)d for %(side)s"),
    "parties_even": _("Games won: %(n)d each"),
    "match_over": _("%(side)s win game %(number)d by %(won)d : %(lost)d, and the match by two games to none."),
    "belle_over": _("%(side)s win the belle by %(won)d : %(lost)d, and the match by two games to one."),
}

VARIANTS = {
    "house": pgettext_lazy("belote", "House rules"),
    "ffb": pgettext_lazy("belote", "Federation rules (FFB)"),
    "parties": pgettext_lazy("belote", "FFB, two games of three"),
}

VARIANT_FIELDS = {
    "scoring": (
        pgettext_lazy("belote", "Scoring"),
        {"house": pgettext_lazy("belote", "House rules"), "ffb": pgettext_lazy("belote", "Federation rules (FFB)")},
    ),
    "target": (pgettext_lazy("belote", "Play to"), {}),
    "litige": (
        pgettext_lazy("belote", "Equal totals (FFB)"),
        {
            "carry": pgettext_lazy("belote", "Litige: the points wait for the next hand"),
            "fails": pgettext_lazy("belote", "The contract fails"),
        },
    ),
    "parties": (
        pgettext_lazy("belote", "Games in a sitting"),
        {
            "off": pgettext_lazy("belote", "None: all hands are added up"),
            "one": pgettext_lazy("belote", "One game"),
            "best_of_three": pgettext_lazy("belote", "Two of three, with a belle"),
            "unlimited": pgettext_lazy("belote", "One after another"),
        },
    ),
    "litige_at_end": (
        pgettext_lazy("belote", "Litige at the end of a game (FFB)"),
        {
            "dropped": pgettext_lazy("belote", "The points lapse"),
            "carried": pgettext_lazy("belote", "The points wait for the next game"),
        },
    ),
}

FIELDS = {
    "bidder": pgettext_lazy("belote", "Bidder"),
    "value": pgettext_lazy("belote", "Contract"),
    "trump": pgettext_lazy("belote", "Trump"),
    "coinche": pgettext_lazy("belote", "Coinche"),
    "points": pgettext_lazy("belote", "Card points of the bidder's side"),
    "belote": pgettext_lazy("belote", "Belote"),
    "tricks": pgettext_lazy("belote", "Tricks, card by card"),
    "capot": pgettext_lazy("belote", "All eight tricks"),
    "declarations": pgettext_lazy("belote", "Declarations"),
    "belotes": pgettext_lazy("belote", "Belotes in TA"),
    "passed_out": pgettext_lazy("belote", "Passed out"),
}

RANKS = {
    "J": pgettext_lazy("card", "J"),
    "Q": pgettext_lazy("card", "Q"),
    "K": pgettext_lazy("card", "K"),
    "A": pgettext_lazy("card", "A"),
}
"""The letters on the cards. The other cards have numbers."""

CHOICES = {
    # There is a soft hyphen in the longer one, for its key on a phone.
    "value": {"capot": pgettext_lazy("belote", "Capot"), "generale": pgettext_lazy("belote", "Géné­rale")},
    "trump": {
        **SUIT_NAMES,
        "SA": pgettext_lazy("belote", "No trump (SA)"),
        "TA": pgettext_lazy("belote", "All trump (TA)"),
    },
    "coinche": {
        "none": pgettext_lazy("belote coinche", "No"),
        "coinche": pgettext_lazy("belote", "Coinche"),
        "surcoinche": pgettext_lazy("belote", "Surcoinche"),
    },
    "belote": {
        "contracting": pgettext_lazy("belote", "Bidder's side"),
        "opponent": pgettext_lazy("belote", "Opponents"),
    },
    "capot": {
        "contracting": pgettext_lazy("belote", "Bidder's side"),
        "bidder": pgettext_lazy("belote", "Bidder alone"),
        "opponent": pgettext_lazy("belote", "Opponents"),
    },
}

STATISTICS = {
    "value": (
        pgettext_lazy("belote", "Contracts"),
        pgettext_lazy("belote", "Made"),
        {**{str(value): str(value) for value in VALUES}, **CHOICES["value"]},
    ),
    "trump": (pgettext_lazy("belote", "Contracts by trump"), pgettext_lazy("belote", "Made"), CHOICES["trump"]),
    "coinche": (
        pgettext_lazy("belote", "Contracts by coinche"),
        pgettext_lazy("belote", "Made"),
        {**CHOICES["coinche"], "none": pgettext_lazy("belote", "Without coinche")},
    ),
}
"""Of each statistic its title, the heading of how many were made, and its groups."""
