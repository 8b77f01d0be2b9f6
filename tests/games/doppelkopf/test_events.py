"""Events of Doppelkopf: what breaks ties of the total."""

from typing import Any

import pytest

from games.doppelkopf.rules.entry import Entry
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import fields_of
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, make_event, players

__all__ = ["make_event", "players"]
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

SOLO = {"kind": "damen", "re_augen": 150}


def at_table(event: Event, *hands: dict[str, Any]) -> dict[int, int]:
    """Enter hands at the only table of the running round. `re` are contestants; return the seat of each."""
    sitting = Sitting.objects.get(round__event=event, round__ended_at=None, table__isnull=False)
    seats = {side.contestant.number: side.side for side in sitting.sides.select_related("contestant")}
    for hand in hands:
        entry = Entry(**hand | {"re": tuple(sorted(seats[number] for number in hand["re"]))})
        play.record_hand(sitting.table, entry, by=None, key=None)
    return seats


@pytest.fixture
def level(make_event: MakeEvent) -> Event:
    """Four players who all have 0 points. 1 has won a solo and lost one, and nobody else has played any."""
    event = make_event("doppelkopf", 4, rounds=1, per_round=8, comparison_settings={"ties": "solos"})
    choose(event, "draw")
    services.start_round(event, by=None)
    with_partner = {"kind": "normal", "re_augen": 150}
    at_table(
        event,
        SOLO | {"re": (1,)},
        SOLO | {"re": (1,), "re_augen": 90},
        with_partner | {"re": (1, 2)},
        with_partner | {"re": (3, 4)},
    )
    return event


def standings(event: Event) -> dict[int, tuple[int | None, float | None, str]]:
    (field,) = fields_of(EventResults(event), contestants_by_number(event))
    return {row.contestant.number: (row.place, row.score, str(row.tie_break)) for row in field.standings}


def test_solos_won_are_counted_from_the_sheets_and_hands_with_a_partner_are_not(level: Event) -> None:
    lines = [line for line in event_lines(EventResults(level), contestants_by_number(level)) if "points" in line]
    assert [(line.get("won"), line.get("lost")) for line in lines] == [
        ([1], None),
        (None, [1]),
        (None, None),
        (None, None),
    ]


def test_more_solos_won_break_a_tie(level: Event) -> None:
    assert standings(level) == {
        1: (1, 0, "by solos won: 1"),
        2: (2, 0, "by solos won: 0"),
        3: (2, 0, "by solos won: 0"),
        4: (2, 0, "by solos won: 0"),
    }
