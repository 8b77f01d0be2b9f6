"""Backups are made and restored while hands are being saved. No acknowledged hand is lost without being listed."""

import io
import os
import re
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.bridge.rules import Entry
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Table
from scorer.play.sheets.sheet import cached_sheet, load_sheet
from scorer.server.maintenance import close_site
from scorer.setup import backup
from scorer.setup.backup.atomic import write_atomically
from scorer.setup.backup.engine import BackupError
from scorer.setup.earlier_versions import OF_1_0
from scorer.setup.management.commands import restore as command
from tests.damage import all_faults
from tests.factories import MembershipFactory, make_table

pytestmark = pytest.mark.django_db(transaction=True)
FOUR_SPADES = {"level": 4, "strain": "S", "declarer": "S", "tricks": 10}
ON_SQLITE = connection.vendor == "sqlite"


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    """Use a folder of our own, since closing the site would disturb other tests that run at the same time."""
    settings.DATA = tmp_path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.backup"


@pytest.fixture
def club(transactional_db: None) -> Club:
    return make_table(MembershipFactory().club).club


@pytest.fixture
def table(club: Club) -> Table:
    """Ada, Boris, Chloé and Dirk have played two boards."""
    table = club.tables.get()
    play(table, 1)
    play(table, 2)
    return table


def play(table: Table, board: int, *, key: str | None = None) -> Hand:
    return services.record_hand(table, Entry(board=board, **FOUR_SPADES), by=None, key=key).hand


def restore(file: Path, **options: Any) -> str:
    out = io.StringIO()
    call_command("restore", str(file), yes=True, stdout=out, **options)
    return out.getvalue()


def safety(said: str) -> Path:
    return Path(re.findall(r"before is in (.*)\.$", said, re.MULTILINE)[0])


def numbers(table: Table) -> list[int]:
    return list(table.hands.values_list("number", flat=True))


def whole() -> bool:
    return list(all_faults()) == []


# Making and restoring


@pytest.mark.postgres
def test_a_restore_brings_back_what_there_was_and_keeps_what_it_replaces(table: Table, file: Path) -> None:
    backup.save(file)
    play(table, 3)
    services.void_hand(table.hands.get(number=1), by=None)

    later = safety(restore(file))
    assert numbers(table) == [1, 2]
    assert not Hand.objects.filter(voided=True).exists()
    assert whole()

    restore(later)
    assert numbers(table) == [1, 2, 3]
    assert table.hands.get(number=1).voided
    assert whole()


@pytest.mark.postgres
def test_it_lists_hands_that_are_newer_or_were_changed(table: Table, file: Path, ada: Membership) -> None:
    backup.save(file)
    play(table, 3)
    services.void_hand(table.hands.get(number=1), by=None)
    services.close_table(table, by=None)

    new, changed = restore(file).split("changed since")
    place = rf"{table.club}, table 1 of \d+ \w+ \d+: hand"
    assert re.findall(rf"{place} (\d), \d+ \w+ \d+, \d\d:\d\d\n", new) == ["3"]
    assert re.findall(rf"{place} (\d), ", changed) == ["1"]
    assert "1 hand is newer" in new
    assert "1 other change is newer" in changed


def test_restoring_a_current_backup_says_that_nothing_is_newer(table: Table, file: Path) -> None:
    backup.save(file)
    assert "Nothing is newer than the backup." in restore(file)


def test_a_long_list_of_newer_hands_is_cut(table: Table, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup.save(file)
    for board in range(3, 9):
        play(table, board)
    monkeypatch.setattr(command, "MAX_LISTED", 2)
    said = restore(file)
    assert said.count("hand ") == 2
    assert "6 hands are newer" in said
    assert "and 4 more" in said


@pytest.mark.postgres
def test_a_new_hand_with_the_ids_of_one_in_the_backup_is_reported_as_newer(table: Table, file: Path) -> None:
    early = file.with_name("early")
    backup.save(early)
    play(table, 3)
    backup.save(file)
    restore(early)
    play(table, 3)  # another hand with the same number, whose revision has the same id
    assert "1 hand is newer" in restore(file)


@pytest.mark.postgres
def test_sessions_are_restored_too(table: Table, file: Path) -> None:
    ada, late = (MembershipFactory(club=table.club) for _ in range(2))
    before, after = Client(), Client()
    before.force_login(ada.user)
    backup.save(file)
    after.force_login(late.user)
    restore(file)
    page = reverse("play:table", args=[table.pk])
    assert before.get(page).status_code == 200
    assert after.get(page).status_code == 302


@pytest.mark.parametrize("missed", [pytest.param(0, marks=pytest.mark.postgres), 6])
def test_after_a_restore_an_open_page_of_a_table_is_out_of_date(
    missed: int, table: Table, file: Path, ada: Membership
) -> None:
    """A page that has seen every change and one that has not both reload, since some of their lines may be gone."""
    backup.save(file)
    for board in range(3, 9):
        play(table, board)
    seen = Table.objects.get().version
    restore(file)
    client = Client()
    client.force_login(ada.user)
    assert Table.objects.get().version > seen
    answer = client.get(reverse("play:changes", args=[table.pk]), {"since": seen - missed})
    assert answer.status_code == 205


def test_a_board_cached_before_a_restore_is_not_used_afterwards(table: Table, file: Path, ada: Membership) -> None:
    """The cached board has as many changes as the restored one, but other hands."""
    client = Client()
    client.force_login(ada.user)
    board = reverse("standings:board", args=[table.club.pk, "bridge"])

    def points_of_north_and_south_after(adjustment: int) -> list[int]:
        services.record_adjustment(table, [adjustment, 0, adjustment, 0], why="revoke", by=None, key=None)
        lines = client.get(board).context["board"].rows
        return [line.tally.points for line in lines if line.tally.points > 0]

    backup.save(file)
    before, future = Table.objects.get().version, points_of_north_and_south_after(100)
    restore(file)
    present = points_of_north_and_south_after(-100)
    assert present == [points - 200 for points in future]
    assert Table.objects.get().version > before + 1


@pytest.mark.postgres
def test_a_cached_sheet_is_not_continued_with_the_hands_of_a_restored_one(
    table: Table, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The restored sheet has one more line for each version that it is ahead, but the lines before differ."""
    monkeypatch.setattr(backup, "AHEAD", 1)
    early = file.with_name("early")
    backup.save(early)
    play(table, 3)
    backup.save(file)
    restore(early)
    services.void_hand(table.hands.get(number=1), by=None)
    known = cached_sheet(Table.objects.get())
    restore(file)
    table = Table.objects.get()
    assert (table.version - known.version, len(table.hands.all()) - known.last) == (1, 1)
    assert cached_sheet(table).played == load_sheet(table).played


def test_a_cached_board_is_not_used_for_tables_opened_after_a_restore(club: Club, file: Path, ada: Membership) -> None:
    """There are as many tables with as many changes in the same season."""
    client = Client()
    client.force_login(ada.user)
    backup.save(file)

    def winner(position: int) -> set[str]:
        table = make_table(club, "preferans")
        points = [-90, -90, -90]
        points[position - 1] = 180
        services.record_adjustment(table, points, why="revoke", by=None, key=None)
        lines = client.get(reverse("standings:board", args=[club.pk, "preferans"])).context["board"].rows
        return {line.name for line in lines if line.tally.points > 0}

    before = winner(1)
    restore(file)
    assert winner(2).isdisjoint(before)


@pytest.mark.postgres
def test_a_connection_that_was_open_sees_the_restored_data(table: Table, file: Path) -> None:
    """The connection belongs to a thread that keeps running, as those of the server do."""
    backup.save(file)
    play(table, 3)
    with ThreadPoolExecutor(1) as server:
        assert server.submit(Hand.objects.count).result() == 3
        restore(file)
        assert server.submit(_again, Hand.objects.count).result() == 2
        server.submit(connections.close_all).result()


def _again(do: Callable[[], Any]) -> Any:
    """Do what a request begins with: reconnect if the connection was cut."""
    connection.close_if_unusable_or_obsolete()
    return do()


def test_a_backup_can_be_restored_into_an_empty_database(table: Table, file: Path, tmp_path: Path) -> None:
    if not ON_SQLITE:
        pytest.skip("the test database is not to be emptied of its tables")
    backup.save(file)
    with another_database(tmp_path / "new.sqlite3"):
        assert "The data from before" not in restore(file)
        assert numbers(table) == [1, 2]


@contextmanager
def another_database(file: Path) -> Iterator[None]:
    name = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


# While hands are being saved


@contextmanager
def saving(club: Club, people: int = 3) -> Iterator[list[str]]:
    """Run threads that save hands, each at a table of its own. Yield the keys of the acknowledged hands."""
    acknowledged: list[str] = []
    stop = threading.Event()
    started = threading.Barrier(people + 1)

    def save(table: Table) -> None:
        started.wait()
        try:
            for number in count(1):
                try:
                    play(table, number % 32 + 1, key=str(number))
                    acknowledged.append(f"{table.pk}:{number}")
                except (DatabaseError, Table.DoesNotExist):  # the table was replaced: not acknowledged
                    connection.close()
                if stop.is_set():
                    return
        finally:
            connections.close_all()

    tables = [make_table(club) for _ in range(people)]
    with ThreadPoolExecutor(people) as pool:
        work = [pool.submit(save, table) for table in tables]
        started.wait()
        try:
            yield acknowledged
        finally:
            stop.set()
        for one in work:
            one.result()


def wait_for_more(acknowledged: list[str], more: int = 5) -> None:
    enough = len(acknowledged) + more
    while len(acknowledged) < enough:
        threading.Event().wait(0.01)


def keys_in(file: Path) -> set[str]:
    nothing = {"None", "\\N"}
    return {key for (key,) in backup.engine().rows(file, "history_revision", "key")} - nothing


@pytest.mark.postgres
def test_a_backup_made_while_hands_are_saved_is_consistent_and_complete(club: Club, file: Path) -> None:
    with saving(club) as acknowledged:
        wait_for_more(acknowledged)
        before = set(acknowledged)
        backup.save(file)
        wait_for_more(acknowledged)
    kept = keys_in(file)
    assert before <= kept < set(acknowledged)
    restore(file)
    assert Hand.objects.count() == len(kept)
    assert whole()


@pytest.mark.postgres
def test_a_restore_while_hands_are_saved_loses_no_acknowledged_hand(club: Club, file: Path) -> None:
    with saving(club) as acknowledged:
        wait_for_more(acknowledged)
        backup.save(file)
        wait_for_more(acknowledged)
        kept = safety(restore(file))
        wait_for_more(acknowledged)
    here = set(Revision.objects.values_list("key", flat=True))
    assert set(acknowledged) <= here | keys_in(kept)
    assert not set(acknowledged) <= here  # some were really replaced
    assert whole()


# The closed site


def test_during_a_restore_every_page_says_that_it_will_be_back(
    table: Table, file: Path, ada: Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup.save(file)
    client = Client()
    client.force_login(ada.user)
    page = reverse("play:table", args=[table.pk])
    engine = type(backup.engine())
    seen: list[Any] = []

    def fail(*_args: Any, **_options: Any) -> None:
        seen.append(client.get(page))
        raise BackupError("The disk is full.")

    monkeypatch.setattr(engine, "replace", fail)
    with pytest.raises(CommandError, match=r"The disk is full\. Nothing was changed\."):
        restore(file)
    assert seen[0].status_code == 503
    assert client.get(page).status_code == 200
    assert numbers(table) == [1, 2]


def test_two_restores_cannot_run_at_the_same_time(table: Table, file: Path) -> None:
    backup.save(file)
    with close_site(), pytest.raises(CommandError, match="Another restore is running"):
        restore(file)


@pytest.mark.parametrize(("answer", "gone"), [("yes", True), (" Yes ", True), ("no", False), ("", False)])
def test_it_asks_for_confirmation(
    answer: str, gone: bool, table: Table, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup.save(file)
    play(table, 3)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    out = io.StringIO()
    call_command("restore", str(file), stdout=out)
    assert (numbers(table) == [1, 2]) is gone
    assert ("Nothing was changed." in out.getvalue()) is not gone


def test_without_a_terminal_it_needs_the_option_yes(table: Table, file: Path) -> None:
    backup.save(file)
    with pytest.raises(CommandError, match="--yes"):
        call_command("restore", str(file))


# Versions


@pytest.mark.postgres
def test_a_backup_from_before_version_1_0_is_refused(table: Table, file: Path) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(*OF_1_0)
    try:
        backup.save(file)
    finally:
        recorder.record_applied(*OF_1_0)
    with pytest.raises(CommandError, match=r"older than version 1\.0\. Start version 1\.0 with it first"):
        restore(file)


@pytest.mark.postgres
def test_a_backup_that_cannot_be_migrated_changes_nothing(
    table: Table, file: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    backup.save(file)
    play(table, 3)
    monkeypatch.setattr(backup, "_is_older", lambda _path: True)
    if ON_SQLITE:
        settings.BASE_DIR = file.parent  # which has no manage.py
    else:
        monkeypatch.setattr("scorer.setup.backup.postgres.call_command", _fails)
    with pytest.raises(CommandError, match="could not be brought up to date"):
        restore(file)
    assert numbers(table) == [1, 2, 3]
    assert whole()


def _fails(*_args: Any, **_options: Any) -> None:
    raise RuntimeError("no")


@pytest.mark.postgres
def test_a_backup_of_a_newer_version_is_refused(table: Table, file: Path) -> None:
    MigrationRecorder(connection).record_applied("play", "9999_trump")
    try:
        backup.save(file)
    finally:
        MigrationRecorder(connection).record_unapplied("play", "9999_trump")
    play(table, 3)
    with pytest.raises(CommandError, match=r"newer Scorer.*play 9999_trump"):
        restore(file)
    assert numbers(table) == [1, 2, 3]


def test_a_backup_with_tables_of_a_removed_game_can_be_restored_to_the_same_database(table: Table, file: Path) -> None:
    MigrationRecorder(connection).record_applied("canasta", "0001_initial")
    try:
        backup.save(file)
        assert "Restored" in restore(file)
    finally:
        MigrationRecorder(connection).record_unapplied("canasta", "0001_initial")


# Files


def test_an_existing_file_is_only_overwritten_with_force(table: Table, file: Path) -> None:
    call_command("backup", str(file), stdout=io.StringIO())
    play(table, 3)
    with pytest.raises(CommandError, match="--force"):
        call_command("backup", str(file))
    call_command("backup", str(file), force=True, stdout=io.StringIO())
    assert len(set(backup.engine().rows(file, "play_hand", "id"))) == 3


def test_only_its_owner_can_read_a_backup_and_no_other_file_is_left(table: Table, file: Path) -> None:
    out = io.StringIO()
    call_command("backup", str(file), stdout=out)
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]
    assert f"{file}: a backup of " in out.getvalue()


def test_a_backup_that_fails_keeps_the_old_file(table: Table, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("old")

    def half(_engine: Any, path: Path) -> None:
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(backup.engine()), "save", half)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", str(file), force=True)
    assert file.read_text() == "old"
    assert list(file.parent.iterdir()) == [file]


def test_what_a_killed_backup_leaves_is_private_and_removed_by_the_next_one(table: Table, file: Path) -> None:
    killed_while_writing(file)
    (left,) = file.parent.iterdir()
    assert left.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in left.iterdir()) == ["friday.backup", "lock"]
    backup.save(file)
    assert list(file.parent.iterdir()) == [file]


def test_what_a_killed_process_leaves_in_the_data_folder_is_removed_at_the_next_start(
    table: Table, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_while_writing(file)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_args, **_options: None)
    monkeypatch.setenv("PORT", "0")
    call_command("serve", stdout=io.StringIO(), skip_checks=True)
    assert list(file.parent.iterdir()) == []


def test_a_backup_does_not_remove_the_files_of_another_that_is_running(table: Table, file: Path) -> None:
    def meanwhile(draft: Path) -> None:
        backup.save(file.with_name("other.backup"))
        draft.touch()

    write_atomically(file, meanwhile)
    assert {path.name for path in file.parent.iterdir()} == {"friday.backup", "other.backup"}


def killed_while_writing(file: Path) -> None:
    """Leave half a copy of the club in the file."""

    def dies(draft: Path) -> None:
        draft.write_text("half")
        os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if child == 0:
        try:
            write_atomically(file, dies)
        finally:
            os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL


def test_an_empty_database_is_not_backed_up(file: Path, tmp_path: Path) -> None:
    if not ON_SQLITE:
        pytest.skip("the test database is not to be emptied of its tables")
    with another_database(tmp_path / "new.sqlite3"), pytest.raises(CommandError, match="this database is empty"):
        call_command("backup", str(file))
    assert not file.exists()


def test_a_missing_folder_is_reported(table: Table, file: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("backup", str(file / "sub"))


def test_a_file_that_is_not_a_backup_is_refused(table: Table, file: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        restore(file)
    file.write_bytes(b"Bridge, Friday: 4 spades by Ada")
    with pytest.raises(CommandError, match="is no backup of"):
        restore(file)
    file.write_bytes(b"PGDMP" if ON_SQLITE else b"SQLite format 3\0")
    with pytest.raises(CommandError, match="is no backup of"):
        restore(file)
    assert numbers(table) == [1, 2]


@pytest.mark.parametrize("keep", [0.3, 0.9])
def test_a_damaged_backup_is_refused(keep: float, table: Table, file: Path) -> None:
    backup.save(file)
    whole_file = file.read_bytes()
    file.write_bytes(whole_file[: int(len(whole_file) * keep)])
    play(table, 3)
    with pytest.raises(CommandError, match=r"Nothing was changed\."):
        restore(file)
    assert numbers(table) == [1, 2, 3]


def test_the_database_of_another_program_is_refused(table: Table, file: Path) -> None:
    if not ON_SQLITE:
        pytest.skip("needs a second database")
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (id integer)")
    with pytest.raises(CommandError, match="not one of Scorer"):
        restore(file)
