"""Measurements, printed as lines with a name, a value and a unit: `make bench`. docs/bench.md has the results."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test.utils import setup_databases, teardown_databases

Line = tuple[str, float, str]
"""A name, a value and its unit."""


@contextmanager
def temporary_site(*others: str) -> Iterator[None]:
    """The site with the settings of the real server, on a temporary empty database.

    `others` are names for more such databases. `served_from` selects one. Models can be imported only inside the block.
    """
    with TemporaryDirectory() as folder:
        os.environ |= {"DATA": folder, "DJANGO_SETTINGS_MODULE": "scorer.settings"}
        django.setup()
        usual = settings.DATABASES["default"]
        for name in others:
            settings.DATABASES[name] = usual | {"TEST": usual["TEST"] | {"NAME": _beside(usual, name)}}
        connections.settings = connections.configure_settings(settings.DATABASES)
        call_command("collectstatic", interactive=False, verbosity=0)
        databases = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(databases, verbosity=0)


def _beside(usual: dict[str, Any], name: str) -> str:
    test: str = usual["TEST"]["NAME"] or f"test_{usual['NAME']}"
    return f"{test}-{name}"


@contextmanager
def served_from(name: str) -> Iterator[None]:
    """Let this thread use another database."""
    usual = connections["default"]
    connections["default"] = connections[name]
    try:
        yield
    finally:
        connections["default"] = usual


def machine(when: str) -> Iterator[Line]:
    """The load and the speed of the machine, without which milliseconds mean little."""
    began = process_time()
    for number in range(1_000_000):
        number + number
    taken = process_time() - began
    yield f"machine.load.{when}", os.getloadavg()[0], "processes"
    yield f"machine.additions.{when}", taken * 1000, "ms"


def prefixed(prefix: str, lines: Iterable[Line]) -> Iterator[Line]:
    """Put the prefix and a point before the name of each line."""
    for name, value, unit in lines:
        yield f"{prefix}.{name}", value, unit


def report(lines: Iterable[Line]) -> None:
    """Print each line as soon as it is known."""
    for name, value, unit in lines:
        figure = str(value) if isinstance(value, int) else f"{value:.{2 if unit == 'times' else 1}f}"
        sys.stdout.write(f"{name} {figure} {unit}\n")
        sys.stdout.flush()
