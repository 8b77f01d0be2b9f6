"""Importing a file of tables: which faults are found, and that a single one prevents the whole import."""

import json
from copy import deepcopy
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.bridge.rules import Entry
from scorer.club.models import Club, Player, Season
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Score, Table
from scorer.transfer.export import export
from scorer.transfer.importing import Faulty, import_file
from scorer.transfer.json_lines import parse_lines
from scorer.transfer.survey import Source, Survey, survey
from tests.factories import ClubFactory, PlayerFactory, make_table

Record = dict[str, Any]
BOARD = {"board": 1, "level": 4, "strain": "S", "declarer": "S", "tricks": 10}
RECORD: Record = {
    "version": 1,
    "id": "an evening of ours",
    "game": "bridge",
    "variant": "duplicate",
    "number": 3,
    "size": 4,
    "first_dealer": 1,
    "season": "Long ago",
    "opened_at": "2019-03-12T19:30+01:00",
    "closed_at": "2019-03-12T22:00+01:00",
    "seats": [{"position": n, "name": name} for n, name in enumerate(["Ada", "Boris", "Chloé", "Dirk"], start=1)],
    "lines": [
        {"entry": BOARD},
        {"entry": {"board": 2, "passed_out": True}, "voided": True},
        {"adjustment": [-10, 0, -10, 0], "why": "a revoke"},
        {"total": [5, -5, 5, -5]},
    ],
}


def file_of(*records: Record) -> bytes:
    return "\n".join(json.dumps(record) for record in records).encode()


def source(club: Club, content: bytes) -> Source:
    return lambda: parse_lines(BytesIO(content), club)


def take(club: Club, content: bytes) -> Survey:
    return import_file(club, source(club, content), by=None)


def said(club: Club, content: bytes) -> list[tuple[int, int, str, str]]:
    """Return the line, hand, field and sentence of each fault of a file that is refused."""
    with pytest.raises(Faulty) as refused:
        take(club, content)
    assert not Table.objects.exists()
    assert not Player.objects.exists()
    return [(fault.file_line, fault.hand, fault.field, fault.text) for fault in refused.value.survey.faults]


def changed(**values: Any) -> Record:
    return deepcopy(RECORD) | values


def test_an_open_table_whose_number_is_in_use_gets_the_next_free_one(club: Club) -> None:
    make_table(club)
    opened = [changed(id=name, number=number, closed_at=None) for name, number in (("a", 1), ("b", 2), ("c", 3))]
    take(club, file_of(*opened, changed(id="d", number=1)))
    states = club.tables.order_by("number", "state").values_list("number", "state")
    assert list(states) == [(1, "closed"), (1, "open"), (2, "open"), (3, "open"), (4, "open")]


def line(place: int, **values: Any) -> Record:
    record = deepcopy(RECORD)
    record["lines"][place] |= values
    return record


def seat(place: int, **values: Any) -> Record:
    record = deepcopy(RECORD)
    record["seats"][place] |= values
    return record


def test_omitted_fields_get_their_defaults(club: Club) -> None:
    take(club, file_of(RECORD))
    table = club.tables.get()
    assert [hand.dealer for hand in table.hands.all()] == [1, 2, None, None]
    assert {hand.entered_at for hand in table.hands.all()} == {table.closed_at}
    assert [hand.voided for hand in table.hands.all()] == [False, True, False, False]
    assert table.config.table_model.objects.get(table=table).variant == table.config.rules.PRESETS["duplicate"]
    points = {seat.position: sum(score.points for score in seat.scores.all()) for seat in table.seats.all()}
    assert points == {1: 415, 2: -425, 3: 415, 4: -425}
    assert set(Score.objects.filter(hand__number=3).values_list("seat__position", flat=True)) == {1, 3}


def test_lines_that_do_not_count_do_not_advance_the_deal(club: Club) -> None:
    table = make_table(club, "doppelkopf")
    entry = table.config.rules.EXAMPLES[0].entry
    for _ in range(3):
        services.record_hand(table, entry, by=None, key=None)
    services.void_hand(table.hands.get(number=2), by=None)
    record = json.loads("".join(export(club.tables.all())))
    for item in record["lines"]:
        del item["dealer"], item["number"], item["entered_at"]
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, file_of(record))
    turns = [hand.dealer for hand in elsewhere.tables.get().hands.all()]
    assert turns == [1, 2, 2]


def test_a_time_without_a_zone_is_in_the_clubs_time_zone(club: Club) -> None:
    take(club, file_of(changed(opened_at="2019-03-12T19:30:00")))
    assert timezone.localtime(club.tables.get().opened_at).strftime("%H:%M") == "19:30"


def test_a_table_that_is_not_closed_stays_open(club: Club) -> None:
    record = changed()
    del record["closed_at"]
    take(club, file_of(record))
    assert club.tables.get().is_open


def test_a_substitute_is_a_new_seat(club: Club) -> None:
    record = seat(1, until=2)
    record["seats"].append({"position": 2, "name": "Eva", "since": 3})
    take(club, file_of(record))
    seats = club.tables.get().seats.filter(position=2).select_related("player")
    assert [(seat.player.name, seat.since, seat.until) for seat in seats] == [("Boris", 1, 2), ("Eva", 3, None)]


BEFORE, LONG = "1899-12-31T20:00+00:00", "x" * 81
FAULTS: dict[str, tuple[Record, int, str, str]] = {
    "another version": (changed(version=2), 0, "version", "This file has version 2 of the format"),
    "no version": (changed(version=None), 0, "version", "Expected a whole number."),
    "an unknown field": (changed(colour="red"), 0, "colour", "There is no field with this name."),
    "no id": (changed(id=" "), 0, "id", "An id must have 1 to 64 characters."),
    "a long id": (changed(id="x" * 65), 0, "id", "An id must have 1 to 64 characters."),
    "another game": (changed(game="schafkopf"), 0, "game", "There is no such game here."),
    "an app that is no game": (changed(game="auth"), 0, "game", "There is no such game here."),
    "five at a bridge table": (changed(size=5), 0, "size", "This game is played with 4 seats."),
    "a number too high": (changed(number=32768), 0, "number", "Expected a number from 1 to 32767."),
    "a dealer without a seat": (changed(first_dealer=5), 0, "first_dealer", "Expected a number from 1 to 4."),
    "no dealer": (changed(first_dealer=None), 0, "first_dealer", "Expected a whole number."),
    "a preset that is none": (changed(variant="whist"), 0, "variant", "Choose one of: duplicate, rubber, chicago"),
    "a house rule that is none": (changed(variant={"x": 1}), 0, "variant.x", "There is no field with this name."),
    "a variant that is none": (changed(variant=7), 0, "variant", "Expected an object"),
    "no season": (changed(season="\u200b"), 0, "season", "A name must have 1 to 80 characters."),
    "a moment that is none": (changed(opened_at="at eight"), 0, "opened_at", "Expected a date and time"),
    "a moment long ago": (changed(opened_at=BEFORE), 0, "opened_at", "Expected a date and time"),
    "the first moment": (changed(opened_at="0001-01-01T00:00+14:00"), 0, "opened_at", "Expected a date and time"),
    "the last moment": (changed(closed_at="9999-12-31T23:59-14:00"), 0, "closed_at", "Expected a date and time"),
    "seats that are none": (changed(seats={}), 0, "seats", "Expected a list."),
    "no seats": (changed(seats=None), 0, "seats", "Please fill this in."),
    "too many seats": (changed(seats=[1] * 201), 0, "seats", "A list of at most 200 items"),
    "a seat that is none": (changed(seats=[*RECORD["seats"], 7]), 0, "seats.4", "Expected an object"),
    "nobody in a seat": (changed(seats=RECORD["seats"][:3]), 1, "seats", "From this hand on, a position has no player"),
    "two in a seat": (seat(1, position=1), 1, "seats", "From this hand on, two players sit at one position."),
    "a seat that is not there": (seat(3, position=5), 1, "seats", "The table has no such position."),
    "one in two seats": (seat(1, name="ADA"), 1, "seats", "From this hand on, one player sits"),
    "a seat that ends before it begins": (seat(1, since=3, until=2), 0, "seats.1.until", "The last hand of a seat"),
    "a seat from hand 0": (seat(1, since=0), 0, "seats.1.since", "Expected a number from 1"),
    "nobody any more": (seat(1, until=2), 3, "seats", "From this hand on, a position has no player"),
    "a long name": (seat(1, name=LONG), 0, "seats.1.name", "A name must have 1 to 80 characters."),
    "half a letter in a name": (seat(1, name="Bor\ud800is"), 0, "seats.1.name", "A name must have 1 to 80 characters."),
    "nothing in a name": (seat(1, name="\x00"), 0, "seats.1.name", "A name must have 1 to 80 characters."),
    "a long number": (
        seat(1, federation_number="7" * 21),
        0,
        "seats.1.federation_number",
        "A number has at most 20 characters.",
    ),
    "a long group": (seat(1, groups=["W" * 31]), 0, "seats.1.groups.0", "A name must have 1 to 30 characters."),
    "a long other name": (seat(1, shown_as=LONG), 0, "seats.1.shown_as", "A name must have 1 to 80 characters."),
    "lines that are none": (changed(lines=7), 0, "lines", "Expected a list."),
    "too many lines": (changed(lines=[{}] * 2001), 0, "lines", "A list of at most 2000 items"),
    "a line that is none": (changed(lines=[7]), 1, "", "Expected an object"),
    "nothing in a line": (changed(lines=[{}]), 1, "", "Expected one of: entry, adjustment, total."),
    "two things in a line": (line(0, total=[0, 0, 0, 0]), 1, "", "Expected one of: entry, adjustment, total."),
    "a gap in the numbers": (line(1, number=3), 2, "number", "The lines must be numbered from 1"),
    "an unknown field of a line": (line(1, colour="red"), 2, "colour", "There is no field with this name."),
    "a dealer of a hand without a seat": (line(0, dealer=5), 1, "dealer", "Expected a number from 1 to 4."),
    "a hand that the rules refuse": (line(0, entry=BOARD | {"tricks": 14}), 1, "tricks", "There are only 13 tricks"),
    "a hand of another game": (line(0, entry={"kind": "normal"}), 1, "kind", "There is no field with this name."),
    "a hand that is none": (line(0, entry="4S"), 1, "", "Expected an object"),
    "a hand with a reason": (line(0, why="so"), 1, "why", "A hand has no such field."),
    "half a letter in a reason": (line(2, why="\ud800"), 3, "why", "Expected a short text."),
    "a long reason": (line(2, why="x" * 201), 3, "why", "Expected a short text."),
    "an adjustment without a reason": (line(2, why=" "), 3, "why", "Please fill this in."),
    "an adjustment of nothing": (line(2, adjustment=[0] * 4), 3, "adjustment", "Give points to somebody."),
    "an adjustment for three": (line(2, adjustment=[1, 1, 1]), 3, "adjustment", "Expected a whole number."),
    "an adjustment by halves": (line(2, adjustment=[0.5, 0, 0.5, 0]), 3, "adjustment.0", "Expected a whole number."),
    "partners who differ": (line(3, total=[5, 5, 6, 5]), 4, "total", "Partners score together"),
    "a huge total": (line(3, total=[10**400] * 4), 4, "total.0", "This number is out of range."),
    "a total with a dealer": (line(3, dealer=1), 4, "dealer", "There is no field with this name."),
    "a line to come": (line(3, entered_at="2999-01-01T00:00Z"), 4, "entered_at", "Expected a date and time"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_reported_with_its_line_and_hand_and_nothing_is_imported(name: str, club: Club) -> None:
    record, hand, field, sentence = FAULTS[name]
    found = said(club, file_of(RECORD, record))
    assert {at for at, *_rest in found} == {2}
    assert any((number, where) == (hand, field) and text.startswith(sentence) for _at, number, where, text in found)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"{", "This line is not a JSON object."),
        (b"[]", "This line is not a JSON object."),
        (b'"text"', "This line is not a JSON object."),
        (b"null", "This line is not a JSON object."),
        (b'{"version": NaN}', "This line is not a JSON object."),
        (b'{"version": ' + b"9" * 5000 + b"}", "This line is not a JSON object."),
        (b"[" * 100_000, "This line is not a JSON object."),
        (b'{"version": 1, "game": "\xff"}', "This line is not a JSON object."),
        ('{"version": 1}'.encode("utf-16"), "This line is not a JSON object."),
        (b'{"version": 1, "version": 1}', "The name version appears twice in one object."),
        (b" " * 4_000_001, "This line is too long."),
    ],
)
def test_a_line_that_is_no_record_is_a_fault(text: bytes, sentence: str, club: Club) -> None:
    found = said(club, file_of(RECORD) + b"\n" + text + b"\n" + file_of(changed(id="2", game="skat")))
    assert [at for at, *_rest in found] == [2, 3] if b"\n" not in text else [2, 3, 4]
    assert found[0][3] == sentence


def test_all_faults_of_a_line_are_reported_at_once(club: Club) -> None:
    record = changed(
        number=0, season="", lines=[{}, {"entry": BOARD | {"board": 0}}, {"adjustment": [1], "entered_at": "x"}]
    )
    assert {(hand, field) for _at, hand, field, _text in said(club, file_of(record))} == {
        (0, "number"),
        (0, "season"),
        (1, ""),
        (2, "board"),
        (3, "adjustment"),
        (3, "why"),
        (3, "entered_at"),
    }


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"{",
        json.dumps(changed(lines=[{}] * 1000)).encode(),
        b'{"event": "x", "contestants": [%s{}]}' % (b"{}, " * 900),
    ],
)
def test_a_file_is_read_no_further_after_a_hundred_faults(line: bytes, club: Club) -> None:
    file = BytesIO(b"%s\n" % line * 250)
    found = survey(club, lambda: parse_lines(file, club))
    assert (len(found.faults), found.is_cut) == (100, True)
    assert file.tell() <= 102 * (len(line) + 1)


def test_the_same_table_twice_in_a_file_is_a_fault(club: Club) -> None:
    found = said(club, file_of(RECORD, changed(id="another"), RECORD))
    assert found == [(3, 0, "", "This table is already in line 1.")]


def test_an_empty_file_does_nothing(club: Club) -> None:
    for content in (b"", b"\n\n", b"\xef\xbb\xbf"):
        assert take(club, content).tables == 0


def test_a_byte_order_mark_and_empty_lines_are_skipped(club: Club) -> None:
    assert take(club, b"\xef\xbb\xbf" + file_of(RECORD) + b"\r\n\r\n").tables == 1


def test_house_rules_that_the_form_would_refuse_are_a_fault(club: Club) -> None:
    record = changed(game="belote", variant={"scoring": "house", "target": 0, "litige": "split"}, lines=[])
    assert "variant.target" in {field for _at, _hand, field, _text in said(club, file_of(record))}


def test_a_fault_at_the_end_prevents_the_whole_import(club: Club) -> None:
    records = [changed(id=str(number)) for number in range(5)]
    records[-1]["lines"][0] = {"entry": {}}
    before = (Season.objects.count(), Revision.objects.count())
    assert said(club, file_of(*records))
    assert (Season.objects.count(), Revision.objects.count()) == before


def test_players_are_matched_by_name_and_existing_ones_are_not_changed(club: Club) -> None:
    boris = PlayerFactory(club=club, name="boris", active=False)
    zoe = PlayerFactory(club=ClubFactory(name="Elsewhere"), name="Ada")
    record = seat(1, name="Boris ", shown_as="B.", guest=True)
    record["seats"][2] |= {"shown_as": "C.", "groups": ["junior"], "guest": True, "active": False}
    record["seats"][2] |= {"federation_number": "00471108"}
    found = take(club, file_of(record))
    assert found.respelled == [("Boris", "boris")]
    boris.refresh_from_db()
    assert (boris.shown_as, boris.guest, boris.active) == ("", False, False)
    chloe = club.players.get(name="Chloé")
    assert (chloe.shown_as, chloe.groups, chloe.guest, chloe.active) == ("C.", ["junior"], True, False)
    assert chloe.federation_number == "00471108"
    assert {seat.player for seat in club.tables.get().seats.all()} == {
        boris,
        chloe,
        club.players.get(name="Ada"),
        club.players.get(name="Dirk"),
    }
    assert not zoe.seats.exists()
    assert Revision.objects.filter(kind="player", action="add").count() == 3


def test_a_player_is_found_by_the_federation_number_if_not_by_the_name(club: Club) -> None:
    ada = PlayerFactory(club=club, name="Ada Nowak", federation_number="dbv 1")
    dirk = PlayerFactory(club=club, name="Dirk", federation_number="2")
    record = seat(0, federation_number="DBV 1")
    record["seats"][3] |= {"federation_number": "3"}
    found = take(club, file_of(record))
    assert found.respelled == [("Ada", "Ada Nowak")]
    assert {ada, dirk} <= {seat.player for seat in club.tables.get().seats.all()}


def test_two_new_players_with_one_federation_number_are_a_fault(club: Club) -> None:
    record = seat(0, federation_number="7")
    record["seats"][3] |= {"federation_number": "7"}
    assert [text for *_where, text in said(club, file_of(record))] == [
        "Ada and Dirk have the same federation number, 7."
    ]


def test_a_merged_players_name_means_the_player_who_is_left(club: Club) -> None:
    eva: Player = PlayerFactory(club=club, name="Eva")
    evi = PlayerFactory(club=club, name="Evi", active=False, merged_into=eva)
    PlayerFactory(club=club, name="Boris", active=False, merged_into=evi)
    take(club, file_of(RECORD))
    assert club.tables.get().seats.get(position=2).player == eva
    found = survey(club, source(club, file_of(seat(0, name="Eva") | {"id": "2"})))
    assert [fault.text for fault in found.faults] == [
        "Eva and Boris are one player here, and cannot both sit at this table."
    ]


def test_a_player_is_also_found_by_the_display_name(club: Club) -> None:
    ada: Player = PlayerFactory(club=club, name="Ada Lovelace", shown_as="Ada")
    found = take(club, file_of(RECORD))
    assert found.respelled == [("Ada", "Ada Lovelace")]
    assert club.tables.get().seats.get(position=1).player == ada


@pytest.mark.parametrize(
    ("shown_as", "line"), [("Ada", 1), ("dirk", 1), ("Zoé", 1), ("Evi", 2), ("Boris", None), ("Bo", None)]
)
def test_a_display_name_that_is_in_use_is_a_fault(shown_as: str, line: int | None, club: Club) -> None:
    PlayerFactory(club=club, name="Dirk", shown_as="Zoé")
    records = [seat(1, shown_as=shown_as), seat(0, name="Evi") | {"id": "2"}]
    found = survey(club, source(club, file_of(*records)))
    assert [(fault.file_line, fault.text) for fault in found.faults] == (
        [(line, f"Another player is already shown as {shown_as}.")] if line else []
    )


def test_a_season_is_found_by_name_or_created(club: Club) -> None:
    found = take(club, file_of(changed(id="1", season="AUTUMN"), changed(id="2"), changed(id="3", season="long  ago")))
    assert [days.is_wider for days in found.seasons.values()] == [True, False]
    day = date(2019, 3, 12)
    seasons = club.seasons.order_by("name").annotate(count=Count("tables"))
    assert list(seasons.values_list("name", "starts", "ends", "count")) == [
        ("Autumn", day, None, 1),
        ("Long ago", day, day, 2),
    ]


def test_an_existing_table_that_differs_is_reported_and_left_alone(club: Club) -> None:
    table = make_table(club, "bridge")
    services.record_hand(table, Entry(**BOARD), by=None, key=None)
    content = "".join(export(club.tables.all())).encode()
    services.record_adjustment(table, [-10, 0, -10, 0], why="late", by=None, key=None)
    found = take(club, content)
    assert (found.tables, found.existing, found.changed) == (0, 1, [1])
    assert table.hands.count() == 2


def test_a_table_in_the_future_is_refused_but_tomorrow_morning_is_allowed(club: Club) -> None:
    now = timezone.now()
    take(club, file_of(changed(id="1", closed_at=(now + timedelta(hours=20)).isoformat())))
    assert survey(
        club, source(club, file_of(changed(id="2", closed_at=(now + timedelta(hours=30)).isoformat())))
    ).faults


def test_export_and_import_take_as_many_queries_for_many_hands_as_for_few(club: Club) -> None:
    counts = []
    for hands in (2, 30):
        lines = [{"entry": {"board": number + 1, "passed_out": True}} for number in range(hands)]
        records = [changed(id=f"{hands} {number}", lines=lines) for number in range(3)]
        elsewhere = ClubFactory(name=f"Elsewhere {hands}")
        asked = []
        for ask in (
            lambda to=elsewhere, new=records: take(to, file_of(*new)),
            lambda to=elsewhere: list(export(to.tables.all())),
            lambda to=elsewhere, new=records: take(to, file_of(*new)),
        ):
            with CaptureQueriesContext(connection) as queries:
                ask()
            asked.append(len(queries))
        counts.append(asked)
    assert counts[0] == counts[1]
    assert max(counts[0]) < 65  # savepoints among them


def test_export_reads_one_batch_at_a_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.transfer.export.BATCH_SIZE", 2)
    take(club, file_of(*(changed(id=str(number), number=number + 1) for number in range(5))))
    found = [json.loads(line) for line in export(club.tables.all())]
    assert [record["number"] for record in found] == [1, 2, 3, 4, 5]


def test_an_exported_table_has_everything_needed_to_import_it(club: Club) -> None:
    take(club, file_of(seat(1, guest=True, groups=["junior"], shown_as="B.", federation_number="7")))
    record = json.loads("".join(export(club.tables.all())))
    assert record["opened_at"] == "2019-03-12T18:30:00+00:00"
    assert record["seats"][1] == {
        "position": 2,
        "name": "Boris",
        "shown_as": "B.",
        "groups": ["junior"],
        "federation_number": "7",
        "guest": True,
    }
    assert record["lines"][0] == {"number": 1, "dealer": 1, "entry": BOARD, "entered_at": "2019-03-12T21:00:00+00:00"}
    assert record["lines"][1]["voided"] is True
    assert record["lines"][2]["adjustment"] == [-10, 0, -10, 0]
    assert "why" not in record["lines"][3]
    assert set(record) == {*RECORD, "scorer"}
