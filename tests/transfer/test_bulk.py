"""Whole tables written at once: the same rows as hand by hand, in few statements."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.bridge.rules import PRESETS, Entry
from scorer.audit.check import faults, faults_of
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play.models import Hand, Score, Seat, Table
from scorer.transfer.bulk import WholeTable, write_tables
from tests.factories import make_players

pytestmark = pytest.mark.postgres

FOUR_SPADES = {"level": 4, "strain": "S", "declarer": "S", "tricks": 10}
EVENING = timezone.now() - timedelta(days=400)


def whole(club: Club, lines: int = 3, **values: Any) -> WholeTable:
    """An unsaved table at which Ada, Boris, Chloé and Dirk played boards 1 to `lines`."""
    table = Table(
        club=club,
        season=club.seasons.open().get(),
        game="bridge",
        number=1,
        size=4,
        first_dealer=1,
        state=Table.State.CLOSED,
        opened_at=EVENING,
        closed_at=EVENING + timedelta(hours=3),
    )
    seats = [Seat(table=table, position=place, player=player) for place, player in enumerate(make_players(club), 1)]
    played = [
        (Hand(table=table, number=board, dealer=board % 4 or 4, entered_at=EVENING), Entry(board=board, **FOUR_SPADES))
        for board in range(1, lines + 1)
    ]
    return WholeTable(table, PRESETS["duplicate"], seats, played, **values)


def line(table: Table, number: int, points: list[int], kind: str) -> tuple[Hand, None]:
    return Hand(table=table, number=number, kind=kind, points=points, why="a revoke"), None


def test_a_whole_table_is_stored_with_its_seats_hands_scores_and_times(club: Club, ada: Membership) -> None:
    ready = whole(club)
    write_tables([ready], by=ada.user)

    table = Table.objects.get()
    assert (table.state, table.opened_at, table.version) == ("closed", EVENING, 1)
    assert [seat.player.name for seat in table.seats.all()] == ["Ada", "Boris", "Chloé", "Dirk"]
    assert [detail.entry for detail in table.config.hand_model.objects.for_table(table)] == [e for _, e in ready.lines]
    assert [hand.entered_at for hand in table.hands.all()] == [EVENING] * 3
    assert Score.objects.count() == 12
    assert list(faults(table)) == []


def test_a_whole_table_leaves_one_revision_with_the_number_of_hands(club: Club, ada: Membership) -> None:
    write_tables([whole(club), whole(club, lines=2)], by=ada.user)

    changes = [(change.action, change.after["hands"], change.actor_id) for change in Revision.objects.all()]
    assert changes == [("import", 3, ada.user_id), ("import", 2, ada.user_id)]


def test_a_substitute_gets_the_scores_of_the_hands_they_played(club: Club) -> None:
    ready = whole(club)
    *_, greta = make_players(club, 7)
    ready.seats[0].until = 1
    ready.seats.append(Seat(table=ready.table, position=1, player=greta, since=2))
    write_tables([ready], by=None)

    of_greta = Score.objects.filter(player=greta).order_by("hand__number").values_list("hand__number", "seat__position")
    assert list(of_greta) == [(2, 1), (3, 1)]
    assert list(faults(ready.table)) == []


def test_other_lines_score_their_points_and_voided_lines_score_nothing(club: Club) -> None:
    ready = whole(club, lines=2)
    penalty = line(ready.table, 3, [-50, 0, -50, 0], "adjustment")
    total = line(ready.table, 4, [300, -300, 300, -300], "total")
    forgiven = line(ready.table, 5, [-10, 0, -10, 0], "adjustment")
    forgiven[0].voided = ready.lines[0][0].voided = True
    write_tables(
        [WholeTable(ready.table, ready.variant, ready.seats, [*ready.lines, penalty, total, forgiven])], by=None
    )

    rows = Score.objects.order_by("hand__number", "seat__position")
    assert list(rows.values_list("hand__number", "points", "played")) == [
        *((2, points, True) for points in (620, -620, 620, -620)),
        (3, -50, False),
        (3, -50, False),
        *((4, points, False) for points in (300, -300, 300, -300)),
    ]
    assert list(faults(ready.table)) == []


def test_a_table_may_have_nothing_but_totals(club: Club) -> None:
    ready = whole(club, lines=0)
    write_tables(
        [WholeTable(ready.table, ready.variant, ready.seats, [line(ready.table, 1, [9, -9, 9, -9], "total")])], by=None
    )
    assert list(faults(ready.table)) == []
    assert Score.objects.count() == 4


def test_many_tables_and_long_sheets_take_as_many_statements_as_one(club: Club) -> None:
    make_players(club)

    def asked(*ready: WholeTable) -> int:
        with CaptureQueriesContext(connection) as queries:
            write_tables(ready, by=None)
        return len(queries)

    assert asked(whole(club)) == asked(*[whole(club, lines=36) for _ in range(10)])
    assert list(faults_of(Table.objects.all())) == []
