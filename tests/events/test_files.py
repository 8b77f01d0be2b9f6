"""What goes out of an event."""

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from scorer.club.models import Club, Membership, Player
from scorer.contest.lines import PlanReader
from scorer.contest.results import Result
from scorer.db.ids import IdConverter
from scorer.events import services
from scorer.events.contestants import contestants_by_number
from scorer.events.files import event_lines
from scorer.events.models import Event, Sitting
from scorer.events.planning.draws import earlier_rounds_of
from scorer.events.results.event_results import EventResults
from scorer.events.results.lines import ScoredLine, traveller_order
from scorer.events.results.played import ResultLine
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, play_all, play_round
from tests.events.test_evenings import ranked_by_command, ranked_here
from tests.events.test_pages import LogIn, address


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Five pairs after two rounds, with a ruling of each kind."""
    event = make_event("bridge", 5, rounds=3, per_round=2)
    choose(event, "mitchell")
    for _round in range(2):
        play_round(event, Random(7))
    sitting = Sitting.objects.filter(round__event=event, round__number=1).first()
    assert sitting
    services.rule_result(event, sitting, sitting.deals[0], {"average": [60, 40]}, why="A revoke", by=None)
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3}, why="Last week", by=None)
    event.refresh_from_db()
    return event


def json_lines(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content.splitlines()]


def test_the_command_ranks_the_file_of_an_event_as_its_page_does(
    event: Event, ada: Membership, client_of: LogIn, tmp_path: Path
) -> None:
    answer = client_of(ada).get(address(event, "download", "event", "jsonl"))
    assert answer["Content-Type"].startswith("application/jsonl")
    found = ranked_by_command(
        event, tmp_path / "lines", "--set", f"winners={event.winners}", lines=json_lines(answer.content)
    )
    assert found == ranked_here(event)
    planned = [line for line in json_lines(answer.content) if "station" in line or "resting" in line]
    path = tmp_path / "plan"
    path.write_text("\n".join(map(json.dumps, planned)))
    out = StringIO()
    call_command("plan", "--check", str(path), stdout=out)
    assert json.loads(out.getvalue().splitlines()[-1])["sound"]


def test_what_was_adjusted_at_a_table_goes_out_too(
    make_event: MakeEvent, ada: Membership, client_of: LogIn, tmp_path: Path
) -> None:
    event = make_event("doppelkopf", 8, rounds=1, per_round=3)
    choose(event, "draw")
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        assert sitting.table
        play_all(sitting.table, Random(7))
        play.record_adjustment(sitting.table, [-7, *[0] * (sitting.table.size - 1)], by=None, key=None, why="Late")
    services.end_round(event, by=None)
    services.finish(event, by=None)
    content = client_of(ada).get(address(event, "download", "event", "jsonl")).content
    assert ranked_by_command(event, tmp_path / "lines", lines=json_lines(content)) == ranked_here(event)
    assert content.count(b'"adjustment": -7') == 2


def test_the_command_exports_the_same_lines_as_the_page(event: Event, ada: Membership, client_of: LogIn) -> None:
    out, address_of_event = StringIO(), IdConverter().to_url(event.pk)
    call_command("export", "--event", address_of_event, "--results", stdout=out)
    assert out.getvalue().encode() == client_of(ada).get(address(event, "download", "event", "jsonl")).content
    for wrong in (["--event", "5gpn0v2h7k3qa"], ["--results"], ["--event", "0", "--results"]):
        with pytest.raises(CommandError):
            call_command("export", *wrong, stdout=out)


def test_scorecards_and_travellers_open_in_spreadsheet_programs(
    event: Event, players: list[Player], ada: Membership, client_of: LogIn
) -> None:
    Player.objects.filter(pk=players[0].pk).update(name="=1+1")
    client = client_of(ada)
    book = load_workbook(BytesIO(client.get(address(event, "download", "scorecards", "xlsx")).content))
    header, *rows = book.active.iter_rows(values_only=True)
    assert header[:7] == ("Number", "Name", "Round", "Table", "Board", "Against", "Played")
    numbers: list[Any] = [row[0] for row in rows]
    assert numbers == sorted(numbers)
    for number in range(1, 6):
        own = Sitting.objects.filter(round__event=event, sides__contestant__number=number).exclude(table=None)
        deals = [(sitting.round.number, deal) for sitting in own.order_by("round__number") for deal in sitting.deals]
        assert [(row[2], row[4]) for row in rows if row[0] == number and row[4]] == deals
    (carried,) = (row for row in rows if not row[4])
    assert carried == (1, str(event.contestants.get(number=1)), *[None] * 6, 3, "carry-over: 3 · Last week")
    text = client.get(address(event, "download", "travellers", "csv")).content.decode("utf-8-sig")
    lines = list(csv.DictReader(StringIO(text)))
    assert len(lines) == 2 * 2 * 2  # rounds, stations, deals
    assert [int(line["Board"]) for line in lines] == sorted(int(line["Board"]) for line in lines)
    assert lines[0].keys() >= {"N–S: Number", "N–S", "E–W", "E–W: Score", "Points", "Ruling"}
    assert {"'=1+1 & Player 2"} == {line["N–S"] for line in lines if line["N–S: Number"] == "1"}
    for deal in {line["Board"] for line in lines}:
        points = [float(line["Points"] or -1e6) for line in lines if line["Board"] == deal]
        assert points == sorted(points, reverse=True)


def test_what_has_no_points_is_at_the_bottom_of_a_traveller() -> None:
    sitting: Any = None
    line = ResultLine(sitting, Result((1, 2)))
    points: tuple[list[float | None], ...] = ([50.0, -50.0], [-500.0, 500.0], [None, None])
    best, worst, average = (ScoredLine(line, [], each, []) for each in points)
    assert sorted([average, worst, best], key=traveller_order) == [best, worst, average]


def test_ranking_and_results_open_in_spreadsheet_programs(event: Event, ada: Membership, client_of: LogIn) -> None:
    client = client_of(ada)
    book = load_workbook(BytesIO(client.get(address(event, "download", "ranking", "xlsx")).content))
    header, *rows = book.active.iter_rows(values_only=True)
    assert header == ("Section", "Side", "Place", "Number", "Name", "Score", "%", "Top", "Boards", "Groups")
    assert {row[3] for row in rows} == {1, 2, 3, 4, 5}
    text = client.get(address(event, "download", "results", "csv")).content.decode("utf-8-sig")
    results = list(csv.DictReader(StringIO(text), delimiter=";" if ";" in text.splitlines()[0] else ","))
    assert len(results) == 2 * 2 * 2 * 2  # rounds, stations, deals, sides
    assert {row["Ruling"] for row in results} == {"", "60 % – 40 %"}


def test_others_than_directors_download_no_results_of_deals_that_are_still_to_be_played(
    event: Event, club: Club, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    Event.objects.filter(pk=event.pk).update(ranking_shown=Event.RankingShown.AT_ONCE)
    path = address(event, "download", "event", "jsonl")

    def lines(reader: Membership) -> int:
        return sum("points" in line or "average" in line for line in json_lines(client_of(reader).get(path).content))

    assert (lines(ada), lines(boris)) == (8, 4)  # nobody plays the second set in the last round
    services.finish(event, by=None)
    assert (lines(ada), lines(boris)) == (8, 8)
    for what, kind in (("event", "csv"), ("ranking", "jsonl"), ("plan", "csv"), ("results", "pdf")):
        assert client_of(ada).get(address(event, "download", what, kind)).status_code == 404


def test_the_past_that_a_draw_goes_by_is_the_one_that_its_file_tells(event: Event) -> None:
    *_rest, sitting = Sitting.objects.select_related("round").filter(round__event=event, round__number=2)
    services.rule_result(event, sitting, sitting.deals[1], {"split": [620, -100]}, why="Misinformation", by=None)
    services.rule_other_cards(event, sitting.deals[0], [sitting], why="A card fell", by=None)
    people, reader = contestants_by_number(event), PlanReader()
    for line in event_lines(EventResults(event), people):
        assert not reader.take(line)
    here, told = earlier_rounds_of(event, people), reader.earlier()
    assert (here.rounds, here.results) == (told.rounds, told.results)
    assert sorted(map(repr, here.extras)) == sorted(map(repr, told.extras))
    assert {result.group for result in here.results} == {None, 2}
