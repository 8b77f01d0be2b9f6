"""The time zone of the machine. Does not import Django, since the settings use it."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from zoneinfo import ZoneInfo

ETC = Path("/etc")


def local_time_zone() -> str:
    """Return the name of the machine's time zone, such as Europe/Paris, or UTC if it names none that zoneinfo knows."""
    return next(filter(_is_known, _named()), "UTC")


def _named() -> Iterator[str]:
    yield os.environ.get("TZ", "").removeprefix(":")
    with suppress(OSError, UnicodeDecodeError):  # only Debian has this file
        yield (ETC / "timezone").read_text().strip()
    with suppress(OSError):  # a copy instead of a link has no name
        yield str((ETC / "localtime").readlink()).rpartition("zoneinfo/")[2]


def _is_known(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (OSError, LookupError, ValueError):  # a folder of zones, no zone, a path outside the folder
        return False
    return True
