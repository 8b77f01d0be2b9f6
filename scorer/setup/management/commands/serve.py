"""`make run` ends here: says where Scorer answers, and serves it in this one process until it is stopped."""

import asyncio
import contextlib
import errno
import io
import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.db import connections as databases
from django.utils.translation import gettext as _

from scorer.live.hub import hub
from scorer.setup.backup.atomic import remove_leftovers
from scorer.setup.network import ALL_INTERFACES, local_addresses
from scorer.setup.open_files import raise_limit
from scorer.setup.services import setup_path
from scorer.standings.selectors import compute_current_boards
from scorer.web.connections import Connections, Limits

PROXIES = "127.0.0.1,::1"
"""They are believed for whom they connect; FORWARDED_ALLOW_IPS names others (docs/deploy.md)."""

SECONDS_TO_STOP = 3
"""For answers under way."""

SECONDS_UNHEARD = 60
"""After which a phone is taken to be gone that acknowledges nothing: else Linux would try for a quarter of an hour, and
those who come and go on bad wifi would hold many times the places that they use."""

BLACK_AND_WHITE = "\033[38;5;231;48;5;16m"
"""White on black from the fixed part of the terminal's palette, so that a theme cannot turn the code inside out."""
PLAIN = "\033[0m"


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config)
        self.connections = connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self.connections.fault)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub.end()  # by themselves the streams would not, and be cut off after SECONDS_TO_STOP with a traceback each
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = _(
        "Serves Scorer on HOST (default: 127.0.0.1; 0.0.0.0 opens it to the club's network) and PORT (default: 8000)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.epilog = "HOST and PORT come from the environment, since the settings need them too."

    def get_check_kwargs(self, options: dict[str, Any]) -> dict[Any, Any]:
        return {**super().get_check_kwargs(options), "databases": list(databases)}

    def handle(self, *_args: Any, **_options: Any) -> None:
        host = os.environ.get("HOST") or "127.0.0.1"
        port = _port(os.environ.get("PORT") or "8000")
        remove_leftovers(settings.DATA)
        with contextlib.suppress(DatabaseError):  # a full disk must not keep the site from starting
            compute_current_boards()
            call_command("clearsessions")
        with _listen(host, port) as listener:
            port = listener.getsockname()[1]
            self._announce(host, port)
            proxies = os.environ.get("FORWARDED_ALLOW_IPS", PROXIES)
            connections = Connections(Limits().within(raise_limit()), proxies)
            config = uvicorn.Config(
                "scorer.asgi:application",
                http=connections.protocol(),
                backlog=connections.limits.backlog,
                forwarded_allow_ips=proxies,
                lifespan="on",
                ws="none",
                log_level="warning",
                server_header=False,
                timeout_graceful_shutdown=SECONDS_TO_STOP,
            )
            with contextlib.suppress(KeyboardInterrupt):  # uvicorn has stopped in good order before it passes Ctrl-C on
                Server(config, connections).run(sockets=[listener])

    def _announce(self, host: str, port: int) -> None:
        if host in ALL_INTERFACES:
            here = _site("127.0.0.1", port)
            sites = [_site(address, port) for address in local_addresses()]
            self.stdout.write(_("Scorer answers on this machine at %(site)s") % {"site": here})
            if sites:
                self.stdout.write(_("and in the club's network at %(site)s") % {"site": " ".join(sites)})
                if self.stdout.isatty():
                    self.stdout.write(qr_code(sites[0]))
            else:
                self.stdout.write(_("This machine is not on a network: only it can reach the site."))
            site = sites[0] if sites else here
        else:
            site = _site(host, port)
            self.stdout.write(_("Scorer answers at %(site)s") % {"site": site})
        if path := setup_path():
            self.stdout.write(
                _("There is no club yet. Set it up at %(link)s") % {"link": site + path.removeprefix("/")}
            )
        self.stdout.write(_("Ctrl-C stops it."))
        self.stdout.flush()


def qr_code(text: str) -> str:
    """Lines of half blocks, white where the paper is, with the quiet zone around them that a phone needs."""
    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(drawing, compact=True)
    return "\n".join(f"{BLACK_AND_WHITE}{line}{PLAIN}" for line in drawing.getvalue().splitlines())


def _port(text: str) -> int:
    if text.isdecimal() and int(text) < 2**16:
        return int(text)
    raise CommandError(_("PORT is %(port)s, but a port is a number up to 65535.") % {"port": text})


def _listen(host: str, port: int) -> socket.socket:
    """A socket that has the port for itself, before anything is announced."""
    # What is announced for HOST=:: are the machine's IPv4 addresses: they have to be answered too.
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        raise CommandError(_why_not(error, host, port)) from None
    # Its connections inherit it. An answer goes out in two pieces, and the second would wait 40 ms for the first one's
    # acknowledgement; asyncio sees to that only where a socket names its protocol, which those of create_server do not.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS_UNHEARD * 1000)
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    said = {"host": host, "port": port, "other": 8001 if port == 8000 else 8000, "error": error.strerror}  # noqa: PLR2004  # the ports
    if error.errno == errno.EADDRINUSE:
        return (
            _(
                "Port %(port)s is in use by another program, or by another Scorer. "
                "Stop that one, or choose another port: make run PORT=%(other)s"
            )
            % said
        )
    if error.errno in {errno.EACCES, errno.EPERM}:
        return _("Port %(port)s is reserved for the system. Choose one from 1024 on: make run PORT=%(other)s") % said
    if error.errno in {errno.EADDRNOTAVAIL, socket.EAI_NONAME, socket.EAI_AGAIN}:
        return (
            _("HOST is %(host)s, which is not an address of this machine. Try HOST=0.0.0.0 for all of its addresses.")
            % said
        )
    return _("Scorer cannot serve here: %(error)s") % said


def _site(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
