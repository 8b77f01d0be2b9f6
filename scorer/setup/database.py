"""The database that a command works on: which one it is, and whether it is there yet."""

import time
from collections.abc import Callable

from django.core.management import CommandError
from django.db import OperationalError, connection
from django.utils.translation import gettext as _

PATIENCE = 60
"""Seconds. After a power cut, a database server may take longer to start than Scorer."""


def wait_for_database(say: Callable[[str], object]) -> None:
    """Return as soon as the database can be reached. Raises CommandError if that takes longer than PATIENCE."""
    for second in range(PATIENCE + 1):
        try:
            connection.ensure_connection()
        except OperationalError as error:
            if second == PATIENCE:
                raise CommandError(_("The database cannot be reached: %(error)s") % {"error": error}) from error
            if second == 0:
                say(_("Waiting for the database …"))
            time.sleep(1)
        else:
            return
