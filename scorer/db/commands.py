"""What commands that work on the stored data share."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import OperationalError, ProgrammingError, connection
from django.utils.translation import gettext as _


class DatabaseCommand(BaseCommand):
    """Says on standard error which database it uses, since that depends on the environment and on settings.env.

    Says in a sentence if that cannot be used.
    """

    def execute(self, *args: Any, **options: Any) -> str | None:
        errors = OutputWrapper(options.get("stderr") or sys.stderr)
        errors.write(_("Database: %(name)s") % {"name": database_name()})
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError) as error:  # away, or without tables; --traceback says more
            raise CommandError(_("The database cannot be used: %(error)s") % {"error": error}) from error


def database_name() -> str:
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(settings["NAME"])
    return f"PostgreSQL, {settings['NAME']}" + (f" ({settings['HOST']})" if settings["HOST"] else "")
