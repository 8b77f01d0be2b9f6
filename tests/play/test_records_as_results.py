"""A record's own result is the result of its table, everywhere: head, ranking, payments, lists, boards, corrections."""

from collections.abc import Callable
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.belote.rules.examples import PARTIES
from games.preferans.rules.examples import SESSION, SESSION_VARIANT
from scorer.audit.check import faults
from scorer.audit.repair import repair
from scorer.club.models import Club, Membership
from scorer.corrections.effect import read_players, read_tables
from scorer.play import services
from scorer.play.models import Seat, Table
from scorer.play.result.settlement import as_text, result_of
from scorer.play.selectors import club_tables, rows_of, table_cards, totals_of
from scorer.play.services import rate_of
from scorer.play.table_context import TableContext
from scorer.scoring.settlement import Rate
from scorer.setup.earlier_versions import SEAT_RESULT, fill_results
from scorer.standings.periods import Period
from scorer.standings.selectors import PeriodResults, game_board
from scorer.transfer.export import export
from scorer.transfer.importing import import_file
from scorer.transfer.json_lines import parse_lines
from tests.factories import ClubFactory, PlayerFactory, make_table
from tests.games.belote.test_parties import OF_THREE
from tests.games.bridge.test_rubber import RUBBER, deal

LogIn = Callable[[Membership], Client]

pytestmark = pytest.mark.django_db
EURO = Rate(Decimal(1), 1, Decimal("0.01"), "€")


def played(club: Club, game: str, variant: Any, entries: Any) -> Table:
    table = make_table(club, game, variant=variant)
    services.record_hands(table, entries, by=None)
    return reread(table)


def match(club: Club) -> Table:
    """Ada and Chloé win two games of three, with 1,232 points to 1,380."""
    return played(club, "belote", OF_THREE, PARTIES["house"])


def record(club: Club) -> Table:
    return played(club, "preferans", SESSION_VARIANT, SESSION)


def reread(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def by_seat(table: Table) -> list[int | None]:
    return list(Seat.objects.filter(table=table).order_by("position", "since").values_list("result", flat=True))


def standing(table: Table) -> list[tuple[int, str, int]]:
    return [(rank, total.name, total.points) for rank, total in result_of(TableContext(reread(table))).standing]


def test_the_winners_of_a_match_are_first_and_get_the_stake_of_each_game(club: Club) -> None:
    table = services.set_rate(match(club), EURO, by=None)
    assert standing(table) == [(1, "Ada & Chloé", 2), (2, "Boris & Dirk", 1)]
    result = result_of(TableContext(table))
    assert {(one.payer, one.payee, one.amount) for one in result.payments} == {
        ("Boris", "Ada", 1),
        ("Dirk", "Chloé", 1),
    }
    assert "1 lost game costs each player 1\N{NO-BREAK SPACE}€." in result.explanation
    assert "1. Ada & Chloé: 2 games\n2. Boris & Dirk: 1 game" in as_text("Table 1", result)


def test_the_head_of_a_match_has_the_current_game_with_the_games_won(
    club: Club, boris: Membership, client_of: LogIn
) -> None:
    table = match(club)
    assert [(one.points, one.games, one.lead) for one in totals_of(TableContext(table))] == [
        (560, 2, True),
        (432, 1, False),
    ]
    assert [row.running for row in reversed(rows_of(TableContext(table)))] == [
        (224, 100),
        (672, 300),
        (0, 648),
        (0, 162),
        (448, 382),
        (560, 432),
    ]
    page = client_of(boris).get(reverse("play:table", args=[table.pk])).content.decode()
    assert '<b class="">560</b><small class="games">2 games</small>' in page


def test_an_adjustment_of_points_wins_no_game(club: Club) -> None:
    table = match(club)
    services.record_adjustment(table, [-500, 0, -500, 0], why="late", by=None, key=None)
    assert standing(table)[0] == (1, "Ada & Chloé", 2)
    assert not faults(reread(table))


def test_a_record_is_shown_and_ranked_by_its_settlement(club: Club) -> None:
    table = record(club)
    assert [total.points for total in totals_of(TableContext(table))] == [192, 100, -292]
    assert standing(table) == [(1, "Ada", 192), (2, "Boris", 100), (3, "Chloé", -292)]
    rows = rows_of(TableContext(table))
    assert rows[0].running == (192, 100, -292)
    assert all(sum(row.running) == 0 for row in rows)


def test_rubbers_are_ranked_by_the_hundreds_that_are_paid(club: Club) -> None:
    """Forty points ahead are no hundred: nobody pays, and nobody has won."""
    table = played(club, "bridge", RUBBER, [deal("1NT N")])
    assert [(rank, points) for rank, _name, points in standing(table)] == [(1, 0), (1, 0)]
    assert [total.points for total in totals_of(TableContext(table))] == [40, -40]
    assert not result_of(TableContext(table)).payments


@pytest.mark.postgres
@pytest.mark.parametrize("make", [match, record], ids=["games", "record"])
def test_lists_and_boards_count_the_result(club: Club, make: Callable[[Club], Table]) -> None:
    table = make(club)
    context = TableContext(table)
    results = [context.sheet.results[side[0]] for side, _name in context.sides]
    (card,) = club_tables(club)
    assert [side.points for side in card.sides] == results
    services.close_table(table, by=None)
    (card,) = table_cards([reread(table)])
    assert [side.points for side in card.sides] == results
    board = game_board(club, table.config, PeriodResults.for_period(Period.for_season(table.season)))
    assert {row.name: row.tally.points for row in board.rows} == {
        seat.player.shown: context.sheet.results[seat.position] for seat in context.seats
    }
    winners = {row.name for row in board.rows if row.tally.won}
    assert winners == ({"Ada", "Chloé"} if make is match else {"Ada"})
    assert board.rows[0].rank == 1
    assert board.rows[0].name == "Ada"


def test_a_board_of_matches_says_that_games_are_counted(club: Club, boris: Membership, client_of: LogIn) -> None:
    match(club)
    client = client_of(boris)
    page = client.get(reverse("standings:board", args=[club.pk, "belote"])).content.decode()
    assert "Ranked by games won. The points of the hands do not count." in page
    assert ">Games won</a>" in page
    ada = Seat.objects.get(position=1).player
    own = client.get(reverse("standings:player", args=[club.pk, ada.pk])).content.decode()
    assert "2 games" in own
    assert "Games won, table by table" in own


def test_a_board_of_records_says_where_its_points_are_from(club: Club, boris: Membership, client_of: LogIn) -> None:
    record(club)
    page = client_of(boris).get(reverse("standings:board", args=[club.pk, "preferans"])).content.decode()
    assert "Points are those of the record on paper." in page


@pytest.mark.parametrize("make", [match, record], ids=["games", "record"])
def test_a_correction_moves_the_result_and_shows_it_before(club: Club, make: Callable[[Club], Table]) -> None:
    table = make(club)
    (before,) = read_tables(table)
    last = table.hands.order_by("number").last()
    assert last
    services.void_hand(last, by=None, why="a card was missing")
    (after,) = read_tables(table)
    effect = after.changes_since(before)
    totals = {total.name: total.after for total in effect.totals}
    assert totals == {name: points for _rank, name, points in standing(table)}
    assert {total.name: total.before for total in effect.totals} != totals
    services.restore_hand(last, by=None)
    assert read_tables(table)[0].results([1], by_player=False) == before.results([1], by_player=False)
    assert not faults(reread(table))


@pytest.mark.parametrize("make", [match, record], ids=["games", "record"])
def test_a_substitute_has_the_result_of_the_hands_they_played(club: Club, make: Callable[[Club], Table]) -> None:
    table = make(club)
    services.swap_seats(table, 1, 2, since=3, by=None, why="sat wrongly")
    services.substitute(reread(table), 3, PlayerFactory(club=club, name="Eva"), by=None)
    assert not faults(reread(table))
    assert by_seat(table)[-1] is not None


def test_the_players_who_are_merged_have_their_results_added(club: Club) -> None:
    table = match(club)
    ada = table.seats.get(position=1).player
    (state,) = read_players(ada)
    assert state.rows["belote", ada.pk].points == 2


@pytest.mark.postgres
def test_other_house_rules_give_another_result_and_no_rate_for_points(club: Club) -> None:
    table = services.set_rate(played(club, "belote", OF_THREE, PARTIES["house"]), EURO, by=None)
    assert by_seat(table) == [2, 1, 2, 1]
    services.change_variant(table, table.config.rules.PRESETS["house"], by=None, why="no match")
    assert by_seat(table) == [None] * 4
    assert rate_of(table) is None
    assert standing(table) == [(1, "Boris & Dirk", 1380), (2, "Ada & Chloé", 1232)]


@pytest.mark.postgres
def test_a_result_that_somebody_has_changed_is_found_and_repaired(club: Club) -> None:
    table = match(club)
    Seat.objects.filter(table=table, position=2).update(result=7)
    assert [fault.code for fault in faults(reread(table))] == ["result"]
    assert [fault.code for fault in repair(reread(table), by=None)] == ["result"]
    assert by_seat(table) == [2, 1, 2, 1]
    assert not faults(reread(table))


@pytest.mark.parametrize("make", [match, record], ids=["games", "record"])
def test_a_table_is_exported_and_imported_with_its_result(club: Club, make: Callable[[Club], Table]) -> None:
    table = services.close_table(make(club), by=None)
    lines = "".join(export(Table.objects.filter(pk=table.pk)))
    elsewhere = ClubFactory(name="Elsewhere")
    import_file(elsewhere, lambda: parse_lines(BytesIO(lines.encode()), elsewhere), by=None)
    other = elsewhere.tables.get()
    assert by_seat(other) == by_seat(table)
    assert not faults(other)


@pytest.mark.postgres
def test_a_database_of_an_earlier_version_gets_the_results_of_its_tables(club: Club) -> None:
    table = services.set_rate(match(club), EURO, by=None)
    points = played(club, "belote", table.config.rules.PRESETS["ffb"], [])
    Seat.objects.update(result=None)
    fill_results()
    assert by_seat(table) == [2, 1, 2, 1]
    assert by_seat(points) == [None] * 4
    assert rate_of(table) is None


def test_a_save_writes_a_result_only_when_a_game_is_won(club: Club) -> None:
    table = make_table(club, "belote", variant=OF_THREE)
    written = []
    for entry in PARTIES["house"]:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            services.record_hand(table, entry, by=None, key=None)
        written.append(any("play_seat SET result" in query["sql"] for query in queries))
    assert written == [False, True, True, False, False, True]


def test_the_migration_that_adds_results_fills_them(club: Club) -> None:
    table = match(club)
    Seat.objects.update(result=None)
    recorder = MigrationRecorder(connection)
    for app, name in recorder.applied_migrations():
        if app == "play" and name >= SEAT_RESULT[1]:
            recorder.record_unapplied(app, name)
    call_command("migrate", "play", fake=True, verbosity=0)
    assert by_seat(table) == [2, 1, 2, 1]
    Seat.objects.update(result=None)
    call_command("migrate", verbosity=0)
    assert by_seat(table) == [None] * 4  # nothing to do
