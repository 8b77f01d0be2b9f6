"""The way of a hand through the code gets no longer. Whoever raises a limit writes the reason beside it."""

import sys

import pytest

from scorer.club.models import Membership
from scorer.registry import get_game
from tests.architecture import distance

LIMITS = {
    "save.bridge": (
        50,
        735,
    ),  # 720 before the opening lead, which is a field more; ten count its statements (scorer.metrics)
    "save-and-changes.bridge": (51, 940),
    "round.bridge": (75, 7_750),  # 70 before suspended clubs, metrics, requests, matches, individuals and teams
}
"""Files, and calls with some to spare, since they depend on the hands that are made up."""


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions of Python count calls otherwise")
@pytest.mark.django_db(transaction=True)
def test_a_save_and_a_round_take_no_more_files_and_calls(ada: Membership) -> None:
    game = get_game("bridge")
    lines = [*distance.of_a_save(ada.club, game), *distance.of_a_round(ada, game)]
    measured = {name.removeprefix("distance."): int(value) for name, value, _unit in lines}
    for name, (files, calls) in LIMITS.items():
        assert measured[f"{name}.files"] <= files, name
        assert measured[f"{name}.calls"] <= calls, name
