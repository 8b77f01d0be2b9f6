"""Eight people who save hands over HTTP as a phone's outbox does: they send each again until they get a response."""

import html
import http.client
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import cycle, islice
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership, Role
from scorer.play.forms import new_key
from scorer.play.models import Table
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games
from scorer.scoring import dump
from tests.chaos.server import HOST, PATIENCE, until
from tests.contract.conftest import form_data, sheet_of
from tests.factories import ClubFactory, MembershipFactory, SeasonFactory, UserFactory, make_table

WRITERS = 8
TOKEN = "x" * 32
"""The CSRF token. Any value works if it is in both the form and the cookie."""
AGAIN = 0.1
"""Seconds until a hand without a response is sent again, if an evening does not say otherwise."""

ASKED_ANEW = HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY
SESSION = re.compile(r"sessionid=([^;]+)")
HIDDEN = re.compile(r'<input type="hidden" name="(number|layout|seen)" value="([^"]*)"')
SAVED = re.compile(r'(is saved|was already saved)\..*?/hands/(\d+)/undo/"', re.DOTALL)


@dataclass
class Sent:
    """One hand, and what the responses said about it."""

    table: int
    body: dict[str, Any]
    entry: dict[str, Any]
    number: int | None = None
    """The number on the sheet, once the hand was acknowledged."""
    repeated: bool = False
    """Whether the hand had been saved before, without a response."""
    posts: int = 0
    cookie: str = ""
    """The session of the phone, where each table has its own."""

    @property
    def key(self) -> str:
        """The key of the form, as the log stores it."""
        return f"{self.table}:{self.body['key']}"

    @property
    def address(self) -> str:
        return reverse("play:record", args=[self.table])


@dataclass
class Evening:
    """Hands for tables of every game, distributed to eight writers, and their progress."""

    cookie: str
    port: int
    hands: list[Sent]
    again: float = AGAIN
    open: threading.Event = field(default_factory=threading.Event)
    """Cleared while the database is compared. Writers then wait before their next request."""
    waiting: set[int] = field(default_factory=set)
    """The number of writers who wait for that, or have finished."""
    refused: list[int] = field(default_factory=list)
    """The status of each response after which a hand had to wait, or 0 for no response."""
    trouble: list[BaseException] = field(default_factory=list)

    @property
    def acknowledged(self) -> list[Sent]:
        return [hand for hand in self.hands if hand.number is not None]

    @property
    def unanswered(self) -> list[Sent]:
        """Hands that were sent, but whose result is unknown."""
        return [hand for hand in self.hands if hand.posts and hand.number is None]

    @property
    def sheets(self) -> list[str]:
        """The URLs of the tables."""
        return [reverse("play:table", args=[table]) for table in sorted({hand.table for hand in self.hands})]

    def wait_for(self, share: float) -> None:
        """Wait until this share of the hands has been acknowledged."""
        until(lambda: self.trouble or len(self.acknowledged) >= share * len(self.hands), 10 * PATIENCE)

    def all_wait(self) -> bool:
        return len(self.waiting) == WRITERS

    @contextmanager
    def played(self) -> Iterator[None]:
        """Let the writers save hands inside the block. At its end, all hands have been acknowledged."""
        self.open.set()
        writers = [threading.Thread(target=self._write, args=[writer], daemon=True) for writer in range(WRITERS)]
        for writer in writers:
            writer.start()
        yield
        for writer in writers:
            writer.join(10 * PATIENCE)
        if self.trouble:
            raise self.trouble[0]
        assert len(self.acknowledged) == len(self.hands)

    def _write(self, writer: int) -> None:
        numbers: dict[int, str] = {}
        try:
            with Phone(self.port) as phone:
                for hand in self.hands[writer::WRITERS]:
                    hand.body["number"] = numbers.get(hand.table, hand.body["number"])
                    self._pause(writer)
                    self._save(writer, hand, phone)
                    numbers[hand.table] = str((hand.number or 0) + 1)
        except BaseException as error:  # noqa: BLE001  # raised again when the writers are awaited
            self.trouble.append(error)
        self.waiting.add(writer)

    def _pause(self, writer: int) -> None:
        self.waiting.add(writer)
        self.open.wait()
        self.waiting.discard(writer)

    def _save(self, writer: int, hand: Sent, phone: "Phone") -> None:
        while hand.number is None:
            hand.posts += 1
            status, page = phone.post(hand.address, hand.body, hand.cookie or self.cookie)
            if status == HTTPStatus.OK:
                told = SAVED.search(page)
                assert told, page
                hand.repeated = told[1] != "is saved"
                hand.number = int(told[2])
            elif status in ASKED_ANEW:  # another writer was faster, or the page asks for confirmation
                hand.body |= {name: html.unescape(value) for name, value in HIDDEN.findall(page)}
            elif status == 0 or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                self.refused.append(status)
                time.sleep(self.again)
                self._pause(writer)
            else:
                raise AssertionError(f"{status} for {hand.body}: {page}")


class Phone:
    """A connection that is reopened when it breaks."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        self.session = ""
        """What the last response gave."""
        self.headers = {
            "X-CSRFToken": TOKEN,
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def __enter__(self) -> "Phone":
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def post(self, address: str, body: dict[str, Any], session: str) -> tuple[int, str]:
        """Return the status and the page. The status is 0 if the response is incomplete."""
        headers = self.headers | {"Cookie": f"sessionid={session}; csrftoken={TOKEN}"}
        try:
            self.connection.request("POST", address, urlencode(body, doseq=True), headers)
            answer = self.connection.getresponse()
            given = SESSION.search(" ".join(answer.headers.get_all("Set-Cookie", [])))
            self.session = given[1] if given else ""
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return 0, ""


def found_club() -> Membership:
    """Make a club with an open season and a scorer. On PostgreSQL, all parts use one database."""
    club: Club = ClubFactory()
    SeasonFactory(club=club)
    user = UserFactory(username=f"boris-{token_hex(4)}")
    scorer: Membership = MembershipFactory(club=club, user=user, role=Role.SCORER)
    return scorer


def cookie_of(who: Membership) -> str:
    client = Client()
    client.force_login(who.user)
    return client.cookies["sessionid"].value


def evening(who: Membership, port: int, saves: int) -> Evening:
    """Open a table of each game. Each writer stays at one table, and most tables have two."""
    tables = [make_table(who.club, game, variant=variant) for game, variant in kinds()]
    seats = list(islice(cycle(range(len(tables))), WRITERS))
    sheets = [iter(hands_for(table, 2 * -(-saves // WRITERS))) for table in tables]
    return Evening(cookie_of(who), port, [next(sheets[seat]) for seat in islice(cycle(seats), saves)])


def kinds() -> Iterator[tuple[GameConfig, Any]]:
    """Every game with a variant with memory, if it has one: there, a lost hand would change the points of others."""
    for game in all_games():
        variants = game.rules.PRESETS.values()
        yield game, next(filter(game.rules.remembers, variants), game.rules.PRESETS[game.default_variant])


def hands_for(table: Table, most: int) -> Sequence[Sent]:
    table_context = TableContext(table)
    form = table_context.game.form_class(None)(table_context=table_context)
    return [sent(table, form, entry) for entry in sheet_of(table_context.game, table_context.variant, table.size, most)]


def sent(table: Table, form: Any, entry: Any, cookie: str = "") -> Sent:
    """Return the hand as a form of this table would send it."""
    body = form_data(table.config, entry, form) | {"key": new_key(), "seen": ""}
    return Sent(table.pk, body, dump(entry), cookie=cookie)
