"""How honest phones fare while somebody without a login attacks the server: `make attack`. docs/bench.md has the
results.

The real server runs in its own process on loopback, and the attackers in another. This process runs four phones that
save, read pages, listen and fetch files as usual, each time over a new connection. Addresses other than 127.0.0.1,
which the server would take for a proxy, stand for other machines: the phones and the attackers have different ones
unless an attack says otherwise. Every attack is limited in volume and time. It prints lines with a name, a value and a
unit, and exits with status 1 if something took more than three times as long as before the attack, or exceeds MOST,
and did so again when the attack was repeated.

ATTACK_SECONDS (8): the duration of each attack.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator

from tests.bench import Line, report

SECONDS = float(os.environ.get("ATTACK_SECONDS") or 8)

MOST = {
    ".save/quiet": 3.0,  # times as long as before the attack
    ".page/quiet": 3.0,
    ".failed": 0,  # failed requests of honest phones
    ".answered": 3.0,  # seconds until a save that has to wait gets a response
    ".log": 100_000,  # bytes
    ".strangers": 110,  # contestants that one address has signed up
    ".spied": 0,  # pages that told somebody what is not for them
    ".limit/twice": 1.25,  # hands saved at the limit, and at twice that load: at least 80 % of them
    ".after/before": 3.0,  # a save five seconds after that load, as long as before
    **dict.fromkeys((".unacknowledged", ".lost", ".doubled", ".wrong", ".unheard"), 0),
    ".meddled": 0,  # changes by somebody who had no right to make them
}
"""The highest values that are acceptable, by the end of a line's name."""


FLOOD = ".flood."
"""A flood of complete requests may make others wait: Scorer answers all of them, in turns. Stopping it is the job of a
proxy (docs/security.md)."""


def is_wrong(line: Line) -> bool:
    name, value, _unit = line
    if FLOOD in name and name.endswith("/quiet"):
        return False
    return any(name.endswith(ending) and value > most for ending, most in MOST.items())


def repeated(run: Callable[[], Iterable[Line]]) -> Iterator[Line]:
    """Yield the lines of a run, which is repeated if one of them is not acceptable: something else may have been busy.

    Then the lines are those of the second run, but what was acceptable at first stays so.
    """
    first = {name: (name, value, unit) for name, value, unit in run()}
    if not any(map(is_wrong, first.values())):
        yield from first.values()
        return
    for line in run():
        before = first.get(line[0], line)
        if is_wrong(before):
            yield f"{before[0]}.at-first", *before[1:]
        yield before if is_wrong(line) and not is_wrong(before) else line


def finish(lines: Iterable[Line]) -> None:
    """Print the lines, and exit with status 1 if one of them is not acceptable."""
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
