"""The server's own backups: one a night, of which the last seven and one for each of four weeks before are kept."""

import asyncio
import fcntl
import logging
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from subprocess import SubprocessError

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from scorer.server.nightly_backups import PREFIX, nightly_backups
from scorer.setup.backup import check, engine, save
from scorer.setup.backup.engine import BackupError

HOUR = 4
"""When nobody plays. A laptop that is off by then makes its backup at the next start."""

DAYS, WEEKS = 7, 4
PAUSE = 3600
"""Seconds until the server looks again whether a backup is due, or tries again after a failure."""

log = logging.getLogger(__name__)


async def keep_backups() -> None:
    """Run until cancelled."""
    while True:
        await asyncio.to_thread(back_up, timezone.localtime())
        await asyncio.sleep(PAUSE)


def back_up(now: datetime) -> None:
    """Make the backup of this night if it is due, and remove those that are no longer kept. Errors are logged."""
    if not settings.BACKUPS or now.hour < HOUR:
        return
    try:
        settings.BACKUPS.mkdir(exist_ok=True)
        with (settings.BACKUPS / ".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # one of several processes does it
            path = settings.BACKUPS / f"{PREFIX}{now:%Y-%m-%d}{engine().suffix}"
            if not path.exists():
                save(path)
                try:
                    check(path)
                except BackupError:
                    path.unlink()
                    raise
            for old in no_longer_kept(nightly_backups()):
                old.unlink()
    except BlockingIOError:
        pass
    except (BackupError, OSError, DatabaseError, SubprocessError) as error:
        log.error("There is no backup of tonight: %s", error)  # noqa: TRY400  # the message says what to do
    finally:
        connections.close_all()


def no_longer_kept(backups: Sequence[Path]) -> list[Path]:
    """Return the backups, given from the oldest on, that are neither of the last days nor the last of a recent week."""
    older = backups[:-DAYS]
    last_of_week = {_day(path).isocalendar()[:2]: path for path in older}
    return [path for path in older if path not in list(last_of_week.values())[-WEEKS:]]


def _day(path: Path) -> date:
    return date.fromisoformat(path.name.removeprefix(PREFIX)[:10])
