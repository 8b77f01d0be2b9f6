"""What the machine says: its language, time zone and addresses, and how many files may be open.

Does not import Django, since the settings use it.
"""

import ipaddress
import os
import resource
import socket
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from zoneinfo import ZoneInfo

SCRIPTS = {"latin": "latn"}
"""The names of scripts in the environment, and in the codes of languages."""

ETC = Path("/etc")

ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104  # only where the volunteer asks for it
"""Values of HOST that serve the site on every network interface."""

OUTSIDE = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737), and the discard port. Nothing is ever sent there."""

ROUTES = Path("/proc/net/fib_trie")
"""A file in which Linux lists the addresses of its interfaces."""

WANTED_FILES = 65_536
"""Files that this process may have open at a time. Each connection is one. The default on Linux is 1,024."""


def gigabytes_of_memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def environment_language(environment: Mapping[str, str], known: Collection[str], default: str) -> str:
    """Return the `known` language that the environment asks for, as in LANG=de_AT.UTF-8 or LANG=sr_RS@latin."""
    asked = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    place, _, script = asked.partition("@")
    language = place.partition(".")[0].partition("_")[0].lower()
    in_script = f"{language}-{SCRIPTS.get(script)}"
    return next((code for code in (in_script, language) if code in known), default)


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


def host_names(host: str) -> list[str]:
    """Return the host names under which browsers may request a site that is served on `host`."""
    if host not in ALL_INTERFACES:
        return [f"[{host}]" if ":" in host else host]
    name = socket.gethostname()
    short = name.partition(".")[0]
    return [*local_addresses(), *dict.fromkeys([name, short, f"{short}.local"])]


def local_addresses() -> list[str]:
    """Return the IPv4 addresses except loopback, the likeliest first. Without a network there are none."""
    return list(dict.fromkeys(_address_towards_outside() + (_addresses_of_interfaces() or _addresses_of_hostname())))


def _address_towards_outside() -> list[str]:
    # Connecting a UDP socket sends nothing. It only chooses the route, and with it the address we would send from.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:  # no route: a club's own access point without internet
            return []
        return _reachable([probe.getsockname()[0]])


def _addresses_of_interfaces() -> list[str]:
    try:
        lines = ROUTES.read_text().splitlines()
    except OSError:  # not Linux
        return []
    # Two lines each: "|-- 192.168.7.20", then "/32 host LOCAL".
    pairs = zip(map(str.split, lines), map(str.split, lines[1:]), strict=False)
    return _reachable([words[-1] for words, kind in pairs if kind == ["/32", "host", "LOCAL"]])


def _addresses_of_hostname() -> list[str]:
    try:
        return _reachable(socket.gethostbyname_ex(socket.gethostname())[2])
    except OSError:
        return []


def _reachable(addresses: list[str]) -> list[str]:
    return [address for address in addresses if not ipaddress.ip_address(address).is_loopback]


def raise_limit_of_files() -> int:
    """Raise the limit to WANTED_FILES, or as far as the system allows, and return it. It is never lowered."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(WANTED_FILES, hard)
    if soft == resource.RLIM_INFINITY:
        return WANTED_FILES
    if soft < wanted:
        with suppress(OSError, ValueError):  # some systems report a limit that they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft
