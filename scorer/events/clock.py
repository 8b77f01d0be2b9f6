"""The clock of a round: how long its tables have."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

from scorer.events.models import Event, Sitting


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
