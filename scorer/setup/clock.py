"""The machine's own time zone. No Django: the settings ask."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from zoneinfo import ZoneInfo

ETC = Path("/etc")


def own_zone() -> str:
    """A name that zoneinfo knows, such as Europe/Paris; UTC where the machine names none."""
    return next(filter(_is_known, _named()), "UTC")


def _named() -> Iterator[str]:
    yield os.environ.get("TZ", "").removeprefix(":")
    with suppress(OSError, UnicodeDecodeError):  # Debian has it, others do not
        yield (ETC / "timezone").read_text().strip()
    with suppress(OSError):  # a copy in place of a link does not tell its name
        yield str((ETC / "localtime").readlink()).rpartition("zoneinfo/")[2]


def _is_known(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (OSError, LookupError, ValueError):  # a folder of zones, no zone, a path that leads elsewhere
        return False
    return True
