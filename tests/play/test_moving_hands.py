"""Moving a hand that was typed at the wrong table, and moving it back."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections

from games.belote.rules import PRESETS as BELOTE
from games.belote.rules import Entry as Belote
from games.bridge.rules import Entry
from games.doppelkopf.rules import PRESETS as DOPPELKOPF
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Hand, Score, Table
from scorer.play.services import Conflict, Refused
from tests.factories import PlayerFactory, make_players, make_table
from tests.games.doppelkopf.hands import hand as doppelkopf
from tests.totals import totals_by_position


def made(board: int, tricks: int = 10) -> Entry:
    return Entry(board=board, level=4, strain="S", declarer="S", tricks=tricks)


@pytest.fixture
def wrong(club: Club, boris: Membership) -> Table:
    """A table with three boards, the second of which was played at the other table."""
    table = make_table(club)
    for board in (1, 2, 3):
        services.record_hand(table, made(board), by=boris.user, key=None)
    return table


@pytest.fixture
def right(club: Club) -> Table:
    table = make_table(club, players=make_players(club, 8)[4:])
    services.record_hand(table, made(1), by=None, key=None)
    return table


def hand(table: Table, number: int) -> Hand:
    return Hand.objects.select_related("table").get(table=table, number=number)


def move(hand: Hand, to: Table, **other: Any) -> Hand:
    return services.move_hand(hand, to, **{"by": None, "why": "wrong table", "key": None} | other).hand


def counted(table: Table) -> list[tuple[int, int, int]]:
    """Return the ledger of a table: number, position, points."""
    rows = Score.objects.filter(table=table).values_list("hand__number", "seat__position", "points")
    return sorted(rows)


def clean(*tables: Table) -> bool:
    return not [fault for table in tables for fault in faults(table)]


@pytest.mark.postgres
def test_a_moved_hand_leaves_a_voided_line_and_is_appended_to_the_other_sheet(
    wrong: Table, right: Table, ada: Membership, boris: Membership
) -> None:
    second = hand(wrong, 2)
    line = move(second, right, by=ada.user)

    left = hand(wrong, 2)
    assert (left.voided, left.bridgehand.entry) == (True, made(2))
    assert (line.table, line.number, line.voided, line.bridgehand.entry) == (right, 2, False, made(2))
    assert (line.entered_by, line.entered_at) == (boris.user, second.entered_at)
    assert {number for number, _position, _points in counted(wrong)} == {1, 3}
    assert {player for (player,) in line.scores.values_list("player__name")} == {"Élise", "Farid", "Greta", "Hugo"}
    assert clean(wrong, right)


def test_both_tables_get_a_version_and_a_revision(wrong: Table, right: Table, ada: Membership) -> None:
    line = move(hand(wrong, 2), right, by=ada.user, key="k")
    for table, moved, action in ((wrong, hand(wrong, 2), "move_away"), (right, line, "move_here")):
        version = table.version
        table.refresh_from_db()
        assert table.version > version
        revision = Revision.objects.for_table(table.pk).last()
        assert (revision.action, revision.object_id, revision.actor_id, revision.why) == (
            action,
            moved.pk,
            ada.user.pk,
            "wrong table",
        )


def test_a_hand_moved_back_returns_to_its_old_line(wrong: Table, right: Table) -> None:
    before = counted(wrong), counted(right)
    line = move(hand(wrong, 2), right)
    back = move(line, wrong)
    assert back == hand(wrong, 2)
    assert (counted(wrong), counted(right)) == before
    assert hand(right, 2).voided
    assert clean(wrong, right)


@pytest.mark.postgres
def test_a_hand_can_be_moved_there_and_back_repeatedly(wrong: Table, right: Table) -> None:
    before = counted(wrong)
    for _ in range(3):
        line = move(hand(wrong, 2), right)
        move(line, wrong)
    assert counted(wrong) == before
    # Moved away again, it returns to its line at the other table.
    assert right.hands.count() == 2
    assert clean(wrong, right)


def test_a_hand_moved_back_keeps_its_corrections(wrong: Table, right: Table) -> None:
    line = move(hand(wrong, 2), right)
    services.correct_hand(line, made(2, tricks=9), by=None, why="one down")
    assert move(Hand.objects.get(pk=line.pk), wrong).bridgehand.entry == made(2, tricks=9)
    assert clean(wrong, right)


def test_a_hand_does_not_return_to_a_line_that_counts_again(wrong: Table, right: Table) -> None:
    """Somebody has restored it there, so a hand that is moved back gets a new line."""
    line = move(hand(wrong, 2), right)
    services.restore_hand(hand(wrong, 2), by=None)
    assert move(line, wrong).number == 4
    assert clean(wrong, right)


def test_a_hand_does_not_return_to_a_line_that_was_moved_elsewhere(wrong: Table, right: Table, club: Club) -> None:
    third = make_table(club)
    line = move(hand(wrong, 2), right)
    services.restore_hand(hand(wrong, 2), by=None)
    move(hand(wrong, 2), third)
    assert move(line, wrong).number == 4
    assert clean(wrong, right, third)


@pytest.mark.postgres
def test_an_adjustment_can_be_moved(wrong: Table, right: Table) -> None:
    line = services.record_adjustment(wrong, [-30, 0, -30, 0], why="a revoke", by=None, key=None).hand
    moved = move(line, right)
    assert (moved.kind, moved.points, moved.why) == (Hand.Kind.ADJUSTMENT, [-30, 0, -30, 0], "a revoke")
    assert {(position, points) for number, position, points in counted(right) if number == 2} == {(1, -30), (3, -30)}
    assert move(moved, wrong) == line
    assert clean(wrong, right)


def test_a_moved_hand_gets_the_dealer_of_the_other_table(club: Club) -> None:
    entry = Belote(bidder=1, value=80, trump="H", points=100)
    wrong, right = make_table(club, "belote"), make_table(club, "belote")
    for _ in range(3):
        services.record_hand(wrong, entry, by=None, key=None)
    assert hand(wrong, 3).dealer == 3
    assert move(hand(wrong, 3), right).dealer == 1


def test_in_a_variant_with_memory_both_sheets_are_recalculated(club: Club) -> None:
    wrong, right = (make_table(club, "belote", variant=BELOTE["ffb"]) for _ in range(2))
    litige = Belote(bidder=2, value=80, trump="H", points=81)
    plain = Belote(bidder=1, value=80, trump="H", points=130)
    services.record_hands(wrong, (litige, plain), by=None)
    before = counted(wrong)
    move(hand(wrong, 1), right)
    assert [row for row in counted(wrong) if row[0] == 2] != [row for row in before if row[0] == 2]
    assert clean(wrong, right)


def test_a_hand_can_be_moved_to_a_closed_table(wrong: Table, right: Table) -> None:
    services.close_table(right, by=None)
    assert move(hand(wrong, 2), right).number == 2
    assert clean(wrong, right)


def test_a_substitute_at_the_other_table_gets_the_points_of_a_moved_hand(
    wrong: Table, right: Table, club: Club
) -> None:
    services.substitute(right, 1, PlayerFactory(club=club, name="Inês"), by=None)
    line = move(hand(wrong, 2), right)
    assert line.scores.get(seat__position=1).player.name == "Inês"


@pytest.mark.parametrize("why", ["", " "])
def test_moving_a_hand_needs_a_reason(why: str, wrong: Table, right: Table) -> None:
    with pytest.raises(Refused) as refused:
        move(hand(wrong, 2), right, why=why)
    assert [problem.field for problem in refused.value.problems] == ["why"]
    assert not hand(wrong, 2).voided


def test_a_hand_cannot_be_moved_to_another_game_club_or_the_same_table(
    wrong: Table, club: Club, zoe: Membership
) -> None:
    others = [make_table(club, "belote"), make_table(zoe.club, players=make_players(zoe.club)), wrong]
    for other in others:
        with pytest.raises(Refused) as refused:
            move(hand(wrong, 2), other)
        assert [problem.code for problem in refused.value.problems] == ["other_table"]


def test_a_hand_is_judged_by_the_rules_of_the_other_table(club: Club) -> None:
    """A hand of five players, one of whom sits out, cannot be one of four; tournament rules have no Bock."""
    five, four, strict = (
        make_table(club, "doppelkopf", players=make_players(club, 5)),
        make_table(club, "doppelkopf"),
        make_table(club, "doppelkopf", variant=DOPPELKOPF["ddv"]),
    )
    services.record_hand(five, doppelkopf(121, sitting_out=(5,)), by=None, key=None)
    services.record_hand(four, doppelkopf(121, bock=True), by=None, key=None)
    for table, other, field in ((five, four, "sitting_out"), (four, strict, "bock")):
        before = counted(table)
        with pytest.raises(Refused) as refused:
            move(hand(table, 1), other)
        assert field in {problem.field for problem in refused.value.problems}
        assert counted(table) == before
        assert not other.hands.filter(number=2).exists()


def test_a_voided_hand_cannot_be_moved(wrong: Table, right: Table) -> None:
    services.void_hand(hand(wrong, 2), by=None)
    with pytest.raises(Conflict, match="voided"):
        move(hand(wrong, 2), right)


def test_a_hand_cannot_be_moved_to_a_cancelled_table(wrong: Table, club: Club) -> None:
    other = services.cancel_table(make_table(club), by=None)
    with pytest.raises(Conflict, match="cancelled"):
        move(hand(wrong, 2), other)


def test_the_same_form_moves_a_hand_once(wrong: Table, right: Table) -> None:
    first = services.move_hand(hand(wrong, 2), right, by=None, why="wrong table", key="k")
    again = services.move_hand(hand(wrong, 2), right, by=None, why="wrong table", key="k")
    assert (again.hand, again.repeated) == (first.hand, True)
    assert right.hands.count() == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_moving_hands_both_ways_at_once_does_not_deadlock(club: Club) -> None:
    tables = [make_table(club) for _ in range(2)]
    for table in tables:
        for board in range(1, 9):
            services.record_hand(table, made(board), by=None, key=None)

    def move_all(way: int) -> None:
        try:
            for number in range(1, 9):
                move(hand(tables[way], number), tables[1 - way])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(move_all, range(2)))
    connection.close()
    assert [table.hands.not_voided().count() for table in tables] == [8, 8]
    assert [table.hands.count() for table in tables] == [16, 16]
    assert clean(*tables)
    assert [set(totals_by_position(table)) for table in tables] == [{1, 2, 3, 4}] * 2
