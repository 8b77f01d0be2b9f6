import secrets
from argparse import ArgumentParser
from collections import Counter
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorer.club.models import Club, Role
from scorer.club.services import add_login, season_name, start_season
from scorer.db.commands import DatabaseCommand
from scorer.events.states import Progress
from scorer.registry import all_games
from scorer.setup.demo import A_SEASON, fill_club
from scorer.setup.demo_events import fill_events
from scorer.setup.demo_seasons import A_FULL_SEASON, fill_seasons
from scorer.setup.services import found_club

SEASON_SO_FAR = timedelta(weeks=16)
LOGIN = "demo"
MAX_HANDS = 10_000_000
ONE_BY_ONE = 2_000
"""Up to this many hands are saved one by one. Of more, only the newest are; the rest is written table by table."""


class Command(DatabaseCommand):
    help = _("Fills the club with made-up players, tables and hands. Creates a club if there is none.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--hands",
            type=int,
            default=A_SEASON,
            help=_("the number of hands (default: %(hands)s)") % {"hands": A_SEASON},
        )
        parser.add_argument("--seed", type=int, default=1, help=_("the same seed makes the same hands (default: 1)"))
        parser.add_argument("--no-events", dest="events", action="store_false", help=_("leave out the events"))

    def handle(self, *_args: Any, hands: int, seed: int, events: bool, **_options: Any) -> None:
        if not 1 <= hands <= MAX_HANDS:
            raise CommandError(_("--hands must be a number from 1 to %(most)s.") % {"most": MAX_HANDS})
        call_command("migrate", verbosity=0)  # it may be the first command of all
        try:
            with transaction.atomic():
                club, password = self._club()
                recent = hands if hands <= ONE_BY_ONE else A_SEASON
                tables = fill_club(club, hands=recent, at=timezone.now(), seed=seed)
                made = fill_events(club, seed=seed) if events else []
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        games = Counter(table.game for table in tables)
        try:
            if hands > recent:
                games.update(self._fill_past(club, hands - recent, A_FULL_SEASON - recent, seed))
            self._print_report(club, games, sum(table.is_open for table in tables), hands)
            for event in made:
                self.stdout.write(f"  {event}: {Progress(event).in_words}")
        finally:  # the command may be interrupted, and nothing else shows the password
            self._print_login(password)

    def _club(self) -> tuple[Club, str | None]:
        """Return the site's first club, with an open season, and the director's password if the club is new."""
        club = Club.objects.order_by("seasons__starts", "pk").first()
        began = timezone.localdate() - SEASON_SO_FAR
        if club is None:
            club = found_club(_("Demo club"), season_name(began), starts=began)
            password = secrets.token_urlsafe(9)
            add_login(club, LOGIN, Role.DIRECTOR, by=None, password=password)
            return club, password
        if not club.seasons.open().exists():
            start_season(club, season_name(timezone.localdate()), by=None)
        return club, None

    def _print_login(self, password: str | None) -> None:
        if password:
            self.stdout.write(
                _("Log in as %(login)s with the password %(password)s") % {"login": LOGIN, "password": password}
            )
        else:
            self.stdout.write(
                _("No login was created. Use one of the club's; a director can create more under Logins.")
            )

    def _fill_past(self, club: Club, hands: int, room: int, seed: int) -> Counter[str]:
        """Fill earlier seasons, and print the name of each, since a million hands take minutes."""
        games: Counter[str] = Counter()
        season = ""
        for tables in fill_seasons(club, hands=hands, room=room, at=timezone.now(), seed=seed):
            games.update(table.game for table in tables)
            if season != tables[-1].season.name:
                season = tables[-1].season.name
                self.stdout.write(season)
                self.stdout.flush()
        return games

    def _print_report(self, club: Club, games: Counter[str], still_open: int, hands: int) -> None:
        made = {
            "club": club,
            "players": club.players.count(),
            "tables": games.total(),
            "open": still_open,
            "hands": hands,
        }
        self.stdout.write(
            _("%(club)s: %(players)s players, %(tables)s tables (%(open)s still open), %(hands)s hands.") % made
        )
        for game in all_games():
            self.stdout.write(f"  {game.title}: {games[game.slug]}")
