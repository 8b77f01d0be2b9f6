"""The words for the codes of tarot. Terms of the players stay as they are: oudler, Petit, garde, petit au bout."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

REASONS = {
    "contract_made": ngettext_lazy(
        "%(n)d oudler needs %(needed)d: made with %(points)s",
        "%(n)d oudlers need %(needed)d: made with %(points)s",
        "n",
    ),
    "contract_failed": ngettext_lazy(
        "%(n)d oudler needs %(needed)d: failed with %(points)s",
        "%(n)d oudlers need %(needed)d: failed with %(points)s",
        "n",
    ),
    "petite": _("Petite: %(sum)s"),
    "garde": _("Garde: %(sum)s"),
    "garde_sans": _("Garde sans: %(sum)s"),
    "garde_contre": _("Garde contre: %(sum)s"),
    "petit_au_bout_attack": _("Petit au bout of the taker's side: %(sum)s"),
    "petit_au_bout_defence": _("Petit au bout of the defence: %(sum)s"),
    "petit_au_bout_declared": _("Petit au bout of %(seat)s: %(sum)s"),
    "handful_single": _("Handful of %(seat)s: %(sum)s"),
    "handful_double": _("Double handful of %(seat)s: %(sum)s"),
    "handful_triple": _("Triple handful of %(seat)s: %(sum)s"),
    "slam_made": _("Slam: %(sum)s"),
    "slam_announced_made": _("Slam announced and made: %(sum)s"),
    "slam_announced_failed": _("Slam announced and missed: %(sum)s"),
    "slam_defence": _("Slam of the defence: %(sum)s"),
    "slam_declared": _("Slam of %(seat)s: %(sum)s"),
    "difference": ngettext_lazy(
        "%(points)s points with %(n)d oudler, %(needed)d needed: difference %(sign)s%(by)s",
        "%(points)s points with %(n)d oudlers, %(needed)d needed: difference %(sign)s%(by)s",
        "n",
    ),
    "no_trick": _("No trick"),
    "dispute": _("No trick and level: dispute of %(n)d"),
    "place": _("Place %(place)d of %(of)d"),
    "ahead_by_tricks": _("Level with %(seat)s, who has no trick"),
    "behind_by_tricks": _("Level with %(seat)s, but without a trick"),
    "ahead_by_oudlers": _("Level with %(seat)s, but more oudlers"),
    "behind_by_oudlers": _("Level with %(seat)s, but fewer oudlers"),
    "ahead_by_oudler": _("Level with %(seat)s, but the better oudler"),
    "behind_by_oudler": _("Level with %(seat)s, who has the better oudler"),
    "ahead_by_number": _("Level with %(seat)s, but more court cards"),
    "behind_by_number": _("Level with %(seat)s, but fewer court cards"),
    "ahead_by_characters": _("Level with %(seat)s, but higher court cards"),
    "behind_by_characters": _("Level with %(seat)s, but lower court cards"),
    "ahead_by_first_trick": _("Level with %(seat)s, but the earlier first trick"),
    "behind_by_first_trick": _("Level with %(seat)s, who had the earlier first trick"),
    "stake": _("Rate %(rate)s × stake %(stake)s (%(sum)s) × %(times)d"),
    "stake_floor": _("The best difference is negative: it counts 0"),
    "stake_zero": _("The stake is 0, by rule: the places win and lose nothing"),
    "stake_negative": _("The stake is below 0, by rule: the best places lose"),
    "passed_out": pgettext_lazy("tarot", "Thrown in"),
}

PROBLEMS = {
    # What is refused
    "seat_count": _("Tarot is played at tables of %(least)d to %(most)d."),
    "sits_out": _("%(seat)s sits out in this deal. Choose somebody who plays."),
    "passed_out_empty": _("A deal is entered too. If it was played, untick “Thrown in”."),
    "not_in_taker": _("This belongs to a one-for-one deal: leave it empty."),
    "not_in_one_for_one": _("This belongs to a deal with a taker: leave it empty."),
    "six_no_taker": _("Six players can only play one for one: a deal with a taker has at most %(most)d."),
    "partner_five": _("A king is called with %(players)d players only: leave this empty."),
    "partner_needed": _("Choose who was called, or that the taker played alone."),
    "points_range": _("Points go from 0 to %(most)d."),
    "oudlers_range": _("There are 0 to %(most)d oudlers."),
    "petit_au_bout_attack": _("The taker's side has no oudler, so it had no Petit. Check the oudlers."),
    "petit_au_bout_defence": _("The defence has no oudler, so it had no Petit. Check the oudlers."),
    "handful_twice": _("%(seat)s has a handful already. Each player can have only one."),
    "handful_trumps": _("These handfuls would need %(needed)d trumps, but there are %(trumps)d."),
    "slam_points": _("After a slam, the taker's side has %(least)s points or more."),
    "dealing": _("With %(players)d players the dog has this many cards: %(ways)s."),
    "teams_count": _("Only four or six players can play in pairs."),
    "teams_pairs": _("Put every player of this deal into exactly one pair."),
    "players_count": ngettext_lazy(
        "There is a result for %(n)d player, but %(needed)d play.",
        "There are results for %(n)d players, but %(needed)d play.",
        "n",
    ),
    "handful_one": _("A player can show one handful only: enter the largest."),
    "oudler_twice": _("Two players cannot have the same oudler."),
    "oudler_points": _("With an oudler a player has %(least)s points or more."),
    "petit_au_bout_whose": _("Only the player who has the Petit can have won it with the last trick."),
    "petit_au_bout_twice": _("Only one player can have won the last trick with the Petit."),
    "trick_points": _("A player with a trick has points. Enter them, or untick the trick."),
    "excuse_and_trick": _("The Excuse and a trick make more than %(most)s points. Check the points."),
    "no_trick_points": _(
        "Without a trick a player has 0 points, or with the Excuse alone %(least)s or %(most)s. Check the points."
    ),
    "nobody_tricks": _("Somebody won a trick. Enter the points."),
    "dog_points": _(
        "The players have %(total)s points together, but %(most)s at most: the dog has %(cards)d cards. Count again."
    ),
    "points_sum": _("Players and dog have %(all)d points together, but these make %(sum)s. Count again."),
    "first_trick_none": _("A player without a trick has no first trick: leave this empty."),
    "first_trick_range": _("Tricks are numbered from 1 to %(most)d."),
    "first_trick_twice": _("%(seat)s won this trick. Which one did this player win first?"),
    "characters_none": _("A player without a trick has no court cards: leave this empty."),
    "characters_range": _("There are 0 to %(most)d of each court card."),
    "characters_sum": _("That makes more than the %(most)d in the pack. Count again."),
    "tie_characters": _("This decides a tie: enter the kings, queens, knights and jacks in the tricks of %(seat)s."),
    "owner_21": _("Who has the 21?"),
    "owner_excuse": _("Who has the Excuse?"),
    "owner_petit": _("Who has the Petit?"),
    "tie_first_trick": _("This decides a tie: which trick was the first that %(seat)s won?"),
    # What asks for a second look
    "odd_half": _("With %(players)d players a half point is unusual. Is it right?"),
    "points_low": _("That is very little: with these oudlers it is usually %(least)s or more. Is it right?"),
    "points_high": _("The missing oudlers are worth points elsewhere: more than %(most)s is unusual. Is it right?"),
    "attack_dog": _("The dog alone gives the taker's side %(least)s points. Are these the taker's points?"),
    "defence_dog": _("The dog leaves the taker's side %(most)s points at most. Are these the taker's points?"),
    "no_slam": _("One side has all the points. Was it a slam?"),
    "slam_rare": _("A slam is rare. Is it right?"),
    "slam_others": _("Against a slam the other side has %(points)s points. Is it right?"),
    "petit_au_bout_slam": _("The other side won every trick. Who won the Petit au bout?"),
    "characters_points": _("These court cards are worth more than %(points)s points. Check both."),
    "dog_half": _("The dog would have %(points)s points, and a half is unusual. Are all the points right?"),
    "oudler_whose": ngettext_lazy(
        "The dog has only %(points)s points: too little for %(n)d oudler. Who has it?",
        "The dog has only %(points)s points: too little for %(n)d oudlers. Who has them?",
        "n",
    ),
    "dog_high": _("The dog would have %(points)s points, more than the possible %(most)s. Are all the points right?"),
    "nobody_sits_out": _("At this table one player sits out. Did all five play?"),
    "sits_out_again": _("%(seat)s also sat out in the deal before. Is it right?"),
    "same_as_before": _("This deal is the same as the one before. Was it entered twice?"),
}

NOTICES: dict[str, str] = {}

VARIANTS = {"house": pgettext_lazy("tarot", "House rules")}

VARIANT_FIELDS = {
    "stake_floor": (
        pgettext_lazy("tarot", "Stake one for one, when the best difference is negative"),
        {
            "none": pgettext_lazy("tarot", "it makes the stake smaller"),
            "zero": pgettext_lazy("tarot", "the best difference counts 0"),
        },
    ),
    "stake_rounding": (
        pgettext_lazy("tarot", "Stake one for one, rounding"),
        {
            "each": pgettext_lazy("tarot", "best difference and dog each rounded up"),
            "sum": pgettext_lazy("tarot", "their sum rounded up"),
        },
    ),
    "mort": (pgettext_lazy("tarot", "Five at the table, four play (the dealer sits out)"), {}),
}

FIELDS = {
    "kind": pgettext_lazy("tarot", "Deal"),
    "taker": pgettext_lazy("tarot", "Taker"),
    "partner": pgettext_lazy("tarot", "Called player"),
    "contract": pgettext_lazy("tarot", "Contract"),
    "oudlers": pgettext_lazy("tarot", "Oudlers of the taker's side"),
    "points": pgettext_lazy("tarot", "Points of the taker's side"),
    "petit_au_bout": pgettext_lazy("tarot", "Petit au bout"),
    "handfuls": pgettext_lazy("tarot", "Handfuls"),
    "slam": pgettext_lazy("tarot", "Slam"),
    "dog_cards": pgettext_lazy("tarot", "Cards in the dog"),
    "players": pgettext_lazy("tarot", "Points of each player"),
    "teams": pgettext_lazy("tarot", "Pairs"),
    "sitting_out": pgettext_lazy("tarot", "Sits out"),
    "passed_out": pgettext_lazy("tarot", "Thrown in"),
    "deal": pgettext_lazy("tarot", "Number of the deal"),
    "owners": pgettext_lazy("tarot", "Who has the oudlers"),
}
"""Fields of the entry, and `owners`, the form's name for the owners of all oudlers."""

CHOICES = {
    "kind": {"taker": pgettext_lazy("tarot", "With a taker"), "one_for_one": pgettext_lazy("tarot", "One for one")},
    "contract": {
        "petite": pgettext_lazy("tarot", "Petite"),
        "garde": pgettext_lazy("tarot", "Garde"),
        "garde_sans": pgettext_lazy("tarot", "Garde sans"),
        "garde_contre": pgettext_lazy("tarot", "Garde contre"),
    },
    "petit_au_bout": {"attack": pgettext_lazy("tarot", "Taker's side"), "defence": pgettext_lazy("tarot", "Defence")},
    "slam": {
        "made": pgettext_lazy("tarot", "Made"),
        "announced_made": pgettext_lazy("tarot", "Announced and made"),
        "announced_failed": pgettext_lazy("tarot", "Announced and missed"),
        "defence": pgettext_lazy("tarot", "By the defence"),
    },
}

CONTRACT_LETTERS = {
    "petite": pgettext_lazy("tarot, letters", "P"),
    "garde": pgettext_lazy("tarot, letters", "G"),
    "garde_sans": pgettext_lazy("tarot, letters", "GS"),
    "garde_contre": pgettext_lazy("tarot, letters", "GC"),
}
"""The contracts on a sheet with little room."""

PLAYER_FIELDS = {
    "points": pgettext_lazy("tarot", "Points"),
    "oudlers": pgettext_lazy("tarot", "Oudlers"),
    "handfuls": pgettext_lazy("tarot", "Handful"),
    "petit_au_bout": pgettext_lazy("tarot", "Petit au bout"),
    "trickless": pgettext_lazy("tarot", "No trick"),
    "characters": pgettext_lazy("tarot", "Court cards"),
    "first_trick": pgettext_lazy("tarot", "First trick won"),
}
"""Fields of one player in a one-for-one deal."""

SIZES = {
    "single": pgettext_lazy("tarot", "Single"),
    "double": pgettext_lazy("tarot", "Double"),
    "triple": pgettext_lazy("tarot", "Triple"),
}

HANDFULS = {
    "single": pgettext_lazy("tarot", "Handful"),
    "double": pgettext_lazy("tarot", "Double handful"),
    "triple": pgettext_lazy("tarot", "Triple handful"),
}
SLAMS = {
    "made": pgettext_lazy("tarot", "Slam, not announced"),
    "announced_made": pgettext_lazy("tarot", "Slam announced and made"),
    "announced_failed": pgettext_lazy("tarot", "Slam announced and missed"),
    "defence": pgettext_lazy("tarot", "Slam of the defence"),
}
"""For the sheet, where they have no label before them."""

LETTERS = {
    "attack": pgettext_lazy("tarot, letters", "+Pt"),
    "defence": pgettext_lazy("tarot, letters", "−Pt"),
    "single": pgettext_lazy("tarot, letters", "H"),
    "double": pgettext_lazy("tarot, letters", "H2"),
    "triple": pgettext_lazy("tarot, letters", "H3"),
    "slam": pgettext_lazy("tarot, letters", "Sl"),
}
"""Of the Petit au bout, handfuls and slams on a sheet with little room."""

OUDLERS = {
    "21": pgettext_lazy("tarot", "21"),
    "excuse": pgettext_lazy("tarot", "Excuse"),
    "petit": pgettext_lazy("tarot", "Petit"),
}

CHARACTERS = {
    "K": pgettext_lazy("tarot", "Kings"),
    "Q": pgettext_lazy("tarot", "Queens"),
    "C": pgettext_lazy("tarot", "Knights"),
    "J": pgettext_lazy("tarot", "Jacks"),
}

CARDS = {
    "oudler": pgettext_lazy("tarot", "Oudler: 21, Excuse or Petit"),
    "K": pgettext_lazy("tarot", "King"),
    "Q": pgettext_lazy("tarot", "Queen"),
    "C": pgettext_lazy("tarot", "Knight (cavalier)"),
    "J": pgettext_lazy("tarot", "Jack"),
    "other": pgettext_lazy("tarot", "Any other card"),
}
"""For the rules page: the codes of rules/tables.py."""

STATISTICS = {
    "contract": (pgettext_lazy("tarot", "Contracts"), pgettext_lazy("tarot", "Made"), CHOICES["contract"]),
    "oudlers": (
        pgettext_lazy("tarot", "Contracts by oudlers"),
        pgettext_lazy("tarot", "Made"),
        {
            "0": pgettext_lazy("tarot", "No oudler"),
            "1": pgettext_lazy("tarot", "One oudler"),
            "2": pgettext_lazy("tarot", "Two oudlers"),
            "3": pgettext_lazy("tarot", "Three oudlers"),
        },
    ),
}
"""Of each statistic its title, the heading of how many were made, and its groups."""
