"""The words for the codes of Skat. Grand, Null, Schneider, Schwarz and Ramsch are terms of the players everywhere."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from scorer.registry.description import SUITS

REASONS = {
    "value": _("Matadors %(n)d, game and steps %(steps)d: %(times)d × %(base)d = %(value)d"),
    "overbid": _("Overbid: %(value)d is the least that reaches the bid of %(bid)d"),
    "missed": _("What was announced was not reached: the game is lost."),
    "won": _("The value of the game"),
    "lost": _("Twice the value of the game"),
    "kontra": _("Kontra: × %(times)d"),
    "re": _("Kontra and Re: × %(times)d"),
    "bock": _("Bock: × %(times)d"),
    "game_won": pgettext_lazy("skat", "For a game won"),
    "game_lost": pgettext_lazy("skat", "For a game lost"),
    "others": _("Lost by %(seat)s"),
    "ramsch": _("Ramsch: the most Augen"),
    "jungfrau": _("Jungfrau: × %(times)d"),
    "durchmarsch": pgettext_lazy("skat", "Durch­marsch"),
    "passed_out": pgettext_lazy("skat", "Nobody bid"),
}

PROBLEMS = {
    "passed_out_empty": pgettext_lazy("skat", "A game is entered too. If it was played, untick “Nobody bid”."),
    "how_many_sit_out": _("At a table of four the dealer sits out: choose one player."),
    "not_in_kind": _("This game has no such value: leave it empty."),
    "result_of_kind": _("This game does not have that: choose another one."),
    "no_house_rule": _("This table does not play that. Its house rules can be changed."),
    "sits_out": _("%(seat)s sits out in this hand. Choose one of the others."),
    "matadors_range": _("This game has 1 to %(most)d matadors, with or without."),
    "needs_hand": _("Only a Hand game can be announced Schneider, Schwarz or ouvert."),
    "no_bid": _("%(n)d is no bid. The nearest one below is %(below)d."),
    "out_of_reach": _("This game is worth %(most)d at the most: it cannot be announced after a bid of %(n)d."),
    "missed": REASONS["missed"],
    "overbid": _("The game is worth less than the bid of %(n)d: overbid, so it is lost. Is the bid right?"),
    "out_of_turn": _("It was %(seat)s's turn to deal and sit out. Is this right?"),
    "list_full": _("The list is full with %(n)d hands. Is this one more?"),
}

NOTICES = {
    "bock_hands": ngettext_lazy("Bock × %(times)d, %(n)d hand to come", "Bock × %(times)d, %(n)d hands to come", "n"),
    "hands_left": ngettext_lazy("%(n)d hand left", "%(n)d hands left", "n"),
    "list_over": _("The list of %(n)d hands is full."),
}

VARIANTS = {
    "isko": pgettext_lazy("skat", "International rules (Seeger-Fabian)"),
    "plain": pgettext_lazy("skat", "Plain list, only values"),
    "pub": pgettext_lazy("skat", "Pub rules: Ramsch, Kontra, Bock"),
}
VARIANT_FIELDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "scoring": (
        pgettext_lazy("skat", "What is written down"),
        {
            "seeger_fabian": pgettext_lazy("skat", "Value and 50, others 40 or 30"),
            "plain": pgettext_lazy("skat", "Only values"),
        },
    ),
    "ramsch": (pgettext_lazy("skat", "Ramsch"), {}),
    "kontra": (pgettext_lazy("skat", "Kontra and Re"), {}),
    "bock": (pgettext_lazy("skat", "Bock rounds"), {}),
    "deals_each": (pgettext_lazy("skat", "Deals of each player in a list (12 make 36 or 48)"), {}),
}
VARIANT_HELP = {
    "ramsch": _(
        "If nobody bids, everybody plays alone. Whoever has most Augen loses that many, twice as many if somebody has "
        "no trick (Jungfrau). Whoever wins all tricks gets 120 (Durchmarsch)."
    ),
    "kontra": _("Kontra of an opponent doubles the value of the game, Re of the declarer doubles it once more."),
    "bock": _(
        "A hand that is ticked starts a Bock round, in which all values count double: one hand for each player of the "
        "table. Your club says which hands do."
    ),
}

FIELDS = {
    "kind": pgettext_lazy("skat", "Game"),
    "declarer": pgettext_lazy("skat", "Declarer"),
    "matadors": pgettext_lazy("skat", "Matadors"),
    "in_hand": pgettext_lazy("skat", "Hand"),
    "announced": pgettext_lazy("skat", "Announced"),
    "result": pgettext_lazy("skat", "Result"),
    "bid": pgettext_lazy("skat", "Bid"),
    "kontra": pgettext_lazy("skat", "Kontra"),
    "loser": pgettext_lazy("skat", "Who has most Augen?"),
    "augen": pgettext_lazy("skat", "Augen"),
    "bock_event": pgettext_lazy("skat", "Starts a Bock round"),
    "sitting_out": pgettext_lazy("skat", "Sits out"),
    "passed_out": pgettext_lazy("skat", "Nobody bid"),
}

_STEPS = {"schneider": pgettext_lazy("skat", "Schneider"), "schwarz": pgettext_lazy("skat", "Schwarz")}

CHOICES: dict[str, dict[str, Any]] = {
    "kind": {
        **{suit: SUITS[suit][1] for suit in "DHSC"},
        "grand": pgettext_lazy("skat", "Grand"),
        "null": pgettext_lazy("skat", "Null"),
        "ramsch": pgettext_lazy("skat", "Ramsch"),
    },
    "announced": {**_STEPS, "ouvert": pgettext_lazy("skat", "Ouvert")},
    "result": {
        "won": pgettext_lazy("skat", "Won"),
        **_STEPS,
        "lost": pgettext_lazy("skat", "Lost"),
        "lost_schneider": pgettext_lazy("skat", "own Schneider"),
        "lost_schwarz": pgettext_lazy("skat", "own Schwarz"),
        "jungfrau": pgettext_lazy("skat", "Jungfrau"),
        "durchmarsch": pgettext_lazy("skat", "Durch­marsch"),
    },
    "kontra": {"kontra": pgettext_lazy("skat", "Kontra"), "re": pgettext_lazy("skat", "Re")},
}
LETTERS = {
    "grand": pgettext_lazy("skat, letters", "G"),
    "null": pgettext_lazy("skat, letters", "N"),
    "ramsch": pgettext_lazy("skat, letters", "R"),
}
"""Kinds of game where there is little room."""

STATISTICS = {
    "kind": (
        pgettext_lazy("skat", "Games"),
        pgettext_lazy("skat", "Won"),
        {kind: label for kind, label in CHOICES["kind"].items() if kind != "ramsch"},
    ),
    "way": (
        pgettext_lazy("skat", "Games by skat and Hand"),
        pgettext_lazy("skat", "Won"),
        {
            "skat": pgettext_lazy("skat", "With the skat"),
            "hand": pgettext_lazy("skat", "Hand"),
            "ouvert": pgettext_lazy("skat", "Ouvert"),
        },
    ),
}
"""Of each statistic its title, the heading of how many were won, and its groups."""
