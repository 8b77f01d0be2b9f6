"""How many deals the tables of a round play, and how long that takes."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

from scorer.events.models import Event, Sitting


def deals_at(event: Event, per_round: int | None, contestants: int) -> int | None:
    """Return how many deals a table of this many contestants plays, rounded up."""
    playing, seated = _playing(event, contestants), contestants * event.side_size
    return per_round and -(-per_round * seated // playing)


def per_round_of(event: Event, sittings: Iterable[Sitting]) -> int | None:
    """Return the length of a round, worked out from the deals that its tables play."""
    found = []
    for sitting in sittings:
        if sitting.deal_count:
            contestants = len(sitting.places.all())
            playing = _playing(event, contestants)
            found.append(sitting.deal_count * playing // (contestants * event.side_size))
    return max(found, default=None)


def _playing(event: Event, contestants: int) -> int:
    """Return how many of the people at a table play a deal."""
    seated = contestants * event.side_size
    return min(seated, event.offer.most_playing or seated)


def end_of_round(event: Event, sittings: Iterable[Sitting], start: datetime) -> datetime | None:
    minutes = minutes_for(event, deals_of_longest_table(sittings))
    return start + timedelta(minutes=minutes) if minutes else None


def deals_of_longest_table(sittings: Iterable[Sitting]) -> int:
    """Return the deals of the table that plays the most; 0 if each plays as many as it likes."""
    return max((sitting.deal_count or 0 for sitting in sittings), default=0)


def minutes_for(event: Event, deals: int) -> int:
    """Return how many minutes a round of so many deals has, or 0 if it has no clock."""
    if event.round_minutes is not None:
        return event.round_minutes
    if not (deals and event.offer.minutes_a_deal):
        return 0
    return ceil(deals * event.offer.minutes_a_deal) + event.offer.minutes_to_change
