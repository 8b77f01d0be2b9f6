"""How the entry fees of a field are paid out by place."""

from collections import Counter
from collections.abc import Sequence

MAX_SHARES = 20
"""Places that are paid."""
ALL = 100


def read_shares(text: str) -> list[int]:
    """Return the percentages of the places from the first on, as in "50 30 20".

    Raise ValueError if they are no whole numbers from 1 to 100, more than all, or more for a lower place.
    """
    shares = [int(part) for part in text.replace(",", " ").replace(";", " ").replace("%", " ").split()]
    if len(shares) > MAX_SHARES or min(shares, default=1) < 1 or sum(shares) > ALL:
        raise ValueError(text)
    if shares != sorted(shares, reverse=True):
        raise ValueError(text)
    return shares


def prizes(places: Sequence[int | None], pool: int, shares: Sequence[int]) -> list[int]:
    """Return what each contestant of a field gets, by its place there, in the unit of the pool.

    Those who share a place share what their places get together, rounded down. A contestant without a place gets 0.
    """
    sharing = Counter(places)
    return [
        pool * sum(shares[place - 1 : place - 1 + sharing[place]]) // (ALL * sharing[place]) if place else 0
        for place in places
    ]
