"""Who has made a change, as far as it is known."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from scorer.club.models import Membership, Player, User
from scorer.history.models import Revision


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
