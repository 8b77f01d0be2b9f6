"""Measurements, printed as lines of name, value and unit: `make bench`. docs/bench.md keeps what they gave."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import django
from django.core.management import call_command
from django.test.utils import setup_databases, teardown_databases

Line = tuple[str, float, str]
"""A name, a value and its unit."""


@contextmanager
def temporary_site() -> Iterator[None]:
    """The site with the settings it is served by, on an empty database that is gone afterwards.

    Models can be imported inside only.
    """
    with TemporaryDirectory() as folder:
        os.environ |= {"DATA": folder, "DJANGO_SETTINGS_MODULE": "scorer.settings"}
        django.setup()
        call_command("collectstatic", interactive=False, verbosity=0)
        databases = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(databases, verbosity=0)


def report(lines: Iterable[Line]) -> None:
    """Prints each as soon as it is known."""
    for name, value, unit in lines:
        figure = str(value) if isinstance(value, int) else f"{value:.1f}"
        sys.stdout.write(f"{name} {figure} {unit}\n")
        sys.stdout.flush()
