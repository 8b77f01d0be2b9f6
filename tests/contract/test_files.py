"""The tables of every game are the same after an export and an import."""

import json
from collections.abc import Iterable
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from scorer.audit.check import faults, site_faults
from scorer.club.models import Club, Player, Season
from scorer.play import services
from scorer.play.models import Table
from scorer.play.selectors import Row, rows_of
from scorer.play.table_context import TableContext
from scorer.registry import GameConfig, all_games
from scorer.standings.periods import ALL, chosen_period
from scorer.standings.selectors import PeriodResults, game_board
from scorer.transfer.export import export
from scorer.transfer.importing import import_file
from scorer.transfer.json_lines import parse_lines
from scorer.transfer.survey import survey
from scorer.transfer.undo import undo
from tests.contract.conftest import sheet_of
from tests.factories import ClubFactory, PlayerFactory, SeasonFactory, make_players, make_table
from tests.totals import totals_by_position


def an_evening(club: Club, game: GameConfig, preset: str, size: int | None = None) -> Table:
    """A table with a correction, a voided hand, a penalty, a substitute, and a dealer out of turn."""
    variant = game.rules.PRESETS[preset]
    players = make_players(club, size or game.seat_counts[0])
    table = make_table(club, game, variant=variant, players=players)
    entries = sheet_of(game, variant, table.size, 9)
    services.record_hands(table, entries[:4], by=None)
    services.correct_hand(table.hands.get(number=2), entries[8], by=None, why="typed wrong")
    services.void_hand(table.hands.get(number=3), by=None, why="misdeal")
    side = game.rules.sides(table.size)[0]
    points = [-10 if seat in side else 0 for seat in range(1, table.size + 1)]
    services.record_adjustment(table, points, why="„=1+1“, a revoke", by=None, key=None)
    eva = club.players.named("Eva") or PlayerFactory(club=club, name="Eva", shown_as="E.", guest=True)
    services.substitute(table, 2, eva, by=None)
    for entry in entries[4:7]:
        services.record_hand(table, entry, by=None, key=None, dealer=2)
    return services.close_table(table, by=None)


def told(table: Table) -> list[Any]:
    """Return what the sheet says, line by line."""

    def line(row: Row) -> tuple[Any, ...]:
        hand = row.hand
        seated = tuple((chair.position, chair.player) for chair in row.chairs)
        values = (hand.number, hand.kind, hand.dealer, hand.points, hand.why, hand.voided, hand.entered_at)
        return (*values, row.entry, row.points, row.running, seated)

    return [line(row) for row in rows_of(TableContext(table))]


def board(club: Club, game: GameConfig) -> list[Any]:
    """Return the board over all seasons."""
    period = chosen_period(list(club.seasons.all()), ALL)
    assert period
    lines = game_board(club, game, PeriodResults.for_period(period)).rows
    return [
        (line.rank, line.name, line.value, line.tally.points, line.tally.hands, line.tally.tables) for line in lines
    ]


def empty_the_site() -> None:
    """Delete every row of the site, as if it had never been used."""
    models = [
        model for label in ("play", "club", "history", "transfer") for model in apps.get_app_config(label).get_models()
    ]
    models += [model for game in all_games() for model in game.get_models()]
    with connection.cursor() as cursor:
        waiting = [model for model in models if model._meta.label != "club.User"]
        while waiting:
            referred = {field.related_model for model in waiting for field in model._meta.fields if field.is_relation}
            free = [model for model in waiting if model not in referred - {model}]
            for model in free:
                cursor.execute(f"DELETE FROM {model._meta.db_table}")
            waiting = [model for model in waiting if model not in free]


def file_of(lines: Iterable[str]) -> bytes:
    return "".join(lines).encode()


def take(club: Club, content: bytes) -> Any:
    return import_file(club, lambda: parse_lines(BytesIO(content), club), by=None)


@pytest.mark.postgres
def test_an_exported_table_is_imported_unchanged_on_an_empty_site(game: GameConfig, preset: str, club: Club) -> None:
    table = an_evening(club, game, preset)
    sheet, totals, standing = told(table), totals_by_position(table), board(club, game)
    content = file_of(export(club.tables.all()))

    empty_the_site()
    assert not Table.objects.exists()
    elsewhere = ClubFactory(name="Elsewhere")
    SeasonFactory(club=elsewhere, name="Another")
    take(elsewhere, content)

    back = elsewhere.tables.get()
    assert told(back) == sheet
    assert totals_by_position(back) == totals
    assert board(elsewhere, game) == standing
    assert list(faults(back)) == []
    assert file_of(export(elsewhere.tables.all())) == content
    assert back.season.name == "Autumn"
    assert back.season.ends


@pytest.mark.parametrize("left_open", [True, False])
def test_every_number_of_seats_and_every_state_is_imported_unchanged(
    game: GameConfig, left_open: bool, club: Club
) -> None:
    for size in game.seat_counts:
        table = an_evening(club, game, game.default_variant, size)
        if left_open:
            services.reopen_table(table, by=None)
    content = file_of(export(club.tables.all()))
    empty_the_site()
    elsewhere = ClubFactory()
    take(elsewhere, content)
    assert file_of(export(elsewhere.tables.all())) == content
    assert {table.is_open for table in elsewhere.tables.all()} == {left_open}


def test_the_same_file_again_changes_nothing(game: GameConfig, club: Club) -> None:
    an_evening(club, game, game.default_variant)
    content = file_of(export(club.tables.all()))
    elsewhere = ClubFactory(name="Elsewhere")  # on the same site, where the table's id is taken
    for target, tables in ((club, 0), (elsewhere, 1), (elsewhere, 0)):
        found = take(target, content)
        assert (found.tables, found.existing, found.changed) == (tables, 1 - tables, [])
    assert Table.objects.count() == 2
    assert [told(table) for table in elsewhere.tables.all()] == [told(table) for table in club.tables.all()]
    again = json.loads(file_of(export(elsewhere.tables.all())))
    assert again | {"id": 0} == json.loads(content) | {"id": 0}


def test_undo_removes_an_import_with_all_that_belongs_to_it(game: GameConfig, club: Club) -> None:
    an_evening(club, game, game.default_variant)
    content = file_of(export(club.tables.all()))
    empty_the_site()
    elsewhere = ClubFactory(name="Elsewhere")
    for _time in range(2):  # and is imported again, with the same ids
        record = take(elsewhere, content).record
        assert list(faults(elsewhere.tables.get())) == []
        undo(record, by=None)
        models = [*game.get_models(), *apps.get_app_config("play").get_models(), Player, Season]
        assert [model for model in models if model._default_manager.exists()] == []
        assert list(site_faults()) == []


def test_a_survey_reports_what_would_be_imported_and_stores_nothing(game: GameConfig, club: Club) -> None:
    table = an_evening(club, game, game.default_variant)
    content = file_of(export(club.tables.all()))
    elsewhere = ClubFactory(name="Elsewhere")
    PlayerFactory(club=elsewhere, name="ADA")
    found = survey(elsewhere, lambda: parse_lines(BytesIO(content), elsewhere))
    assert (found.tables, found.hands, found.totals, found.existing, found.faults) == (1, 7, 0, 0, [])
    assert {person.name for person in found.new.values()} == {
        seat.player.name for seat in table.seats.select_related("player")
    } - {"Ada"}
    assert found.respelled == [("Ada", "ADA")]
    assert [(days.name, days.season) for days in found.seasons.values()] == [("Autumn", None)]
    assert not elsewhere.tables.exists()
    assert elsewhere.players.count() == 1
