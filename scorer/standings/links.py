"""A player's own link: to the page of their results, without a login, until a director ends it.

As with the links of an event (scorer.events.links), no token is stored: it is derived from a number in the player's
row, with the site's secret key. Another number, or none, ends the link.
"""

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorer.club.models import Player

TOKEN_LENGTH = 20
"""Hexadecimal digits: 80 bits."""


def path_of(player: Player) -> str | None:
    """Return the path of the player's own page, or None if there is no link."""
    return reverse("standings:own", args=[player.pk, token_of(player)]) if player.link else None


def is_valid(player: Player, token: str) -> bool:
    return player.link is not None and constant_time_compare(token_of(player), token)


def token_of(player: Player) -> str:
    value = f"{player.pk}:{player.link}"
    return salted_hmac("scorer.standings.links", value, algorithm="sha256").hexdigest()[:TOKEN_LENGTH]
