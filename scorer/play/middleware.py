from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from scorer.play.services import Conflict

CONFLICT_MESSAGES: dict[str, Any] = {
    "closed": _("This table is closed. Nothing was saved."),
    "cancelled": _("This table was cancelled. Nothing was saved."),
    "layout": _("Seats or rules of this table were changed meanwhile. Look at the sheet and try again."),
    "taken": _("Another hand was entered meanwhile. Look at the sheet and try again."),
    "number": _("The sheet has changed meanwhile. Look at it and try again."),
    "writer": _("This was typed by somebody else. Nothing was saved."),
    "key": _("This page was already used for another change. Nothing was saved."),
    "not_closed": _("The table is open again. Join it again by its code, and the hand will be sent."),
    "enough": _("Too many hands are already waiting for the director. Keep this one and show it to the director."),
    "handed_in": _("This hand is with the director already."),
    "settled": _("This hand has been entered or put aside already."),
    "has_hands": _("A table with hands cannot be cancelled. Close it instead."),
    "no_season": _("No season is open. A director can start one under Seasons."),
    "not_last": _("Another hand has followed this one. Correct or void it on the sheet."),
    "corrected": _("This hand has been changed meanwhile. Look at it and try again."),
    "not_asked": _("This table does not ask for hands to be confirmed."),
    "own_side": _("Only a player on another side can reply to this hand. First say which player holds this phone."),
    "seated": _("This player sits at the table already."),
    "voided": _("This hand does not count. Count it again before you move it."),
    "deal_played": _("This hand cannot count again: its deal has been played since, or the table has no more to play."),
    "merged": _("This player has been merged with another one meanwhile."),
    "together": _("The two players sat at one table at the same time, so they are two people."),
    "both_seated": _(
        "The two are playing just now, at two tables. If they are one person, close one of the tables first."
    ),
    "not_merged": _("This player has not been merged with another one."),
    "merged_on": _("The other player has since been merged as well. Undo that first."),
    "swapped": _("Seats have since been swapped at one of their tables. Swap them back first."),
}


class ConflictMiddleware:
    """Turn a Conflict that a view does not handle into a page that says what happened, with status 409."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Conflict):
            return None
        context = {"text": CONFLICT_MESSAGES[exception.code], "table": exception.table}
        return render(request, "errors/409.html", context, status=409)
