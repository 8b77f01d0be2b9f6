"""How many files this process may have open at a time. Each connection is one."""

import contextlib
import resource

WANTED = 65_536
"""Linux starts a process with 1,024."""


def raise_limit() -> int:
    """As far towards WANTED as the machine lets us, and never down. What it is then."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY:
        return WANTED
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # some systems name a limit that they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft
