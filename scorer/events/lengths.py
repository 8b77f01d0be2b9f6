"""How many deals the tables of a round play, where deals are only counted.

A round is as long as at a table where nobody sits out. A larger one plays more, so that everybody plays as many.
"""

from collections.abc import Iterable

from scorer.events.models import Event, Sitting


def deals_at(event: Event, per_round: int | None, contestants: int) -> int | None:
    """How many deals a table of so many contestants plays; rounded up."""
    playing, seated = _playing(event, contestants), contestants * event.side_size
    return per_round and -(-per_round * seated // playing)


def per_round_of(event: Event, sittings: Iterable[Sitting]) -> int | None:
    """The length of a round, from the deals that its tables play."""
    found = []
    for sitting in sittings:
        if sitting.deal_count:
            contestants = len(sitting.places.all())
            playing = _playing(event, contestants)
            found.append(sitting.deal_count * playing // (contestants * event.side_size))
    return max(found, default=None)


def _playing(event: Event, contestants: int) -> int:
    """How many of those at a table play a deal."""
    seated = contestants * event.side_size
    return min(seated, event.offer.most_playing or seated)
