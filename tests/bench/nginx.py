"""nginx, with the configuration of docs/deploy, but on loopback and without TLS."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.traffic import ROOT
from tests.chaos import free_port
from tests.chaos.server import until

PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MISSING = "nginx is not installed. On Debian: sudo apt install nginx-light"

MAIN = """
daemon off;
pid {folder}/pid;
{user}
worker_processes auto;
worker_rlimit_nofile 65536;
events {{ worker_connections 16384; }}
http {{
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


@contextmanager
def nginx(ports: Sequence[int]) -> Iterator[int]:
    """Serve what runs at these ports, and yield the port of nginx."""
    assert PROGRAM, MISSING
    port = free_port()
    user = "user root;" if os.geteuid() == 0 else ""
    with TemporaryDirectory(prefix="scorer-nginx-") as folder:
        main = Path(folder) / "nginx.conf"
        main.write_text(MAIN.format(folder=folder, user=user, site=site(folder, port, ports)))
        command = [PROGRAM, "-p", folder, "-e", f"{folder}/error.log", "-c", main]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
            try:
                until((Path(folder) / "pid").exists)
                yield port
            finally:
                process.terminate()


def site(folder: str, port: int, ports: Sequence[int]) -> str:
    """The documented server, with other ports, and without what needs a certificate."""
    documented = (ROOT / "docs/deploy/nginx.conf").read_text()
    documented, count = re.subn(
        r"server 127\.0\.0\.1:8000(.*);\n.*", lambda line: _servers(ports, line[1]), documented, count=1
    )
    others = {
        r"listen 443 .*": (f"listen 127.0.0.1:{port} backlog=4096;", 1),
        r"ssl_certificate.*": ("", 2),
        r"X-Forwarded-Proto https": ("X-Forwarded-Proto http", 1),
        r"error_log .*": (f"error_log {folder}/error.log crit;", 1),
        r"(?s)server \{\n    listen 80;.*": ("", 1),
    }
    for pattern, (here, expected) in others.items():
        documented, replaced = re.subn(pattern, here, documented)
        assert replaced == expected, pattern
    assert count == 1
    return documented


def _servers(ports: Sequence[int], options: str) -> str:
    return "\n".join(f"server 127.0.0.1:{port}{options};" for port in ports) + "\n"
