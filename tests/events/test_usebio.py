"""Files for federations are valid, and say what was played, ruled and ranked."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from django.urls import reverse
from lxml import etree
from pytest_django import DjangoAssertNumQueries

from games.bridge.rules.entry import Entry
from games.bridge.usebio import figure
from scorer.club.models import Membership, Player
from scorer.events import files, services
from scorer.events.models import Event, Sitting
from scorer.events.results.event_results import EventResults
from scorer.play import services as play
from tests.events.conftest import MakeEvent, choose, play_round
from tests.events.test_pages import LogIn, address

DTD = etree.DTD(str(Path(__file__).with_name("usebio.dtd")))


def valid(content: bytes) -> etree._Element:
    """Return the root of a file."""
    root = etree.fromstring(content, etree.XMLParser(load_dtd=False, no_network=True))
    assert DTD.validate(root), DTD.error_log
    return root


def texts(parent: etree._Element, path: str) -> list[str]:
    return [found.text or "" for found in parent.iterfind(path)]


@pytest.fixture
def event(make_event: MakeEvent) -> Event:
    """Four pairs play a Mitchell of two rounds of two boards. One result is artificial, one is assigned."""
    Player.objects.filter(name="Player 1").update(federation_number="00471108")
    event = make_event("bridge", 4, rounds=2, per_round=2, ranking_shown="at_once")
    choose(event, "mitchell")
    three, one = Entry(3, 3, "NT", "", "W", 8), Entry(4, 1, "C", "", "N", 7)
    by_table = (
        [Entry(1, 4, "S", "X", "S", 10, lead="KH"), Entry(2, passed_out=True), three, one],
        [Entry(1, 4, "S", "", "S", 10), Entry(2, 2, "H", "", "E", 8), replace(three, tricks=9), one],
    )
    for _round in range(2):
        started = services.start_round(event, by=None)
        for sitting, entries in zip(started.sittings.select_related("table"), by_table, strict=True):
            assert sitting.table
            for deal in sitting.deals:
                play.record_hand(sitting.table, entries[deal - 1], by=None, key=None)
        services.end_round(event, by=None)
    event.refresh_from_db()
    return event


def sitting_of(event: Event, deal: int) -> Sitting:
    """Return the first at which a deal was played."""
    sittings = Sitting.objects.filter(round__event=event).order_by("round__number", "station")
    return next(sitting for sitting in sittings if deal in sitting.deals)


def test_a_file_of_pairs_is_valid_and_says_what_was_played(event: Event, ada: Membership, client_of: LogIn) -> None:
    answer = client_of(ada).get(address(event, "download", "event", "xml"))
    assert answer["Content-Type"] == "application/xml"
    assert answer["Content-Disposition"] == 'attachment; filename="Tuesday.xml"'
    root = valid(answer.content)
    assert texts(root, "EVENT/BOARD_SCORING_METHOD") == ["MATCH_POINTS"]
    assert texts(root, "EVENT/DATE") == [f"{event.day:%d/%m/%Y}"]
    pair = root.find("EVENT/PARTICIPANTS/PAIR")
    assert [texts(pair, "PLAYER/PLAYER_NAME"), texts(pair, ".//NATIONAL_ID_NUMBER")] == [
        ["Player 1", "Player 2"],
        ["00471108"],
    ]
    lines = {
        number: [[child.text for child in line] for line in board.iterfind("TRAVELLER_LINE")]
        for board in root.iterfind("EVENT/BOARD")
        for number in texts(board, "BOARD_NUMBER")
    }
    doubled = next(line for line in lines["1"] if "4SX" in line)
    assert doubled[2:] == ["4SX", "S", "HK", "10", "590", "2", "0"]
    passed = next(line for line in lines["2"] if "PASS" in line)
    assert passed[2:] == ["PASS", "0", "2", "0"]
    down = next(line for line in lines["3"] if "8" in line)
    assert down[2:] == ["3NT", "W", "8", "100", "2", "0"]


def test_the_club_has_the_number_that_its_director_has_set(event: Event, ada: Membership, client_of: LogIn) -> None:
    client, path = client_of(ada), reverse("club:settings", args=[event.club_id])
    form = client.get(path).context["form"]
    assert client.post(path, form.initial | {"federation_number": " 4711  08 "}).status_code == 302
    root = valid(client.get(address(event, "download", "event", "xml")).content)
    assert texts(root, "CLUB/CLUB_ID_NUMBER") == ["4711 08"]
    long = client.post(path, form.initial | {"federation_number": "4" * 21})
    assert (long.status_code, list(long.context["form"].errors)) == (422, ["federation_number"])


def test_what_was_ruled_stands_in_place_of_the_contract(event: Event, ada: Membership, client_of: LogIn) -> None:
    services.rule_result(event, sitting_of(event, 1), 1, {"average": [60, 40]}, why="A revoke", by=None)
    services.rule_result(event, sitting_of(event, 3), 3, {"points": 100}, why="A claim", by=None)
    services.rule_result(event, sitting_of(event, 4), 4, {"split": [70, -110]}, why="Misinformation", by=None)
    services.rule_result(event, sitting_of(event, 2), 2, {"not_played": True}, why="Late", by=None)
    root = valid(client_of(ada).get(address(event, "download", "event", "xml")).content)
    lines = root.findall(".//TRAVELLER_LINE")
    ruled = [[child.text for child in line] for line in lines if line.find("CONTRACT") is None]
    assert [line[2:] for line in ruled] == [["A6040", "1.5", "0.8"], ["100", "2", "0"], ["A5099", "1", "2"]]
    assert len(lines) == 7, "the one that was not played is left out"


def test_only_directors_get_the_numbers_of_the_federation(
    event: Event, ada: Membership, boris: Membership, client_of: LogIn
) -> None:
    for reader, seen in ((ada, True), (boris, False)):
        for what, kind in (("event", "xml"), ("ranking", "csv")):
            content = client_of(reader).get(address(event, "download", what, kind)).content
            assert (b"00471108" in content) == seen, (reader, what)


def test_a_file_of_an_individual_is_valid(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("bridge", 8, competes="players", per_round=1, comparison="cross_imps")
    choose(event, "individual")
    play_round(event, Random(7))
    root = valid(client_of(ada).get(address(event, "download", "event", "xml")).content)
    assert root.find("EVENT").get("EVENT_TYPE") == "INDIVIDUAL"
    assert texts(root, ".//PLAYER_NUMBER") == [str(number) for number in range(1, 9)]
    line = root.find(".//TRAVELLER_LINE")
    assert [child.tag for child in line][:4] == [f"{seat}_PLAYER_NUMBER" for seat in "NESW"]
    assert line.find("NS_CROSS_IMP_POINTS") is not None


def test_the_boards_of_an_individual_in_victory_points_are_in_no_match(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 8, competes="players", per_round=1, comparison="vp")
    choose(event, "individual")
    play_round(event, Random(7))
    for kind in ("xml", "pbn"):
        assert client_of(ada).get(address(event, "download", "event", kind)).status_code == 200
    root = valid(client_of(ada).get(address(event, "download", "event", "xml")).content)
    assert root.find(".//MATCH") is None
    assert len(root.findall(".//BOARD/TRAVELLER_LINE")) == 2


def test_sections_that_are_ranked_apart_are_sections_of_the_file(
    make_event: MakeEvent, ada: Membership, client_of: LogIn
) -> None:
    event = make_event("bridge", 4, rounds=1, per_round=1)
    choose(event, "mitchell")
    play_round(event, Random(7))
    Event.objects.filter(pk=event.pk).update(one_field=False)
    event.contestants.filter(number__in=(2, 4)).update(section=2)
    Sitting.objects.filter(round__event=event, station=2).update(section=2)
    root = valid(client_of(ada).get(address(event, "download", "event", "xml")).content)
    assert [section.get("SECTION_ID") for section in root.iterfind("EVENT/SECTION")] == ["A", "B"]


def test_a_file_takes_as_many_queries_however_many_pairs_there_are(
    make_event: MakeEvent, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (4, 12):
        event = make_event("bridge", pairs, rounds=2, per_round=1)
        choose(event, "mitchell")
        play_round(event, Random(7))
        results = EventResults(event)
        assert results.ranking
        with django_assert_num_queries(4):
            files.response(results, "event", "xml", {})


def test_games_without_a_format_have_no_file(make_event: MakeEvent, ada: Membership, client_of: LogIn) -> None:
    event = make_event("doppelkopf", 4)
    assert client_of(ada).get(address(event, "download", "event", "xml")).status_code == 404


@pytest.mark.parametrize(
    ("value", "text"), [("1/3", "0.33"), ("-7/2", "-3.5"), ("5", "5"), ("1/200", "0.01"), ("-1/999", "0")]
)
def test_figures_have_up_to_two_decimals(value: str, text: str) -> None:
    assert figure(Fraction(value)) == text
