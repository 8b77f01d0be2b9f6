"""Before a director confirms a change, the page shows its effect on leaderboards."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.belote.rules import PRESETS, Entry
from scorer.club.models import Club, Membership, Player
from scorer.corrections.boards import BoardEffect, BoardEffects
from scorer.play import services
from scorer.play.models import Table
from scorer.standings import results, selectors
from scorer.standings.periods import Period
from scorer.standings.selectors import PeriodResults, game_board
from tests.factories import PlayerFactory, make_players, make_table

LogIn = Callable[[Membership], Client]


def belote(points: int) -> Entry:
    return Entry(bidder=1, value=80, trump="H", points=points)


@pytest.fixture
def table(club: Club) -> Table:
    """A table where Ada and Chloé lead 100 to 62, with another where Élise and Greta have 90, Farid and Hugo 72."""
    beside = make_table(club, "belote", players=make_players(club, 8)[4:], variant=PRESETS["house"])
    services.record_hand(beside, belote(90), by=None, key=None)
    table = make_table(club, "belote", variant=PRESETS["house"])
    services.record_hand(table, belote(100), by=None, key=None)
    return table


@pytest.fixture
def client(ada: Membership, client_of: LogIn) -> Client:
    """Ada's browser."""
    return client_of(ada)


def correction(table: Table, points: int) -> tuple[str, dict[str, Any]]:
    hand = table.hands.get(number=1)
    fields = {"bidder": 1, "value": 80, "trump": "H", "points": points, "seen": "improbable", "why": "misread"}
    data = {"key": f"key-{points}", "number": 1, "layout": table.layout} | fields
    return reverse("admin:belote_belotehand_change", args=[hand.pk]), data


def asked(client: Client, where: str, data: dict[str, Any]) -> Any:
    response = client.post(where, data)
    assert (response.status_code, response.templates[0].name) == (200, "corrections/confirm.html")
    return response


def shown(response: Any) -> list[BoardEffect]:
    effects: BoardEffects = response.context["effects"][-1]
    return list(effects.boards)


def ranks(board: BoardEffect) -> dict[str, tuple[Any, Any, str, str]]:
    return {
        change.name: (change.rank_before, change.rank_after, change.before.text, change.after.text)
        for change in board.changes
    }


def standing(club: Club) -> dict[str, tuple[int | None, int]]:
    """Return the leaderboard as its page shows it: rank and points."""
    table = Table.objects.filter(club=club)[0]
    board = game_board(club, table.config, PeriodResults.for_period(Period.for_season(table.season)))
    return {line.name: (line.rank, line.tally.points) for line in board.rows}


def test_only_players_whose_rank_or_value_changes_are_shown(client: Client, table: Table) -> None:
    response = asked(client, *correction(table, 85))
    (board,) = shown(response)
    assert (board.game, board.season) == ("Belote", table.season.name)
    assert ranks(board) == {
        "Élise": (3, 1, "+90", "+90"),
        "Greta": (3, 1, "+90", "+90"),
        "Ada": (1, 3, "+100", "+85"),
        "Chloé": (1, 3, "+100", "+85"),
        "Boris": (7, 5, "+62", "+77"),
        "Dirk": (7, 5, "+62", "+77"),
        "Farid": (5, 7, "+72", "+72"),
        "Hugo": (5, 7, "+72", "+72"),
    }
    text = response.content.decode()
    assert f"Leaderboard: Belote, {table.season.name}" in text
    assert "Ranked by the sum of all points." in text
    assert "3 → 1" in text


def test_the_effect_that_is_shown_is_what_happens(client: Client, club: Club, table: Table) -> None:
    before = standing(club)
    where, data = correction(table, 95)
    response = asked(client, where, data)
    (board,) = shown(response)
    assert standing(club) == before
    client.post(where, data | {"confirm": response.context["fingerprint"]})
    after = standing(club)
    moved = {name for name in after if after[name] != before[name]}
    assert {change.name: change.rank_after for change in board.changes} == {name: after[name][0] for name in moved}


def test_a_rolled_back_change_is_not_cached(client: Client, club: Club, table: Table) -> None:
    """Another change gives the table the same version as the change that was rolled back."""
    standing(club)
    asked(client, *correction(table, 82))
    services.correct_hand(table.hands.get(number=1), belote(120), by=None, why="misread")
    remembered = standing(club)
    for cache in (results._cache, selectors._tallies_cache, selectors._variants_cache):
        cache.clear()
    assert remembered == standing(club)
    assert remembered["Ada"] == (1, 120)


def test_the_page_says_if_no_board_changes(client: Client, club: Club, table: Table) -> None:
    where, data = reverse("admin:play_table_swap", args=[table.pk]), {"position": 1, "other": 3, "since": 1}
    response = asked(client, where, data | {"key": "k", "why": "sat the other way"})
    assert shown(response) == []
    assert "Nothing changes on the leaderboards." in response.content.decode()


def test_changing_the_variant_moves_a_table_to_another_board(client: Client, table: Table) -> None:
    ffb = {name: "on" if value is True else value for name, value in asdict(PRESETS["ffb"]).items() if value}
    data = {"preset": "ffb", "shown": "ffb", "why": "tournament", **ffb}
    house, other = shown(asked(client, reverse("admin:play_table_rules", args=[table.pk]), data))
    assert (house.variant, other.variant) == ("House rules", "Federation rules (FFB)")
    assert {name: move[:2] for name, move in ranks(house).items() if name in {"Ada", "Élise"}} == {
        "Élise": (3, 1),
        "Ada": (1, None),
    }
    assert ranks(other)["Ada"][:2] == (None, 1)


def test_a_merge_shows_the_board_with_one_player_instead_of_two(client: Client, club: Club, table: Table) -> None:
    twice = PlayerFactory(club=club, name="Boris B.")
    players = [*make_players(club, 8)[4:7], twice]
    third = make_table(club, "belote", players=players, variant=PRESETS["house"])
    services.record_hand(third, belote(130), by=None, key=None)
    services.close_table(third, by=None)
    boris = Player.objects.get(name="Boris")
    before = standing(club)
    where, data = (
        reverse("admin:club_player_merge", args=[twice.pk]),
        {"into": boris.pk, "key": "k", "why": "one person"},
    )
    response = asked(client, where, data)
    (board,) = shown(response)
    assert ranks(board)["Boris B."][1] is None
    client.post(where, data | {"confirm": response.context["fingerprint"]})
    merged = standing(club)
    assert ranks(board)["Boris"][1] == merged["Boris"][0]

    where = reverse("admin:club_player_unmerge", args=[twice.pk])
    response = asked(client, where, data)
    (board,) = shown(response)
    assert ranks(board)["Boris B."][0] is None
    client.post(where, data | {"confirm": response.context["fingerprint"]})
    assert standing(club) == before


def test_players_without_enough_hands_have_no_rank_to_change(client: Client, club: Club, table: Table) -> None:
    club.board_rule, club.board_hands = "average", 1
    club.save()
    void = reverse("admin:belote_belotehand_void", args=[table.hands.get(number=1).pk])
    (board,) = shown(asked(client, void, {"why": "misdeal"}))
    assert ranks(board)["Ada"][:2] == (1, None)
    assert ranks(board)["Ada"][3] == ""


def test_a_hand_at_another_table_is_no_reason_to_ask_again(client: Client, club: Club, table: Table) -> None:
    where, data = correction(table, 95)
    fingerprint = asked(client, where, data).context["fingerprint"]
    beside = Table.objects.exclude(pk=table.pk).get()
    services.record_hand(beside, belote(110), by=None, key=None)
    assert client.post(where, data | {"confirm": fingerprint}).status_code == 302
