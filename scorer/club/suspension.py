"""A suspended club's pages answer only that. Nothing may change in it, since it may be on its way to another server."""

from scorer.club.models import Club


class ClubSuspended(Exception):
    """The page belongs to a club that is suspended, or was suspended while a change waited for its lock."""


def refuse_suspended(club: Club) -> None:
    """Raise ClubSuspended for a reader who could read the page otherwise. Others are to learn nothing.

    Services ask again under their lock: whatever gets its lock only after `club export` would be lost with a move.
    """
    if club.suspended:
        raise ClubSuspended
