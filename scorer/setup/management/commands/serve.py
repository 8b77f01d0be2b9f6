"""Serves Scorer in one process until it is stopped. The command `run` calls this one."""

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
from django.db import DatabaseError, connection
from django.db import connections as databases
from django.utils.translation import gettext as _

from scorer.live.hub import hub
from scorer.live.watch import hears_itself
from scorer.server.connections import Connections, Limits
from scorer.setup.backup.atomic import remove_leftovers
from scorer.setup.backup.nightly import keep_backups
from scorer.setup.database import wait_for_database
from scorer.setup.machine import ALL_INTERFACES, local_addresses, raise_limit_of_files
from scorer.setup.services import setup_path
from scorer.standings.selectors import compute_current_boards
from scorer.web.phones import LOOPBACK, only_here

PROXIES = "127.0.0.1,::1"
"""Proxies that are trusted to name their clients. FORWARDED_ALLOW_IPS names others (docs/deploy.md)."""

SECONDS_TO_STOP = 3
"""How long responses that are being sent may take after Ctrl-C."""

SECONDS_UNACKNOWLEDGED = 60
"""How long a phone may acknowledge nothing before its connection is closed. By default, Linux tries for a quarter of an
hour, and phones that come and go on bad wifi would hold many times the places that they use."""

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
        self.backups = asyncio.create_task(keep_backups())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.backups.cancel()
        hub.end()  # otherwise each stream would be cut off after SECONDS_TO_STOP, with a traceback
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
        wait_for_database(self.stdout.write)
        if connection.vendor == "postgresql" and not asyncio.run(hears_itself()):
            raise CommandError(
                _(
                    "Between Scorer and PostgreSQL there is a pooler in transaction mode, which loses the news for the "
                    "phones. Let DATABASE_URL name PostgreSQL itself, or a pool in session mode."
                )
            )
        with _listen(host, port) as listener:  # from here on, whoever connects is answered as soon as possible
            port = listener.getsockname()[1]
            self._announce(host, port)
            with contextlib.suppress(DatabaseError):  # a full disk must not keep the site from starting
                compute_current_boards()
                call_command("clearsessions")
            proxies = os.environ.get("FORWARDED_ALLOW_IPS", PROXIES)
            connections = Connections(Limits().within(raise_limit_of_files()), proxies)
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
            with contextlib.suppress(KeyboardInterrupt):  # by then uvicorn has shut down properly
                Server(config, connections).run(sockets=[listener])

    def _announce(self, host: str, port: int) -> None:
        if host in ALL_INTERFACES:
            here = _site_url("127.0.0.1", port)
            sites = [_site_url(address, port) for address in local_addresses()]
            self.stdout.write(_("Scorer runs on this machine at %(site)s") % {"site": here})
            if sites:
                self.stdout.write(_("and on the club's network at %(site)s") % {"site": " ".join(sites)})
                if self.stdout.isatty():
                    self.stdout.write(qr_code(sites[0]))
            else:
                self.stdout.write(_("This machine is not on a network: only it can reach the site."))
            site = sites[0] if sites else here
        else:
            site = _site_url(host, port)
            self.stdout.write(_("Scorer runs at %(site)s") % {"site": site})
            if not settings.SITE and host in LOOPBACK:
                self.stdout.write(only_here())
        if settings.SITE:
            site = f"{settings.SITE}/"
        if path := setup_path():
            self.stdout.write(
                _("There is no club yet. Set it up at %(link)s") % {"link": site + path.removeprefix("/")}
            )
        self.stdout.write(_("Ctrl-C stops it."))
        self.stdout.flush()


def qr_code(text: str) -> str:
    """Return a QR code drawn with half blocks, with the white margin that a phone needs."""
    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(drawing, compact=True)
    return "\n".join(f"{BLACK_AND_WHITE}{line}{PLAIN}" for line in drawing.getvalue().splitlines())


def _port(text: str) -> int:
    if text.isdecimal() and int(text) < 2**16:
        return int(text)
    raise CommandError(_("PORT is %(port)s, but a port is a number up to 65535.") % {"port": text})


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. The port is taken before the address is printed."""
    # For HOST=::, the machine's IPv4 addresses are printed, so the socket must listen on those too.
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        raise CommandError(_bind_error_text(error, host, port)) from None
    # Connections inherit these options. A response is sent in two pieces, and without TCP_NODELAY the second would wait
    # 40 ms for the acknowledgement of the first. asyncio sets it only for sockets that name their protocol, which those
    # of create_server do not.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if sys.platform == "linux":
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SECONDS_UNACKNOWLEDGED * 1000)
    return listener


def _bind_error_text(error: OSError, host: str, port: int) -> str:
    other = 8001 if port == 8000 else 8000  # noqa: PLR2004  # the ports
    params = {"host": host, "port": port, "other": other, "run": settings.RUN, "error": error.strerror}
    if error.errno == errno.EADDRINUSE:
        return (
            _(
                "Port %(port)s is in use by another program, or by another Scorer. "
                "Stop that one, or choose another port: PORT=%(other)s %(run)s"
            )
            % params
        )
    if error.errno in {errno.EACCES, errno.EPERM}:
        return _("Port %(port)s is reserved for the system. Choose one from 1024 on: PORT=%(other)s %(run)s") % params
    if error.errno in {errno.EADDRNOTAVAIL, socket.EAI_NONAME, socket.EAI_AGAIN}:
        return (
            _("HOST is %(host)s, which is not an address of this machine. Try HOST=0.0.0.0 for all of its addresses.")
            % params
        )
    return _("Scorer cannot serve here: %(error)s") % params


def _site_url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
