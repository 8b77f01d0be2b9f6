"""The history of one line of a sheet, and who has made each change, as far as it is known."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Subquery

from scorer.club.models import Membership, Player, User
from scorer.history.models import Revision
from scorer.play.models import Hand, LateHand
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


def authors_of(changes: Collection[Revision | LateHand], club: int) -> dict[int, Author]:
    """Return the author of each change in a club, by the id of the change."""
    memberships = Membership.objects.filter(user=OuterRef("pk"))
    in_club = memberships.filter(club=club)
    users = User.objects.filter(pk__in={change.actor_id for change in changes if change.actor_id})
    users = users.filter(Exists(in_club) | ~Exists(memberships))  # who has left the club is named only elsewhere
    rows = users.annotate(role=Subquery(in_club.values("role")[:1])).values_list("pk", "username", "role")
    logins = {pk: Author(login=username, role=role or "") for pk, username, role in rows}
    players = Player.objects.in_bulk({change.player_id for change in changes if change.player_id})
    held = {pk: Author(player=player.shown) for pk, player in players.items()}
    return {
        change.pk: logins.get(change.actor_id or 0) or held.get(change.player_id or 0, UNKNOWN_AUTHOR)
        for change in changes
    }


def author_of(hand: Hand, *, first: bool = False) -> Author:
    """Return who changed a line last, or who entered it at `first`."""
    changes = Revision.objects.of(Revision.Kind.HAND, hand.pk)
    change = changes.first() if first else changes.last()
    return authors_of([change], change.club_id)[change.pk] if change else UNKNOWN_AUTHOR


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
    authors = authors_of(revisions, table_context.table.club_id)
    others = moved_from_or_to(revisions)
    return [
        Change(
            revision,
            authors[revision.pk],
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
