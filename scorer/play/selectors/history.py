"""The history of one line of a sheet, and who has made each change, as far as it is known."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery

from scorer.club.models import Membership, Player, User
from scorer.history.models import Revision
from scorer.play.models import Hand
from scorer.play.sheets.revision_values import LINE_KINDS
from scorer.play.table_context import TableContext
from scorer.scoring import load


@dataclass(frozen=True, slots=True)
class Author:
    """The author of a change, if known: a login, or the player who held a phone without one.

    Only logins of the club may read the names of logins (`author_name` in templates).
    """

    login: str = ""
    role: str = ""
    """The role of the login in the club."""
    player: str = ""


UNKNOWN_AUTHOR = Author()


def authors_of(revisions: Iterable[Revision]) -> dict[int, Author]:
    """Return the authors by id of the revision. Unknown ones are left out."""
    revisions = list(revisions)
    in_club = Membership.objects.filter(user=OuterRef("pk"), club__in={revision.club_id for revision in revisions})
    users = User.objects.filter(pk__in={revision.actor_id for revision in revisions if revision.actor_id})
    rows = users.annotate(role=Subquery(in_club.values("role")[:1])).values_list("pk", "username", "role")
    logins = {pk: Author(login=username, role=role or "") for pk, username, role in rows}
    players = Player.objects.in_bulk({revision.player_id for revision in revisions if revision.player_id})
    found: dict[int, Author] = {}
    for revision in revisions:
        if revision.actor_id in logins:
            found[revision.pk] = logins[revision.actor_id]
        elif revision.player_id in players:
            found[revision.pk] = Author(player=players[revision.player_id].shown)
    return found


def author_of(revision: Revision | None) -> Author:
    return authors_of([revision]).get(revision.pk, UNKNOWN_AUTHOR) if revision else UNKNOWN_AUTHOR


@dataclass(frozen=True, slots=True)
class Change:
    """One change in a hand's history, with the entry before and after it."""

    revision: Revision
    author: Author
    before: Any = None
    after: Any = None
    other: Hand | None = None
    """For the move of a hand, the line at the other table."""


def history_of(hand: Hand, table_context: TableContext) -> list[Change]:
    """Return the changes of a line and the replies to it, the oldest first."""
    revisions = list(Revision.objects.filter(kind__in=LINE_KINDS, object_id=hand.pk))
    authors = authors_of(revisions)
    others = moved_from_or_to(revisions)
    return [
        Change(
            revision,
            authors.get(revision.pk, UNKNOWN_AUTHOR),
            _entry_of(table_context, revision.before),
            _entry_of(table_context, revision.after),
            others.get(revision.pk),
        )
        for revision in revisions
    ]


def moved_from_or_to(revisions: Iterable[Revision]) -> dict[int, Hand]:
    """Return the line at the other table for each revision of a move."""
    ids = {
        revision.pk: (revision.after if revision.action == "move_away" else revision.before)["hand"]
        for revision in revisions
        if revision.action in ("move_away", "move_here")
    }
    lines = Hand.objects.select_related("table").in_bulk(ids.values()) if ids else {}
    return {pk: lines[line] for pk, line in ids.items() if line in lines}


def _entry_of(table_context: TableContext, snapshot: dict[str, Any]) -> Any:
    """Return the entry that a revision holds, or None for a line that is no hand."""
    if "entry" not in snapshot:
        return None
    return load(table_context.game.rules.Entry, snapshot["entry"])[0]
