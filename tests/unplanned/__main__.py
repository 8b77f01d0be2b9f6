"""Play evenings that nobody planned until the time is up or something is wrong: python -m tests.unplanned.

EVENINGS_SECONDS says how long (3600), EVENINGS_PROCESSES how many play at once (2), EVENINGS_SEED where lots begin.
Each run of some evenings has a seed of its own, which is printed with what was found: it repeats the run.
"""

import os
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from random import Random
from typing import Any

from tests.bench import Line, report
from tests.unplanned.playing import play

USUAL = {"SECONDS": 3600, "PROCESSES": 2}
APART = 1_000_000
"""Between the seeds of two processes."""


def main() -> bool:
    """Return whether nothing was found."""
    seconds, processes = (int(os.environ.get(f"EVENINGS_{name}", usual)) for name, usual in USUAL.items())
    seed = int(os.environ.get("EVENINGS_SEED", Random().randrange(APART)))  # draws lots
    sys.stdout.write(f"EVENINGS_SEED={seed}\n")
    sys.stdout.flush()
    context = get_context("spawn")
    counts = context.Queue()
    playing = [context.Process(target=play, args=(seed + n * APART, seconds, counts)) for n in range(processes)]
    began = time.monotonic()
    for process in playing:
        process.start()
    totals = [counts.get() for _process in playing]
    for process in playing:
        process.join()
    report(figures(totals, time.monotonic() - began))
    return not any(process.exitcode for process in playing)


def figures(totals: list[Any], seconds: float) -> Iterator[Line]:
    evenings, planned, done, refused = (sum(counters[1:], counters[0]) for counters in zip(*totals, strict=True))
    yield "evenings.seconds", seconds, "s"
    yield "evenings.played", evenings.total(), "evenings"
    for game, count in sorted(evenings.items()):
        yield f"evenings.played.{game}", count, "evenings"
    for format_, count in sorted(planned.items()):
        yield f"evenings.planned.{format_}", count, "evenings"
    yield "evenings.done", done.total(), "actions"
    yield "evenings.refused", refused.total(), "actions"
    for name in sorted(done | refused):
        yield f"evenings.done.{name}", done[name], "times"
        yield f"evenings.refused.{name}", refused[name], "times"


if __name__ == "__main__":
    sys.exit(not main())
