"""Championships move from one site to another with their events, and have the same leaderboards there."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scorer.club.models import Club, Membership
from scorer.club.services import end_season, start_season
from scorer.events.models import Event
from scorer.history.models import Revision
from scorer.standings import services
from scorer.standings.models import Championship
from scorer.transfer.event_export import export_club
from scorer.transfer.importing import Faulty
from scorer.transfer.undo import preview, undo
from tests.events.conftest import MakeEvent, make_event, players
from tests.events.test_sessions import play_to_the_end
from tests.factories import ClubFactory
from tests.standings.test_championships import board, correct_a_hand, csv_lines, make_championship, recalculated
from tests.transfer.test_tables import take

__all__ = ["make_event", "players"]  # fixtures

Record = dict[str, Any]


@pytest.fixture
def evenings(make_event: MakeEvent) -> list[Event]:
    """Three evenings of bridge, by matchpoints."""
    return [
        play_to_the_end(make_event("bridge", 4, name=name, rounds=3, per_round=1), "howell", seed=seed)
        for seed, name in enumerate(("September", "October", "November"), start=1)
    ]


@pytest.fixture
def elsewhere() -> Club:
    return ClubFactory(name="Elsewhere")


def content_of(club: Club) -> bytes:
    return "".join(export_club(club)).encode()


def lines_of(club: Club) -> list[Record]:
    """The lines of championships."""
    return [record for record in map(json.loads, export_club(club)) if "championship" in record]


def boards(club: Club) -> list[Any]:
    return [
        (row.name, row.ranked.place, row.ranked.value, row.worths)
        for championship in club.championships.order_by("name")
        for of in championship.boards
        for row in board(championship, of)
    ]


@pytest.mark.postgres
def test_an_empty_site_has_the_same_leaderboards_also_after_a_correction_in_the_first_event(
    evenings: list[Event], club: Club, zoe: Membership, client_of: Callable[[Membership], Client]
) -> None:
    (first, second, third), elsewhere = evenings, zoe.club
    make_championship(club, of="both", best=2, games=["bridge"])
    dates = make_championship(club, name="Days", worth="percent", points="", starts=first.day, ends=third.day, fewest=2)
    services.leave_out(dates, [second], by=None)
    found = take(elsewhere, content_of(club))
    assert [parsed.values["name"] for parsed in found.championships] == ["Cup", "Days"]
    client = client_of(zoe)
    before = boards(elsewhere)
    for is_corrected in (False, True):
        if is_corrected:
            correct_a_hand(first)
            correct_a_hand(elsewhere.events.get(name="September"))
        assert boards(elsewhere) == boards(club)
        for line in lines_of(club):  # the rule of the file, and results of the other site
            line.setdefault("worth", "points")
            moved = elsewhere.championships.get(name=line["name"])
            shown = {
                row["Player"]: (row["Place"], float(row["%" if line["worth"] == "percent" else "Points"]))
                for row in csv_lines(client, moved)[:-1]
            }
            assert shown == recalculated(csv_lines(client, moved, what="results"), line, "Player")
    assert boards(elsewhere) != before


def test_what_comes_back_is_exported_alike_with_its_id_and_imported_once(
    evenings: list[Event], club: Club, elsewhere: Club
) -> None:
    cup = make_championship(club, worth="beaten", points="", games=["bridge"], best=3, fewest=2, of="pairs")
    services.leave_out(cup, evenings[:1], by=None)
    content = content_of(club)
    take(elsewhere, content)
    moved = elsewhere.championships.get()
    assert moved.pk != cup.pk
    (ours,), (theirs,) = lines_of(club), lines_of(elsewhere)
    for line in (ours, theirs):
        assert line.pop("championship")
        assert len(line.pop("left_out")) == 1
    assert ours == theirs
    assert ours["season"] == cup.season.name if cup.season else None
    found = take(elsewhere, content)
    assert (found.championships, found.existing_championships, found.record) == ([], 1, None)
    assert found.changed == []
    services.leave_out(moved, [], by=None)
    assert len(take(elsewhere, content).changed) == 1
    Championship.objects.filter(pk=moved.pk).update(best=2)
    services.leave_out(moved, [elsewhere.events.get(name="September")], by=None)
    assert len(take(elsewhere, content).changed) == 1


@pytest.mark.postgres
def test_an_import_is_undone_with_its_championships_and_can_be_repeated(
    evenings: list[Event], club: Club, elsewhere: Club
) -> None:
    services.leave_out(make_championship(club), evenings[:1], by=None)
    before, content = boards(club), content_of(club)
    take(elsewhere, content)
    record = elsewhere.imports.get()
    assert (preview(record).championships, preview(record).events) == (1, 3)
    done = undo(record, by=None)
    assert (done.championships, done.events) == (1, 3)
    assert "1 championship was removed again." in done.sentences
    for left in (elsewhere.championships, elsewhere.events, elsewhere.players, elsewhere.seasons):
        assert not left.exists()
    log = Revision.objects.filter(club_id=elsewhere.pk, kind=Revision.Kind.CHAMPIONSHIP)
    assert list(log.values_list("action", flat=True)) == ["import", "delete"]
    take(elsewhere, content)
    assert boards(elsewhere) == before


def test_a_championship_that_was_changed_since_stays_with_its_season(
    evenings: list[Event], club: Club, elsewhere: Club
) -> None:
    make_championship(club)
    take(elsewhere, content_of(club))
    moved = elsewhere.championships.get()
    moved.name = "Winter cup"
    services.save_championship(moved, by=None)
    assert undo(elsewhere.imports.get(), by=None).championships == 0
    assert elsewhere.championships.get().season == elsewhere.seasons.get()
    assert not elsewhere.events.exists()


def test_one_season_comes_with_its_own_championships(evenings: list[Event], club: Club, elsewhere: Club) -> None:
    make_championship(club)
    autumn = club.seasons.get()
    end_season(autumn, by=None)
    winter = start_season(club, "Winter", by=None)
    make_championship(club, name="Winter cup", season=winter)
    make_championship(club, name="Both", starts=evenings[0].day, ends=evenings[0].day)
    records = [json.loads(line) for line in export_club(club, winter)]
    assert [record["name"] for record in records] == ["Winter cup"]
    take(elsewhere, json.dumps(records[0]).encode())
    season = elsewhere.seasons.get()
    assert (season.name, season.starts) == ("Winter", winter.starts)
    assert elsewhere.championships.get().season == season


def test_the_pages_say_what_there_is_and_what_an_undo_would_remove(
    evenings: list[Event], club: Club, zoe: Membership, client_of: Callable[[Membership], Client]
) -> None:
    make_championship(club)
    elsewhere, client = zoe.club, client_of(zoe)
    content = content_of(club)
    imports = reverse("transfer:import_tables", args=[elsewhere.pk])
    page = client.post(imports, {"file": SimpleUploadedFile("cup.jsonl", content)})
    assert "New championships" in page.content.decode()
    done = client.post(imports, {"signed": page.context["signed"]}, follow=True).content.decode()
    assert "1 championship was imported." in done
    again = client.post(imports, {"file": SimpleUploadedFile("cup.jsonl", content)}).content.decode()
    assert "Championships that are already here" in again
    leaving = client.get(reverse("transfer:undo_import", args=[elsewhere.pk, elsewhere.imports.get().pk]))
    assert "Championships to be removed" in leaving.content.decode()


LINE: Record = {
    "version": 1,
    "championship": "a cup of ours",
    "name": "Cup",
    "starts": "2026-09-01",
    "ends": "2026-12-31",
    "points": "10 6 3 1",
}

FAULTS: dict[str, tuple[Record, str, str]] = {
    "another version": ({"version": 2}, "version", "This file has version 2 of the format"),
    "an unknown field": ({"colour": "red"}, "colour", "There is no field with this name."),
    "no name": ({"name": " "}, "name", "A name must have 1 to 80 characters."),
    "no points": ({"points": ""}, "points", "Type the points of the places"),
    "points that rise": ({"points": "1 2"}, "points", "the highest first"),
    "too much below": ({"others": 2}, "others", "This is more than the last"),
    "no period": ({"starts": None, "ends": None}, "starts", "Choose a season, or type the days."),
    "two periods": ({"season": "Autumn"}, "season", "Choose either a season or days."),
    "backwards": ({"ends": "2026-08-31"}, "ends", "The last day is before the first."),
    "no day": ({"ends": "Tuesday"}, "ends", "Expected a date"),
    "none counts": ({"best": 0}, "best", "greater than or equal to 1"),
    "another worth": ({"worth": "luck"}, "worth", "not a valid choice"),
    "nobody is ranked": ({"of": "teams"}, "of", "not a valid choice"),
    "another game": ({"games": ["chess"]}, "games", "Choose one of: "),
    "games that are none": ({"games": {"bridge": 1}}, "games", "Choose one of: "),
    "an event that is nowhere": ({"left_out": ["nowhere"]}, "left_out", "Event nowhere, which is left out"),
    "no events": ({"left_out": "nowhere"}, "left_out", "Expected a list."),
    "a season that nobody knows": (
        {"season": "Winter", "starts": None, "ends": None},
        "season_starts",
        "Please fill this in.",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_line_is_refused_with_a_sentence_beside_its_field(name: str, elsewhere: Club) -> None:
    changes, field, sentence = FAULTS[name]
    with pytest.raises(Faulty) as refused:
        take(elsewhere, json.dumps(LINE | changes).encode())
    faults = {fault.field: fault.text for fault in refused.value.survey.faults}
    assert sentence in faults[field]
    assert not elsewhere.championships.exists()


@pytest.mark.django_db
def test_a_file_names_a_championship_once(elsewhere: Club) -> None:
    twice = "\n".join(
        json.dumps(LINE | {"championship": text, "name": name}) for text, name in (("a", "Cup"), ("b", "CUP"))
    )
    with pytest.raises(Faulty) as refused:
        take(elsewhere, twice.encode())
    assert [fault.text for fault in refused.value.survey.faults] == [
        "A championship with this name is already in line 1."
    ]
