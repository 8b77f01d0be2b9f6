"""The number of files this process may have open at a time. Each connection is one."""

import contextlib
import resource

WANTED = 65_536
"""The default on Linux is 1,024."""


def raise_limit() -> int:
    """Raise the limit to WANTED, or as far as the system allows, and return it. It is never lowered."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY:
        return WANTED
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems report a limit that they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft
