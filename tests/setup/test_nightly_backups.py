"""The server backs itself up, keeps what is of use, and directors learn when it has not."""

import asyncio
import os
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from scorer.club.models import Membership
from scorer.server.nightly_backups import nightly_backups
from scorer.setup import backup
from scorer.setup.backup import nightly
from scorer.setup.backup.engine import BackupError
from tests.factories import make_table

TONIGHT = datetime(2026, 11, 24, 4, 30, tzinfo=timezone.get_default_timezone())
WARNING = "There has been no backup for a week."


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.BACKUPS = tmp_path / "backups"
    return settings.BACKUPS


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_backup_is_made_each_night_that_can_be_restored(ada: Membership, folder: Path) -> None:
    nightly.back_up(TONIGHT.replace(hour=3))
    assert nightly_backups() == []
    nightly.back_up(TONIGHT)
    (made,) = nightly_backups()
    assert made.name.startswith("scorer-2026-11-24")
    assert made.stat().st_mode & 0o077 == 0
    backup.check(made)
    before = made.stat().st_mtime_ns
    nightly.back_up(TONIGHT + timedelta(hours=3))
    assert [path.stat().st_mtime_ns for path in nightly_backups()] == [before]
    nightly.back_up(TONIGHT + timedelta(days=1))
    assert len(nightly_backups()) == 2


def test_a_backup_that_cannot_be_read_is_no_backup(
    db: None, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged(_path: Path) -> None:
        raise BackupError("It is damaged.")

    monkeypatch.setattr(nightly, "save", lambda path: path.touch())
    monkeypatch.setattr(nightly, "check", damaged)
    nightly.back_up(TONIGHT)
    assert nightly_backups() == []
    assert caplog.messages == ["There is no backup of tonight: It is damaged."]


def test_two_processes_make_one_backup(db: None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []

    def save(path: Path) -> None:
        made.append(path)
        nightly.back_up(TONIGHT)  # the other process, while this one is at it
        path.touch()

    monkeypatch.setattr(nightly, "save", save)
    monkeypatch.setattr(nightly, "check", lambda _path: None)
    nightly.back_up(TONIGHT)
    nightly.back_up(TONIGHT)
    assert len(made) == 1


def test_the_last_week_and_one_backup_of_each_of_four_weeks_are_kept(db: None, folder: Path) -> None:
    kept: list[Path] = []
    for day in range(90):
        kept.append(Path(f"scorer-{date(2026, 8, 27) + timedelta(days=day)}.sqlite3"))
        gone = nightly.no_longer_kept(kept)
        kept = [path for path in kept if path not in gone]
    days = [path.name[7:17] for path in kept]
    assert days[-7:] == [f"2026-11-{day}" for day in range(18, 25)]
    assert days[:-7] == ["2026-11-01", "2026-11-08", "2026-11-15", "2026-11-17"]


def test_the_server_looks_for_it_as_long_as_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[datetime] = []

    def back_up(now: datetime) -> None:
        looked.append(now)
        if len(looked) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(nightly, "back_up", back_up)
    monkeypatch.setattr(nightly, "PAUSE", 0)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(nightly.keep_backups())


@pytest.mark.parametrize(("age", "told"), [(None, True), (8, True), (6, False)])
def test_home_tells_directors_if_there_has_been_no_backup_for_a_week(
    ada: Membership, boris: Membership, client: Client, folder: Path, settings: Settings, age: int | None, *, told: bool
) -> None:
    home = reverse("standings:home", args=[ada.club.pk])
    if age:
        folder.mkdir()
        path = folder / "scorer-2026-11-24.sqlite3"
        path.touch()
        then = timezone.now().timestamp() - age * 24 * 3600
        os.utime(path, (then, then))
    client.force_login(ada.user)
    assert WARNING not in client.get(home).content.decode()  # of a new club
    table = make_table(ada.club, "bridge")
    type(table).objects.filter(pk=table.pk).update(opened_at=timezone.now() - timedelta(days=20))
    assert (WARNING in client.get(home).content.decode()) == told
    client.force_login(boris.user)
    assert WARNING not in client.get(home).content.decode()
    settings.BACKUPS = None
    client.force_login(ada.user)
    assert WARNING not in client.get(home).content.decode()
