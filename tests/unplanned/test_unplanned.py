"""A few evenings that nobody planned, always the same ones. `make evenings` plays others for an hour."""

import inspect
import re

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from scorer.events.states import TABLE
from tests.unplanned import machine

ELSEWHERE = {"rehearse", "imagine_round", "delete_rehearsal"}
"""Rehearsals are events of their own."""


@pytest.mark.django_db
def test_whatever_is_done_in_whatever_order_is_done_or_refused_with_a_sentence() -> None:
    few = settings(
        max_examples=5, stateful_step_count=30, derandomize=True, database=None, phases=[Phase.generate]
    )  # `make evenings` shortens what it finds
    run_state_machine_as_test(machine.Evening, settings=few)
    assert machine.DONE.total() > 50


def test_every_action_of_an_event_is_one_of_an_evening() -> None:
    """A new action of an event belongs here too."""
    named = set(re.findall(r"services\.(\w+)", inspect.getsource(machine)))
    assert TABLE.keys() - ELSEWHERE <= named
