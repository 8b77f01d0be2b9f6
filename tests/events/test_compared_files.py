"""Events whose comparison takes seats or whole tables: their files say what the site says, and come back the same."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event
from scorer.events.results.event_results import EventResults
from scorer.transfer.event_export import export_event
from tests.events.conftest import MakeEvent, choose, faults_of_events, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.factories import ClubFactory, SeasonFactory
from tests.transfer.test_tables import take


@pytest.mark.parametrize(
    ("game", "contestants", "values", "plan"),
    [
        ("tarot", 20, {"comparison": "seat_matchpoints"}, "duplicate"),
        ("tarot", 9, {"comparison": "seat_difference"}, "duplicate"),
        ("preferans", 7, {"comparison": "league", "preset": "bule"}, "league_rounds"),
    ],
)
def test_the_command_ranks_like_the_site_and_an_import_like_the_event(
    game: str, contestants: int, values: dict[str, Any], plan: str, make_event: MakeEvent, tmp_path: Path
) -> None:
    event = make_event(game, contestants, rounds=2, per_round=2, **values)
    choose(event, plan)
    for number in range(2):
        play_round(event, Random(number))
    services.finish(event, by=None)
    event.refresh_from_db()
    lines = list(event_lines(EventResults(event), contestants_by_number(event)))
    assert ranked_by_command(event, tmp_path / "results.jsonl", lines=lines) == ranked_here(event)
    elsewhere = SeasonFactory.create(club=ClubFactory.create()).club
    take(elsewhere, "".join(export_event(event)).encode())
    assert ranked_here(Event.objects.get(club=elsewhere)) == ranked_here(event)
    assert faults_of_events() == []
