"""The way of a hand through the code gets no longer. Whoever raises a limit writes the reason beside it."""

import sys

import pytest

from scorer.club.models import Membership
from scorer.registry import get_game
from tests.architecture import distance

LIMITS = {
    # A save reads the house rules and one more field since bridge knows opening leads (50, 720 before), and asks for
    # each name whether it is hidden from the reader since players may hide (51, 740 and 52, 950 before).
    "save.bridge": (52, 790),
    "save-and-changes.bridge": (53, 1_040),
    # 70 before suspended clubs, metrics, requests, matches, individuals, teams, sessions, sides, hidden names, squads
    # and compulsory solos
    # What was played, the comparison, the bracket, the scorecard and the words for all kinds have modules of their own
    # since events ask no kind, and what they ask instead are calls (81, 8 500 before).
    "round.bridge": (87, 8_600),
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
