"""How the entry fees of a field are paid out, by place and to the best of groups."""

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


def read_group_shares(text: str) -> dict[str, list[int]]:
    """Return the percentages of the places in each group, as in "junior 10; women 5 5".

    Raise ValueError if a group has no name, no share, or comes twice, and if its shares are wrong or all together more
    than all.
    """
    shares: dict[str, list[int]] = {}
    for part in filter(str.strip, text.replace(",", ";").split(";")):
        group, colon, own = part.rpartition(":")
        if not colon:
            words = part.replace("%", " ").split()
            group = " ".join(word for word in words if not word.isdecimal())
            own = " ".join(filter(str.isdecimal, words))
        group = group.strip()
        if not group or group.casefold() in map(str.casefold, shares):
            raise ValueError(text)
        shares[group] = read_shares(own)
    if not all(shares.values()) or sum(map(sum, shares.values())) > ALL:
        raise ValueError(text)
    return shares


def prizes(places: Sequence[int | None], pool: int, shares: Sequence[int], unit: int = 1) -> list[int]:
    """Return what each contestant of a field gets, by its place there: the pool's shares in whole `unit`s.

    Those who share a place share what their places get together, rounded down. A contestant without a place gets 0.
    """
    sharing = Counter(places)
    return [
        pool * sum(shares[place - 1 : place - 1 + sharing[place]]) // (ALL * sharing[place] * unit) * unit
        if place
        else 0
        for place in places
    ]
