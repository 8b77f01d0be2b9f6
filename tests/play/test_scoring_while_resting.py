"""A game may give points to somebody who sits out, as Skat does to the dealer at a table of four.

They count in totals, settlements and rankings, but it is no hand that the player has played. Here it is Doppelkopf at
a table of five in which whoever rests gets 30 points.
"""

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.doppelkopf.rules import Entry
from scorer.audit.check import faults
from scorer.audit.repair import repair
from scorer.club.models import BoardRule, Club, Membership, Player
from scorer.events.results.event_results import EventResults
from scorer.events.results.scorecards import scorecard_of
from scorer.play import services
from scorer.play.models import Score, Table
from scorer.play.result.settlement import result_of
from scorer.play.selectors import rows_of
from scorer.play.selectors.shares import shares_of
from scorer.play.table_context import TableContext
from scorer.registry import get_game
from scorer.scoring import Outcome, Reason
from scorer.standings.periods import chosen_period
from scorer.standings.records import player_page
from scorer.standings.selectors import PeriodResults, game_board
from scorer.transfer.export import export
from scorer.transfer.importing import import_file
from scorer.transfer.json_lines import parse_lines
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.events.test_pages import address
from tests.factories import ClubFactory, SeasonFactory, make_players, make_table
from tests.games.doppelkopf.hands import hand
from tests.totals import totals_by_position

__all__ = ["make_event", "players"]

RESTS = 30
LogIn = Callable[[Membership], Client]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _whoever_rests_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = get_game("doppelkopf").rules
    replay = rules.replay

    def scoring(entries: Any, variant: Any, seats: int, carry: Any = None) -> list[Outcome]:
        return [
            Outcome.of(
                [*outcome.reasons, *(Reason("won", seat, RESTS) for seat in outcome.sitting_out)],
                seats,
                sitting_out=outcome.sitting_out,
                also_scoring=outcome.sitting_out,
                carry=outcome.carry,
            )
            for outcome in replay(entries, variant, seats, carry)
        ]

    monkeypatch.setattr(rules, "replay", scoring)


@pytest.fixture
def five(club: Club) -> Table:
    """Ada and Chloé win one point, then lose one; first Dirk rests, then Emil."""
    table = make_table(club, "doppelkopf", players=make_players(club, 5))
    services.record_hands(table, (won(4), hand(100, sitting_out=(5,))), by=None)
    return table


def won(resting: int) -> Entry:
    return hand(130, sitting_out=(resting,))


def rows(table: Table, number: int) -> dict[int, tuple[int, bool]]:
    """Return the points of a hand by position, each with whether the seat played it."""
    scores = Score.objects.filter(table=table, hand__number=number)
    return {
        position: (points, played)
        for position, points, played in scores.values_list("seat__position", "points", "played")
    }


def test_the_ledger_has_the_points_of_whoever_rests_but_not_as_a_hand_played(five: Table) -> None:
    assert rows(five, 1)[4] == (RESTS, False)
    assert [played for _points, played in rows(five, 1).values()].count(True) == 4
    assert totals_by_position(five)[4] == RESTS + rows(five, 2)[4][0]
    assert list(faults(five)) == []


def test_the_sheet_shows_the_points_and_why(five: Table, boris: Membership, client_of: LogIn) -> None:
    table_context = TableContext(five)
    newest, oldest = rows_of(table_context)
    assert (oldest.points[3], newest.points[4]) == (RESTS, RESTS)
    assert oldest.running[3] == RESTS
    page = client_of(boris).get(reverse("play:table", args=[five.pk]))
    assert [total.points for total in page.context["totals"]] == [totals_by_position(five)[n] for n in range(1, 6)]
    shares = {share.name: share.points for share in shares_of(table_context, table_context.sheet.outcomes()[0])}
    assert shares["Dirk"] == RESTS


def test_a_saved_hand_is_shown_as_after_a_reload(five: Table, boris: Membership, client_of: LogIn) -> None:
    saved = services.record_hand(five, won(4), by=None, key=None)
    assert saved.sheet
    assert saved.sheet.totals == totals_by_position(five)


def test_a_correction_changes_who_rests_and_scores(five: Table, ada: Membership) -> None:
    services.correct_hand(
        five.hands.get(number=1), hand(130, re=(1, 4), sitting_out=(3,)), by=ada.user, why="typed wrong"
    )
    assert (rows(five, 1)[3], rows(five, 1)[4][1]) == ((RESTS, False), True)
    assert list(faults(five)) == []


def test_voiding_takes_the_points_away_and_restoring_brings_them_back(five: Table) -> None:
    before = totals_by_position(five)
    line = five.hands.get(number=1)
    services.void_hand(line, by=None)
    assert totals_by_position(five)[4] == before[4] - RESTS
    services.restore_hand(line, by=None)
    assert (totals_by_position(five), list(faults(five))) == (before, [])


@pytest.mark.parametrize(
    ("damage", "code"), [({"points": 29}, "points"), ({"played": True}, "copies")], ids=["points", "played"]
)
def test_the_audit_finds_a_damaged_score_and_repairs_it(five: Table, damage: dict[str, Any], code: str) -> None:
    Score.objects.filter(table=five, hand__number=1, seat__position=4).update(**damage)
    assert [fault.code for fault in faults(five)] == [code]
    repair(five, by=None)
    assert (rows(five, 1)[4], list(faults(five))) == ((RESTS, False), [])


def test_the_audit_misses_the_score_of_whoever_rests(five: Table) -> None:
    Score.objects.filter(table=five, hand__number=1, seat__position=4).delete()
    assert [fault.code for fault in faults(five)] == ["missing"]


def test_boards_count_the_points_but_neither_as_a_hand_nor_in_the_average(five: Table, club: Club) -> None:
    services.record_adjustment(five, [0, 0, 0, -10, 0], why="a revoke", by=None, key=None)
    services.close_table(five, by=None)
    club.board_rule, club.board_hands = BoardRule.AVERAGE, 1
    club.save()
    period = chosen_period(club.seasons.all(), "")
    assert period
    lines = {
        line.name: line for line in game_board(club, get_game("doppelkopf"), PeriodResults.for_period(period)).rows
    }
    dirk, played = lines["Dirk"], rows(five, 2)[4][0]
    assert (dirk.tally.points, dirk.tally.hands, dirk.value) == (played + RESTS - 10, 1, played - 10)


def test_a_players_page_has_the_points_but_no_such_hand_among_the_best(five: Table, club: Club) -> None:
    services.close_table(five, by=None)
    period = chosen_period(club.seasons.all(), "")
    assert period
    page = player_page(club, Player.objects.get(club=club, name="Dirk"), period)
    assert page.chosen
    assert page.chosen.tally.points == rows(five, 2)[4][0] + RESTS
    assert [record.score.hand.number for record in [*page.best, *page.worst]] == [2]


def test_the_points_are_settled_against_the_mean(five: Table) -> None:
    table = services.close_table(five, by=None)
    totals = totals_by_position(table)
    result = result_of(TableContext(table))
    amounts = {person.name: person.amount for person in result.people}
    assert result.mean == Fraction(sum(totals.values()), 5)
    assert amounts["Dirk"] == totals[4] - result.mean


def test_a_file_has_all_that_is_needed(five: Table) -> None:
    services.close_table(five, by=None)
    content = "".join(export(Table.objects.filter(pk=five.pk))).encode()
    elsewhere = ClubFactory(name="Elsewhere")
    SeasonFactory(club=elsewhere, name="Autumn")
    import_file(elsewhere, lambda: parse_lines(BytesIO(content), elsewhere), by=None)
    copy = Table.objects.get(club=elsewhere)
    assert [rows(copy, number) for number in (1, 2)] == [rows(five, number) for number in (1, 2)]


def test_in_an_event_the_points_count_but_not_as_a_deal(
    make_event: MakeEvent,
    ada: Membership,
    client_of: LogIn,
    tmp_path: Path,
) -> None:
    """Everybody rests once in five deals."""
    event = make_event("doppelkopf", 5, rounds=1, per_round=4)
    choose(event, "draw")
    play_round(event, Random(7))
    results = EventResults(event)
    table = Table.objects.get()
    totals = totals_by_position(table)
    assert sum(totals.values()) == 5 * RESTS
    assert sorted(int(place.standing.score) for place in results.ranking.places) == sorted(totals.values())
    assert {place.standing.deals for place in results.ranking.places} == {4}
    for number in range(1, 6):
        card = scorecard_of(results, number)
        assert card
        assert [line.points for line in card.rounds[0].lines if line.sat_out] == [RESTS]
    assert list(faults(table)) == []
    client = client_of(ada)
    text = client.get(address(event, "download", "scorecards", "csv")).content.decode("utf-8-sig")
    resting = [line for line in csv.DictReader(StringIO(text)) if line["Played"] == "sits out"]
    assert [line["Points"] for line in resting] == [str(RESTS)] * 5
    path = tmp_path / "event.jsonl"
    path.write_bytes(client.get(address(event, "download", "event", "jsonl")).content)
    out = StringIO()
    call_command("rank", "doppelkopf", "total", str(path), stdout=out)
    ranked = [line for line in map(json.loads, out.getvalue().splitlines()) if "place" in line]
    assert {line["deals"] for line in ranked} == {4}
    assert sorted(line["score"] for line in ranked) == sorted(totals.values())
