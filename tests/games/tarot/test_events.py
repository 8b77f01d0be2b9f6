"""The events of tarot: what separates equal totals."""

import pytest

from games.tarot.rules.entry import Entry
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.models import Sitting
from scorer.events.results.event_results import EventResults
from scorer.events.results.ranking import fields_of
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, make_event, players

__all__ = ["make_event", "players"]
pytestmark = pytest.mark.django_db

JUST_MADE = {"kind": "taker", "oudlers": 2, "points": 41.0}
GARDE, PETITE = JUST_MADE | {"contract": "garde"}, JUST_MADE | {"contract": "petite"}
"""150 or 75 for the taker, and 50 or 25 less for each of the others."""


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({}, [(1, 100, ""), (1, 100, ""), (3, -100, ""), (3, -100, "")]),
        (
            {"ties": "best_deal"},
            [
                (1, 100, "by the best deal: 150"),
                (2, 100, "by the best deal: 75"),
                (3, -100, ""),
                (3, -100, ""),
            ],
        ),
    ],
    ids=["shared", "best deal"],
)
def test_equal_totals_share_the_place_unless_the_best_deal_decides(
    make_event: MakeEvent, chosen: dict[str, str], told: list[tuple[int, int, str]]
) -> None:
    event = make_event("tarot", 4, rounds=1, per_round=3, comparison_settings=chosen)
    choose(event, "draw")
    services.start_round(event, by=None)
    table = Sitting.objects.get(round__event=event).table
    assert table
    for hand in (GARDE | {"taker": 1}, PETITE | {"taker": 2}, PETITE | {"taker": 2}):
        play.record_hand(table, Entry(**hand), by=None, key=None)
    (field,) = fields_of(EventResults(event), contestants_by_number(event))
    assert [(row.place, row.score, str(row.tie_break)) for row in field.standings] == told
