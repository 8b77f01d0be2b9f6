"""Phones that join a table without a login, by a link that is shown as a QR code and as a short code.

Neither is stored: both are made from the table's id and from a number in its row, under the site's secret. Another
number, or none, ends the link at once, for the phones that are in as well; so does closing the table, which keeps the
number until it is opened again.
"""

import hashlib
import hmac
from dataclasses import dataclass
from enum import StrEnum
from secrets import compare_digest
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from scorer.club.models import Player
from scorer.db.ids import DIGITS, IdConverter
from scorer.play import queries
from scorer.play.models import Table

TOKEN_LENGTH, CODE_LENGTH = 16, 6
"""Digits of 5 bits. A code is typed by hand, and guessing is limited (scorer.play.views.joining)."""

MAX_TABLES = 20
"""That one phone remembers; the oldest is forgotten first."""

LOOKALIKES = str.maketrans("ilo", "110", " -")
"""Crockford's digits have no i, l and o: whoever reads one means another."""


class Link(StrEnum):
    """What a link lets a phone do, and the role that it gives at its table. The value is in the table's column."""

    ENTRY = "entry_link"
    WATCHING = "watching_link"


LATE = "late"
"""The role of a phone that could enter hands when its table was closed: it may hand in what it has typed."""


@dataclass(frozen=True, slots=True)
class Phone:
    """`player` is who says to hold it, `login` whoever has logged in on it besides."""

    link: Link
    player: Player | None = None
    login: int | None = None

    def __str__(self) -> str:
        return self.player.shown if self.player else ""


def _secret_digits(table_id: int, link: Link, number: int) -> str:
    what = f"{link}:{table_id}:{number}".encode()
    digest = int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), b"scorer.play.phones:" + what, hashlib.sha256))
    return "".join(DIGITS[digest >> 5 * place & 31] for place in range(TOKEN_LENGTH + CODE_LENGTH))


def link_number(table: Table, link: Link) -> int | None:
    """What a link of the table is made from; None while there is none."""
    number: int | None = getattr(table, link)
    return number if table.is_open else None


def path_of(table: Table, link: Link) -> str | None:
    """The address in the QR code."""
    number = link_number(table, link)
    return (
        reverse("play:join", args=[table.pk, _secret_digits(table.pk, link, number)[:TOKEN_LENGTH]]) if number else None
    )


def code_of(table: Table, link: Link) -> str | None:
    number = link_number(table, link)
    return _secret_digits(table.pk, link, number)[TOKEN_LENGTH:].upper() if number else None


def link_of(table: Table, token: str) -> Link | None:
    """Which link of the table an address is."""
    for link in Link:
        number = link_number(table, link)
        if number and compare_digest(_secret_digits(table.pk, link, number)[:TOKEN_LENGTH], token):
            return link
    return None


def find(code: str) -> tuple[Table, Link] | None:
    """The one open table with this short code, as somebody has typed it. Should two have it, neither is meant."""
    typed = code.strip().lower().translate(LOOKALIKES)
    rows = Table.objects.open().values_list("pk", *Link)
    found = [
        (pk, link)
        for pk, *numbers in rows
        for link, number in zip(Link, numbers, strict=True)
        if number and compare_digest(_secret_digits(pk, link, number)[TOKEN_LENGTH:].encode(), typed.encode())
    ]
    if len(found) != 1:
        return None
    ((pk, link),) = found
    return Table.objects.select_related("club").get(pk=pk), link


def join(request: HttpRequest, table: Table, link: Link, player: Player | None) -> None:
    """From now on the browser is a phone at the table, held by `player`."""
    joined: dict[str, Any] = request.session.get("tables", {})
    joined.pop(_key(table), None)
    joined[_key(table)] = [link, link_number(table, link), player.pk if player else None]
    request.session["tables"] = dict(list(joined.items())[-MAX_TABLES:])


def get_phone(request: HttpRequest, table: Table) -> Phone | None:
    """The phone that asks, if it has joined this table by a link that still holds."""
    return _phone(request, table) if table.is_open else None


def get_late_phone(request: HttpRequest, table: Table) -> Phone | None:
    """The phone that asks, if it could enter hands at this table until that was closed."""
    phone = _phone(request, table) if table.state == Table.State.CLOSED else None
    return phone if phone and phone.link == Link.ENTRY else None


def _phone(request: HttpRequest, table: Table) -> Phone | None:
    link, number, player = request.session.get("tables", {}).get(_key(table), (Link.ENTRY, None, None))
    if number is None or number != getattr(table, Link(link)):
        return None
    return Phone(Link(link), _holder(player, table) if player else None, request.user.pk)


def _holder(player: int, table: Table) -> Player | None:
    """Somebody of the club: nearly always one of those at the table, for whom nearly every page of it asks anyhow."""
    table.all_seats = queries.seats(table.pk)
    at_table = next((seat.player for seat in table.all_seats if seat.player_id == player), None)
    return at_table or queries.player_of_club(player, table.club_id)


def has_joined(request: HttpRequest, table: Table) -> bool:
    """By a link that has ended, or still holds."""
    return _key(table) in request.session.get("tables", {})


def _key(table: Table) -> str:
    return IdConverter().to_url(table.pk)
