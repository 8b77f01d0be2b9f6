"""Statistics for the fun of it: what was played in closed tables and finished events."""

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from io import StringIO
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.bridge.models import BridgeHand
from games.bridge.rules import PRESETS, Entry
from scorer.club.models import Club, Membership, Player
from scorer.events import services as events
from scorer.play import services
from scorer.play.models import Table
from scorer.registry import GameConfig
from scorer.standings import statistics
from scorer.standings.periods import ALL, chosen_period
from scorer.standings.statistics import CLUB, Statistics, Tallies, statistics_of
from tests.events.conftest import MakeEvent, choose, make_event, play_round, players
from tests.factories import PlayerFactory, make_players, make_table

__all__ = ["make_event", "players"]

pytestmark = pytest.mark.django_db

FOUR_HEARTS = {"level": 4, "strain": "H", "declarer": "S", "tricks": 10, "vulnerable": "none"}
ONE_DOWN = {"level": 3, "strain": "NT", "declarer": "S", "tricks": 8, "vulnerable": "none"}
SLAM = {"level": 6, "strain": "S", "declarer": "W", "tricks": 12, "doubled": "X", "vulnerable": "none"}


def board(number: int, **contract: object) -> Entry:
    return Entry(**{"board": number, **(contract or {"passed_out": True})})


def play(club: Club, *contracts: dict[str, object], players: Sequence[Player] = (), close: bool = True) -> Table:
    table = make_table(club, "bridge", players=players or make_players(club, 4))
    for number, contract in enumerate(contracts, start=1):
        services.record_hand(table, board(number, **contract), by=None, key=None)
    return services.close_table(table, by=None) if close else table


def found_of(club: Club, code: str = "", **asked: object) -> Statistics:
    period = chosen_period(list(club.seasons.all()), code)
    assert period
    return statistics_of(period, **asked)


def rows(found: Statistics, place: int = 0) -> list[tuple[str, int, int, float]]:
    """Return how often, how many made, and the average points, of one of the statistics."""
    return [(row.label, row.count.times, row.count.made, row.average) for row in found.sections[place].rows]


@pytest.fixture
def four(club: Club) -> list[Player]:
    return make_players(club, 4)


def test_a_club_sees_its_contracts_and_a_declarer_those_of_their_own(club: Club, four: list[Player]) -> None:
    play(club, FOUR_HEARTS, ONE_DOWN, SLAM, {}, FOUR_HEARTS, players=four)
    of_club = found_of(club)
    assert (of_club.deals, [section.deals for section in of_club.sections]) == (5, [4, 4, 4])
    assert rows(of_club) == [("Hearts", 2, 2, 420), ("Spades", 1, 1, 1210), ("No trump", 1, 0, -50)]
    assert rows(of_club, 1) == [("Game", 3, 2, (2 * 420 - 50) / 3), ("Small slam", 1, 1, 1210)]
    assert [(row.label, row.share) for row in of_club.sections[2].rows] == [("Undoubled", 3 / 4), ("Doubled", 1 / 4)]
    of_south = found_of(club, who=four[2].pk)
    assert (of_south.deals, rows(of_south)) == (5, [("Hearts", 2, 2, 420), ("No trump", 1, 0, -50)])
    of_north = found_of(club, who=four[0].pk)
    assert (of_north.deals, of_north.sections) == (5, [])


def test_a_table_counts_when_it_is_closed_and_no_longer_when_it_is_reopened(club: Club) -> None:
    table = play(club, FOUR_HEARTS, close=False)
    assert found_of(club).deals == 0
    services.close_table(table, by=None)
    assert found_of(club).deals == 1
    services.reopen_table(table, by=None)
    assert found_of(club).deals == 0


def test_an_event_counts_when_it_is_finished(make_event: MakeEvent, club: Club) -> None:
    event = make_event("bridge", 4, rounds=3, per_round=1)
    choose(event, "howell")
    for number in range(3):
        play_round(event, Random(number))
        assert found_of(club).deals == 0
    events.finish(event, by=None)
    assert found_of(club).deals == 6


def test_corrections_void_hands_and_merged_players_flow_through(club: Club, four: list[Player]) -> None:
    table = play(club, FOUR_HEARTS, ONE_DOWN, players=four)
    assert [row[0] for row in rows(found_of(club))] == ["Hearts", "No trump"]
    services.correct_hand(table.hands.get(number=1), board(1, **SLAM), by=None, why="misread")
    assert [row[0] for row in rows(found_of(club))] == ["Spades", "No trump"]
    services.void_hand(table.hands.get(number=2), by=None, why="misdeal")
    assert (found_of(club).deals, rows(found_of(club))) == (1, [("Spades", 1, 1, 1210)])
    west, same_person = four[3], PlayerFactory(club=club, name="Ida")
    services.merge_players(west, same_person, by=None, why="the same person")
    assert found_of(club, who=west.pk).deals == 0
    assert rows(found_of(club, who=same_person.pk)) == [("Spades", 1, 1, 1210)]


def test_only_the_day_on_which_something_has_changed_is_read_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = play(club, FOUR_HEARTS), play(club, ONE_DOWN)
    Table.objects.filter(pk=first.pk).update(opened_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    read: list[Sequence[int]] = []
    usual = statistics._count

    def note(game: GameConfig, tables: Sequence[int], tallies: Mapping[int, Tallies]) -> None:
        read.append(tables)
        usual(game, tables, tallies)

    monkeypatch.setattr(statistics, "_count", note)
    assert found_of(club).deals == 2
    assert sorted(table for tables in read for table in tables) == sorted([first.pk, second.pk])
    read.clear()
    assert found_of(club).deals == 2
    assert read == []
    services.void_hand(second.hands.get(number=1), by=None, why="misdeal")
    assert found_of(club).deals == 1
    assert read == [[second.pk]]


def test_a_month_has_the_tables_that_were_opened_in_it(club: Club) -> None:
    first, _second = play(club, FOUR_HEARTS), play(club, ONE_DOWN)
    Table.objects.filter(pk=first.pk).update(opened_at=datetime(2026, 1, 6, 19, tzinfo=UTC))
    club.seasons.update(starts=datetime(2026, 1, 1, tzinfo=UTC).date())
    assert rows(found_of(club, "2026-01")) == [("Hearts", 1, 1, 420)]
    assert found_of(club, "2026-02").deals == 0
    assert found_of(club, ALL).deals == 2


def test_house_rules_are_only_mixed_if_somebody_asks(club: Club) -> None:
    play(club, FOUR_HEARTS, ONE_DOWN)
    table = make_table(club, "bridge", variant=PRESETS["chicago"])
    services.record_hand(table, Entry(level=4, strain="H", declarer="S", tricks=10), by=None, key=None)
    services.close_table(table, by=None)
    usual = found_of(club)
    (_duplicate, (chicago, _name)) = usual.variants
    assert (usual.deals, usual.is_mixed) == (2, False)
    assert found_of(club, variant=chicago).deals == 1
    assert (found_of(club, variant=ALL).deals, found_of(club, variant=ALL).is_mixed) == (3, True)
    assert found_of(club, variant="no such").deals == 2


def test_a_hand_with_a_contract_that_does_not_exist_is_left_out(
    club: Club, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(self: BridgeHand) -> Entry:
        entry = Entry(**self.fields())
        return replace(entry, strain="?") if entry.board == 2 else entry

    monkeypatch.setattr(BridgeHand, "entry", property(damaged))
    play(club, FOUR_HEARTS, ONE_DOWN, players=four)
    for who in (CLUB, four[0].pk):
        found = found_of(club, who=who)
        assert (found.deals, found.unreadable) == (1, 1)
    assert rows(found_of(club)) == [("Hearts", 1, 1, 420)]


def test_a_spreadsheet_has_the_figures_of_the_page(ada: Membership, client_of: Callable[[Membership], Client]) -> None:
    client, four = client_of(ada), make_players(ada.club, 4)
    play(ada.club, FOUR_HEARTS, ONE_DOWN, FOUR_HEARTS, players=four)
    address = reverse("standings:statistics", args=[ada.club_id])
    header, *lines = csv.reader(StringIO(client.get(address, {"file": "csv"}).content.decode("utf-8-sig")))
    assert header == ["Game", "House rules", "Statistics", "Kind", "How often", "Share", "Succeeded", "Per hand"]
    assert [line[2:] for line in lines[:3]] == [
        ["Contracts by suit", "Hearts", "2", "0.6667", "2", "420.0"],
        ["Contracts by suit", "No trump", "1", "0.3333", "0", "-50.0"],
        ["Contracts by suit", "Together", "3", "1.0", "2", "263.3333"],
    ]
    of_south = reverse("standings:player_statistics", args=[ada.club_id, four[2].pk])
    response = client.get(of_south, {"file": "xlsx"})
    assert "Statistics%2C%20Chlo%C3%A9%2C%20Bridge%2C%20Autumn.xlsx" in response["Content-Disposition"]
    assert client.get(of_south, {"file": "pdf"}).status_code == HTTPStatus.NOT_FOUND


def test_the_pages_take_as_many_queries_for_many_tables_as_for_few(
    ada: Membership,
    client_of: Callable[[Membership], Client],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    club, client = ada.club, client_of(ada)
    four = make_players(club, 4)
    addresses = [
        reverse("standings:statistics", args=[club.pk]),
        reverse("standings:player_statistics", args=[club.pk, four[2].pk]),
    ]
    counts = []
    for _more in range(2):
        play(club, FOUR_HEARTS, ONE_DOWN, players=four)
        with django_assert_max_num_queries(24) as asked:
            pages = [client.get(address).content.decode() for address in addresses]
        counts.append(len(asked))
        play(club, SLAM, players=four)
    assert counts[0] == counts[1]
    assert all("Contracts by suit" in page for page in pages)
    assert "+185.00" in pages[0]


def test_the_pages_say_that_there_is_nothing(ada: Membership, client_of: Callable[[Membership], Client]) -> None:
    client, player = client_of(ada), make_players(ada.club, 1)[0]
    for address in (
        reverse("standings:statistics", args=[ada.club_id]),
        reverse("standings:player_statistics", args=[ada.club_id, player.pk]),
    ):
        for query in ({}, {"game": "bridge", "period": "x", "variant": "all"}, {"game": "no-such"}):
            assert "Nothing has been counted here yet." in client.get(address, query).content.decode()


def test_the_leaderboard_and_the_page_of_a_player_lead_there(
    ada: Membership, client_of: Callable[[Membership], Client]
) -> None:
    client, four = client_of(ada), make_players(ada.club, 4)
    play(ada.club, FOUR_HEARTS, players=four)
    board = client.get(reverse("standings:board", args=[ada.club_id, "bridge"])).content.decode()
    assert reverse("standings:statistics", args=[ada.club_id]) + "?game=bridge" in board
    own = client.get(reverse("standings:player", args=[ada.club_id, four[2].pk])).content.decode()
    assert reverse("standings:player_statistics", args=[ada.club_id, four[2].pk]) + "?game=bridge" in own
