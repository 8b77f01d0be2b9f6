"""Brings everything up to date and serves Scorer: what `make run` does in a clone, and `scorer run` in a wheel."""

from typing import Any

from django.core.management import call_command
from django.utils.translation import gettext as _

from scorer.db.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = _("Brings the database up to date and serves Scorer, as `serve` does.")
    requires_system_checks = ()  # `serve` makes all of them

    def handle(self, *_args: Any, **_options: Any) -> None:
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("serve", skip_checks=False)
