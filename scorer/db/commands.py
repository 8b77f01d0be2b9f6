"""What commands that work on the stored data share."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, OutputWrapper
from django.db import connection
from django.utils.translation import gettext as _


class DatabaseCommand(BaseCommand):
    """Says on standard error which database it uses, since that depends on the environment and on settings.env."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        errors = OutputWrapper(options.get("stderr") or sys.stderr)
        errors.write(_("Database: %(name)s") % {"name": database_name()})
        return super().execute(*args, **options)


def database_name() -> str:
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return str(settings["NAME"])
    return f"PostgreSQL, {settings['NAME']}" + (f" ({settings['HOST']})" if settings["HOST"] else "")
