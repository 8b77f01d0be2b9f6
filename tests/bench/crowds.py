"""Starts the phones of tests.bench.crowd, gives them orders, and finds out what became of their hands."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from typing import Any, Self

from django.urls import reverse

from scorer.history.models import Revision
from scorer.live.tickets import session_key_in
from scorer.play.models import Hand as SavedHand
from scorer.play.models import Table as SavedTable
from tests.bench import Line
from tests.bench.crowd import Hand, Place
from tests.bench.hall import Desk, stream_of
from tests.bench.traffic import ROOT

AT_ONCE = 500
WRITER = re.compile(r"&writer=[^&]*")
"""The player who holds the phone. Each club has its own."""


class Crowd:
    """Phones at these tables, four at each, which come when they are told to."""

    def __init__(self, port: int, desks: Sequence[Desk], hosts: Sequence[str]) -> None:
        """Desks that come from one address are next to each other."""
        self.desks = desks
        bodies = {desk.evening.game.slug: [WRITER.sub("", post) for post in desk.evening.posts] for desk in desks}
        share = ceil(len(desks) / len(hosts))
        places = [place_of(desk, port, hosts[number // share]) for number, desk in enumerate(desks)]
        command = [sys.executable, "-m", "tests.bench.crowd"]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.do("tables_are", places=[asdict(place) for place in places], bodies=bodies)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def do(self, order: str, **what: Any) -> Any:
        self.begin(order, **what)
        return self.end()

    def begin(self, order: str, **what: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"order": order, **what}) + "\n")
        self.process.stdin.flush()

    def end(self) -> Any:
        """Wait for the response to the order."""
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def played(self) -> "Played":
        tables = self.do("report")
        return Played(
            [[Hand(**hand) for hand in table["hands"]] for table in tables],
            [table["shown"] for table in tables],
            [table["opened"] for table in tables],
        )

    def outcome(self) -> Iterator[Line]:
        played = self.played()
        lost, doubled = self.lost_and_doubled(played)
        yield "hands", len(played.all), "hands"
        yield "repeated", sum(hand.repeated for hand in played.all), "hands"
        yield "unacknowledged", sum(not hand.acknowledged for hand in played.all), "hands"
        yield "lost", lost, "hands"
        yield "doubled", doubled, "hands"
        yield "wrong", played.wrong, "hands"
        yield "unheard", self.unheard(played), "phones"

    def lost_and_doubled(self, played: "Played") -> tuple[int, int]:
        """Return how many acknowledged hands are not saved, and how many are saved twice, or were never sent."""
        keys = {
            f"{desk.table.pk}:{key_of(desk)}-{number}": hand
            for desk, hands in zip(self.desks, played.hands, strict=True)
            for number, hand in enumerate(hands)
        }
        every, saved = list(keys), set[str]()
        for first in range(0, len(every), AT_ONCE):
            logged = Revision.objects.filter(key__in=every[first : first + AT_ONCE])
            saved.update(logged.values_list("key", flat=True))
        tables = [desk.table.pk for desk in self.desks]
        before = sum(len(desk.evening.entries) for desk in self.desks)
        there = SavedHand.objects.filter(table__in=tables, voided=False).count() - before
        return sum(bool(hand.acknowledged) for key, hand in keys.items() if key not in saved), there - len(saved)

    def unheard(self, played: "Played") -> int:
        """Return how many phones do not show the last version of their table."""
        tables = SavedTable.objects.in_bulk([desk.table.pk for desk in self.desks])
        return sum(
            shown != tables[desk.table.pk].version
            for desk, phones in zip(self.desks, played.shown, strict=True)
            for shown in phones
        )


@dataclass(frozen=True, slots=True)
class Played:
    """What the phones say, by table. All times are those of time.monotonic()."""

    hands: list[list[Hand]]
    shown: list[list[int]]
    """By phone: the version of its table."""
    opened: list[list[list[float]]]
    """By phone: when it began to listen, again and again."""

    @property
    def all(self) -> list[Hand]:
        return [hand for hands in self.hands for hand in hands]

    def acknowledged(self, since: float, until: float) -> int:
        return sum(since <= hand.acknowledged < until for hand in self.all)

    def seconds(self, since: float, until: float) -> list[float]:
        """How long the hands that were saved then had to wait for their acknowledgement, sorted."""
        return sorted(
            hand.acknowledged - hand.tapped for hand in self.all if since <= hand.tapped < until and hand.acknowledged
        )

    @property
    def wrong(self) -> int:
        return sum(hand.wrong > 0 for hand in self.all)


def key_of(desk: Desk) -> str:
    return f"crowd-{desk.table.pk}"


def place_of(desk: Desk, port: int, host: str) -> Place:
    table, cookies = desk.table, [desk.cookies, *desk.others]
    return Place(
        port=port,
        host=host,
        page=desk.page,
        record=desk.record,
        preview=reverse("play:preview", args=[table.pk]),
        changes=desk.changes,
        ahead=reverse("play:ahead", args=[table.pk]),
        cookies=cookies,
        streams=[stream_of(table, session_key_in([(b"cookie", sent.encode())])) for sent in cookies],
        ends=f"writer=phone-{table.seats.get(position=1).player_id}&key={key_of(desk)}",
        bodies=desk.evening.game.slug,
        version=table.version,
        on_sheet=len(desk.evening.entries),
    )
