import pytest

from games.preferans.description import describe
from games.preferans.rules import Entry
from scorer.registry.description import Subject


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Entry(6, roles=("declarer", "follow", "follow"), tricks=(0, 0, 0)), "Betl A made"),
        (Entry(7, roles=("follow", "declarer", "follow"), tricks=(3, 6, 1)), "Sans B 6 · A 3, C 1"),
        (Entry(7, roles=("pass", "declarer", "follow"), tricks=(0, 7, 3)), "Sans B 7 · A passes, C 3"),
        (Entry(7, in_hand=True, roles=("pass", "declarer", "pass")), "Sans in hand B · nobody follows"),
        (
            Entry(7, roles=("pass", "declarer", "pass"), sitting_out=(1,)),
            "Sans C · nobody follows · A sits out",
        ),
        (Entry(7, roles=("called", "declarer", "call"), tricks=(1, 6, 3)), "Sans B 6 · C calls, 4 together"),
        (
            Entry(7, counter="double_counter", roles=("counter", "follow", "declarer"), tricks=(2, 3, 5)),
            "Sans × 4 C 5 · A counters, double counter, 5 together",
        ),
        (
            Entry(6, counter="counter", roles=("declarer", "counter", "follow"), tricks=(1, 0, 0), sitting_out=(4,)),
            "Betl × 2 A failed · B counters · D sits out",
        ),
        (Entry(passed_out=True), "Nobody bid"),
    ],
)
def test_the_sheet_shows_a_hand_in_a_line(entry: Entry, said: str) -> None:
    assert describe(Subject(entry, {}, None)).text == said
