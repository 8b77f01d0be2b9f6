"""Events move from one site to another: with their tables, and so that they can go on."""

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from io import BytesIO, StringIO
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import ForeignKey
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorer.club.models import Club, Membership
from scorer.db.ids import IdConverter
from scorer.events import services
from scorer.events.models import Event, Sitting
from scorer.play import services as play
from scorer.play.models import Table
from scorer.transfer.columns import NOT_CARRIED
from scorer.transfer.event_export import export_club, export_event
from scorer.transfer.importing import Faulty
from scorer.transfer.undo import preview, undo
from tests.events.conftest import MakeEvent, choose, make_event, play_all, play_round, players
from tests.events.dealt_hands import dealt
from tests.events.test_evenings import ranked_here
from tests.events.test_squads import squads_in
from tests.factories import ClubFactory, make_table
from tests.transfer.test_tables import take

__all__ = ["make_event", "players"]  # fixtures

LogIn = Callable[[Membership], Client]
Record = dict[str, Any]


@pytest.fixture
def pairs(make_event: MakeEvent) -> Event:
    """Five pairs at bridge after two of three rounds, with rulings of every kind, one of them withdrawn, and cards."""
    event = make_event("bridge", 5, rounds=3, per_round=2)
    choose(event, "mitchell")
    for _round in range(2):
        play_round(event, Random(7))
    first, second = Sitting.objects.filter(round__event=event, round__number=1)[:2]
    services.rule_result(event, first, first.deals[0], {"average": [60, 40]}, why="A revoke", law="64", by=None)
    services.rule_result(event, second, second.deals[1], {"split": [50, -420]}, why="Late", by=None)
    again = Sitting.objects.select_related("round").filter(round__event=event, round__number=2)
    later = again.get(first_deal=first.first_deal)
    services.rule_other_cards(event, later.deals[0], [later], why="Cards exchanged", by=None)
    services.rule_contestant(event, event.contestants.get(number=1), {"carry": 3.5}, why="Last week", by=None)
    services.set_hand_records(event, {1: dealt().text()}, by=None)
    penalty = {"penalty": 10, "unit": "top"}
    withdrawn = services.rule_contestant(event, event.contestants.get(number=2), penalty, why="Noise", by=None)
    services.withdraw_ruling(event, withdrawn.pk, by=None)
    event.refresh_from_db()
    return event


@pytest.fixture
def players_drawn(make_event: MakeEvent) -> Event:
    """Nine players of Doppelkopf, in squads, after the last of two rounds, with an adjustment at a table."""
    event = make_event("doppelkopf", 9, rounds=2, per_round=3)
    services.set_squads(event, "sum", best=3, names=dict(enumerate(["Lions", "Tigers"] * 4, start=1)), by=None)
    choose(event, "draw")
    play_round(event, Random(7))
    started = services.start_round(event, by=None)
    for sitting in started.sittings.select_related("table"):
        assert sitting.table
        play_all(sitting.table, Random(3))
        play.record_adjustment(sitting.table, [-7, *[0] * (sitting.table.size - 1)], by=None, key=None, why="Late")
    services.end_round(event, by=None)
    services.finish(event, by=None)
    event.refresh_from_db()
    return event


@pytest.fixture
def individual(make_event: MakeEvent) -> Event:
    """Nine players at bridge who change partners, after two rounds, with a ruling."""
    event = make_event("bridge", 9, competes="players", per_round=2)
    choose(event, "individual")
    for _round in range(2):
        play_round(event, Random(7))
    first = Sitting.objects.filter(round__event=event, round__number=1)[0]
    services.rule_result(event, first, first.deals[0], {"average": [60, 40]}, why="A revoke", by=None)
    event.refresh_from_db()
    return event


def content_of(club: Club) -> bytes:
    return "".join(export_club(club)).encode()


def said(club: Club, records: list[Record]) -> list[tuple[str, str]]:
    """Return the field and the sentence of each fault of a file that is refused."""
    with pytest.raises(Faulty) as refused:
        take(club, "\n".join(map(json.dumps, records)).encode())
    assert not any(left.exists() for left in (club.events, club.tables, club.players))
    return [(fault.field, fault.text) for fault in refused.value.survey.faults]


def records_of(event: Event) -> list[Record]:
    """The lines of an event, its own first, under ids that no site has made."""
    first, *tables = (json.loads(line) for line in export_event(event))
    for table in tables:
        table["id"] += " elsewhere"
    for each in first["plan"]:
        for sitting in each["sittings"]:
            if "table" in sitting:
                sitting["table"] += " elsewhere"
    return [first | {"event": "elsewhere"}, *tables]


def check_ledger() -> str:
    out = StringIO()
    call_command("check_ledger", stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("evening", [pytest.param("pairs", marks=pytest.mark.postgres), "players_drawn", "individual"])
def test_an_event_on_another_site_has_the_same_ranking_and_can_go_on(
    evening: str, club: Club, request: pytest.FixtureRequest
) -> None:
    event: Event = request.getfixturevalue(evening)
    sealed = event.club.tables.filter(sealed=True).count()
    before, squads, content = ranked_here(event), squads_in(event), content_of(club)
    elsewhere = ClubFactory(name="Elsewhere")
    found = take(elsewhere, content)
    assert (len(found.events), found.tables) == (1, club.tables.count())
    moved = elsewhere.events.get()
    assert moved.pk != event.pk
    assert moved.link != event.link
    assert ranked_here(moved) == before
    assert squads_in(moved) == squads
    assert bool(squads) == (evening == "players_drawn")
    assert elsewhere.tables.filter(sealed=True).count() == sealed
    assert "the ledger is correct" in check_ledger()
    if evening == "pairs":
        play_round(moved, Random(1))
        services.finish(moved, by=None)
        assert len(ranked_here(moved)) == 5
        assert "the ledger is correct" in check_ledger()


def test_an_empty_site_that_imports_what_a_club_exported_exports_the_same(
    pairs: Event, players_drawn: Event, club: Club
) -> None:
    make_table(club)
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, content_of(club))
    ours, theirs = ([json.loads(line) for line in export_club(one)] for one in (club, elsewhere))
    assert {record["game"] for record in ours[:2]} == {pairs.game, players_drawn.game}
    assert any(each["half_tables"] for record in ours for each in record.get("plan", ()) if "half_tables" in each)
    assert without_ids(ours) == without_ids(theirs)


@pytest.mark.postgres
def test_an_import_with_events_is_undone_as_a_whole_and_can_be_repeated(
    pairs: Event, players_drawn: Event, club: Club
) -> None:
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, content_of(club))
    content = content_of(elsewhere)
    tables = elsewhere.tables.count()
    record = elsewhere.imports.get()
    expected = preview(record)
    assert (expected.events, expected.tables, expected.kept) == (2, tables, 0)
    done = undo(record, by=None)
    assert (done.events, done.tables) == (2, tables)
    for left in (elsewhere.events, elsewhere.tables, elsewhere.players, elsewhere.seasons):
        assert not left.exists()
    assert ranked_here(pairs)
    assert club.events.filter(pk=players_drawn.pk).exists()
    again = take(elsewhere, content)
    assert (len(again.events), again.tables) == (2, tables)
    assert content_of(elsewhere) == content
    assert "the ledger is correct" in check_ledger()


def test_what_is_here_already_stays_as_it_is(pairs: Event, club: Club) -> None:
    content = content_of(club)
    found = take(club, content)
    assert (found.events, found.existing_events, found.tables, found.changed) == ([], 1, 0, [])
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, content)
    services.rule_contestant(elsewhere.events.get(), pairs_contestant(elsewhere), {"carry": 1}, why="Cup", by=None)
    found = take(elsewhere, content)
    assert (found.events, found.existing_events, found.tables, found.changed) == ([], 1, 0, [1])


def pairs_contestant(club: Club) -> Any:
    return club.events.get().contestants.get(number=3)


@pytest.mark.parametrize("what", ["the event", "one of its tables"])
def test_an_event_that_was_changed_since_stays_with_all_its_tables(what: str, pairs: Event, club: Club) -> None:
    make_table(club)
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, content_of(club))
    moved, record = elsewhere.events.get(), elsewhere.imports.get()
    if what == "the event":
        services.rule_contestant(moved, pairs_contestant(elsewhere), {"carry": 1}, why="Cup", by=None)
    else:
        table = elsewhere.tables.exclude(deal_count=None).order_by("number").first()
        assert table
        play.void_hand(table.hands.get(number=1), by=None)
    assert (preview(record).events, preview(record).tables, preview(record).kept) == (0, 1, 4)
    done = undo(record, by=None)
    assert (done.events, done.tables, done.kept) == (0, 1, 4)
    assert elsewhere.events.get() == moved
    assert "the ledger is correct" in check_ledger()


def test_a_table_that_an_event_of_another_file_needs_stays(pairs: Event, club: Club) -> None:
    event, *tables = (json.loads(line) for line in export_event(pairs))
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, "\n".join(map(json.dumps, tables)).encode())
    (first,) = elsewhere.imports.all()
    take(elsewhere, json.dumps(event).encode())
    assert (undo(first, by=None).tables, elsewhere.tables.count()) == (0, len(tables))
    assert len(ranked_here(elsewhere.events.get())) == 5


def test_a_cancelled_table_of_an_event_comes_along_as_one_without_hands(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 4, rounds=2, per_round=1)
    choose(event, "mitchell")
    started = services.start_round(event, by=None)
    first = started.sittings.select_related("table").first()
    assert first
    assert first.table
    play.cancel_table(first.table, by=None)
    services.end_round(event, by=None)
    elsewhere = ClubFactory(name="Elsewhere")
    take(elsewhere, content_of(club))
    assert [table.state for table in elsewhere.tables.all()] == [Table.State.CLOSED] * 2
    assert "the ledger is correct" in check_ledger()


def broken(**values: Any) -> Callable[[Record], None]:
    return lambda record: record.update(values)


def first_sitting(**values: Any) -> Callable[[Record], None]:
    return lambda record: record["plan"][0]["sittings"][0].update(values)


def first_ruling(**values: Any) -> Callable[[Record], None]:
    return lambda record: record["rulings"][0].update(values)


def first_contestant(**values: Any) -> Callable[[Record], None]:
    return lambda record: record["contestants"][0].update(values)


FAULTS: dict[str, tuple[Callable[[Record], None], str, str]] = {
    "another version": (broken(version=2), "version", "This file has version 2 of the format"),
    "an unknown field": (broken(colour="red"), "colour", "There is no field with this name."),
    "no id": (broken(event=" "), "event", "An id must have 1 to 64 characters."),
    "no season": (broken(season=""), "season", "A name must have 1 to 80 characters."),
    "no name": (broken(name=" "), "name", "A name must have 1 to 80 characters."),
    "half a letter in a name": (broken(name="Tues\ud800day"), "name", "Expected a short text."),
    "another game": (broken(game="schafkopf"), "game", "There is no such game here."),
    "other rules": (broken(preset="rubber"), "preset", "Choose one of: duplicate."),
    "another comparison": (broken(comparison="chess"), "comparison", "Choose one of: "),
    "another format": (broken(format="dance"), "format", "Choose one of: mitchell, howell, "),
    "settings that the format does not know": (
        broken(settings={"turn": 1}),
        "settings.turn",
        "There is no field with this name.",
    ),
    "a setting of another type": (broken(settings={"switch": "all"}), "settings.switch", "Expected a whole number."),
    "settings of no format": (broken(format="", settings={"switch": 1}), "settings.switch", "There is no field"),
    "tables that the game does not have": (
        broken(format="draw", settings={"sizes": [2, 3]}),
        "settings.sizes",
        "This game is played with 4 seats.",
    ),
    "three winners": (broken(winners=3), "winners", "Ensure this value is less than or equal to 2."),
    "two winners of a total": (
        broken(comparison="total", winners=2),
        "winners",
        "Choose one of: 1.",
    ),
    "no rounds": (broken(rounds=0), "rounds", "Ensure this value is greater than or equal to 1."),
    "a section without a letter": (first_contestant(section=27), "contestants.0.section", "Ensure this value"),
    "very many deals": (first_sitting(deal_count=30_000), "plan.0.sittings.0.deal_count", "Ensure this value"),
    "a round that was never started": (
        lambda record: record["plan"][0].pop("started_at"),
        "",
        "The event contradicts itself: the rounds of an event",
    ),
    "a state that is none": (broken(state="asleep"), "state", "Value 'asleep' is not a valid choice."),
    "a day that is none": (broken(day="Tuesday"), "day", "Expected a date such as 2026-11-21"),
    "a day far ahead": (broken(day="2999-01-01"), "day", "Expected a date such as 2026-11-21"),
    "a number as text": (broken(rounds="3"), "rounds", "Expected a whole number."),
    "a number too high": (broken(rounds=10**30), "rounds", "Ensure this value is less than or equal to"),
    "a truth as a number": (broken(one_field=1), "one_field", "Expected true or false."),
    "settings that are none": (broken(settings=[1]), "settings", "Expected an object"),
    "a plan that is none": (broken(plan={}), "plan", "Expected a list."),
    "a round that is none": (broken(plan=[7]), "plan.0", "Expected an object"),
    "a moment that is none": (
        broken(plan=[{"number": 1, "started_at": "now"}]),
        "plan.0.started_at",
        "Expected a date",
    ),
    "nobody by that number": (
        first_sitting(places=[{"side": 1, "contestant": 9}]),
        "",
        "There is no contestant with number 9.",
    ),
    "a ruling at no table": (first_ruling(station=9), "rulings", "Nobody plays at table 9 in round 1."),
    "no reason": (first_ruling(why=""), "rulings.0.why", "This field cannot be blank."),
    "a table that is nowhere": (first_sitting(table="nowhere"), "", "The event needs table nowhere, which is neither"),
    "a table of another sitting": (
        lambda record: record["plan"][0]["sittings"][0].update(table=record["plan"][1]["sittings"][0]["table"]),
        "",
        "The event contradicts itself: a number, a place or a table is there twice.",
    ),
    "other deals than the table": (
        first_sitting(first_deal=30),
        "",
        "The event contradicts itself: a sitting does not have the table that its plan says.",
    ),
    "a ruling that cannot be read": (
        first_ruling(line={"average": [160, 40]}),
        "",
        "The event contradicts itself: a ruling cannot be read",
    ),
    "a pair of one": (
        lambda record: record["contestants"][0]["players"].pop(),
        "",
        "The event contradicts itself: the contestants of an event",
    ),
    "a number twice": (first_contestant(number=2), "", "The"),
    "a long name of a player": (
        lambda record: record["contestants"][0]["players"][0].update(name="x" * 81),
        "contestants.0.players.0.name",
        "A name must have 1 to 80 characters.",
    ),
    "a name that is missing": (lambda record: record.pop("name"), "name", "Please fill this in."),
}


def test_each_fault_of_an_event_is_a_sentence_and_nothing_is_imported(pairs: Event) -> None:
    records, elsewhere = records_of(pairs), ClubFactory(name="Elsewhere")
    for name, (spoil, field, sentence) in FAULTS.items():
        spoiled = deepcopy(records)
        spoil(spoiled[0])
        found = said(elsewhere, spoiled)
        assert any(where == field and text.startswith(sentence) for where, text in found), (name, found)


def test_a_number_that_no_database_can_store_is_a_fault(pairs: Event) -> None:
    content = json.dumps(records_of(pairs)[0] | {"settings": {"switch": 7}}).replace('"switch": 7', '"switch": 1e999')
    with pytest.raises(Faulty) as refused:
        take(ClubFactory(name="Elsewhere"), content.encode())
    assert "settings" in {fault.field for fault in refused.value.survey.faults}


def test_the_same_event_twice_in_a_file_is_a_fault(pairs: Event) -> None:
    records = records_of(pairs)
    assert said(ClubFactory(name="Elsewhere"), [*records, records[0]]) == [("", "This event is already in line 1.")]


def test_whatever_an_event_refers_to_is_carried_or_named_here() -> None:
    """Plain columns are carried by themselves. Somebody has to think about the others."""
    references = {
        f"{model.__name__}.{column.name}"
        for model in apps.get_app_config("events").get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, ForeignKey)
    }
    assert references == {
        "Event.club",
        "Event.season",
        "Applicant.event",
        "Applicant.contestant",  # only those are carried who have not become one
        "ApplicantPlayer.applicant",
        "ApplicantPlayer.player",
        "Contestant.event",
        "ContestantPlayer.contestant",
        "ContestantPlayer.player",
        "Round.event",
        "HalfTable.round",
        "Sitting.round",
        "Sitting.table",
        "SittingSide.sitting",
        "SittingSide.contestant",
        "Ruling.event",
        "Ruling.sitting",
        "Ruling.contestant",
        "Call.sitting",  # is not carried: whoever called has been answered
    }
    assert {name for _model, name in NOT_CARRIED} == {"link", "version", "skipped"}


def test_exporting_events_takes_as_many_queries_for_many_as_for_few(
    make_event: MakeEvent, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for contestants in (4, 8):
        event = make_event("bridge", contestants, name=f"Of {contestants}", rounds=2, per_round=1)
        choose(event, "mitchell")
        play_round(event, Random(7))
        with django_assert_max_num_queries(25) as asked:
            list(export_club(club))
        counts.append(len(asked))
        Event.objects.exclude(pk=event.pk).count()
    assert counts[0] == counts[1]


def test_directors_download_an_event_and_import_it_elsewhere(
    pairs: Event, club: Club, ada: Membership, zoe: Membership, client_of: LogIn
) -> None:
    answer = client_of(ada).get(reverse("transfer:event_file", args=[club.pk, pairs.pk]))
    content = b"".join(answer.streaming_content)
    assert len(content.splitlines()) == 1 + 4
    packed = client_of(ada).get(reverse("transfer:event_file_packed", args=[club.pk, pairs.pk]))
    assert gzip.decompress(b"".join(packed.streaming_content)) == content
    out = StringIO()
    call_command("export", "--event", IdConverter().to_url(pairs.pk), stdout=out)
    assert out.getvalue().encode() == content
    client, path = client_of(zoe), reverse("transfer:import_tables", args=[zoe.club_id])
    file = BytesIO(content)
    file.name = "event.jsonl"
    checked = client.post(path, {"file": file})
    assert [event.values["name"] for event in checked.context["found"].events] == ["Tuesday"]
    assert "Tuesday" in checked.content.decode()
    done = client.post(path, {"signed": checked.context["signed"]}, follow=True)
    assert "1 event was imported." in done.content.decode()
    undo_page = reverse("transfer:undo_import", args=[zoe.club_id, zoe.club.imports.get().pk])
    assert "Events to be removed" in client.get(undo_page).content.decode()
    assert "1 event was removed again." in client.post(undo_page, follow=True).content.decode()


def without_ids(records: list[Record]) -> list[Record]:
    records.sort(key=lambda record: ("event" not in record, record["game"], record.get("opened_at", "")))
    for record in records:
        record.pop("id", None)
        record.pop("event", None)
        for each in record.get("plan", []):
            for sitting in each["sittings"]:
                sitting.pop("table", None)
    return records
