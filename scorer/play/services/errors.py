"""What services raise: Refused if the values are wrong, Conflict if it is too late or too early."""

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorer.scoring import Problem

if TYPE_CHECKING:
    from scorer.play.models import Hand, Table


class Refused(Exception):
    """The values are impossible. `problems` lists every problem."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__([problem.code for problem in problems])
        self.problems = problems


class ConflictCode(models.TextChoices):
    """Why an action is not possible, with a sentence for the user. Beside a form, play/conflict.html says more."""

    # The state of the table, with the values of Table.State.
    CLOSED = "closed", _("This table is closed. Nothing was saved.")
    CANCELLED = "cancelled", _("This table was cancelled. Nothing was saved.")

    # The form was made for an earlier state.
    LAYOUT = "layout", _("The seats or rules of this table have since been changed. Look at the sheet and try again.")
    TAKEN = "taken", _("Another hand has since been entered. Look at the sheet and try again.")
    NUMBER = "number", _("The sheet has since changed. Look at it and try again.")
    CORRECTED = "corrected", _("This hand has since been changed. Look at it and try again.")
    KEY = "key", _("This page was already used for another change. Nothing was saved.")
    WRITER = "writer", _("This was typed by somebody else. Nothing was saved.")

    # Tables and hands.
    NO_SEASON = "no_season", _("No season is open. A director can start one under Seasons.")
    SEATED = "seated", _("This player sits at the table already.")
    HAS_HANDS = "has_hands", _("A table with hands cannot be cancelled. Close it instead.")
    NOT_LAST = "not_last", _("Another hand has followed this one. Correct or void it on the sheet.")
    VOIDED = "voided", _("This hand does not count. Count it again before you move it.")
    DEAL_PLAYED = (
        "deal_played",
        _("This hand cannot count again: its number has been played since, or the table has no more to play."),
    )

    # Confirmations.
    NOT_ASKED = "not_asked", _("This table does not ask for hands to be confirmed.")
    OWN_SIDE = (
        "own_side",
        _("Only a player on another side can reply to this hand. First say which player holds this phone."),
    )

    # Requests for corrections.
    ASKED_ENOUGH = (
        "asked_enough",
        _("Five corrections that you have asked for are not decided yet. Wait for one of them."),
    )
    NO_HOLDER = "no_holder", _("First say which player holds this phone.")
    DECIDED = "decided", _("This request has been decided already, or the hand was changed.")

    # Late hands.
    HANDED_IN = "handed_in", _("This hand is with the director already.")
    ENOUGH = (
        "enough",
        _("Too many hands are already waiting for the director. Keep this one and show it to the director."),
    )
    NOT_CLOSED = "not_closed", _("The table is open again. Join it again by its code, and the hand will be sent.")
    RESOLVED = "resolved", _("This hand has been entered or put aside already.")

    # Merging players.
    MERGED = "merged", _("This player has since been merged with another one.")
    NOT_MERGED = "not_merged", _("This player has not been merged with another one.")
    MERGED_ON = "merged_on", _("The other player has since been merged as well. Undo that first.")
    TOGETHER = "together", _("The two players sat at one table at the same time, so they are two people.")
    BOTH_SEATED = (
        "both_seated",
        _("The two are playing just now, at two tables. If they are one person, close one of the tables first."),
    )
    COMPETING = "competing", _("The two compete in the same rounds of an event, so they are two people.")
    SWAPPED = "swapped", _("Seats have since been swapped at one of their tables. Swap them back first.")


class Conflict(Exception):
    """The action is not possible any more, or not yet. `table` and `hand` are those that prevent it, if any."""

    def __init__(self, code: ConflictCode, *, table: "Table | None" = None, hand: "Hand | None" = None) -> None:
        super().__init__(code)
        self.code = code
        self.table = table
        self.hand = hand
