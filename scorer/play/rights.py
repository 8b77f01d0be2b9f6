"""Who may do what at a table: the one table of it, and the decorator by which every page of a table says who may.

A table that is open: whoever may enter may correct. Closed: scorers and directors correct, no new hands. Locked:
directors only. That a closed table takes no new hand is for the services to say, since it is so for everybody.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from scorer.club.models import Membership, Role
from scorer.club.rights import EVERYONE, ClubRequest, View, membership_or_404
from scorer.play.models import Table


class TableAct(StrEnum):
    WATCH = "watch"
    EXPORT = "export"
    """In a file for another site, with the names that the roster has."""
    ENTER = "enter"
    CORRECT = "correct"
    ARRANGE = "arrange"
    """Seats, close, reopen, cancel."""


MAY: dict[TableAct, frozenset[Role]] = dict.fromkeys(TableAct, EVERYONE)
WRITES = (TableAct.ENTER, TableAct.CORRECT, TableAct.ARRANGE)
MAY_WHEN_LOCKED = MAY | dict.fromkeys(WRITES, frozenset({Role.DIRECTOR}))


def may(membership: Membership, act: TableAct, table: Table) -> bool:
    allowed = MAY_WHEN_LOCKED if table.is_locked() else MAY
    return membership.club_id == table.club_id and membership.role in allowed[act]


def table_view(act: TableAct) -> Callable[[View], View]:
    """For a page of a table: `view(request, table, ...)` is called for those who may `act`; others get 404 or 403."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, table_id: int, *args: Any, **kwargs: Any) -> HttpResponseBase:
            request = cast("ClubRequest", request)
            table = Table.objects.installed().select_related("club", "season").filter(pk=table_id).first()
            if table is None:
                raise Http404
            request.membership = membership_or_404(request.user, table.club_id)
            if not may(request.membership, act, table):
                raise PermissionDenied
            return view(request, table, *args, **kwargs)

        guarded.who_may = act  # type: ignore[attr-defined]  # read by the test that lists every view
        return guarded

    return decorate
