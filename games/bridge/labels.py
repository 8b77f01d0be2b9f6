"""The words for the codes of bridge. Short words that another game may mean otherwise carry a context."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

from games.bridge.rules.entry import DECLARERS, STRAINS, Declarer, Strain
from scorer.registry.description import SUIT_NAMES

REASONS = {
    "contract_tricks": ngettext_lazy("%(n)d contract trick × %(each)d", "%(n)d contract tricks × %(each)d", "n"),
    "contract_tricks_no_trump": _("Contract tricks in no trump: %(first)d + %(n)d × %(each)d"),
    "overtricks": ngettext_lazy("%(n)d overtrick × %(each)d", "%(n)d overtricks × %(each)d", "n"),
    "overtricks_doubled": ngettext_lazy(
        "%(n)d overtrick, doubled × %(each)d", "%(n)d overtricks, doubled × %(each)d", "n"
    ),
    "overtricks_doubled_vulnerable": ngettext_lazy(
        "%(n)d overtrick, doubled and vulnerable × %(each)d",
        "%(n)d overtricks, doubled and vulnerable × %(each)d",
        "n",
    ),
    "overtricks_redoubled": ngettext_lazy(
        "%(n)d overtrick, redoubled × %(each)d", "%(n)d overtricks, redoubled × %(each)d", "n"
    ),
    "overtricks_redoubled_vulnerable": ngettext_lazy(
        "%(n)d overtrick, redoubled and vulnerable × %(each)d",
        "%(n)d overtricks, redoubled and vulnerable × %(each)d",
        "n",
    ),
    "part_score": _("Part-score"),
    "game": _("Game, not vulnerable"),
    "game_vulnerable": _("Game, vulnerable"),
    "small_slam": _("Small slam, not vulnerable"),
    "small_slam_vulnerable": _("Small slam, vulnerable"),
    "grand_slam": _("Grand slam, not vulnerable"),
    "grand_slam_vulnerable": _("Grand slam, vulnerable"),
    "doubled_made": _("Doubled contract made"),
    "redoubled_made": _("Redoubled contract made"),
    "undertricks": ngettext_lazy("%(n)d trick down, not vulnerable", "%(n)d tricks down, not vulnerable", "n"),
    "undertricks_vulnerable": ngettext_lazy("%(n)d trick down, vulnerable", "%(n)d tricks down, vulnerable", "n"),
    "undertricks_doubled": ngettext_lazy(
        "%(n)d trick down, doubled, not vulnerable", "%(n)d tricks down, doubled, not vulnerable", "n"
    ),
    "undertricks_doubled_vulnerable": ngettext_lazy(
        "%(n)d trick down, doubled, vulnerable", "%(n)d tricks down, doubled, vulnerable", "n"
    ),
    "undertricks_redoubled": ngettext_lazy(
        "%(n)d trick down, redoubled, not vulnerable", "%(n)d tricks down, redoubled, not vulnerable", "n"
    ),
    "undertricks_redoubled_vulnerable": ngettext_lazy(
        "%(n)d trick down, redoubled, vulnerable", "%(n)d tricks down, redoubled, vulnerable", "n"
    ),
    "passed_out": pgettext_lazy("bridge", "Passed out"),
    "honours": _("Honours of %(seat)s"),
    "rubber_two_nil": _("Rubber won by two games to none"),
    "rubber_two_one": _("Rubber won by two games to one"),
    "last_part_score": _("Part-score in the last deal"),
}

PROBLEMS = {
    "board_range": _("Boards are numbered from 1 to %(most)d."),
    "level_range": _("A contract is at level 1 to 7."),
    "tricks_range": _("There are only 13 tricks."),
    "passed_out_empty": _("A contract is entered too. If the board was played, untick “Passed out”."),
    "board_again": _("Board %(board)d is on this sheet already. Is the number right?"),
    "board_far_ahead": _("Board %(board)d is far ahead of the others. Is the number right?"),
    "vulnerable_differs": _("Board %(board)d usually has another vulnerability. Is this one right?"),
    "seven_level": _("A contract for all 13 tricks is rare. Is the level right?"),
    "redoubled": _("A redouble is rare. Was it redoubled?"),
    "far_down": ngettext_lazy(
        "That is %(n)d trick down. Is the number of tricks right?",
        "That is %(n)d tricks down. Is the number of tricks right?",
        "n",
    ),
    "many_overtricks": ngettext_lazy(
        "That is %(n)d overtrick. Are the level and the tricks right?",
        "That is %(n)d overtricks. Are the level and the tricks right?",
        "n",
    ),
    "written_level": _("Begin with the level, from 1 to 7, as in 4♠ S =."),
    "written_strain": _("After the level comes the suit or no trump: %(strains)s."),
    "written_declarer": _("After the suit comes who played it, as in 4♠ S = or 4♠ X S −1: %(seats)s."),
    "written_result": _("At the end comes the result: =, +1, −2, or all the tricks that declarer won."),
    "usebio_none": _("This is no file of results in USEBIO."),
    "usebio_type": _("Only events of pairs, of individuals and of teams can be read, not %(type)s."),
    "usebio_several": _("Only a file of one event in one session can be read."),
    "usebio_method": _("Boards cannot be scored by %(method)s here."),
    "usebio_winners": _("There are 1 or 2 winners."),
    "usebio_empty": _("There are no pairs, players or teams here, or no results."),
    "usebio_date": _("Expected a date such as 24/11/2026."),
    "usebio_number": _("The number is missing, or somebody else has it."),
    "usebio_players": _("A pair has two players."),
    "usebio_hands": _("The cards of a board are four hands: N, E, S and W."),
    "usebio_team": _("A team has %(fewest)d to %(most)d players."),
    "usebio_direction": _("Expected which way the first team of the match sat: NS or EW."),
    "usebio_round": _("A round has a number from 1 to %(most)d."),
    "usebio_name": _("A name has 1 to 80 characters, and a federation number at most 20."),
    "usebio_figure": _("Expected a number."),
    "usebio_unknown": _("Nobody has the number %(number)s."),
    "usebio_contract": _("“%(contract)s” is no contract such as 4S, 3NTX or PASS."),
    "usebio_declarer": _("Expected who played it: N, E, S or W."),
    "usebio_tricks": _("Expected the tricks that were won, from 0 to 13."),
    "no_board": _("Deals at this table have no board number: leave this empty."),
    "no_honours": _("Honours do not count at duplicate."),
    "lead_card": _("The opening lead is a card: choose its suit and its rank."),
    "honours_once": _("Only one player can hold four honours."),
    "honours_points": _("Honours are 100 or 150 points."),
    "honours_no_trump": _("At no trump, four aces in one hand are worth 150."),
    "pbn_too_long": _("The file is longer than 1 MB."),
    "pbn_too_much": _("The file has more here than any event: longer lines, or more boards, tags or rows."),
    "pbn_further": _("There are further problems, which are not listed."),
    "pbn_no_text": _("This file is not a text."),
    "pbn_nothing": _('This is not a PBN file: it has no tag, such as [Board "7"].'),
    "pbn_no_deal": _("There are no cards in this file: no board has a tag [Deal …]."),
    "pbn_quote": _("A quotation mark is missing."),
    "pbn_comment": _("The comment that begins here has no end: } is missing."),
    "pbn_tag": _('A tag is written as [Board "7"].'),
    "pbn_stray": _('“%(text)s” belongs to no tag. A tag is written as [Board "7"].'),
    "pbn_row": ngettext_lazy(
        "This row has %(n)d value, and the table %(columns)d columns.",
        "This row has %(n)d values, and the table %(columns)d columns.",
        "n",
    ),
    "pbn_deal": _('A deal is written as [Deal "N:AKQ2.T9.864.KQ53 …"], with all four hands.'),
    "pbn_no_hand": _("The hand of %(seat)s is missing."),
    "pbn_rank": _("The hand of %(seat)s has cards that do not exist: %(rank)s."),
    "pbn_suits": _("The hand of %(seat)s needs all four suits, with dots between them."),
    "pbn_hand_cards": ngettext_lazy(
        "The hand of %(seat)s has %(n)d card. It must have 13.",
        "The hand of %(seat)s has %(n)d cards. It must have 13.",
        "n",
    ),
    "pbn_card_twice": _("The card %(card)s was dealt twice."),
    "pbn_no_results": _("The file has no results."),
    "pbn_team": _("Team %(number)s needs the names of %(fewest)d to %(most)d players."),
    "pbn_name": _("The ranking has no name of at most 80 characters for number %(number)s."),
    "pbn_names": _("Pair %(number)s needs the names of two players, of at most 80 characters."),
    "pbn_date": _('Expected a date such as [Date "2026.11.24"].'),
    "pbn_board": _("The number of the board is missing, or is not between 1 and %(most)d."),
    "pbn_other_cards": _("Board %(board)d had other cards further up."),
    "pbn_dealer": _("The dealer of board %(board)d is %(dealer)s, not %(written)s. Is the number right?"),
    "pbn_vulnerable": _("The vulnerability of board %(board)d is not “%(vulnerable)s”. Is the number right?"),
    "pbn_contract": _("“%(contract)s” is not a contract, such as 4S, 3NTX or Pass."),
    "pbn_declarer": _("Declarer is N, E, S or W, not “%(declarer)s”."),
    "pbn_result": _("“%(result)s” is not a number of tricks from 0 to 13."),
}

NOTICES = {
    "rubber_none": _("Rubber %(number)d: nobody is vulnerable."),
    "rubber_ns": _("Rubber %(number)d: N–S are vulnerable."),
    "rubber_ew": _("Rubber %(number)d: E–W are vulnerable."),
    "rubber_both": _("Rubber %(number)d: all are vulnerable."),
    "rubber_over": _("%(side)s win rubber %(number)d by %(won)d : %(lost)d."),
    "chicago_deal_none": _("Chicago %(number)d, deal %(deal)d: nobody is vulnerable."),
    "chicago_deal_ns": _("Chicago %(number)d, deal %(deal)d: N–S are vulnerable."),
    "chicago_deal_ew": _("Chicago %(number)d, deal %(deal)d: E–W are vulnerable."),
    "chicago_deal_both": _("Chicago %(number)d, deal %(deal)d: all are vulnerable."),
    "chicago_over": ngettext_lazy(
        "Chicago %(number)d is over after %(n)d deal.", "Chicago %(number)d is over after %(n)d deals.", "n"
    ),
    "below": _("%(side)s: %(n)d below the line."),
    "unfinished_game": _("Unfinished rubber: %(n)d for the only game (%(side)s)."),
    "unfinished_part_score": _("Unfinished rubber: %(n)d for the only part-score (%(side)s)."),
}

VARIANTS = {
    "duplicate": pgettext_lazy("bridge", "Duplicate"),
    "rubber": pgettext_lazy("bridge", "Rubber"),
    "chicago": pgettext_lazy("bridge", "Chicago"),
    "chicago_duplicate": pgettext_lazy("bridge", "Chicago, scored as at duplicate"),
}
VARIANT_FIELDS = {
    "scoring": (pgettext_lazy("bridge", "Scoring"), VARIANTS),
    "unfinished_part_score": (_("Rubber: the only part-score of an unfinished game"), {"100": "100", "50": "50"}),
    "chicago_vulnerable": (
        _("Chicago: vulnerable in deals 2 and 3"),
        {"dealer": _("the dealer's side"), "opponents": _("the dealer's opponents")},
    ),
    "opening_lead": (
        pgettext_lazy("bridge", "Opening lead"),
        {
            "no": pgettext_lazy("bridge, the opening lead", "is not asked for"),
            "optional": pgettext_lazy("bridge, the opening lead", "may be entered"),
            "required": pgettext_lazy("bridge, the opening lead", "must be entered"),
        },
    ),
}

FIELDS = {
    "board": pgettext_lazy("bridge", "Board"),
    "level": pgettext_lazy("bridge", "Level"),
    "strain": pgettext_lazy("bridge", "Suit or no trump"),
    "doubled": pgettext_lazy("bridge", "Double"),
    "declarer": pgettext_lazy("bridge", "Declarer"),
    "tricks": pgettext_lazy("bridge", "Tricks won"),
    "passed_out": pgettext_lazy("bridge", "Passed out"),
    "vulnerable": pgettext_lazy("bridge", "Vulnerable"),
    "honours": pgettext_lazy("bridge", "Honours"),
    "lead": pgettext_lazy("bridge", "Opening lead"),
}

CHOICES = {
    "strain": {
        **SUIT_NAMES,
        "C": pgettext_lazy("bridge", "Clubs"),  # Treff and Coeur in German, where other games say Kreuz and Herz
        "H": pgettext_lazy("bridge", "Hearts"),
        "NT": pgettext_lazy("bridge", "No trump"),
    },
    "doubled": {
        "": pgettext_lazy("bridge", "Undoubled"),
        "X": pgettext_lazy("bridge", "Doubled"),
        "XX": pgettext_lazy("bridge", "Redoubled"),
    },
    "declarer": {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")},
    "vulnerable": {
        "none": pgettext_lazy("bridge vulnerability", "Nobody"),
        "NS": _("North–South"),
        "EW": _("East–West"),
        "both": pgettext_lazy("bridge vulnerability", "Both sides"),
    },
}

SEATS = {
    "N": pgettext_lazy("seat", "N"),
    "E": pgettext_lazy("seat", "E"),
    "S": pgettext_lazy("seat", "S"),
    "W": pgettext_lazy("seat", "W"),
}
"""For buttons and the sheet."""

RANK_LETTERS = {
    "A": pgettext_lazy("card", "A"),
    "K": pgettext_lazy("card", "K"),
    "Q": pgettext_lazy("card", "Q"),
    "J": pgettext_lazy("card", "J"),
}
"""The letters on the cards. The other cards have numbers."""

NO_TRUMP = pgettext_lazy("bridge", "NT")

CARDS: dict[str, StrOrPromise] = {
    "A": pgettext_lazy("card", "A"),
    "K": pgettext_lazy("card", "K"),
    "Q": pgettext_lazy("card", "Q"),
    "J": pgettext_lazy("card", "J"),
    "T": "10",
    **{str(number): str(number) for number in range(2, 10)},
}
"""What is on each card, by its rank in PBN."""

LETTERS = pgettext_lazy("letters of clubs, diamonds, hearts, spades and no trump, between spaces", "C D H S NT")
PASSED = pgettext_lazy("bridge, a deal that was passed out, in capitals", "PASS")


def written_strains() -> dict[str, Strain]:
    """Return what strains are written as in the reader's language: the signs of the suits, letters, and NT."""
    letters = zip(str(LETTERS).split(), STRAINS, strict=True)
    return dict(letters) | {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "NT"}


def written_seats() -> dict[str, Declarer]:
    return {str(SEATS[declarer]).upper(): declarer for declarer in DECLARERS}


VULNERABLE_WORDS = {
    "none": _("nobody vulnerable"),
    "NS": _("N–S vulnerable"),
    "EW": _("E–W vulnerable"),
    "both": _("all vulnerable"),
}
"""For the line beside a board."""

STATISTICS = {
    "strain": (pgettext_lazy("bridge", "Contracts by suit"), pgettext_lazy("bridge", "Made"), CHOICES["strain"]),
    "height": (
        pgettext_lazy("bridge", "Part-scores, games and slams"),
        pgettext_lazy("bridge", "Made"),
        {
            "part_score": pgettext_lazy("bridge", "Part-score"),
            "game": pgettext_lazy("bridge", "Game"),
            "small_slam": pgettext_lazy("bridge", "Small slam"),
            "grand_slam": pgettext_lazy("bridge", "Grand slam"),
        },
    ),
    "doubled": (pgettext_lazy("bridge", "Doubled contracts"), pgettext_lazy("bridge", "Made"), CHOICES["doubled"]),
}
"""Of each statistic its title, the heading of how many were made, and its groups."""
