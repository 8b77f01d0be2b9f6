"""The plans that are recommended are those of the table in docs/competitions.md."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from scorer.club.models import Club
from scorer.events.models import Event
from scorer.events.planning.proposals import proposals
from tests.events.test_sections import unstored

DOCS = Path(settings.BASE_DIR) / "docs" / "competitions.md"
COMPETES = {
    "pairs": (Event.Competes.SIDES, "matchpoints"),
    "players": (Event.Competes.PLAYERS, "matchpoints"),
    "teams": (Event.Competes.TEAMS, "vp"),
}
HOURS = {"2 hours": 120, "3 hours": 180, "3½ hours": 210}


def recommended() -> Iterator[tuple[str, int, int, str]]:
    """Yield what competes, how many, the minutes, and the plan with its rounds and boards, as the table has them."""
    _before, table = DOCS.read_text(encoding="utf-8").split("| | " + " | ".join(HOURS) + " |\n")
    for line in table.split("\n\n", maxsplit=1)[0].splitlines()[1:]:
        who, *plans = (cell.strip() for cell in line.strip("|").split("|"))
        for number in re.findall(r"\d+", who):
            for minutes, plan in zip(HOURS.values(), plans, strict=True):
                yield next(word for word in who.split() if word in COMPETES), int(number), minutes, plan


@pytest.mark.parametrize(("what", "number", "minutes", "plan"), [*recommended()])
def test_the_plan_for_a_number_and_a_time_is_the_one_in_the_table(
    club: Club, what: str, number: int, minutes: int, plan: str
) -> None:
    competes, comparison = COMPETES[what]
    event = unstored(club, competes=competes, comparison=comparison, minutes=minutes)
    for there in {number, number - (what == "pairs")}:
        best = proposals(event, there)[0]
        assert f"{best.choice} {best.lengths}" == plan


def test_all_meet_in_a_howell_however_long_its_rounds_are(club: Club) -> None:
    """A round robin would be just as long, and everybody would sit the same way in all its rounds."""
    best = proposals(unstored(club, minutes=240), 6)[0]
    assert (best.choice, best.lengths) == ("Howell", "5 × 6")


def test_nine_tables_play_24_boards_in_three_hours_if_the_director_asks_for_eight_rounds(club: Club) -> None:
    best = proposals(unstored(club, minutes=180, rounds=8), 18)[0]
    assert (best.choice, best.lengths) == ("Mitchell", "8 × 3")
