"""The words for the codes of Doppelkopf. Terms of the players stay: Re, Kontra, Augen, Absage, keine 90, Bock."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.doppelkopf.rules.entry import SOLOS

REASONS = {
    "re_won": _("Re wins, %(re)d : %(kontra)d"),
    "kontra_won": _("Kontra wins, %(kontra)d : %(re)d"),
    "re_won_range": _("Re wins, %(augen)s"),
    "kontra_won_range": _("Kontra wins, %(augen)s"),
    "nobody_won": _("Nobody wins: Re has %(re)s, Kontra %(kontra)s, and both missed their Absage"),
    "only_kontra": _("Only Kontra was announced, so %(needs)d are enough for Re"),
    "re_announced": _("“Re” was announced"),
    "kontra_announced": _("“Kontra” was announced"),
    "re_under": _("Re under %(limit)d"),
    "kontra_under": _("Kontra under %(limit)d"),
    "re_at_most": _("Re has %(limit)d or less"),
    "kontra_at_most": _("Kontra has %(limit)d or less"),
    "re_schwarz": _("Re is schwarz"),
    "kontra_schwarz": _("Kontra is schwarz"),
    "re_absage": _("“Keine %(limit)d” announced by Re"),
    "kontra_absage": _("“Keine %(limit)d” announced by Kontra"),
    "re_absage_schwarz": _("“Schwarz” announced by Re"),
    "kontra_absage_schwarz": _("“Schwarz” announced by Kontra"),
    "re_missed": _("Re missed its “keine %(limit)d”"),
    "kontra_missed": _("Kontra missed its “keine %(limit)d”"),
    "re_missed_schwarz": _("Re missed its “schwarz”"),
    "kontra_missed_schwarz": _("Kontra missed its “schwarz”"),
    "re_against": _("Re reached %(reached)d against “keine %(limit)d”"),
    "kontra_against": _("Kontra reached %(reached)d against “keine %(limit)d”"),
    "re_against_schwarz": _("Re reached %(reached)d against “schwarz”"),
    "kontra_against_schwarz": _("Kontra reached %(reached)d against “schwarz”"),
    "re_fuchs": ngettext_lazy("Re caught a Fuchs", "Re caught %(n)d Füchse", "n"),
    "kontra_fuchs": ngettext_lazy("Kontra caught a Fuchs", "Kontra caught %(n)d Füchse", "n"),
    "re_doppelkopf": ngettext_lazy("Doppelkopf for Re", "%(n)d times Doppelkopf for Re", "n"),
    "kontra_doppelkopf": ngettext_lazy("Doppelkopf for Kontra", "%(n)d times Doppelkopf for Kontra", "n"),
    "re_karlchen": _("Karlchen for Re"),
    "kontra_karlchen": _("Karlchen for Kontra"),
    "gegen_die_alten": _("Gegen die Alten"),
    "re_turned": _("Re won, but the Sonderpunkte of Kontra are worth more"),
    "kontra_turned": _("Kontra won, but the Sonderpunkte of Re are worth more"),
    "bock": _("Bock: counts × %(times)d"),
    "soloist": _("Soloist: %(times)d × %(points)d"),
}

PROBLEMS = {
    "two_of_re": _("Choose the two players of Re."),
    "one_soloist": _("Choose the soloist alone."),
    "sits_out": _("%(seat)s sits out and cannot be Re."),
    "augen_range": _("Augen go from 0 to %(most)d."),
    "augen_impossible": _("Nobody can have %(augen)d Augen. Please count again."),
    "augen_no_range": _("A range of Augen is entered by its highest number: %(highest)s."),
    "augen_sum": _("Re and Kontra together have %(all)d Augen. Enter those of one party."),
    "augen_range_and_number": _("This is not in the range chosen above. Choose “exact”, or empty this field."),
    "schwarz_with_augen": _("This party has Augen, so it took a trick and is not schwarz."),
    "absage_needs_re": _("An Absage needs “Re” announced. Tick “Re”, or take the Absage out."),
    "absage_needs_kontra": _("An Absage needs “Kontra” announced. Tick “Kontra”, or take the Absage out."),
    "extras_in_solo": _("There are no Sonderpunkte in a solo."),
    "extras_below_zero": _("Enter 0 or more."),
    "too_many_fuchs": _("There are only %(most)d Füchse. Count those of both parties."),
    "too_many_doppelkopf": _("There can be only %(most)d Doppelkopf tricks. Count those of both parties."),
    "too_many_karlchen": _("There is one last trick, so only one party can have Karlchen."),
    "extras_augen": _("These Sonderpunkte need at least %(least)d Augen, and the party has %(augen)s."),
    "duty_in_solo": _("Only a solo can be a Pflichtsolo or a Vorführung."),
    "bock_ddv": _("The rules of the DDV have no Bock: untick it."),
    "re_missed_by_far": _("Re has %(augen)s Augen after an Absage. Are these the Augen of the right party?"),
    "kontra_missed_by_far": _("Kontra has %(augen)s Augen after an Absage. Are these the Augen of the right party?"),
    "no_schwarz": _("A party has no Augen. Did it take no trick either? Then it is schwarz."),
    "rare_doppelkopf": _("A Doppelkopf %(n)d times in one hand is rare. Is it right?"),
    "bock_by_itself": _("This table finds its Bock rounds by itself. Is the tick needed?"),
    "bock_event_unused": _("At this table such an event starts no Bock round."),
    "no_pflichtsolo": _("This table plays without Pflichtsolo. Does the same player deal again?"),
    "unannounced_pflichtsolo": _("A Pflichtsolo is called before the hand. Was this one?"),
    "pflichtsolo_twice": _("%(seat)s has played the Pflichtsolo already. Was this a Lustsolo?"),
    "lust_before_pflicht": _("%(seat)s still owes a Pflichtsolo. Was this the one?"),
    "pflichtsolo_due": ngettext_lazy(
        "The last hand is needed for the Pflichtsolo that is still owed. Is this right?",
        "The last hands are needed for the %(n)d Pflichtsoli that are still owed. Is this right?",
        "n",
    ),
    "round_full": _("The round has its %(n)d hands already. Play one more?"),
}

NOTICES = {
    "bock_hands": ngettext_lazy("Bock × %(times)d, %(n)d hand to come", "Bock × %(times)d, %(n)d hands to come", "n"),
    "hands_left": ngettext_lazy("%(n)d hand left", "%(n)d hands left", "n"),
    "round_over": _("The round of %(n)d hands is played."),
    "vorfuehrung": ngettext_lazy(
        "Vorführung: the last hand is a Pflichtsolo",
        "Vorführung: the last %(n)d hands are Pflichtsoli",
        "n",
    ),
    "owes": _("Pflichtsolo still owed: %(seat)s"),
    "all_owe": _("Pflichtsolo still owed: everybody"),
    "zero_sum": _("The totals add up to 0."),
    "zero_sum_off": _("The totals add up to %(sum)d. Without penalties they would add up to 0."),
}

VARIANTS = {
    "house": pgettext_lazy("doppelkopf", "House rules"),
    "ddv": pgettext_lazy("doppelkopf", "Tournament rules (DDV)"),
}

VARIANT_FIELDS = {
    "scoring": (pgettext_lazy("doppelkopf", "Scoring"), VARIANTS),
    "boundary": (
        pgettext_lazy("doppelkopf", "Keine 90, 60, 30 (house rules)"),
        {
            "unter": pgettext_lazy("doppelkopf", "Under 90: 89 or less"),
            "bis": pgettext_lazy("doppelkopf", "Up to 90: 90 or less"),
        },
    ),
    "pflichtsolo": (pgettext_lazy("doppelkopf", "Everybody plays a Pflichtsolo"), {}),
    "pflichtsolo_once": (pgettext_lazy("doppelkopf", "One Pflichtsolo in the whole event, not in each list"), {}),
    "hands_each": (pgettext_lazy("doppelkopf", "Hands in a round, per player (6 make 24 at four)"), {}),
    "hands": (pgettext_lazy("doppelkopf", "Hands in a round in all, if not per player"), {}),
    "bock_after_120": (pgettext_lazy("doppelkopf", "Bock after 120 : 120"), {}),
    "bock_after_event": (pgettext_lazy("doppelkopf", "Bock after a heart trick goes through, or the like"), {}),
    "bock_after_zero": (pgettext_lazy("doppelkopf", "Bock after a hand worth 0"), {}),
    "bock_after_re_lost": (pgettext_lazy("doppelkopf", "Bock after “Re” was announced and lost"), {}),
    "bock_after_kontra_lost": (pgettext_lazy("doppelkopf", "Bock after “Kontra” was announced and lost"), {}),
    "bock_after_both": (pgettext_lazy("doppelkopf", "Bock after “Re” and “Kontra” were both announced"), {}),
    "bock_after_solo_lost": (pgettext_lazy("doppelkopf", "Bock after a lost solo"), {}),
    "bock_after_schwarz": (pgettext_lazy("doppelkopf", "Bock after a party was schwarz"), {}),
    "bock_after_extras": (pgettext_lazy("doppelkopf", "Bock after three Sonderpunkte of one party"), {}),
    "bock_length": (
        pgettext_lazy("doppelkopf", "Length of a Bock round"),
        {
            "each": pgettext_lazy("doppelkopf", "One hand per player"),
            "one": pgettext_lazy("doppelkopf", "One hand"),
        },
    ),
    "bock_overlap": (
        pgettext_lazy("doppelkopf", "Bock again in a Bock round"),
        {
            "ignore": pgettext_lazy("doppelkopf", "Changes nothing"),
            "extend": pgettext_lazy("doppelkopf", "Makes the round longer"),
            "stack": pgettext_lazy("doppelkopf", "Doubles once more"),
            "restart": pgettext_lazy("doppelkopf", "Starts the round again"),
        },
    ),
    "bock_pauses": (pgettext_lazy("doppelkopf", "A solo is no Bock hand"), {}),
}

FIELDS = {
    "kind": pgettext_lazy("doppelkopf", "Game"),
    "re": pgettext_lazy("doppelkopf", "Re"),
    "re_augen": pgettext_lazy("doppelkopf", "Augen of Re"),
    "augen_exact": pgettext_lazy("doppelkopf", "Exact Augen"),
    "re_announced": pgettext_lazy("doppelkopf", "“Re” announced"),
    "kontra_announced": pgettext_lazy("doppelkopf", "“Kontra” announced"),
    "re_absage": pgettext_lazy("doppelkopf", "Absage of Re"),
    "kontra_absage": pgettext_lazy("doppelkopf", "Absage of Kontra"),
    "re_extras": pgettext_lazy("doppelkopf", "Sonderpunkte of Re"),
    "kontra_extras": pgettext_lazy("doppelkopf", "Sonderpunkte of Kontra"),
    "schwarz": pgettext_lazy("doppelkopf", "No trick (schwarz)"),
    "bock": pgettext_lazy("doppelkopf", "Bock"),
    "duty": pgettext_lazy("doppelkopf", "Kind of solo"),
    "bock_event": pgettext_lazy("doppelkopf", "Starts a Bock round"),
    "sitting_out": pgettext_lazy("doppelkopf", "Sitting out"),
}

_ABSAGEN = {
    "k90": pgettext_lazy("doppelkopf", "keine 90"),
    "k60": pgettext_lazy("doppelkopf", "keine 60"),
    "k30": pgettext_lazy("doppelkopf", "keine 30"),
    "schwarz": pgettext_lazy("doppelkopf", "schwarz"),
}

PARTIES = {"re": pgettext_lazy("doppelkopf", "Re"), "kontra": pgettext_lazy("doppelkopf", "Kontra")}
KIND_LETTERS = {
    "normal": "",
    "hochzeit": pgettext_lazy("doppelkopf, letters", "Hz"),
    "damen": pgettext_lazy("doppelkopf, letters", "DS"),
    "buben": pgettext_lazy("doppelkopf, letters", "BS"),
    "farbe": pgettext_lazy("doppelkopf, letters", "FS"),
    "trumpf": pgettext_lazy("doppelkopf, letters", "TS"),
    "fleischlos": pgettext_lazy("doppelkopf, letters", "FL"),
    "stille_hochzeit": pgettext_lazy("doppelkopf, letters", "SH"),
    "ungeklaerte_hochzeit": pgettext_lazy("doppelkopf, letters", "UH"),
}
"""The kinds of game on a sheet with little room."""

SORTS = {
    "fuchs": pgettext_lazy("doppelkopf", "Fuchs"),
    "doppelkopf": pgettext_lazy("doppelkopf", "Doppelkopf"),
    "karlchen": pgettext_lazy("doppelkopf", "Karlchen"),
}
"""Of Sonderpunkte."""

LETTERS = {
    "re": pgettext_lazy("doppelkopf, letters", "R"),
    "kontra": pgettext_lazy("doppelkopf, letters", "K"),
    "k90": "90",
    "k60": "60",
    "k30": "30",
    "schwarz": pgettext_lazy("doppelkopf, letters", "S"),
    "pflicht": pgettext_lazy("doppelkopf, letters", "Pf"),
    "vorfuehrung": pgettext_lazy("doppelkopf, letters", "Vf"),
    "bock_event": pgettext_lazy("doppelkopf, letters", "→B"),
}
"""What was said and made, on a sheet with little room."""

CHOICES = {
    "kind": {
        "normal": pgettext_lazy("doppelkopf", "Normal game"),
        "hochzeit": pgettext_lazy("doppelkopf", "Hochzeit"),
        "damen": pgettext_lazy("doppelkopf", "Damen-Solo"),
        "buben": pgettext_lazy("doppelkopf", "Buben-Solo"),
        "farbe": pgettext_lazy("doppelkopf", "Farb-Solo"),
        "trumpf": pgettext_lazy("doppelkopf", "Trumpf-Solo"),
        # There is a soft hyphen in it, for its key on a phone.
        "fleischlos": pgettext_lazy("doppelkopf", "Fleisch­loser"),
        "stille_hochzeit": pgettext_lazy("doppelkopf", "Stille Hochzeit"),
        "ungeklaerte_hochzeit": pgettext_lazy("doppelkopf", "Hochzeit without a partner"),
    },
    "re_absage": _ABSAGEN,
    "kontra_absage": _ABSAGEN,
    "schwarz": {
        "re": pgettext_lazy("doppelkopf", "Re took no trick"),
        "kontra": pgettext_lazy("doppelkopf", "Kontra took no trick"),
    },
    "duty": {
        "lust": pgettext_lazy("doppelkopf", "Lustsolo"),
        "pflicht": pgettext_lazy("doppelkopf", "Pflichtsolo"),
        "vorfuehrung": pgettext_lazy("doppelkopf", "Vorführung"),
    },
}

# For the rules page: the codes of rules/tables.py.
SITUATIONS = {
    "always": pgettext_lazy("doppelkopf", "whatever was said"),
    "usual": pgettext_lazy("doppelkopf", "nothing, Re, or both"),
    "only_kontra": pgettext_lazy("doppelkopf", "only Kontra"),
    "own_k90": pgettext_lazy("doppelkopf", "own “keine 90”"),
    "own_k60": pgettext_lazy("doppelkopf", "own “keine 60”"),
    "own_k30": pgettext_lazy("doppelkopf", "own “keine 30”"),
    "own_schwarz": pgettext_lazy("doppelkopf", "own “schwarz”"),
    "against_k90": pgettext_lazy("doppelkopf", "“keine 90” of the others alone"),
    "against_k60": pgettext_lazy("doppelkopf", "“keine 60” of the others alone"),
    "against_k30": pgettext_lazy("doppelkopf", "“keine 30” of the others alone"),
    "against_schwarz": pgettext_lazy("doppelkopf", "“schwarz” of the others alone"),
}

WORTH = {
    "won": pgettext_lazy("doppelkopf", "the game won"),
    "announced": pgettext_lazy("doppelkopf", "Re announced, Kontra announced: each"),
    "step": pgettext_lazy("doppelkopf", "each step that the losers stayed under"),
    "absage_house": pgettext_lazy("doppelkopf", "each Absage that the winners made and met"),
    "absage_ddv": pgettext_lazy("doppelkopf", "each Absage, of either party"),
    "sonderpunkt": pgettext_lazy("doppelkopf", "Fuchs caught, Doppelkopf, Karlchen, gegen die Alten: each"),
}

STATISTICS = {
    "party": (pgettext_lazy("doppelkopf", "Re and Kontra"), pgettext_lazy("doppelkopf", "Won"), PARTIES),
    "announced": (
        pgettext_lazy("doppelkopf", "Announcements"),
        pgettext_lazy("doppelkopf", "Won"),
        {**PARTIES, **_ABSAGEN},
    ),
    "solo": (
        pgettext_lazy("doppelkopf", "Solos"),
        pgettext_lazy("doppelkopf", "Won"),
        {kind: label for kind, label in CHOICES["kind"].items() if kind in SOLOS},
    ),
}
"""Of each statistic its title, the heading of how many were won, and its groups."""
