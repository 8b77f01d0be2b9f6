"""An open event stream of a page."""

import http.client
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from scorer.club.models import Membership
from scorer.live import Ticket, browser_id, live_path
from scorer.live.stream import ID
from scorer.play.models import Table
from tests.chaos.server import HOST, OFTEN, PATIENCE

SOON = 5.0
"""Seconds in which the last event has to arrive."""


class Listener:
    """Records the last version of each table that it was told. It never reconnects."""

    def __init__(self, port: int, tables: Sequence[int], who: Membership, cookie: str) -> None:
        self.tables = tables
        self.heard: dict[int, str] = {}
        self.connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        ticket = Ticket(tuple(tables), who.club_id, login=who.user_id, browser=browser_id(cookie))
        self.connection.request("GET", live_path(ticket), headers={"Cookie": f"sessionid={cookie}"})
        self.stream = self.connection.getresponse()
        self.unheard = 0
        """Return the number of tables whose last version did not arrive in time."""
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, *_: object) -> None:
        """Listen until all versions have arrived, or the time is over."""
        self.unheard = self._wait()
        assert self.connection.sock
        self.connection.sock.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.connection.close()

    def _listen(self) -> None:
        kind = ""
        with suppress(OSError, http.client.HTTPException):
            for line in self.stream:
                name, _colon, text = line.decode().strip().partition(": ")
                if name == "event":
                    kind = text
                elif name == "data" and kind == "changed":
                    topic, version = text.split(" ")
                    self.heard[ID.to_python(topic)] = version

    def _wait(self) -> int:
        last = {table.pk: str(table.version) for table in Table.objects.filter(pk__in=self.tables)}
        ends = time.monotonic() + SOON
        while (
            behind := sum(self.heard.get(pk) != version for pk, version in last.items())
        ) and time.monotonic() < ends:
            time.sleep(OFTEN)
        return behind
