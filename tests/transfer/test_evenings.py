"""Importing old evenings from spreadsheets as volunteers write them: what is accepted, what is refused, and repeats."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, override

from scorer.audit.check import faults
from scorer.club.models import Club, Season
from scorer.club.services import end_season
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Table
from scorer.registry import GameConfig, all_games, get_game
from scorer.standings.periods import ALL, chosen_period
from scorer.standings.selectors import PeriodResults, game_board
from scorer.transfer.evenings import EXAMPLE_HEADER, example, parse_evenings
from scorer.transfer.importing import Faulty, import_file
from scorer.transfer.survey import Survey, survey
from scorer.web import spreadsheet, spreadsheet_reader
from tests.factories import PlayerFactory, SeasonFactory
from tests.totals import totals_by_position

HEADER = "Date,Game,Table,Player,Points"
ONE = """
2019-03-12,Doppelkopf,1,Ada,45
2019-03-12,Doppelkopf,1,Boris,-15
2019-03-12,Doppelkopf,1,Chloé,-30
2019-03-12,Doppelkopf,1,Dirk,0
"""


def source(club: Club, text: str, game: GameConfig | None = None) -> Any:
    rows = spreadsheet_reader.rows(text.strip().encode())
    return lambda: parse_evenings(rows, club, game)


def take(club: Club, text: str, game: GameConfig | None = None) -> Survey:
    return import_file(club, source(club, text, game), by=None)


def said(club: Club, text: str, game: GameConfig | None = None) -> list[tuple[int, str]]:
    """Return the faults of a file that is refused, each with its line."""
    with pytest.raises(Faulty) as refused:
        take(club, text, game)
    assert not Table.objects.exists()
    assert not club.players.exists()
    return [(fault.file_line, fault.text) for fault in refused.value.survey.faults]


def result(table: Table) -> dict[str, int]:
    return {
        seat.player.name: score.points
        for seat in table.seats.select_related("player")
        for score in Score.objects.filter(seat=seat)
    }


def test_an_evening_becomes_a_closed_table_with_one_line(club: Club) -> None:
    PlayerFactory(club=club, name="ADA")
    found = take(club, HEADER + ONE)

    assert (found.tables, found.hands, found.totals, found.existing) == (1, 0, 1, 0)
    table = club.tables.get()
    assert (table.game, table.number, table.state, table.size) == ("doppelkopf", 1, Table.State.CLOSED, 4)
    assert timezone.localdate(table.opened_at) == date(2019, 3, 12)
    assert table.closed_at == table.opened_at
    line = table.hands.get()
    assert (line.kind, line.points, line.why) == (Hand.Kind.TOTAL, [45, -15, -30, 0], "")
    assert result(table) == {"ADA": 45, "Boris": -15, "Chloé": -30, "Dirk": 0}
    assert not Score.objects.filter(played=True).exists()
    assert list(faults(table)) == []
    assert Revision.objects.for_table(table.pk).get().action == "import"


def test_an_old_evening_creates_an_ended_season_if_none_covers_the_day(club: Club) -> None:
    take(club, HEADER + ONE)
    season = club.tables.get().season
    assert (season.name, season.starts, season.ends) == ("Season 2018/19", date(2019, 3, 12), date(2019, 3, 12))
    take(club, HEADER + ONE.replace("2019-03-12", "2018-09-01") + ONE.replace("2019-03-12", "2019-06-30"))
    season = Season.objects.get(name="Season 2018/19")
    assert (season.starts, season.ends) == (date(2018, 9, 1), date(2019, 6, 30))
    assert season.tables.count() == 3
    assert club.seasons.open().get().name == "Autumn"


def test_a_season_that_covers_the_day_is_not_changed(club: Club) -> None:
    end_season(club.seasons.get(), by=None)
    old = SeasonFactory(club=club, name="Long ago", starts=date(2010, 1, 1), ends=date(2020, 1, 1))
    later = SeasonFactory(club=club, name="Later", starts=date(2019, 1, 1), ends=date(2020, 1, 1))
    take(club, HEADER + ONE + ONE.replace("2019-03", "2018-03"))
    assert [season.tables.count() for season in (old, later)] == [1, 1]
    assert club.seasons.count() == 3


def test_the_same_file_again_changes_nothing_and_differences_are_reported(club: Club) -> None:
    take(club, HEADER + ONE)
    before = (Table.objects.count(), Score.objects.count(), Revision.objects.count(), Season.objects.count())
    again = take(club, HEADER + ONE)
    assert (again.tables, again.existing, again.changed) == (0, 1, [])
    other = take(club, HEADER + ONE.replace("Dirk,0", "Dirk,5"))
    assert (other.tables, other.existing, other.changed) == (0, 1, [2])
    assert (Table.objects.count(), Score.objects.count(), Revision.objects.count(), Season.objects.count()) == before


def test_new_evenings_are_imported_beside_existing_ones(club: Club) -> None:
    take(club, HEADER + ONE)
    found = take(club, HEADER + ONE + ONE.replace(",1,", ",2,") + ONE.replace(",1,", ",Christmas,"))
    assert (found.tables, found.existing, found.changed) == (2, 1, [])
    assert {(table.number, table.hands.get().why) for table in club.tables.all()} == {
        (1, ""),
        (2, ""),
        (3, "Christmas"),
    }


@pytest.mark.parametrize(
    "text",
    [
        "Date;Player;Points;Game\n12.3.2019;Ada;45;doppelkopf\n;Boris;-15;\n;Chloé;-30;\n;Dirk;0;\n",
        "DAY,NAME,SCORE,GAME\n12/03/2019,Ada,+45,DOPPELKOPF\n,Boris,−15\n\n,Chloé,–30,\n,Dirk,0.0\n,,\n",
        "date,game,player,result,remarks\n2019-03-12 19:30,doppelkopf,Ada,45,late\n,,Boris,-15\n,,Chloé,-30\n,,Dirk,0",
        "Date,Game,Ada,Boris,Chloé,Dirk,Élise\n12 March 2019\n,Doppelkopf,45,-15,-30,0,\n",
    ],
)
def test_a_file_may_be_written_in_many_ways(text: str, club: Club) -> None:
    take(club, text)
    assert result(club.tables.get()) == {"Ada": 45, "Boris": -15, "Chloé": -30, "Dirk": 0}


def test_a_file_may_have_a_column_per_player(club: Club) -> None:
    text = "Date,Table,Ada,Boris,Chloé,Dirk,Élise\n2019-03-12,1,45,-15,-30,0,\n2019-03-19,1,1 250,,-30,-1'220,0\n"
    take(club, text, get_game("doppelkopf"))
    first, second = club.tables.order_by("opened_at")
    assert result(first) == {"Ada": 45, "Boris": -15, "Chloé": -30, "Dirk": 0}
    assert result(second) == {"Ada": 1250, "Chloé": -30, "Dirk": -1220, "Élise": 0}


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_the_words_of_the_site_are_titles_in_each_of_its_languages(language: str, club: Club) -> None:
    with override(language):
        words = [gettext(word) for word in ("Date", "Game", "Table", "Player", "Points")]
        game = get_game("doppelkopf").title
        text = (",".join(words) + ONE).replace("Doppelkopf", str(game))
        days = (
            f"{gettext('Date')},{gettext('Game')},Ada,Boris,Chloé,Dirk,{gettext('Total')}\n2019-03-19,{game},1,2,3,-6,0"
        )
    take(club, text)
    take(club, days)
    first, second = club.tables.order_by("opened_at")
    assert result(first) == {"Ada": 45, "Boris": -15, "Chloé": -30, "Dirk": 0}
    assert result(second) == {"Ada": 1, "Boris": 2, "Chloé": 3, "Dirk": -6}


@pytest.mark.parametrize(
    "text",
    [
        "Datum;Spielart;Spieler;Summe\n12.3.2019;Doppelkopf;Ada;45\n;;Boris;-15\n;;Chloé;-30\n;;Dirk;0",
        "Date,Game,Player,Points,Total\n2019-03-12,Doppelkopf,Ada,45,145\n,,Boris,-15,0\n,,Chloé,-30,9\n,,Dirk,0,7",
        "Date,Game,Sum,Ada,Boris,Chloé,Dirk,Total\n2019-03-12,Doppelkopf,0,45,-15,-30,0,x",
    ],
)
def test_a_column_with_a_total_is_no_player_and_is_read_only_if_no_other_has_the_points(text: str, club: Club) -> None:
    take(club, text)
    assert result(club.tables.get()) == {"Ada": 45, "Boris": -15, "Chloé": -30, "Dirk": 0}


def test_players_with_the_same_points_are_seated_as_partners(club: Club) -> None:
    lines = [("Ada", 820), ("Boris", 820), ("Chloé", 640), ("Dirk", 640)]
    take(club, HEADER + "".join(f"\n2019-03-12,belote,,{name},{points}" for name, points in lines))
    table = club.tables.get()
    assert table.hands.get().points == [820, 640, 820, 640]
    assert result(table) == dict(lines)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_game_imports_and_shows_old_evenings_of_every_size(game: GameConfig, club: Club) -> None:
    for size in game.seat_counts:
        names = [f"Player {seat}" for seat in range(size)]
        lines = [f"\n2019-03-{size:02},{game.title},,{name},{(-1) ** seat * 40}" for seat, name in enumerate(names)]
        take(club, HEADER + "".join(lines))
    assert {table.size for table in club.tables.all()} == set(game.seat_counts)
    for table in club.tables.all():
        assert list(faults(table)) == []
        assert list(totals_by_position(table).values()) == [(-1) ** seat * 40 for seat in range(table.size)]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_example_file_can_be_imported(kind: str, club: Club) -> None:
    rows = spreadsheet_reader.rows(spreadsheet.response(kind, "Old evenings", EXAMPLE_HEADER, example()).content)
    found = import_file(club, lambda: parse_evenings(rows, club, None), by=None)
    assert (found.tables, found.totals, len(found.new)) == (2, 2, 2 * min(all_games()[0].seat_counts))


SOON = timezone.localdate() + timedelta(days=7)
FAULTS: Sequence[tuple[str, str, list[tuple[int, str]]]] = [
    ("nothing", "", [(1, "The spreadsheet is empty.")]),
    ("a day that is none", "2019-03-12,2019-02-30", [(2, "Expected a date")]),
    ("a day to come", f"2019-03-12,{SOON}", [(2, "Expected a date")]),
    ("a day long ago", "2019-03-12,1899-12-31", [(2, "Expected a date")]),
    ("an American day", "2019-03-12,3/25/2019", [(2, "Expected a date")]),
    ("a game that is none", "Doppelkopf,Schafkopf", [(2, "Expected a game: ")]),
    ("points that are none", "-15,lots", [(3, "Expected a whole number")]),
    ("half a point", "-15,-15.5", [(3, "Expected a whole number")]),
    ("a thousand or one", "-15,1.000", [(3, "Expected a whole number")]),
    ("not a number", "-15,NaN", [(3, "Expected a whole number")]),
    ("a huge number", "-15,1000001", [(3, "Expected a whole number")]),
    ("a number without end", "-15," + "9" * 5000, [(3, "Expected a whole number")]),
    ("no points", ",-15|,", [(3, "Expected a whole number")]),
    ("no name", "Boris,", [(3, "A name must have 1 to 80 characters.")]),
    ("a long name", "Boris," + "x" * 81, [(3, "A name must have 1 to 80 characters.")]),
    ("a name that nobody sees", "Boris,\u202e\u200b", [(3, "A name must have 1 to 80 characters.")]),
    ("a name twice", "Boris,ADA", [(3, "ADA has points at this table already.")]),
    ("a long label", "kopf,1,Ada|kopf," + "x" * 81 + ",Ada", [(2, "The name of a table or an evening must have")]),
    (
        "three of four",
        "2019-03-12,Doppelkopf,1,Dirk,0|",
        [(2, "Doppelkopf is played by 4, 5, 6, 7 at a table, but here are 3.")],
    ),
    ("partners that are none", "Doppelkopf|belote", [(2, "In this game partners have the same points.")]),
    ("no column for the points", "Points|Whatever", [(1, "The first line has no column “points”.")]),
    ("no column for the game", "Game|Remarks", [(1, "The first line has no column “game”.")]),
    ("two columns for the points", "Table|Score", [(1, "The first line has two columns for the same: Points.")]),
]


@pytest.mark.parametrize(("name", "change", "expected"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_each_fault_is_reported_with_its_line_and_nothing_is_imported(
    name: str, change: str, expected: list[tuple[int, str]], club: Club
) -> None:
    text = ""
    if change:
        old, new = change.split("|") if "|" in change else change.split(",", 1)
        text = (HEADER + ONE).replace(old, new, 4 if name == "partners that are none" else 1)
    found = said(club, text)
    assert [at for at, _text in found] == [at for at, _text in expected]
    for (_at, sentence), (_same, start) in zip(found, expected, strict=True):
        assert sentence.startswith(start)


def test_all_faults_are_reported_at_once_in_the_order_of_the_file(club: Club) -> None:
    text = HEADER + ONE.replace("45", "x").replace("-30", "y") + ONE.replace("2019-03-12", "never")
    assert [at for at, _text in said(club, text)] == [2, 4, 7, 8, 9, 10]


def test_control_characters_are_removed_from_names(club: Club) -> None:
    take(club, HEADER + ONE.replace("Dirk", '"Di\x00rk\x07\n"').replace("Boris", "=Bor\u202eis"))
    assert {player.name for player in club.players.all()} == {"Ada", "=Boris", "Chloé", "Di rk"}


def test_a_total_is_voided_and_corrected_like_an_adjustment(club: Club) -> None:
    take(club, HEADER + ONE)
    table = club.tables.get()
    line = table.hands.get()
    services.correct_adjustment(line, [0, 0, 0, 0], by=None, why="the book was wrong")
    assert set(result(table).values()) == {0}
    assert result(table).keys() == {"Ada", "Boris", "Chloé", "Dirk"}
    with pytest.raises(services.Refused):
        services.correct_adjustment(line, [1, 2, 3], by=None, why="one is missing")
    with pytest.raises(services.Refused):
        services.correct_adjustment(line, [1, 0, 0, 0], by=None, why=" ")
    services.void_hand(line, by=None, why="came in twice")
    assert result(table) == {}
    services.restore_hand(line, by=None)
    assert list(faults(table)) == []


def test_an_old_evening_counts_as_a_table_with_points_but_without_hands_on_the_board(club: Club) -> None:
    take(club, HEADER + ONE)
    period = chosen_period(list(club.seasons.all()), ALL)
    assert period
    lines = game_board(club, get_game("doppelkopf"), PeriodResults.for_period(period)).rows
    assert [(line.rank, line.name, line.tally.points, line.tally.tables, line.tally.hands) for line in lines] == [
        (1, "Ada", 45, 1, 0),
        (2, "Dirk", 0, 1, 0),
        (3, "Boris", -15, 1, 0),
        (4, "Chloé", -30, 1, 0),
    ]


def test_a_survey_stores_nothing(club: Club) -> None:
    found = survey(club, source(club, HEADER + ONE))
    assert (found.tables, len(found.new), [days.name for days in found.seasons.values()]) == (1, 4, ["Season 2018/19"])
    assert not Table.objects.exists()
    assert not club.players.exists()
    assert club.seasons.count() == 1
