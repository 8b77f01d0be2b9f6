"""Helpers that the commands `export` and `import` share."""

from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorer.club.models import Club
from scorer.club.names import same_name


def add_club_argument(parser: ArgumentParser) -> None:
    parser.add_argument("--club", metavar="NAME", help="the club, if there are several")


def chosen_club(name: str | None) -> Club:
    """Return the club with this name, or the only club if no name is given."""
    clubs = [club for club in Club.objects.order_by("name", "pk") if name is None or same_name(club.name, name)]
    if len(clubs) == 1:
        return clubs[0]
    if clubs:
        names = ", ".join(club.name for club in clubs)
        raise CommandError(_("Say which club, with --club NAME: %(names)s.") % {"names": names})
    raise CommandError(_("There is no club of this name.") if name else _("There is no club yet."))
