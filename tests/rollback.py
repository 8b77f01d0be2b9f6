"""Writes that a test takes back."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back what is written inside, before the database checks references that may be broken."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
