"""Many sign up at once: from a list, or those of an earlier event."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from scorer.club.models import Player, User
from scorer.club.services import add_players
from scorer.events.lists import at_line
from scorer.events.models import Contestant, Event
from scorer.events.services.shared import lock_signing_up, log_change
from scorer.events.services.signing_up import enter, make_event

LIKE = ("minutes", "one_field", "correction_minutes", "ranking_shown", "played_shown", "round_minutes")
"""What an event takes over from an earlier one where nothing else was chosen."""


@transaction.atomic
def sign_up_all(
    event: Event, lines: Sequence[tuple[int, Sequence[Player]]], *, by: User | None
) -> tuple[list[Contestant], list[Player]]:
    """Signs up the players of numbered lines, all of them or none, and adds new ones to the roster.

    Returns the contestants and the new players.
    """
    event = lock_signing_up(event)
    new = {player.pk: player for _number, players in lines for player in players if player._state.adding}
    add_players(list(new.values()), by=by)
    contestants, problems = [], []
    for number, players in lines:
        try:
            contestants.append(enter(event, players))
        except ValidationError as error:
            problems.append(at_line(number, error))
    if problems:
        raise ValidationError(problems)
    log_change(event, "sign_up", by, contestants=[contestant.number for contestant in contestants])
    return contestants, list(new.values())


@transaction.atomic
def make_again(earlier: Event, values: dict[str, Any], *, contestants: bool, by: User | None) -> tuple[Event, int]:
    """Makes an event like an earlier one of the club. Returns it, and how many contestants were left out.

    With `contestants`, those of the earlier event sign up, unless one of their players has left the club.
    """
    event = make_event(earlier.club, earlier.config, **values, by=by)
    for name in LIKE:
        if name not in values:
            setattr(event, name, getattr(earlier, name))
    event.save(update_fields=LIKE)
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
