"""Where the server's own backups are, and whether the last one is too old. `scorer.setup.backup.nightly` makes them."""

from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings

PREFIX = "scorer-"
"""Before the date in the name of each file."""

OVERDUE = timedelta(days=7)


def nightly_backups() -> list[Path]:
    """Return the backups, the oldest first."""
    return sorted(settings.BACKUPS.glob(f"{PREFIX}[0-9]*")) if settings.BACKUPS else []


def is_overdue(now: datetime) -> bool:
    """Return whether there should be a backup of the last week and is none."""
    if not settings.BACKUPS:
        return False
    last = max((path.stat().st_mtime for path in nightly_backups()), default=0)
    return now.timestamp() - last > OVERDUE.total_seconds()
