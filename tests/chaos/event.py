"""An evening of 40 stations, with the server killed in between: python -m tests.chaos.event.

Four sections of ten tables play the same 27 boards in nine rounds and are one field. Each station's phone joins by the
link on its card, round after round. At the end, nothing is lost, and the command `rank` makes of the export the ranking
that the site shows.
"""

import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any

from django.db import connection
from django.urls import reverse

from tests.bench import Line, machine
from tests.chaos import finish, site
from tests.chaos.server import HOST, PATIENCE, ROOT, Server, until

STATIONS = int(os.environ.get("CHAOS_STATIONS") or 40)
KILLED_IN = (2, 5, 8)
"""The rounds in which the server is killed."""

SESSION = re.compile(r"sessionid=([^;]+)")


class Evening:
    """One event, directed and played over HTTP."""

    def __init__(self, server: Server, random: Random) -> None:
        from scorer.club.models import Role  # noqa: PLC0415  # models need the settings
        from tests.chaos import writers  # noqa: PLC0415

        self.server = server
        self.random = random
        who = writers.found_club()
        who.role = Role.DIRECTOR
        who.save()
        self.director = writers.cookie_of(who)
        self.event = planned(who.club)
        self.sessions: dict[int, str] = {}
        """By station: the session of its phone."""
        self.found: Counter[str] = Counter()

    @property
    def page(self) -> str:
        return reverse("events:event", args=[self.event.club_id, self.event.pk])

    def step(self, name: str) -> float:
        """Let the director tap a button. Return the seconds that it takes."""
        began = time.monotonic()
        path = reverse(f"events:{name}", args=[self.event.club_id, self.event.pk])
        status, _session = self._post(path, self.director)
        assert status == HTTPStatus.FOUND, (name, status)
        return time.monotonic() - began

    def play_round(self) -> Iterator[Line]:
        from tests.chaos import checking, writers  # noqa: PLC0415

        seconds = self.step("start_round")
        running = self.event.planned_rounds.running().get()
        yield f"event.{running.number}.start", seconds, "s"
        sittings = list(running.sittings.select_related("table").order_by("station"))
        for sitting in sittings:
            self._join(sitting.station)
        hands = self._hands(sittings)
        played = writers.Evening(self.director, self.server.port, hands)
        with played.played():
            if running.number in KILLED_IN:
                yield from self._kill(played, running.number)
        self.found += checking.compare(hands)
        self.step("end_round")

    def _kill(self, played: Any, number: int) -> Iterator[Line]:
        played.wait_for(self.random.uniform(0.1, 0.9))
        played.open.clear()
        began = time.monotonic()
        self.server.kill()
        until(played.all_wait)
        acknowledged = len(played.acknowledged)
        self.server.start()
        until(partial(self.server.shows, self.page, self.director))
        yield f"event.{number}.restart", time.monotonic() - began, "s"
        yield f"event.{number}.acknowledged", acknowledged, "hands"
        played.open.set()

    def _hands(self, sittings: Sequence[Any]) -> list[Any]:
        """The hands of all stations in turn, so that each writer keeps to its stations."""
        from scorer.play.table_context import TableContext  # noqa: PLC0415
        from tests.chaos import writers  # noqa: PLC0415

        by_deal: dict[int, list[Any]] = {}
        for sitting in sittings:
            table = sitting.table
            rules = table.config.rules
            form = table.config.form_class(None)(table_context=TableContext(table))
            for place, deal in enumerate(sitting.deals):
                entry = rules.random_entry(
                    self.random, [], table.config.rules.PRESETS[self.event.preset], table.size, 1
                )
                entry = replace(entry, **rules.deal_fields(deal))
                hand = writers.sent(table, form, entry, cookie=self.sessions[sitting.station])
                by_deal.setdefault(place, []).append(hand)
        return [hand for hands in by_deal.values() for hand in hands]

    def _join(self, station: int) -> None:
        """Open the link on the card of a station, on the same phone as before."""
        from scorer.events.links import Holder, path_of  # noqa: PLC0415

        path = path_of(self.event, Holder.STATION, station)
        status, session = self._post(path, self.sessions.get(station, ""))
        assert status == HTTPStatus.FOUND, status
        self.sessions[station] = session or self.sessions[station]

    def _post(self, path: str, session: str) -> tuple[int, str]:
        """Return the status, and the session that the browser was given."""
        from tests.chaos.writers import TOKEN  # noqa: PLC0415

        cookies = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        line = http.client.HTTPConnection(HOST, self.server.port, timeout=PATIENCE)
        line.request("POST", path, headers={"Cookie": cookies, "X-CSRFToken": TOKEN, "Content-Length": "0"})
        response = line.getresponse()
        response.read()
        given = SESSION.search(response.headers.get("Set-Cookie") or "")
        line.close()
        return response.status, given[1] if given else ""

    def ranked_here(self) -> list[tuple[int, int, float]]:
        from scorer.events.models import Event  # noqa: PLC0415
        from scorer.events.results import EventResults  # noqa: PLC0415

        ranking = EventResults(Event.objects.get(pk=self.event.pk)).ranking
        return [(one.place, one.standing.contestant, round(float(one.standing.score), 4)) for one in ranking.places]

    def ranked_by_command(self, file: Path) -> list[tuple[int, int, float]]:
        from scorer.db.ids import IdConverter  # noqa: PLC0415

        file.write_text(manage("export", "--event", IdConverter().to_url(self.event.pk), "--results"))
        winners = f"winners={self.event.winners}"
        ranked = manage("rank", self.event.game, self.event.comparison, "--set", winners, str(file))
        lines = [json.loads(line) for line in ranked.splitlines()]
        return [(line["place"], line["contestant"], line["score"]) for line in lines if "place" in line]


def planned(club: Any) -> Any:
    """An event with a plan for pairs at all stations."""
    from scorer.club.models import Player  # noqa: PLC0415
    from scorer.events import services  # noqa: PLC0415
    from scorer.events.planning.proposals import proposals  # noqa: PLC0415
    from scorer.registry import get_game  # noqa: PLC0415

    game = get_game("bridge")
    event = services.create_event(
        club, game, name="Tuesday", preset=game.default_variant, comparison="matchpoints", by=None
    )
    players = Player.objects.bulk_create(Player(club=club, name=f"Player {n}") for n in range(4 * STATIONS))
    for first in range(0, len(players), 2):
        services.sign_up(event, players[first : first + 2], by=None)
    services.choose_plan(event, proposals(event, 2 * STATIONS)[0], by=None)
    event.refresh_from_db()
    return event


def manage(*words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def evening(server: Server, folder: Path, random: Random) -> Iterator[Line]:
    from tests.chaos import checking  # noqa: PLC0415

    played = Evening(server, random)
    rounds = played.event.planned_rounds.count()
    yield "event.contestants", played.event.contestants.count(), "pairs"
    yield "event.rounds", rounds, "rounds"
    for _round in range(rounds):
        yield from played.play_round()
    played.step("finish")
    connection.close()
    yield from checking.lines_of("event", played.found)
    here, by_command = played.ranked_here(), played.ranked_by_command(folder / "results.jsonl")
    yield "event.ranked", len(here), "pairs"
    yield "event.ranking.wrong", sum(one != other for one, other in zip(here, by_command, strict=True)), "places"
    yield "event.faults", checking.faults(), "checks"


def main() -> Iterator[Line]:
    with site() as folder, Server(folder / "log") as server:
        began = time.monotonic()
        yield from machine("before")
        yield from evening(server, folder, Random())
        yield "event.all", time.monotonic() - began, "s"


if __name__ == "__main__":
    finish(main())
