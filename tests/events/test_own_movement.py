"""A club's own movement on the page of plans: checked first, chosen then, and never if it is not sound."""

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from scorer.club.models import Membership
from scorer.contest.individual import Individual
from scorer.contest.movement_files import MAX_BYTES
from scorer.contest.movements.howell import Howell
from scorer.events import services
from scorer.events.models import Event
from scorer.events.planning.families import choice_problems
from scorer.events.results.event_results import EventResults
from scorer.transfer.event_export import export_event
from tests.contest.judging import made
from tests.contest.test_movement_files import by_table, ebu, lines_of, mov
from tests.events.conftest import MakeEvent, faults_of_events, play_round
from tests.factories import ClubFactory
from tests.transfer.test_tables import take

HOWELL = made(Howell(), 6, 5)


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    return make_event("bridge", 6, per_round=2)


def address(event: Event) -> str:
    return reverse("events:own_movement", args=[event.club_id, event.pk])


@pytest.mark.postgres
def test_a_movement_is_checked_chosen_and_played(event: Event, ada: Membership, client_of: Any) -> None:
    client, path = client_of(ada), address(event)
    plans = client.get(reverse("events:plan", args=[event.club_id, event.pk])).content.decode()
    assert path in plans
    checked = client.post(path, {"movement": lines_of(HOWELL)})
    assert "Choose Own movement" in checked.content.decode()
    assert event.planned_rounds.count() == 0
    assert client.post(path, {"movement": lines_of(HOWELL), "confirm": "1"}).status_code == 302
    event.refresh_from_db()
    assert (event.format, event.winners, choice_problems(event)) == ("own", 1, [])
    planned = [[sitting.numbers for sitting in round_.sittings.all()] for round_ in event.planned_rounds.all()]
    assert planned == [[sitting.contestants for sitting in round_.sittings] for round_ in HOWELL.rounds]
    assert next(sitting.deals_text for sitting in event.planned_rounds.all()[0].sittings.all()) in {"1–2", "3–4"}
    for _round in range(2):
        play_round(event, Random(7))
    services.finish(event, by=None)
    assert len(EventResults(event).ranking.places) == 6
    assert faults_of_events() == []


@pytest.mark.parametrize("name", ["movement.txt", "movement.mov"])
def test_a_movement_comes_from_a_file(event: Event, name: str, ada: Membership, client_of: Any) -> None:
    content = ebu(0, by_table(HOWELL)).encode() if name.endswith("txt") else mov(1, by_table(HOWELL))
    page = client_of(ada).post(address(event), {"file": SimpleUploadedFile(name, content)})
    assert "Choose Own movement" in page.content.decode()
    assert page.context["proposal"].plan.rounds[0].sittings[0].contestants == HOWELL.rounds[0].sittings[0].contestants


def test_without_the_last_pair_its_opponents_sit_out(make_event: MakeEvent, ada: Membership, client_of: Any) -> None:
    event = make_event("bridge", 5, per_round=2)
    client_of(ada).post(address(event), {"movement": lines_of(HOWELL), "confirm": "1"})
    assert [round_.half_tables.count() for round_ in event.planned_rounds.all()] == [1] * 5
    assert faults_of_events() == []


FAULTY = {
    "nothing": ("", "This field is required."),
    "no table": ("1-2:1\n3:4", "Line 2: “3:4” is no table."),
    "another number": ("1-2:1 3-4:2", "This movement is for 4 contestants, or for one less."),
    "not sound": ("1-2:1 3-4:2 5-6:3\n1-3:1 2-4:2 5-6:3", "Round 2: 1 meets the set of board 1 again."),
    "four at a table": ("1-2-3-4:1\n1-3-5-6:2", "This movement has four players at a table. Here it takes two pairs."),
    "a plan of teams": ("1-2:1 2-3:2 3-4:3 4-5:4 5-6:5 6-1:6", "This movement is not sound."),
    "two places": ("1-2:1 1-4:2 5-6:3 3-0:4", "Round 1: 1 is at two places."),
}


@pytest.mark.parametrize("name", FAULTY)
def test_one_that_is_wrong_says_why_and_is_never_chosen(
    event: Event, name: str, ada: Membership, client_of: Any
) -> None:
    typed, sentence = FAULTY[name]
    page = client_of(ada).post(address(event), {"movement": typed, "confirm": "1"})
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert typed in page.content.decode()
    assert event.planned_rounds.count() == 0


def test_a_file_that_is_wrong_is_explained_by_its_line_here_and_by_the_command(
    event: Event, ada: Membership, client_of: Any, tmp_path: Path
) -> None:
    lines = ebu(0, by_table(HOWELL)).splitlines()
    lines[2] = lines[2].replace(",", ",x", 1)
    path, out = tmp_path / "movement.txt", StringIO()
    path.write_text("\n".join(lines))
    posted = {"file": SimpleUploadedFile("movement.txt", path.read_bytes()), "confirm": "1"}
    page = client_of(ada).post(address(event), posted)
    assert (page.status_code, event.planned_rounds.count()) == (422, 0)
    assert page.context["form"].errors["movement"] == ["Line 3: Expected a list of 15 numbers."]
    with pytest.raises(SystemExit):
        call_command("plan", "--movement", str(path), stdout=out)
    (found,) = map(json.loads, out.getvalue().splitlines())
    assert (found["line"], [problem["text"] for problem in found["problems"]]) == (
        3,
        ["Expected a list of 15 numbers."],
    )


def test_one_that_is_too_long_is_one_problem(event: Event, ada: Membership, client_of: Any) -> None:
    form = client_of(ada).post(address(event), {"movement": "1" * (MAX_BYTES + 1)}).context["form"]
    assert {name: len(problems) for name, problems in form.errors.items()} == {"movement": 1}


def test_it_is_too_late_once_there_is_a_plan(event: Event, ada: Membership, client_of: Any) -> None:
    client = client_of(ada)
    for status in (302, 409):
        assert client.post(address(event), {"movement": lines_of(HOWELL), "confirm": "1"}).status_code == status


def test_only_games_with_numbered_deals_have_one(make_event: MakeEvent, ada: Membership, client_of: Any) -> None:
    assert client_of(ada).get(address(make_event("skat", 8))).status_code == 404
    assert client_of(ada).get(address(make_event("bridge", 4, competes="teams"))).status_code == 404


INDIVIDUALS = {
    "round lines": (8, lines_of(made(Individual(), 8, 7)), "everybody has a new partner in each round"),
    "the first round": (
        13,
        "cyclic 13\n1-3-6-13:13 2-8-4-12:10 5-9-11-10:1",
        "everybody has a new partner",
    ),
    "partners again": (4, "1-2-3-4:1\n1-2-3-4:2\n1-3-2-4:3", "some have the same partner again"),
}


@pytest.mark.parametrize("name", INDIVIDUALS)
def test_an_individual_is_played_by_a_movement_of_the_clubs_own(
    name: str, make_event: MakeEvent, ada: Membership, client_of: Any
) -> None:
    players, typed, note = INDIVIDUALS[name]
    event, client = make_event("bridge", players, competes="players", per_round=2), client_of(ada)
    assert "N, E, S, W and set" in client.get(address(event)).content.decode()
    page = client.post(address(event), {"movement": typed})
    assert note in page.content.decode()
    assert client.post(address(event), {"movement": typed, "confirm": "1"}).status_code == 302
    for _round in event.planned_rounds.all():
        play_round(event, Random(7))
    services.finish(event, by=None)
    assert len(EventResults(event).ranking.places) == players
    assert faults_of_events() == []


def test_a_movement_of_pairs_suits_no_individual(make_event: MakeEvent, ada: Membership, client_of: Any) -> None:
    event = make_event("bridge", 6, competes="players", per_round=2)
    page = client_of(ada).post(address(event), {"movement": lines_of(HOWELL), "confirm": "1"})
    assert (page.status_code, event.planned_rounds.count()) == (422, 0)
    assert "This movement has two pairs at a table. Here it takes four players." in page.content.decode()


def test_a_long_movement_moves_to_another_site(make_event: MakeEvent, ada: Membership, client_of: Any) -> None:
    """It is much longer than the texts of other settings."""
    howell = made(Howell(), 16, 15)
    event = make_event("bridge", 16, per_round=1)
    client_of(ada).post(address(event), {"movement": lines_of(howell), "confirm": "1"})
    event.refresh_from_db()
    assert len(event.settings["movement"]) > 800
    assert choice_problems(event) == []
    play_round(event, Random(7))
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, "".join(export_event(event)).encode())
    assert elsewhere.events.get().settings == event.settings
    assert faults_of_events() == []
