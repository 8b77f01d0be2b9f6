"""Phones that join a table without a login, by a link that is shown as a QR code and as a short code.

Neither code is stored: both are derived from the table's id and a number in its row, with the site's secret key.
Changing or removing that number ends the link at once, for the phones that joined by it too. Closing the table also
ends the link, but the number stays until the table is reopened.
"""

import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from secrets import compare_digest
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from scorer.club.models import Player
from scorer.db.ids import DIGITS, IdConverter
from scorer.play.models import Seat, Table
from scorer.play.sheets.confirmations import Confirmation, Said, Side, side_at

TOKEN_LENGTH, CODE_LENGTH = 16, 6
"""Digits of 5 bits. A code is typed by hand, so guessing is limited (scorer.play.views.joining)."""

JOINED = "tables"
"""In the session: the tables that this browser has joined."""
MAX_TABLES = 20
"""The number of tables that a phone remembers; the oldest is forgotten first."""

LOOKALIKES = str.maketrans("ilo", "110", " -")
"""Crockford's digits leave out i, l and o, so these are read as the digits they resemble."""


class Link(StrEnum):
    """The kinds of links. Each is also the role of a phone at its table, and the name of the table's column."""

    ENTRY = "entry_link"
    WATCHING = "watching_link"


LATE = "late"
"""The role of a phone that could enter hands until its table was closed. It may hand in what it has typed."""


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone at a table. `player` is its holder, as they say themselves. `login` is the id of a user who is logged in.

    `back_url` is the page that sent the phone here, if that has a link of its own which outlives the table.
    """

    link: Link
    player: Player | None = None
    login: int | None = None
    back_url: str = ""

    def __str__(self) -> str:
        return self.player.shown if self.player else ""


@dataclass(frozen=True, slots=True)
class Reader:
    """The holder of a phone that enters hands at the table.

    `position` and `side` are None if they do not sit there, or have not said who they are.
    """

    position: int | None
    side: Side | None
    login: int | None

    def may_reply(self, confirmation: Confirmation) -> bool:
        """Whether the reader may reply: only to other sides, and never to what their own login entered."""
        own = self.login is not None and self.login == confirmation.login
        return self.side is not None and self.side != confirmation.author and not own

    def said(self, confirmation: Confirmation) -> Said | None:
        """Return what the reader's side has replied."""
        return confirmation.by_side.get(self.side) if self.side else None

    def is_asked_about(self, confirmation: Confirmation) -> bool:
        return confirmation.waiting and self.may_reply(confirmation)


def reader_of(phone: Phone | None, table: Table, seats: Collection[Seat]) -> Reader | None:
    """Return the holder of the phone, or None if this is no phone that enters hands."""
    if phone is None or phone.link != Link.ENTRY:
        return None
    player = phone.player.pk if phone.player else None
    position = next((seat.position for seat in seats if seat.until is None and seat.player_id == player), None)
    return Reader(position, side_at(table, position) if position else None, phone.login)


def _secret_digits(table_id: int, link: Link, number: int) -> str:
    what = f"{link}:{table_id}:{number}".encode()
    digest = int.from_bytes(hmac.digest(settings.SECRET_KEY.encode(), b"scorer.play.phones:" + what, hashlib.sha256))
    return "".join(DIGITS[digest >> 5 * index & 31] for index in range(TOKEN_LENGTH + CODE_LENGTH))


def link_number(table: Table, link: Link) -> int | None:
    """Return the number that a link is derived from, or None if there is no link."""
    number: int | None = getattr(table, link)
    return number if table.is_open else None


def path_of(table: Table, link: Link) -> str | None:
    """Return the path that the QR code contains, or None if there is no link."""
    number = link_number(table, link)
    return (
        reverse("play:join", args=[table.pk, _secret_digits(table.pk, link, number)[:TOKEN_LENGTH]]) if number else None
    )


def code_of(table: Table, link: Link) -> str | None:
    """Return the short code, or None if there is no link."""
    number = link_number(table, link)
    return _secret_digits(table.pk, link, number)[TOKEN_LENGTH:].upper() if number else None


def link_of(table: Table, token: str) -> Link | None:
    """Return the link that a token belongs to."""
    for link in Link:
        number = link_number(table, link)
        if number and compare_digest(_secret_digits(table.pk, link, number)[:TOKEN_LENGTH], token):
            return link
    return None


def find_by_code(code: str) -> tuple[Table, Link] | None:
    """Return the open table with a short code, as somebody typed it. If two tables have the same code, return None."""
    typed = code.strip().lower().translate(LOOKALIKES)
    rows = Table.objects.open().values_list("pk", *Link)
    matching = [
        (pk, link)
        for pk, *numbers in rows
        for link, number in zip(Link, numbers, strict=True)
        if number and compare_digest(_secret_digits(pk, link, number)[TOKEN_LENGTH:].encode(), typed.encode())
    ]
    if len(matching) != 1:
        return None
    ((pk, link),) = matching
    return Table.objects.select_related("club").get(pk=pk), link


def join(request: HttpRequest, table: Table, link: Link, player: Player | None, back_url: str = "") -> None:
    """Make the browser a phone at the table, held by `player`."""
    joined: dict[str, Any] = request.session.get(JOINED, {})
    joined.pop(_key(table), None)
    joined[_key(table)] = [link, link_number(table, link), player.pk if player else None, back_url]
    request.session[JOINED] = dict(list(joined.items())[-MAX_TABLES:])


def phone_at(request: HttpRequest, table: Table) -> Phone | None:
    """Return the phone if it has joined this table by a link that is valid, or was until the table was closed."""
    link, number, player, back_url = _joined(request, table)
    if number is None or number != getattr(table, Link(link)):
        return None
    return Phone(Link(link), _holder(player, table) if player else None, request.user.pk, back_url)


def back_url(request: HttpRequest, table: Table) -> str:
    """Return the page that sent the phone to this table, or "". This works even when the table's link has ended."""
    url: str = _joined(request, table)[-1]
    return url


def back_urls(request: HttpRequest) -> list[str]:
    """Return the pages that have sent the phone to tables, the latest last."""
    return [url for _link, _number, _player, *urls in request.session.get(JOINED, {}).values() for url in urls if url]


def _joined(request: HttpRequest, table: Table) -> list[Any]:
    none = [Link.ENTRY, None, None, ""]
    joined = request.session.get(JOINED, {}).get(_key(table), none)
    return [*joined, *none[len(joined) :]]  # a phone that joined before an upgrade has no back_url


def _holder(player: int, table: Table) -> Player | None:
    """Return a player of the club: nearly always one at the table, whose seats almost every page reads anyway."""
    table.all_seats = Seat.objects.with_players(table.pk)
    at_table = next((seat.player for seat in table.all_seats if seat.player_id == player), None)
    return at_table or Player.objects.filter(pk=player, club=table.club_id).first()


def has_joined(request: HttpRequest, table: Table) -> bool:
    """Whether the phone has ever joined this table, even if the link has ended."""
    return _key(table) in request.session.get(JOINED, {})


def _key(table: Table) -> str:
    return IdConverter().to_url(table.pk)
