"""Swapping the seats of two players from some hand on, and swapping them back."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Score, Seat, Table
from scorer.play.services import Conflict, Refused
from tests.factories import PlayerFactory, make_table


def made(board: int) -> Entry:
    return Entry(board=board, level=4, strain="S", declarer="S", tricks=10)


@pytest.fixture
def table(club: Club) -> Table:
    """A table with five boards, with Élise instead of Ada from the third on."""
    table = make_table(club)
    for board in (1, 2):
        services.record_hand(table, made(board), by=None, key=None)
    services.substitute(table, 1, PlayerFactory(club=club, name="Élise"), by=None)
    for board in (3, 4, 5):
        services.record_hand(table, made(board), by=None, key=None)
    return Table.objects.get(pk=table.pk)


def swap(table: Table, position: int = 1, other: int = 2, since: int = 1, **values: Any) -> Table:
    return services.swap_seats(table, position, other, since=since, **{"by": None, "why": "sat the other way"} | values)


def who(table: Table, position: int) -> list[str]:
    """Return who sat at a position, hand by hand, according to the seats."""
    seats = list(table.seats.filter(position=position).select_related("player"))
    return [
        seat.player.name for number in range(1, services.next_number(table)) for seat in seats if seat.holds(number)
    ]


def points_of(table: Table) -> dict[str, list[int]]:
    """Return the points of each player, hand by hand."""
    found: dict[str, list[int]] = {}
    rows = Score.objects.filter(table=table).order_by("hand__number").values_list("player__name", "points")
    for name, points in rows:
        found.setdefault(name, []).append(points)
    return found


def rows_of(table: Table) -> tuple[Any, ...]:
    seats = Seat.objects.filter(table=table).order_by("pk").values()
    scores = Score.objects.filter(table=table).order_by("hand", "seat").values("hand", "seat", "player", "points")
    return list(seats), list(scores)


@pytest.mark.postgres
def test_the_points_move_with_the_players(table: Table) -> None:
    before = points_of(table)
    swap(table)
    after = points_of(table)
    assert after == {
        "Boris": [-points for points in before["Boris"]],
        "Ada": [-points for points in before["Ada"]],
        "Élise": [-points for points in before["Élise"]],
        "Chloé": before["Chloé"],
        "Dirk": before["Dirk"],
    }
    assert (who(table, 1), who(table, 2)) == (["Boris"] * 5, ["Ada"] * 2 + ["Élise"] * 3)
    assert list(faults(table)) == []


def test_earlier_hands_stay_as_they_were(table: Table) -> None:
    swap(table, since=4)
    assert who(table, 1) == ["Ada", "Ada", "Élise", "Boris", "Boris"]
    assert who(table, 2) == ["Boris", "Boris", "Boris", "Élise", "Élise"]
    assert list(faults(table)) == []


def test_the_next_hand_is_played_where_they_sit_now(table: Table) -> None:
    swap(table, since=4)
    services.record_hand(table, made(6), by=None, key=None)
    assert who(table, 1)[-1] == "Boris"
    assert list(faults(table)) == []


def test_partners_who_are_swapped_keep_their_points(table: Table) -> None:
    before = points_of(table)
    swap(table, 1, 3)
    assert points_of(table) == before
    assert who(table, 3) == ["Ada"] * 2 + ["Élise"] * 3
    assert list(faults(table)) == []


@pytest.mark.postgres
@pytest.mark.parametrize("since", [1, 2, 3, 4, 5])
def test_swapping_again_restores_every_row(since: int, table: Table) -> None:
    before = rows_of(table)
    swap(table, since=since)
    assert rows_of(table) != before
    swap(table, since=since)
    assert rows_of(table) == before
    assert list(faults(table)) == []


SWAP = st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 5)).filter(lambda swap: swap[0] != swap[1])


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(SWAP, max_size=5))
def test_any_swaps_undone_in_reverse_restore_everything(table: Table, swaps: list[tuple[int, int, int]]) -> None:
    before = rows_of(table)
    for one, other, since in swaps:
        swap(table, one, other, since)
        assert list(faults(table)) == []
    for one, other, since in reversed(swaps):
        swap(table, one, other, since)
    assert rows_of(table) == before


@pytest.mark.postgres
def test_a_revision_and_new_versions_are_left(table: Table, ada: Membership) -> None:
    version, layout = table.version, table.layout
    table = swap(table, since=3, by=ada.user)
    assert (table.version, table.layout) == (version + 1, layout + 1)
    revision = Revision.objects.for_table(table.pk).last()
    assert (revision.action, revision.actor_id, revision.why) == ("swap", ada.user.pk, "sat the other way")
    assert (revision.after["positions"], revision.after["since"]) == ([1, 2], 3)


@pytest.mark.postgres
def test_the_same_form_swaps_seats_once(table: Table) -> None:
    swap(table, key="k")
    after = rows_of(table)
    swap(table, key="k")
    assert rows_of(table) == after


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({"other": 1}, {"other"}),
        ({"other": 5}, {"other"}),
        ({"position": 0}, {"other"}),
        ({"since": 0}, {"since"}),
        ({"since": 6}, {"since"}),
        ({"why": " "}, {"why"}),
        ({"position": 2, "since": -1, "why": ""}, {"other", "since", "why"}),
    ],
)
def test_an_impossible_swap_is_refused_with_all_problems(
    values: dict[str, Any], fields: set[str], table: Table
) -> None:
    before = rows_of(table)
    with pytest.raises(Refused) as refused:
        swap(table, **values)
    assert {problem.field for problem in refused.value.problems} == fields
    assert rows_of(table) == before


@pytest.mark.postgres
def test_players_can_be_swapped_before_the_first_hand(club: Club) -> None:
    table = make_table(club)
    swap(table)
    services.record_hand(table, made(1), by=None, key=None)
    assert who(table, 1) == ["Boris"]


def test_seats_of_a_closed_table_can_be_swapped_but_not_of_a_cancelled_one(club: Club, table: Table) -> None:
    services.close_table(table, by=None)
    swap(table)
    assert who(table, 1)[0] == "Boris"
    with pytest.raises(Conflict, match="cancelled"):
        swap(services.cancel_table(make_table(club), by=None))


@pytest.mark.parametrize(("since", "until"), [(1, 1), (2, 3), (3, 3), (4, 5), (1, 5)])
def test_seats_are_swapped_for_some_hands_only(since: int, until: int, table: Table) -> None:
    before, players = rows_of(table), who(table, 1)
    opponents = who(table, 2)
    swap(table, since=since, until=until)
    assert who(table, 1) == players[: since - 1] + opponents[since - 1 : until] + players[until:]
    assert list(faults(table)) == []
    services.record_hand(table, made(6), by=None, key=None)
    assert who(table, 1)[-1] == "Élise"
    services.undo_hand(table.hands.latest("number"), by=None)
    swap(table, since=since, until=until)
    seats, scores = rows_of(table)
    assert (seats, scores) == before
    assert list(faults(table)) == []


@pytest.mark.postgres
def test_a_swap_ends_at_a_hand_that_is_there(table: Table) -> None:
    for since, until in ((3, 2), (3, 6)):
        with pytest.raises(Refused) as refused:
            swap(table, since=since, until=until)
        assert [problem.field for problem in refused.value.problems] == ["until"]
