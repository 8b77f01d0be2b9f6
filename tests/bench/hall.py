"""Tables for measuring load, and the requests of their phones. Whatever is slow to make is made beforehand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import get_random_string

from scorer.club.models import Club
from scorer.live import Ticket, browser_id, live_path
from scorer.play import phones, services
from scorer.play.models import Hand, Seat, Table
from scorer.play.phones import Link
from scorer.registry import GameConfig
from scorer.transfer.bulk import WholeTable, write_tables
from tests.contract.conftest import sheet_of
from tests.contract.test_table import all_warnings, ask
from tests.factories import make_players

CSRF = get_random_string(32)


@dataclass(frozen=True, slots=True)
class Evening:
    """A sheet, and the POST data that saves its next hands, without the keys of the forms."""

    game: GameConfig
    variant: Any
    entries: Sequence[Any]
    posts: tuple[str, ...]


@dataclass(slots=True)
class Desk:
    """An open table as its phones know it: URLs, the cookies of a phone that has joined, and the hands sent so far."""

    table: Table
    evening: Evening
    page: str
    record: str
    changes: str
    stream: str
    cookies: str
    others: tuple[str, ...] = ()
    """The cookies of phones of the other players, where they also fetch what is new."""
    sent: int = 0
    wall: str = ""
    """Where players sign up for an event."""
    pairs: list[str] = field(default_factory=list)
    """Those who still have to. When all have, the phone only reads the form."""
    waits: str = ""
    """The stream of a phone that waits for a round."""

    def next_post(self) -> bytes:
        self.sent += 1
        return f"{self.evening.posts[self.sent - 1]}&key={self.table.pk}-{self.sent}".encode()

    @property
    def saved(self) -> int:
        return self.table.hands.count() - len(self.evening.entries)


def evening_of(club: Club, game: GameConfig, preset: str, hands: int, more: int) -> Evening:
    """Return a plausible sheet with so many hands, and `more` to come."""
    variant = game.rules.PRESETS[preset]
    size = game.seat_counts[0]
    entries = sheet_of(game, variant, size, hands + more)
    (played,) = tables_of(club, Evening(game, variant, entries[:hands], ()), 1)
    return Evening(game, variant, entries[:hands], tuple(_posts(played, entries[hands:])))


def _posts(table: Table, entries: Sequence[Any]) -> Iterator[str]:
    writer = f"phone-{table.seats.get(position=1).player_id}"
    for entry in entries:
        data = ask(table, entry) | {"seen": all_warnings(table, entry), "writer": writer, "csrfmiddlewaretoken": CSRF}
        del data["key"]
        yield urlencode(data, doseq=True)
        services.record_hand(table, entry, by=None, key=None)


def tables_of(club: Club, evening: Evening, count: int) -> list[Table]:
    size = evening.game.seat_counts[0]
    players = make_players(club, size)
    season = club.seasons.open().get()
    first = Table.objects.filter(club=club).count() + 1
    tables = [
        Table(club=club, season=season, game=evening.game.slug, number=number, size=size, first_dealer=1)
        for number in range(first, first + count)
    ]
    write_tables([_whole(table, evening, players) for table in tables], by=None)
    return tables


def _whole(table: Table, evening: Evening, players: Sequence[Any]) -> WholeTable:
    rules = evening.game.rules
    lines = []
    turn = table.first_dealer
    for number, entry in enumerate(evening.entries, start=1):
        dealer = rules.dealer(entry, turn)
        lines.append((Hand(table=table, number=number, dealer=dealer), entry))
        turn = rules.next_dealer(entry, dealer, table.size, evening.variant)
    seats = [Seat(table=table, position=position, player=player) for position, player in enumerate(players, start=1)]
    return WholeTable(table, evening.variant, seats, lines)


def desks_of(club: Club, evening: Evening, count: int, others: int = 0) -> list[Desk]:
    """Return so many tables with that sheet. At each, the first player holds a phone, and so many others."""
    return [_desk(table, evening, others) for table in tables_of(club, evening, count)]


def _desk(table: Table, evening: Evening, others: int) -> Desk:
    key, *more = (_session_at(table, position % table.size + 1) for position in range(others + 1))
    return Desk(
        table,
        evening,
        reverse("play:table", args=[table.pk]),
        reverse("play:record", args=[table.pk]),
        reverse("play:changes", args=[table.pk]),
        stream_of(table, key),
        _cookies(key),
        tuple(map(_cookies, more)),
    )


def stream_of(table: Table, session: str) -> str:
    """Return the stream of a phone, which is only for its own browser."""
    return live_path(Ticket((table.pk,), club=table.club_id, link=table.entry_link, browser=browser_id(session)))


def _session_at(table: Table, position: int) -> str:
    """Return the key of the session of a phone that has joined the table."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    phones.join(request, table, Link.ENTRY, table.seats.select_related("player").get(position=position).player)
    request.session.save()
    key = request.session.session_key
    assert key
    return key


def _cookies(session: str) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}"
