"""Plays one run of evenings after the other, each with a seed of its own."""

import sys
import time
from typing import Any

import hypothesis
from hypothesis.stateful import run_state_machine_as_test

from tests.bench import temporary_site

EVENINGS, STEPS = 20, 60
"""Of one run."""


def play(seed: int, seconds: float, counts: Any) -> None:
    """Play with one seed after the other. Whatever is wrong is printed with the steps that lead there."""
    with temporary_site():
        from tests.unplanned import machine  # noqa: PLC0415  # imports models, which need the settings

        settings = hypothesis.settings(
            max_examples=EVENINGS,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                run_state_machine_as_test(hypothesis.seed(seed)(machine.Evening), settings=settings)
                sys.stdout.write(f"seed {seed}: nothing found\n")
                sys.stdout.flush()
                seed += 1
        except BaseException:
            sys.stdout.write(f"Found: EVENINGS_SEED={seed} EVENINGS_PROCESSES=1 repeats it.\n")
            raise
        finally:
            counts.put((machine.EVENINGS, machine.PLANNED, machine.DONE, machine.REFUSED))
