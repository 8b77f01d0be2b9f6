"""Boris is on the roster twice. The two players are merged, and unmerged again if that was a mistake."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from games.bridge.rules import Entry
from scorer.audit.check import faults
from scorer.club.models import Club, Membership, Player
from scorer.club.services import add_player, anonymise, change_player
from scorer.history.models import Revision
from scorer.play import services
from scorer.play.models import Score, Seat, Table
from scorer.play.services import Conflict, Refused
from tests.factories import PlayerFactory, make_players, make_table


def made(board: int) -> Entry:
    return Entry(board=board, level=4, strain="S", declarer="S", tricks=10)


@pytest.fixture
def boris_b(club: Club) -> Player:
    return PlayerFactory(club=club, name="Boris B.")


@pytest.fixture
def boris_of_old(club: Club) -> Player:
    make_players(club)
    return club.players.get(name="Boris")


@pytest.fixture
def tables(club: Club, boris_b: Player) -> list[Table]:
    """Three tables: Boris plays at the first, Boris B. at the second, and for a while instead of Ada at the third."""
    ada, _boris, chloe, dirk = make_players(club)
    elise = PlayerFactory(club=club, name="Élise")
    first = make_table(club)
    second = make_table(club, players=[ada, boris_b, chloe, dirk])
    third = make_table(club, players=[ada, elise, chloe, dirk])
    for table in (first, second, third):
        services.record_hand(table, made(1), by=None, key=None)
    services.substitute(third, 1, boris_b, by=None)
    services.record_hand(third, made(2), by=None, key=None)
    services.substitute(third, 1, ada, by=None)
    services.record_hand(third, made(3), by=None, key=None)
    return [services.close_table(table, by=None) for table in (first, second, third)]


def merge(one: Player, into: Player, **values: Any) -> Player:
    return services.merge_players(one, into, **{"by": None, "why": "typed twice"} | values)


def unmerge(one: Player, **values: Any) -> Player:
    return services.unmerge_player(one, **{"by": None, "why": "a mistake"} | values)


def rows() -> tuple[Any, ...]:
    """Return all rows, without the keys of score rows, which the replay changes."""
    scores = Score.objects.order_by("hand", "seat").values("hand", "seat", "player", "points")
    return list(Seat.objects.order_by("pk").values()), list(Player.objects.order_by("pk").values()), list(scores)


def clean(*tables: Table) -> bool:
    return not [fault for table in tables for fault in faults(table)]


@pytest.mark.postgres
def test_everything_the_one_played_belongs_to_the_other(
    tables: list[Table], boris_b: Player, boris_of_old: Player
) -> None:
    sum_before = sum(Score.objects.filter(player__in=[boris_b, boris_of_old]).values_list("points", flat=True))
    merge(boris_b, boris_of_old)
    assert not Seat.objects.filter(player=boris_b).exists()
    assert not Score.objects.filter(player=boris_b).exists()
    held = Score.objects.filter(player=boris_of_old)
    assert (held.count(), sum(held.values_list("points", flat=True))) == (3, sum_before)
    assert clean(*tables)


def test_a_merged_player_is_inactive_and_not_offered(
    tables: list[Table], boris_b: Player, boris_of_old: Player, ada: Membership, client: Client
) -> None:
    merge(boris_b, boris_of_old)
    boris_b.refresh_from_db()
    assert (boris_b.active, boris_b.merged_into) == (False, boris_of_old)
    club = boris_b.club
    assert boris_b not in [*club.players.active(), *club.players.left()]
    client.force_login(ada.user)
    for address in (
        reverse("play:open", args=[club.pk, "bridge"]),
        reverse("club:players", args=[club.pk]),
        reverse("club:players", args=[club.pk]) + "?show=left",
        reverse("play:substitute", args=[make_table(club).pk, 1]),
    ):
        assert "Boris B." not in client.get(address).content.decode()


def test_the_name_of_a_merged_player_leads_to_the_other(
    boris_b: Player, boris_of_old: Player, ada: Membership, client: Client
) -> None:
    merge(boris_b, boris_of_old)
    with pytest.raises(ValidationError, match="the same person as Boris"):
        add_player(boris_b.club, "boris b.", by=None)
    with pytest.raises(ValidationError, match="the same person as Boris"):
        change_player(Player.objects.get(pk=boris_b.pk), name="Boris B.", guest=False, active=True, by=None)
    client.force_login(ada.user)
    assert client.post(reverse("club:bring_back", args=[boris_b.club_id, boris_b.pk])).status_code == 404
    response = client.post(reverse("club:players", args=[boris_b.club_id]), {"names": "Boris B."})
    assert (response.status_code, response.context["left"]) == (422, [])


def test_removing_a_name_also_removes_merged_names(boris_b: Player, boris_of_old: Player) -> None:
    borys = PlayerFactory(club=boris_b.club, name="Borys")
    merge(boris_b, boris_of_old)
    merge(boris_of_old, borys)
    anonymise(borys, by=None)
    assert not [name for name in Player.objects.values_list("name", flat=True) if name.startswith("Bor")]


def test_the_tables_get_new_versions_and_the_player_a_revision(
    tables: list[Table], boris_b: Player, boris_of_old: Player, ada: Membership
) -> None:
    before = {table.pk: (table.version, table.layout) for table in tables}
    merge(boris_b, boris_of_old, by=ada.user)
    for table, more in zip(Table.objects.order_by("opened_at"), (0, 1, 1), strict=True):
        version, layout = before[table.pk]
        assert (table.version, table.layout) == (version + more, layout + more)
        # A phone uses its Revisions to find out what has changed since its own version.
        assert Revision.objects.for_table(table.pk).filter(action="merge", why="typed twice").count() == more
    revision = Revision.objects.of(Revision.Kind.PLAYER, boris_b.pk).get()
    assert (revision.action, revision.actor_id, revision.why) == ("merge", ada.user.pk, "typed twice")
    assert revision.after["into"] == boris_of_old.pk
    assert len(revision.after["seats"]) == 2
    assert "Boris" not in f"{revision.before}{revision.after}"


@pytest.mark.postgres
def test_undoing_a_merge_restores_everything(tables: list[Table], boris_b: Player, boris_of_old: Player) -> None:
    before = rows()
    merge(boris_b, boris_of_old)
    assert rows() != before
    unmerge(boris_b)
    assert rows() == before
    assert clean(*tables)


def test_undoing_a_merge_leaves_an_inactive_player_inactive(boris_b: Player, boris_of_old: Player) -> None:
    change_player(boris_b, name="Boris B.", guest=True, active=False, by=None)
    merge(boris_b, boris_of_old)
    assert not unmerge(boris_b).active


def test_hands_played_after_the_merge_stay_with_the_other(
    club: Club, tables: list[Table], boris_b: Player, boris_of_old: Player
) -> None:
    merge(boris_b, boris_of_old)
    later = make_table(club)
    services.record_hand(later, made(1), by=None, key=None)
    unmerge(boris_b)
    assert Score.objects.get(hand__table=later, seat__position=2).player == boris_of_old
    assert clean(*tables, later)


def test_a_seat_left_after_the_merge_is_given_back_for_its_hands(
    club: Club, boris_b: Player, boris_of_old: Player
) -> None:
    ada, _boris, chloe, dirk = make_players(club)
    table = make_table(club, players=[ada, boris_b, chloe, dirk])
    services.record_hand(table, made(1), by=None, key=None)
    merge(boris_b, boris_of_old)
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    services.record_hand(table, made(2), by=None, key=None)
    unmerge(boris_b)
    held = Score.objects.filter(table=table, seat__position=2).order_by("hand__number")
    assert list(held.values_list("player__name", flat=True)) == ["Boris B.", "Élise"]
    assert clean(table)


def test_a_seat_given_away_before_its_first_hand_is_not_given_back(
    club: Club, boris_b: Player, boris_of_old: Player
) -> None:
    ada, _boris, chloe, dirk = make_players(club)
    table = make_table(club, players=[ada, boris_b, chloe, dirk])
    merge(boris_b, boris_of_old)
    services.substitute(table, 2, PlayerFactory(club=club, name="Élise"), by=None)
    unmerge(boris_b)
    assert table.seats.get(position=2).player.name == "Élise"


@pytest.mark.postgres
def test_three_merged_players_are_unmerged_in_turn(tables: list[Table], boris_b: Player, boris_of_old: Player) -> None:
    borys = PlayerFactory(club=boris_b.club, name="Borys")
    before = rows()
    merge(boris_b, boris_of_old)
    merge(boris_of_old, borys)
    assert Score.objects.filter(player=borys).count() == 3
    with pytest.raises(Conflict, match="merged_on"):
        unmerge(boris_b)
    unmerge(boris_of_old)
    unmerge(boris_b)
    assert rows() == before
    assert clean(*tables)


def test_players_who_sat_at_one_table_at_the_same_time_cannot_be_merged(
    club: Club, boris_b: Player, boris_of_old: Player
) -> None:
    ada, boris, _chloe, dirk = make_players(club)
    table = make_table(club, players=[ada, boris, boris_b, dirk])
    with pytest.raises(Conflict) as conflict:
        merge(boris_b, boris_of_old)
    assert (conflict.value.code, conflict.value.table) == ("together", table)
    assert Player.objects.get(pk=boris_b.pk).active


def test_players_who_followed_each_other_at_a_table_can_be_merged(
    club: Club, boris_b: Player, boris_of_old: Player
) -> None:
    table = make_table(club)
    services.record_hand(table, made(1), by=None, key=None)
    services.substitute(table, 2, boris_b, by=None)
    services.record_hand(table, made(2), by=None, key=None)
    before = rows()
    merge(boris_b, boris_of_old)
    assert {score.player for score in Score.objects.filter(seat__position=2)} == {boris_of_old}
    assert clean(table)
    unmerge(boris_b)
    assert rows() == before


def test_players_at_two_open_tables_cannot_be_merged(club: Club, boris_b: Player, boris_of_old: Player) -> None:
    ada, _boris, chloe, dirk = make_players(club)
    first, second = make_table(club), make_table(club, players=[ada, boris_b, chloe, dirk])
    with pytest.raises(Conflict, match="both_seated"):
        merge(boris_b, boris_of_old)
    services.close_table(second, by=None)
    merge(boris_b, boris_of_old)
    assert clean(first, second)


@pytest.mark.postgres
def test_swapped_seats_must_be_swapped_back_before_unmerging(
    tables: list[Table], boris_b: Player, boris_of_old: Player
) -> None:
    before = rows()
    merge(boris_b, boris_of_old)
    services.swap_seats(tables[2], 1, 2, since=2, by=None, why="sat the other way")
    unmerge(boris_b)  # the seat is at another position, and not split
    assert clean(*tables)
    merge(boris_b, boris_of_old)
    services.swap_seats(tables[2], 1, 2, since=2, by=None, why="they did not")
    unmerge(boris_b)
    assert rows() == before

    services.record_hand(services.reopen_table(tables[1], by=None), made(2), by=None, key=None)
    before = rows()
    merge(boris_b, boris_of_old)
    services.swap_seats(tables[1], 1, 2, since=2, by=None, why="sat the other way")
    with pytest.raises(Conflict) as conflict:
        unmerge(boris_b)
    assert (conflict.value.code, conflict.value.table) == ("swapped", tables[1])
    services.swap_seats(tables[1], 1, 2, since=2, by=None, why="they did not")
    unmerge(boris_b)
    assert rows() == before


def test_impossible_merges_are_refused(zoe: Membership, boris_b: Player, boris_of_old: Player) -> None:
    strange = PlayerFactory(club=zoe.club, name="Boris")
    for into, values, field in (
        (boris_b, {}, "into"),
        (strange, {}, "into"),
        (boris_of_old, {"why": " "}, "why"),
    ):
        with pytest.raises(Refused) as refused:
            merge(boris_b, into, **values)
        assert [problem.field for problem in refused.value.problems] == [field]
    other = PlayerFactory(club=boris_b.club, name="Borys")
    merge(boris_b, boris_of_old)
    for one, into in ((boris_b, other), (other, boris_b)):
        with pytest.raises(Conflict, match="merged"):
            merge(one, into)
    with pytest.raises(Conflict, match="not_merged"):
        unmerge(other)
    with pytest.raises(Refused):
        unmerge(boris_b, why="")


def test_a_repeated_merge_changes_nothing(tables: list[Table], boris_b: Player, boris_of_old: Player) -> None:
    for _ in range(2):
        merge(boris_b, boris_of_old)
    for _ in range(2):
        unmerge(boris_b)
    actions = Revision.objects.of(Revision.Kind.PLAYER, boris_b.pk).values_list("action", flat=True)
    assert list(actions) == ["merge", "unmerge"]


def test_a_player_merged_meanwhile_cannot_be_seated(club: Club, boris_b: Player, boris_of_old: Player) -> None:
    ada, _boris, chloe, dirk = make_players(club)
    merge(Player.objects.get(pk=boris_b.pk), boris_of_old)
    with pytest.raises(Conflict, match="merged"):
        make_table(club, players=[ada, boris_b, chloe, dirk])
    table = make_table(club)
    with pytest.raises(Conflict, match="merged"):
        services.substitute(table, 1, boris_b, by=None)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_hands_are_saved_while_players_are_merged_and_unmerged(club: Club) -> None:
    ada, boris, chloe, dirk = make_players(club)
    twice = PlayerFactory(club=club, name="Boris B.")
    table = make_table(club, players=[ada, twice, chloe, dirk])

    def play(_thread: int) -> None:
        try:
            for board in range(1, 13):
                services.record_hand(table, made(board), by=None, key=None)
        finally:
            connections.close_all()

    def mind(_thread: int) -> None:
        try:
            for _ in range(6):
                merge(twice, boris)
                unmerge(twice)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(work, 0) for work in (play, mind)]:
            done.result()
    connection.close()
    assert table.hands.count() == 12
    assert clean(table)
