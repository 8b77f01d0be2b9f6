"""What becomes of honest phones while somebody without a login does their worst: `make attack`. docs/bench.md keeps
what it gave.

The real server in a process of its own, on loopback; attackers in another; and here four phones that save, read pages,
listen and fetch files as ever, each time by a new connection. Other addresses than 127.0.0.1, for which the server
would take a proxy, are other machines: the phones' are not the attackers', but where an attack says so. Each attack is
bounded in what it does and in seconds. It prints lines of name, value and unit, and ends with status 1 where something
took more than three times as long as in the seconds before, or is worse than MOST in another way.

ATTACK_SECONDS (8): how long each lasts.
"""

import os
import sys
from collections.abc import Iterable, Iterator

from tests.bench import Line, report

SECONDS = float(os.environ.get("ATTACK_SECONDS") or 8)

MOST = {
    ".save/quiet": 3.0,  # times as long as before the attack
    ".page/quiet": 3.0,
    ".failed": 0,  # requests of honest phones
    ".answered": 3.0,  # seconds until a save that has to wait is told so
    ".log": 100_000,  # bytes
}
"""By the ending of a name: more than that is wrong."""


FLOOD = ".flood."
"""A flood of complete requests may make others wait: Scorer answers all of them, by turns. It is for a proxy to end it
(docs/security.md)."""


def is_wrong(line: Line) -> bool:
    name, value, _unit = line
    if FLOOD in name and name.endswith("/quiet"):
        return False
    return any(name.endswith(ending) and value > most for ending, most in MOST.items())


def finish(lines: Iterable[Line]) -> None:
    """Prints them, and ends the process with the status that they deserve."""
    wrong: list[Line] = []

    def noted() -> Iterator[Line]:
        for line in lines:
            if is_wrong(line):
                wrong.append(line)
            yield line

    report(noted())
    for name, value, unit in wrong:
        sys.stderr.write(f"{name}: {value:.1f} {unit}\n")
    sys.exit(bool(wrong))
