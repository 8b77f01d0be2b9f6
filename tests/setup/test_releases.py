"""What earlier releases have written is read by this one: their backups, and so their databases, and their files."""

import gzip
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.conf import global_settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from scorer import __version__
from scorer.club.models import Club, Player
from scorer.events import services as events
from scorer.events.models import Event
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import all_games
from scorer.setup import backup
from scorer.transfer.event_export import export_club
from scorer.transfer.export import id_converter
from scorer.transfer.importing import import_file
from scorer.transfer.json_lines import parse_lines
from tests.damage import all_faults
from tests.factories import ClubFactory
from tests.setup.releases.filling import address, fill, logged_in, page

FOLDERS = sorted(folder for folder in (Path(__file__).parent / "releases").iterdir() if folder.name[0].isdigit())

releases = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def test_each_release_has_left_a_folder_with_both_kinds_of_backup_and_files() -> None:
    assert FOLDERS[-1].name == __version__
    files = {"backup.dump.gz", "backup.sqlite3.gz", "event.jsonl", "tables.jsonl"}
    clubs = {folder: set() if folder.name in ("1.0", "1.1") else {"club.gz"} for folder in FOLDERS}
    wrong = [folder.name for folder in FOLDERS if {file.name for file in folder.iterdir()} != files | clubs[folder]]
    assert wrong == []


@pytest.mark.postgres
def test_a_whole_club_is_imported_from_the_file_of_each_release(url: str, tmp_path: Path, settings: Settings) -> None:
    """The file of this one is made here, since its folder is made last, from what it leaves behind like the others."""
    settings.DATA = tmp_path
    call_command("migrate", verbosity=0)
    call_command("demo", hands=20, stdout=io.StringIO())
    fill(Club.objects.get())
    look_at_the_table(logged_in())
    call_command("club", "export", Club.objects.get().name, str(tmp_path / "club.gz"), stdout=io.StringIO())
    for file in (tmp_path / "club.gz", *(folder / "club.gz" for folder in FOLDERS if (folder / "club.gz").exists())):
        for club in Club.objects.all():
            call_command("club", "delete", id_converter.to_url(club.pk), yes=True, stdout=io.StringIO())
        call_command("club", "import", str(file), stdout=io.StringIO())
        call_command("check_ledger", stdout=io.StringIO())
        bring_back_what_was_merged_and_left_out()


@pytest.fixture
def restored(folder: Path, url: str, tmp_path: Path, settings: Settings) -> Path:
    """A new installation to which the backup of a release has been restored. Return the backup."""
    settings.DATA = tmp_path / "data"
    settings.DATA.mkdir()
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    file = tmp_path / f"backup{backup.engine().suffix}"
    with gzip.open(folder / f"{file.name}.gz") as packed, file.open("wb") as out:
        shutil.copyfileobj(packed, out)
    call_command("restore", str(file), yes=True, stdout=io.StringIO())
    return file


@pytest.fixture
def ada(restored: Path) -> Client:
    """The director of the restored club, who has logged in with her password."""
    return logged_in()


def open_page(client: Client, view: str, *args: object) -> None:
    page(client, reverse(view, args=args))


@pytest.mark.postgres
@releases
def test_a_backup_is_restored_with_its_logins_its_log_and_all_pages_and_the_club_goes_on(
    ada: Client, restored: Path
) -> None:
    club = Club.objects.get()
    assert Revision.objects.count() >= len(list(backup.engine().rows(restored, "history_revision", "id")))
    assert list(all_faults()) == []
    call_command("check_ledger", stdout=io.StringIO())
    for table in Table.objects.all():
        open_page(ada, "play:table", table.pk)
        for hand in table.hands.all()[:1]:
            open_page(ada, "play:hand", table.pk, hand.number)
    for game in all_games():
        open_page(ada, "standings:board", club.pk, game.slug)
    for event in Event.objects.all():
        open_page(ada, "events:event", club.pk, event.pk)
        open_page(ada, "events:movement", club.pk, event.pk)
        open_page(ada, "events:scorecard", club.pk, event.pk, 2)
    for player in club.players.all():
        open_page(ada, "standings:player", club.pk, player.pk)
    for view in ("standings:home", "standings:all_games", "standings:big_screen", "play:tables", "play:hands"):
        open_page(ada, view, club.pk)
    for view in ("events:events", "club:players", "club:logins", "club:settings", "transfer:data"):
        open_page(ada, view, club.pk)
    go_on(ada)


def look_at_the_table(client: Client) -> None:
    """See what `fill` has done at its table."""
    table = Table.objects.get(confirms=True)
    sheet = page(client, address("table", table))
    assert sheet.count("/put-aside/") == 1
    assert "From Boris" in sheet
    assert "Dirk objects to Board 2" in sheet
    assert list(table.hands.order_by("number").values_list("deal", "voided")) == [
        (1, False),
        (2, False),
        (3, False),
        (4, True),
        (5, False),
    ]
    accepted, objected, _waiting, undone, _late = (page(client, address("hand", table, line)) for line in range(1, 6))
    assert "Confirmed by Boris" in accepted
    assert "We took one trick more" in objected
    assert "Undone by Ada" in undone


def go_on(ada: Client) -> None:
    """End what `fill` has left open, and take back what can be taken back."""
    look_at_the_table(ada)
    event = Event.objects.get(game="doppelkopf")
    events.end_round(event, by=None)
    events.finish(event, by=None)
    assert list(all_faults()) == []
    bring_back_what_was_merged_and_left_out()


def bring_back_what_was_merged_and_left_out() -> None:
    """Undo the rest of `fill`."""
    boriss = Player.objects.get(name="Boriss")
    services.unmerge_player(boriss, by=None, why="There are two of them")
    assert boriss.seats.count() == 1
    event = Event.objects.get(name="Short evening")
    events.bring_round_back(event, by=None)
    assert [each.sittings.count() for each in event.planned_rounds.all()] == [3, 3, 3]
    assert list(all_faults()) == []


@releases
@pytest.mark.parametrize("name", ["event.jsonl", "tables.jsonl"])
def test_files_are_imported_as_they_were_exported(folder: Path, name: str, db: None) -> None:
    club = ClubFactory()
    exported = (folder / name).read_bytes()
    import_file(club, lambda: parse_lines(io.BytesIO(exported), club), by=None)
    assert records("".join(export_club(club))) == records(exported.decode())
    assert list(all_faults()) == []


def records(lines: str) -> list[dict[str, Any]]:
    """Parse the lines of a file without what is another in each club: the ids, and the version that has written it."""
    numbers: dict[str, int] = {}
    lines = re.sub(rf'"{id_converter.regex}"', lambda match: str(numbers.setdefault(match[0], len(numbers))), lines)
    return [json.loads(line) | {"scorer": __version__} for line in lines.splitlines()]
