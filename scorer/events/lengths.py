"""How many deals the tables of a round play if deals are only counted.

The length of a round is that of a table where nobody sits out. A larger table plays more deals, so that everybody plays
equally many.
"""

from collections.abc import Iterable

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
