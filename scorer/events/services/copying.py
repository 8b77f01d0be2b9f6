"""Copy an event: the same again on another day."""

from typing import Any

from django.db import transaction

from scorer.club.models import Player, User
from scorer.events.models import Event
from scorer.events.services.signing_up import create_event, sign_up_all

COPIED = ("minutes", "one_field", "correction_minutes", "ranking_shown", "played_shown", "round_minutes")
"""The fields that a copy takes over unless something else was chosen."""


@transaction.atomic
def copy_event(earlier: Event, values: dict[str, Any], *, contestants: bool, by: User | None) -> tuple[Event, int]:
    """Create an event like an earlier one of the club. Return it, and how many contestants were left out.

    With `contestants`, those of the earlier event are signed up, except those with a player who has left the club.
    """
    event = create_event(earlier.club, earlier.config, **values, by=by)
    for name in COPIED:
        if name not in values:
            setattr(event, name, getattr(earlier, name))
    event.save(update_fields=COPIED)
    left_out = 0
    if contestants:
        lines = []
        for one in earlier.contestants.with_players():
            first: dict[int, Player] = {}
            for row in one.players.all():
                first.setdefault(row.place, row.person)  # without substitutes
            if all(player.active for player in first.values()):
                lines.append((one.number, list(first.values())))
            else:
                left_out += 1
        sign_up_all(event, lines, by=by)
    return event, left_out
