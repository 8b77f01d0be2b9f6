"""What whoever runs a server does with whole clubs."""

from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scorer.club.models import Club, User
from scorer.club.names import same_name
from scorer.club.services import retire_login, suspend
from scorer.db.ids import IdConverter
from scorer.db.snapshot import snapshot_read
from scorer.events.models import Event
from scorer.history.models import Revision
from scorer.live import recheck_listeners
from scorer.play.models import Table
from scorer.setup.backup.atomic import write_atomically
from scorer.setup.clubs.club_file import ClubFileError, write_club
from scorer.transfer.club_rows import login_ids, parts


def find_club(name: str) -> Club:
    """Return the club with this name or id. Raise ClubFileError with a sentence if there is none, or several."""
    to_url = IdConverter().to_url
    clubs = [club for club in Club.objects.order_by("pk") if same_name(club.name, name) or to_url(club.pk) == name]
    if len(clubs) == 1:
        return clubs[0]
    if clubs:
        ids = ", ".join(to_url(club.pk) for club in clubs)
        raise ClubFileError(_("Several clubs have this name. Write one of these instead: %(ids)s.") % {"ids": ids})
    raise ClubFileError(_("There is no club of this name."))


def export_club(club: Club, path: Path, *, passwords: bool, sessions: bool = False, force: bool = False) -> None:
    """Write everything of a club to a file, as it is at one moment."""
    if path.exists() and not force:
        raise ClubFileError(_("The file %(file)s exists already; --force overwrites it.") % {"file": path})
    if not path.parent.is_dir():
        raise ClubFileError(_("There is no folder %(folder)s.") % {"folder": path.parent})
    _await_changes(club)
    with snapshot_read():
        write_atomically(path, lambda draft: write_club(club, draft, passwords=passwords, sessions=sessions))


def delete_club(club: Club) -> Path:
    """Delete a club, and the logins that are used nowhere else. Return the file that is written first."""
    suspend(club, suspended=True, by=None)
    name = f"deleted-{slugify(club.name)}-{timezone.localtime():%Y-%m-%d-%H%M%S}.club.gz"
    path = Path(settings.DATA) / name
    with transaction.atomic():
        _await_changes(club)
        export_club(club, path, passwords=True)
        _delete(club)
    recheck_listeners(club.pk)
    return path


def _await_changes(club: Club) -> None:
    """Let the changes be there that are being made. If the club is suspended, all later ones are refused."""
    for model in (Event, Table):
        with transaction.atomic():
            list(model.objects.select_for_update().filter(club=club).order_by("pk").values_list("pk"))


def _delete(club: Club) -> None:
    logins = login_ids(club)
    for part in reversed(parts()):
        rows = part.of(club)
        for key in part.keys_to(part.model):
            rows.exclude(**{key.name: None}).update(**{key.name: None})
        if part.model is Revision:
            Revision.objects.forget_club(club.pk)
        else:
            rows.delete()
    for user in User.objects.select_for_update().filter(pk__in=logins):
        retire_login(user)
    # So that a club that comes back is known as one that has been here (importing.py).
    Revision.objects.log(Revision.Kind.CLUB, club, "delete", None)
