import secrets
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Club, Role
from scorer.club.services import add_login, start_season
from scorer.play.models import Table
from scorer.registry import all_games
from scorer.setup.demo import A_SEASON, NAMES, fill
from scorer.setup.services import found, season_name

SEASON_SO_FAR = timedelta(weeks=16)
LOGIN = "demo"
MOST_HANDS = 100_000
"""Takes a quarter of an hour; for more the numbers in the sheets and the days of a season run short."""


class Command(BaseCommand):
    help = "Fills the club with made-up players, tables and hands; makes a club where there is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hands", type=int, default=A_SEASON, help=f"how many hands ({A_SEASON})")
        parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same hands (1)")

    def handle(self, *_args: Any, hands: int, seed: int, **_options: Any) -> None:
        if not 1 <= hands <= MOST_HANDS:
            raise CommandError(_("--hands is a number from 1 to %(most)s.") % {"most": MOST_HANDS})
        try:
            with transaction.atomic():
                club, password = self._club()
                tables = fill(club, hands=hands, at=timezone.now(), seed=seed)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self._report(club, tables, hands)
        if password:
            self.stdout.write(
                _("Log in as %(login)s with the password %(password)s") % {"login": LOGIN, "password": password}
            )
        else:
            self.stdout.write(_("No login was made: use the club's own; a director makes more under Logins."))

    def _club(self) -> tuple[Club, str | None]:
        """The site's first club with a season that is open; where it had to be made, its director's password too."""
        club = Club.objects.order_by("seasons__starts", "pk").first()
        began = timezone.localdate() - SEASON_SO_FAR
        if club is None:
            club = found(_("Demo club"), season_name(began), starts=began)
            password = secrets.token_urlsafe(9)
            add_login(club, LOGIN, Role.DIRECTOR, by=None, password=password)
            return club, password
        if not club.seasons.open().exists():
            start_season(club, season_name(timezone.localdate()), by=None)
        return club, None

    def _report(self, club: Club, tables: list[Table], hands: int) -> None:
        made = {
            "club": club,
            "players": len(NAMES),
            "tables": len(tables),
            "open": sum(table.is_open for table in tables),
            "hands": hands,
        }
        self.stdout.write(
            _("%(club)s: %(players)s players, %(tables)s tables (%(open)s still open), %(hands)s hands.") % made
        )
        for game in all_games():
            count = sum(table.game == game.slug for table in tables)
            self.stdout.write(f"  {game.title}: {count}")
