import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorer.club.hosts import printed_address
from scorer.club.services import find_logins, password_link
from scorer.db.commands import DatabaseCommand


class Command(DatabaseCommand):
    help = _("Prints a one-time link with which a login can choose a new password.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=_("the login"))

    def handle(self, *_args: Any, **options: Any) -> None:
        user = next(iter(find_logins(options["name"])), None)
        if user is None:
            raise CommandError(_("There is no login %(name)s.") % {"name": options["name"]})
        clubs = [membership.club for membership in user.memberships.select_related("club")[:2]]
        site = printed_address(clubs[0] if len(clubs) == 1 else None)
        try:
            self.stdout.write(f"{site or ''}{password_link(user, by=None)}")
        except ValidationError as error:
            raise CommandError(error.messages[0]) from error
        days = {"days": settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)}
        if site:
            self.stdout.write(_("It works once, within %(days)d days.") % days)
            return
        here = {"site": f"http://localhost:{os.environ.get('PORT', '8000')}"}
        self.stdout.write(
            _("Put the address of this site in front of it (%(site)s). It works once, within %(days)d days.")
            % (here | days)
        )
